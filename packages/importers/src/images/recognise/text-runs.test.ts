import { expect, test } from 'vitest'
import { findGlyphs } from './glyphs.ts'
import { findRuns } from './text-runs.ts'

const letter = (left: number, top = 100, width = 12, height = 20) => {
  return { left, top, right: left + width, bottom: top + height, pixels: 0.5 * width * height }
}

test('a round picture beside a ticker is no letter of it', () => {
  const runs = findRuns([letter(10, 85, 44, 44), letter(62), letter(77), letter(92)])
  expect(runs.map(({ left, capHeight }) => [left, capHeight])).toEqual(
    expect.arrayContaining([
      [62, 20],
      [10, 44],
    ]),
  )
})

test('lines between the columns of a table belong to no text', () => {
  const rows = [0, 1, 2, 3].flatMap((row) => [
    letter(10, 100 + 50 * row),
    letter(26, 100 + 50 * row),
    letter(44, 88 + 50 * row, 2, 44),
    letter(54, 100 + 50 * row),
  ])
  const runs = findRuns(rows)
  expect(runs.every(({ capHeight }) => capHeight === 20)).toBe(true)
})

test('the frame of a cell is not what stands in it', () => {
  const ink = { width: 200, height: 60, pixels: new Uint8Array(200 * 60) }
  const fill = (left: number, top: number, right: number, bottom: number) => {
    for (let y = top; y < bottom; y++) ink.pixels.fill(255, y * ink.width + left, y * ink.width + right)
  }
  for (const [left, top, right, bottom] of [
    [10, 10, 130, 12],
    [10, 34, 130, 36],
    [10, 10, 12, 36],
    [128, 10, 130, 36],
  ] as const) {
    fill(left, top, right, bottom)
  }
  for (const left of [40, 54, 68]) fill(left, 16, left + 8, 30)
  expect(findGlyphs(ink)?.map(({ left }) => left)).toEqual([40, 54, 68])
})
