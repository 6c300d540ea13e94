// Tests: ../verdict/ticker-reading.test.ts

import { type Box, type GreyImage, heightOf, median, widthOf } from '../decode/grey-image.ts'
import type { TextCell } from './text-cell.ts'

/** Verdict of other letters of the same image on a piece of text. */
export interface GlyphVerdict {
  /** `alike`: every letter looks like others that were read the same. `unlike`: one looks like another letter. */
  is: 'alike' | 'unlike' | 'unknown'
  /** The text as its letters look like others; the same as it was read unless `unlike`. */
  text: string
}

interface Sample {
  letter: string
  cell: TextCell
  box: Box
  shape: Float32Array
  aspect: number
  /** Height and foot in units of the height of a capital. */
  height: number
  foot: number
}

const GRID = 12
/** Mean difference of two shapes. The same letter of one font stays below the first, at the same place of the pixel grid
 * below the second. */
const ALIKE = 0.22
const SAME = 0.11
const SURE_READING = 0.88
/** A letter is another one when that one's shape is so much nearer, and itself only when it is somewhat nearer. */
const MUCH_NEARER = 0.6
const NEARER = 0.9
const MOST_SAMPLES = 4_000

/**
 * The letters of one image, by the shape that they have in it. On a screen a letter looks the same wherever it stands,
 * so one that was misread looks like others that were read otherwise.
 */
export class GlyphBank {
  readonly #ink: GreyImage
  readonly #samples: Sample[] = []

  constructor(ink: GreyImage, cells: readonly TextCell[]) {
    this.#ink = ink
    for (const cell of cells) {
      if (cell.certainty < SURE_READING || this.#samples.length > MOST_SAMPLES) continue
      this.#samples.push(...this.#samplesOf(cell, cell.text))
    }
  }

  /** Compares the letters of a piece of text with those of all others. */
  judge(cell: TextCell, text: string): GlyphVerdict {
    const letters = this.#samplesOf(cell, text)
    if (letters.length === 0) return { is: 'unknown', text }
    let isKnown = true
    let corrected = ''
    for (const sample of letters) {
      if (kindOf(sample.letter) === 'mark') {
        corrected += sample.letter
        continue
      }
      const { nearest, same, other } = this.#findNearest(sample)
      const isOther = nearest !== undefined && Number.isFinite(same) && other < MUCH_NEARER * same && other < SAME
      corrected += isOther ? nearest : sample.letter
      if (same > ALIKE || same > NEARER * other) isKnown = false
    }
    const plain = text.replaceAll(' ', '')
    if (corrected !== plain) return { is: 'unlike', text: corrected }
    return { is: isKnown ? 'alike' : 'unknown', text }
  }

  /** The capitals that a piece of text looks like, letter by letter; undefined when one looks like none. */
  guessCapitals(cell: TextCell): string | undefined {
    const boxes = toLetterBoxes(cell)
    const letters = this.#samplesOf(cell, 'A'.repeat(boxes.length)).map((sample) => this.#nearestCapital(sample))
    return letters.length > 0 && letters.every((letter) => letter !== undefined) ? letters.join('') : undefined
  }

  #nearestCapital(sample: Sample): string | undefined {
    let least = ALIKE
    let nearest: string | undefined
    for (const known of this.#samples) {
      if (isPartOf(known.box, sample.cell) || kindOf(known.letter) !== 'capital') continue
      const apart = Math.abs(known.aspect - sample.aspect) / Math.max(known.aspect, sample.aspect)
      if (apart > 0.3 || Math.abs(known.height - sample.height) > 0.2) continue
      const distance = shapeDistance(known.shape, sample.shape) + 0.25 * apart
      if (distance >= least) continue
      least = distance
      nearest = known.letter
    }
    return nearest
  }

  /** Distance to the nearest letter of the same name and of another, in other pieces of text. */
  #findNearest(sample: Sample): { nearest: string | undefined; same: number; other: number } {
    let same = Number.POSITIVE_INFINITY
    let other = Number.POSITIVE_INFINITY
    let nearest: string | undefined
    for (const known of this.#samples) {
      // An O and a nought may look alike; which it is, the rest of the text tells.
      if (isPartOf(known.box, sample.cell) || kindOf(known.letter) !== kindOf(sample.letter)) continue
      if (Math.abs(known.height - sample.height) > 0.16 || Math.abs(known.foot - sample.foot) > 0.2) continue
      const apart = Math.abs(known.aspect - sample.aspect) / Math.max(known.aspect, sample.aspect)
      if (apart > 0.3) continue
      const distance = shapeDistance(known.shape, sample.shape) + 0.25 * apart
      if (known.letter === sample.letter) same = Math.min(same, distance)
      else if (distance < other) {
        other = distance
        nearest = known.letter
      }
    }
    return { nearest, same, other }
  }

  /** The letters of a piece of text one by one; none when they cannot be told apart. */
  #samplesOf(cell: TextCell, text: string): Sample[] {
    const letters = [...text.replaceAll(' ', '')]
    const boxes = toLetterBoxes(cell)
    if (boxes.length !== letters.length) return []
    const tall = boxes.filter((box) => heightOf(box) > 0.6 * cell.capHeight)
    const ground = median(tall.map(({ bottom }) => bottom))
    return boxes.map((box, index) => ({
      letter: letters[index] ?? '',
      cell,
      box,
      shape: this.#shapeOf(box),
      aspect: widthOf(box) / heightOf(box),
      height: heightOf(box) / cell.capHeight,
      foot: (box.bottom - ground) / cell.capHeight,
    }))
  }

  /** Ink in a grid over the box, as a share of the strongest. */
  #shapeOf(box: Box): Float32Array {
    const { width, pixels } = this.#ink
    const sums = new Float32Array(GRID * GRID)
    let strongest = 1
    for (let row = 0; row < GRID; row++) {
      const y = box.top + ((row + 0.5) * heightOf(box)) / GRID - 0.5
      for (let column = 0; column < GRID; column++) {
        const x = box.left + ((column + 0.5) * widthOf(box)) / GRID - 0.5
        const value = sampleAt(pixels, width, x, y, box)
        sums[row * GRID + column] = value
        if (value > strongest) strongest = value
      }
    }
    return sums.map((value) => value / strongest)
  }
}

