// Tests: ../verdict/ticker-reading.test.ts

import { type Box, type GreyImage, heightOf, widthOf } from '../decode/grey-image.ts'

/** Pixels of the original around the piece, and of white around the result. */
const MARGIN = 2
const PADDING = 10

/** The column of the original that a column of its cut-out line comes from. */
export function toOriginalColumn(x: number, box: Box, scale: number): number {
  return (x - PADDING) / scale + Math.max(0, box.left - MARGIN)
}

/**
 * A piece of ink as dark text on white, with a margin, at a given height.
 *
 * @param scale of the result to the original
 */
export function cutLine(ink: GreyImage, box: Box, scale: number, padding = PADDING): GreyImage {
  const left = Math.max(0, box.left - MARGIN)
  const top = Math.max(0, box.top - MARGIN)
  const right = Math.min(ink.width, box.right + MARGIN)
  const bottom = Math.min(ink.height, box.bottom + MARGIN)
  const cut = { left, top, right, bottom }
  const strongest = strongestInk(ink, cut)
  const inner = { width: Math.round(widthOf(cut) * scale), height: Math.round(heightOf(cut) * scale) }
  const width = inner.width + 2 * padding
  const height = inner.height + 2 * padding
  const pixels = new Uint8Array(width * height).fill(255)
  const columns = weigh(inner.width, scale, left, right)
  const rows = weigh(inner.height, scale, top, bottom)
  // First along the rows, then down the columns: a cubic of sixteen pixels at the price of eight.
  const stretched = new Float32Array((bottom - top) * inner.width)
  for (let y = top; y < bottom; y++) {
    for (let x = 0; x < inner.width; x++) {
      let sum = 0
      for (let tap = 0; tap < 4; tap++) {
        sum += (ink.pixels[y * ink.width + (columns.at[4 * x + tap] ?? 0)] ?? 0) * (columns.weights[4 * x + tap] ?? 0)
      }
      stretched[(y - top) * inner.width + x] = sum
    }
  }
  for (let y = 0; y < inner.height; y++) {
    for (let x = 0; x < inner.width; x++) {
      let sum = 0
      for (let tap = 0; tap < 4; tap++) {
        sum +=
          (stretched[((rows.at[4 * y + tap] ?? 0) - top) * inner.width + x] ?? 0) * (rows.weights[4 * y + tap] ?? 0)
      }
      const shade = 255 - (sum * 255) / strongest
      pixels[(y + padding) * width + x + padding] = Math.max(0, Math.min(255, Math.round(shade)))
    }
  }
  return { width, height, pixels }
}

/** The letters of a piece of ink moved apart, so that equal neighbours are not read as one. @param gap in pixels */
export function spreadLetters(ink: GreyImage, box: Box, letters: readonly Box[], gap: number): GreyImage {
  const height = heightOf(box) + 2 * MARGIN
  const width = letters.reduce((sum, letter) => sum + widthOf(letter) + gap, gap)
  const pixels = new Uint8Array(width * height)
  let at = gap
  for (const letter of letters) {
    for (let y = Math.max(box.top, letter.top - 1); y < Math.min(box.bottom, letter.bottom + 1); y++) {
      for (let x = letter.left; x < letter.right; x++) {
        pixels[(y - box.top + MARGIN) * width + at + x - letter.left] = ink.pixels[y * ink.width + x] ?? 0
      }
    }
    at += widthOf(letter) + gap
  }
  return { width, height, pixels }
}

/** Strokes thinner by a pixel at either side: of bold type the recogniser knows some capitals only then. */
export function thinStrokes({ width, height, pixels }: GreyImage): GreyImage {
  const thin = new Uint8Array(pixels.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let lightest = 0
      for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
        for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
          lightest = Math.max(lightest, pixels[row * width + column] ?? 0)
        }
      }
      thin[y * width + x] = lightest
    }
  }
  return { width, height, pixels: thin }
}

/** Where a resized row takes its pixels from, and how much of each: Keys' cubic with a = −1/2. */
function weigh(length: number, scale: number, start: number, end: number) {
  const at = new Int32Array(4 * length)
  const weights = new Float32Array(4 * length)
  for (let index = 0; index < length; index++) {
    const place = (index + 0.5) / scale - 0.5 + start
    const first = Math.floor(place)
    const t = place - first
    const cubic = [
      -0.5 * t + t * t - 0.5 * t ** 3,
      1 - 2.5 * t * t + 1.5 * t ** 3,
      0.5 * t + 2 * t * t - 1.5 * t ** 3,
      -0.5 * t * t + 0.5 * t ** 3,
    ]
    for (let tap = 0; tap < 4; tap++) {
      at[4 * index + tap] = Math.max(start, Math.min(end - 1, first - 1 + tap))
      weights[4 * index + tap] = cubic[tap] ?? 0
    }
  }
  return { at, weights }
}

function strongestInk(ink: GreyImage, box: Box): number {
  let strongest = 1
  for (let y = box.top; y < box.bottom; y++) {
    for (let x = box.left; x < box.right; x++) strongest = Math.max(strongest, ink.pixels[y * ink.width + x] ?? 0)
  }
  return strongest
}
