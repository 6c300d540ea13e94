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

/** Letters of monospaced type: one at each pitch, none where a blank stands. */
const typed = (text: string, left = 10, pitch = 20) =>
  [...text].flatMap((sign, at) => (sign === ' ' ? [] : [letter(left + at * pitch + (at % 3))]))

test('in monospaced type the words of a line are one text, and columns are not', () => {
  const rows = ['Bank of Corp', 'Invest ShareOne'].flatMap((text, row) =>
    typed(text).map((one) => ({ ...one, top: one.top + 60 * row, bottom: one.bottom + 60 * row })),
  )
  const column = typed('123456', 10 + 20 * 20)
  const runs = findRuns([...rows, ...column])
  expect(runs.map(({ glyphs }) => glyphs.length).sort((a, b) => a - b)).toEqual([6, 10, 14])
})

test('in other type what stands as far apart as columns do is not joined', () => {
  const widths = [6, 14, 9, 5, 16, 8, 12]
  let at = 10
  const word = widths.map((width) => {
    const one = letter(at, 100, width)
    at += width + 3
    return one
  })
  const runs = findRuns([
    ...word,
    ...word.map((one) => ({ ...one, left: one.left + at + 12, right: one.right + at + 12 })),
  ])
  expect(runs).toHaveLength(2)
})

test('a dot halfway between two words joins them, and the rest of a thin ring does not', () => {
  const words = [letter(10), letter(26), letter(70), letter(86)]
  const dot = { left: 52, top: 108, right: 56, bottom: 112, pixels: 16 }
  expect(findRuns([...words, dot])).toHaveLength(1)
  const ring = { left: 53, top: 106, right: 54, bottom: 110, pixels: 4 }
  expect(findRuns([...words, ring]).filter(({ glyphs }) => glyphs.length > 1)).toHaveLength(2)
})

test('a single letter beside a picture is text of its own', () => {
  const runs = findRuns([letter(10, 85, 44, 44), letter(66), letter(96), letter(110), letter(124)])
  expect(runs.find(({ left }) => left === 10)?.glyphs).toHaveLength(1)
})