/** True if a letter stands in a piece of text, whichever part of the image that was cut from: no letter proves itself. */
const isPartOf = (box: Box, cell: Box) =>
  box.left >= cell.left && box.right <= cell.right && box.top >= cell.top && box.bottom <= cell.bottom

/** How the letters of a text stand in the image: whether its points and commas are where small marks are. */
export function fitsShapes(cell: TextCell, text: string): boolean {
  const letters = [...text.replaceAll(' ', '')]
  const boxes = toLetterBoxes(cell)
  if (boxes.length !== letters.length) return false
  const isMark = findMarks(cell, boxes)
  return letters.every((letter, index) => /[.,]/.test(letter) === isMark[index])
}

/**
 * The text with the point that stands in the image where the recogniser overlooked one; undefined when none is missing
 * or the letters cannot be told apart.
 */
export function addOverlookedPoint(cell: TextCell, text: string): string | undefined {
  const letters = [...text.replaceAll(' ', '')]
  const boxes = toLetterBoxes(cell)
  if (boxes.length !== letters.length + 1) return undefined
  const isMark = findMarks(cell, boxes)
  const missing = isMark.findIndex((is, index) => is && !/[.,]/.test(letters[index] ?? ''))
  return missing <= 0 ? undefined : [...letters.slice(0, missing), '.', ...letters.slice(missing)].join('')
}

/** Points and commas: small, and on the ground that the letters stand on. */
function findMarks({ capHeight }: TextCell, boxes: readonly Box[]): boolean[] {
  const ground = median(boxes.filter((box) => heightOf(box) > 0.6 * capHeight).map(({ bottom }) => bottom))
  return boxes.map(
    (box) => heightOf(box) < 0.5 * capHeight && widthOf(box) < 0.42 * capHeight && box.top > ground - 0.42 * capHeight,
  )
}

/** Points and dashes are too small to have a shape. */
function kindOf(letter: string): 'digit' | 'capital' | 'small' | 'mark' {
  if (/[0-9]/.test(letter)) return 'digit'
  if (/[A-Z&]/.test(letter)) return 'capital'
  return /[a-z]/.test(letter) ? 'small' : 'mark'
}

function sampleAt(pixels: Uint8Array, width: number, x: number, y: number, box: Box): number {
  const left = Math.max(box.left, Math.min(box.right - 1, Math.floor(x)))
  const top = Math.max(box.top, Math.min(box.bottom - 1, Math.floor(y)))
  const right = Math.min(box.right - 1, left + 1)
  const bottom = Math.min(box.bottom - 1, top + 1)
  const dx = Math.max(0, Math.min(1, x - left))
  const dy = Math.max(0, Math.min(1, y - top))
  const upper = (pixels[top * width + left] ?? 0) * (1 - dx) + (pixels[top * width + right] ?? 0) * dx
  const lower = (pixels[bottom * width + left] ?? 0) * (1 - dx) + (pixels[bottom * width + right] ?? 0) * dx
  return upper * (1 - dy) + lower * dy
}

/** How many letters a piece of text seems to have. */
export const countLetters = (cell: TextCell) => toLetterBoxes(cell).length

/** Pieces above each other, as of an i or a percent sign, are one letter. */
export function toLetterBoxes({ glyphs }: Pick<TextCell, 'glyphs'>): Box[] {
  const boxes: Box[] = []
  for (const glyph of [...glyphs].sort((a, b) => a.left - b.left)) {
    const last = boxes.at(-1)
    const shared = last ? Math.min(last.right, glyph.right) - glyph.left : 0
    if (last && shared > 0.5 * Math.min(widthOf(last), widthOf(glyph))) {
      last.top = Math.min(last.top, glyph.top)
      last.bottom = Math.max(last.bottom, glyph.bottom)
      last.right = Math.max(last.right, glyph.right)
    } else {
      const { left, top, right, bottom } = glyph
      boxes.push({ left, top, right, bottom })
    }
  }
  return boxes
}

function shapeDistance(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let index = 0; index < a.length; index++) sum += Math.abs((a[index] ?? 0) - (b[index] ?? 0))
  return sum / a.length
}
