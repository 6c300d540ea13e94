// Tests: text-runs.test.ts

import type { Box, GreyImage } from '../decode/grey-image.ts'

/** Ink weaker than this is noise of compression or the trace of a shadow. */
const FAINTEST_INK = 38
/** A glyph has at least one pixel this strong. */
const FAINTEST_GLYPH = 60
/** More connected pieces than a page full of text has: a photograph, or noise made to keep us busy. */
const MOST_GLYPHS = 20_000

export interface Glyph extends Box {
  /** Pixels of ink. */
  pixels: number
}

/**
 * The connected pieces of ink, without ruled lines, frames and specks.
 *
 * @returns undefined when there are far too many for an image of text
 */
export function findGlyphs(ink: GreyImage): Glyph[] | undefined {
  const { width, height, pixels } = ink
  const seen = new Uint8Array(width * height)
  const stack = new Int32Array(width * height)
  const glyphs: Glyph[] = []
  for (let start = 0; start < pixels.length; start++) {
    if (seen[start] === 1 || (pixels[start] ?? 0) < FAINTEST_INK) continue
    const { glyph, strongest } = flood(ink, start, seen, stack)
    if (strongest < FAINTEST_GLYPH || !hasShapeOfText(glyph, ink) || isCurve(glyph, ink)) continue
    glyphs.push(glyph)
    if (glyphs.length > MOST_GLYPHS) return undefined
  }
  return glyphs.filter((glyph) => !isFrame(glyph, glyphs))
}

/** All ink that touches a place, marked as seen. @param stack room for as many places as there are pixels */
function flood({ width, height, pixels }: GreyImage, start: number, seen: Uint8Array, stack: Int32Array) {
  const glyph = { left: width, top: height, right: 0, bottom: 0, pixels: 0 }
  let strongest = 0
  let depth = 0
  stack[depth++] = start
  seen[start] = 1
  while (depth > 0) {
    const at = stack[--depth] ?? 0
    const x = at % width
    const y = (at - x) / width
    glyph.pixels++
    glyph.left = Math.min(glyph.left, x)
    glyph.right = Math.max(glyph.right, x + 1)
    glyph.top = Math.min(glyph.top, y)
    glyph.bottom = Math.max(glyph.bottom, y + 1)
    strongest = Math.max(strongest, pixels[at] ?? 0)
    for (let row = Math.max(0, y - 1); row <= Math.min(height - 1, y + 1); row++) {
      for (let column = Math.max(0, x - 1); column <= Math.min(width - 1, x + 1); column++) {
        const next = row * width + column
        if (seen[next] === 1 || (pixels[next] ?? 0) < FAINTEST_INK) continue
        seen[next] = 1
        stack[depth++] = next
      }
    }
  }
  return { glyph, strongest }
}

/** A frame of a cell or the ring of a picture: two letters or more stand in it. */
const FRAME_WIDTH = 18
const FRAME_HEIGHT = 12

function isFrame(glyph: Glyph, glyphs: readonly Glyph[]): boolean {
  if (glyph.right - glyph.left < FRAME_WIDTH || glyph.bottom - glyph.top < FRAME_HEIGHT) return false
  const isInside = (other: Glyph) =>
    other.left > glyph.left + 1 &&
    other.right < glyph.right - 1 &&
    other.top > glyph.top + 1 &&
    other.bottom < glyph.bottom - 1
  let inside = 0
  for (const other of glyphs) if (isInside(other) && ++inside > 1) return true
  return false
}

/** No stroke of a letter is as many times higher than wide: it is the edge of a cell. */
const THINNEST = 16

function hasShapeOfText(glyph: Glyph, { height: imageHeight }: GreyImage): boolean {
  const width = glyph.right - glyph.left
  const height = glyph.bottom - glyph.top
  if (glyph.pixels < 2 || height > Math.max(160, imageHeight / 6)) return false
  const isRule =
    (width > 60 && height <= 4) || (height > 40 && width <= 4) || width > 30 * height || height > THINNEST * width
  // A frame is mostly hollow; letters that touch each other are not.
  const isHollow = height > 30 && width > 60 && glyph.pixels < 0.12 * width * height
  return !isRule && !isHollow
}

/** A curve is wider than high, and nowhere above itself. Letters that touch, such as VYM, are too, but not so wide or thin. */
const CURVE_WIDTH = 30
const CURVE_ASPECT = 1.8
const SINGLE_PART = 0.92
const THINNEST_LETTERS = 0.2
const WIDEST_LETTERS = 3.2
const THICKEST_CURVE = 0.45

/** True if a piece of ink is the line of a small chart: in nearly every column it is one short stroke. */
function isCurve(glyph: Glyph, { width: imageWidth, pixels }: GreyImage): boolean {
  const width = glyph.right - glyph.left
  const height = glyph.bottom - glyph.top
  if (width < CURVE_WIDTH || width < CURVE_ASPECT * height) return false
  let single = 0
  let inked = 0
  for (let x = glyph.left; x < glyph.right; x++) {
    let strokes = 0
    let isInk = false
    for (let y = glyph.top; y < glyph.bottom; y++) {
      const isHere = (pixels[y * imageWidth + x] ?? 0) >= FAINTEST_GLYPH
      if (isHere) inked++
      if (isHere && !isInk) strokes++
      isInk = isHere
    }
    if (strokes <= 1) single++
  }
  const thickest = width > WIDEST_LETTERS * height ? THICKEST_CURVE : THINNEST_LETTERS
  return single >= SINGLE_PART * width && inked < thickest * width * height
}
