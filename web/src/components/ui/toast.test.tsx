import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeAll, expect, test } from 'vitest'
import { showError, showSuccess, Toaster } from './toast.tsx'

// Loaded on demand by the app; loading is not what these tests are about.
beforeAll(() => import('./toast-stage.tsx'))

test('good news is a status, a failure is an alert, each with its words and a way to close it', async () => {
  render(<Toaster />)
  act(() => showSuccess({ title: 'Portfolio uploaded successfully', description: 'Positions have been added.' }))
  const status = await screen.findByRole('status')
  expect(status.textContent).toBe('Portfolio uploaded successfullyPositions have been added.')
  act(() => showError({ title: 'Upload failed' }))
  expect((await screen.findByRole('alert')).textContent).toBe('Upload failed')
  fireEvent.click(screen.getAllByRole('button', { name: 'Close' })[0]!)
})

test('a toast asked for before the stage stands is not lost', async () => {
  act(() => showError({ title: 'Too early' }))
  render(<Toaster />)
  expect(await screen.findByText('Too early')).toBeTruthy()
})
