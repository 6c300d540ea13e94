import { fireEvent, render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { Dropzone } from './dropzone.tsx'

const png = () => new File(['x'], 'a.png', { type: 'image/png' })
const transferOf = (...files: File[]) => ({
  types: ['Files'],
  files,
  items: files.map((file) => ({ kind: 'file', type: file.type })),
})

function renderZone(disabled = false) {
  const onFiles = vi.fn()
  render(<Dropzone accept=".csv,.json,image/*" onFiles={onFiles} hints="CSV" disabled={disabled} />)
  return { onFiles, zone: screen.getByText('Drop files here').parentElement! }
}

test('files dragged over are counted, and dropped ones are taken', () => {
  const { onFiles, zone } = renderZone()
  fireEvent.dragEnter(zone, { dataTransfer: transferOf(png(), png(), png()) })
  expect(screen.getByText('Drop to add 3 images')).toBeTruthy()
  expect(zone.dataset.dragging).toBe('true')
  const file = png()
  fireEvent.drop(zone, { dataTransfer: transferOf(file) })
  expect(onFiles).toHaveBeenCalledWith([file])
  expect(screen.getByText('Drop files here')).toBeTruthy()
})

test('other kinds are called files', () => {
  const { zone } = renderZone()
  fireEvent.dragEnter(zone, { dataTransfer: transferOf(png(), new File([''], 'b.csv', { type: 'text/csv' })) })
  expect(screen.getByText('Drop to add 2 files')).toBeTruthy()
})

test('text that is dragged is not taken for a file', () => {
  const { zone } = renderZone()
  fireEvent.dragEnter(zone, { dataTransfer: { types: ['text/plain'], files: [], items: [] } })
  expect(zone.dataset.dragging).toBeUndefined()
})

test('the button leads to the same call, also for the same file twice', () => {
  const { onFiles } = renderZone()
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')!
  const press = vi.spyOn(input, 'click')
  fireEvent.click(screen.getByRole('button', { name: 'Browse Files' }))
  expect(press).toHaveBeenCalledTimes(1)
  const file = png()
  fireEvent.change(input, { target: { files: [file] } })
  fireEvent.change(input, { target: { files: [file] } })
  expect(onFiles.mock.calls).toEqual([[[file]], [[file]]])
})

test('while work is pending nothing is taken', () => {
  const { onFiles, zone } = renderZone(true)
  fireEvent.drop(zone, { dataTransfer: transferOf(png()) })
  expect(onFiles).not.toHaveBeenCalled()
})
