import { expect, test } from 'vitest'
import { placeFallLabel } from './fall-label.ts'

const OPTIONS = { text: 'Peak to trough', from: 100, to: 140, width: 600, heights: [190, 22] }

test('a fall is named at its foot while no line runs there', () => {
  const points = [
    { x: 110, y: 60 },
    { x: 300, y: 190 },
  ]
  expect(placeFallLabel({ ...OPTIONS, points })).toEqual({ x: 106, y: 190, textAnchor: 'start' })
})

test('a line along the foot sends the name to the top', () => {
  expect(placeFallLabel({ ...OPTIONS, points: [{ x: 180, y: 186 }] }).y).toBe(22)
})

test('with lines at both it stands where there is more room', () => {
  const points = [
    { x: 120, y: 188 },
    { x: 150, y: 27 },
  ]
  expect(placeFallLabel({ ...OPTIONS, points }).y).toBe(22)
})

test('a fall in the right half is named from its end', () => {
  expect(placeFallLabel({ ...OPTIONS, from: 420, to: 580, points: [] })).toEqual({ x: 574, y: 190, textAnchor: 'end' })
})
