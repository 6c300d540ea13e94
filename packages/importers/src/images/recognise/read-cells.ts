// Tests: ../layout/whole-cells.test.ts, ../layouts.test.ts

import { turnImage } from '../decode/decode-image.ts'
import { boxAround, type GreyImage, heightOf, widthOf } from '../decode/grey-image.ts'
import { toLetterBoxes } from './glyph-bank.ts'
import { findGlyphs } from './glyphs.ts'
import { cutLine, thinStrokes, toOriginalColumn } from './line-image.ts'
import type { Recognise } from './recogniser.ts'
import type { TextCell, TextRun } from './text-cell.ts'
import { findRuns } from './text-runs.ts'
import { measureTilt } from './tilt.ts'

export interface FoundText {
  /** Upright. */
  ink: GreyImage
  runs: readonly TextRun[]
}

/** Capitals are brought to this height in pixels, at which the recogniser errs least. */
export const CAP_HEIGHT = 26
/** Height of the second look, thinned and larger, at pieces that were no text at the first. */
const OTHER_CAP_HEIGHT = 36
/** A reading less certain than that is rather wrong, and a piece of so few letters is cheap to look at again. */
const POOR_CERTAINTY = 0.5
const SHORT_RUN = 8
/** Degrees; less is not worth turning for. */
const LEAST_TILT = 0.25
/** Runs of text beyond this are not read: no screenshot has so many, and each takes a hundredth of a second. */
const MOST_RUNS = 1_500

/**
 * Finds where text stands, turning a slightly rotated image upright.
 *
 * @returns undefined when there is far too much of it for a screenshot
 */
export async function findText(inkAsTaken: GreyImage): Promise<FoundText | undefined> {
  let ink = inkAsTaken
  let glyphs = findGlyphs(ink)
  if (!glyphs) return undefined
  let runs = findRuns(glyphs)
  const tilt = measureTilt(runs)
  if (Math.abs(tilt) >= LEAST_TILT) {
    ink = await turnImage(ink, -tilt)
    glyphs = findGlyphs(ink)
    if (!glyphs) return undefined
    runs = findRuns(glyphs)
  }
  return runs.length > MOST_RUNS ? undefined : { ink, runs }
}

/** Reads every run. @param onCell called after each, with how many are read */
export async function readRuns(
  { ink, runs }: FoundText,
  recognise: Recognise,
  onCell: (done: number) => void,
): Promise<TextCell[]> {
  const cells: TextCell[] = []
  for (const [index, run] of runs.entries()) {
    let scale = CAP_HEIGHT / run.capHeight
    let read = await recognise(cutLine(ink, run, scale))
    // Short bold words such as MMM are now and then seen as no text at all, or as another, at one size and not at another.
    const isShort = run.glyphs.length <= SHORT_RUN && widthOf(run) < SHORT_RUN * run.capHeight
    if ((read.text === '' && widthOf(run) > run.capHeight) || (read.certainty < POOR_CERTAINTY && isShort)) {
      const otherScale = OTHER_CAP_HEIGHT / run.capHeight
      const other = await recognise(thinStrokes(cutLine(ink, run, otherScale)))
      if (read.text === '' || other.certainty > read.certainty) {
        read = other
        scale = otherScale
      }
    }
    const text = withTallLetters(read.text, run)
    const { certainty } = read
    const words = read.words.map((word) => ({
      ...word,
      left: toOriginalColumn(word.left, run, scale),
      right: toOriginalColumn(word.right, run, scale),
    }))
    const { left, top, right, bottom, capHeight, glyphs } = run
    if (text !== '') cells.push({ left, top, right, bottom, capHeight, glyphs, text, certainty, words })
    onCell(index + 1)
  }
  return cells
}

/** Letters whose small form is that of the capital are capitals where they stand as tall as these. */
const SAME_AS_CAPITAL = /[cosuvwxz]/
const TALL = 0.9

function withTallLetters(raw: string, run: TextRun): string {
  // A capital M of some type is taken for the sign of a trade mark.
  const text = /^[A-Z™]{2,5}$/.test(raw) ? raw.replace('™', 'M') : raw
  if (!/^[A-Za-z][A-Za-z.]{1,7}$/.test(text) || !/[cosuvwxz]/.test(text)) return text
  // No word has one small letter before capitals.
  if (/^[cosuvwxz][A-Z]{2,5}$/.test(text)) return text.toUpperCase()
  const boxes = toLetterBoxes(run)
  // Letters that touch cannot be measured one by one; small ones of this kind seldom follow a capital alone.
  if (boxes.length < text.length && /^[A-Z][cosuvwxz]{1,5}$/.test(text)) return text.toUpperCase()
  if (boxes.length !== text.length) return text
  // A letter that reaches below the line, as Q does, is higher than the others and no taller.
  const isTall = (index: number) => heightOf(boxes[index] ?? run) >= TALL * run.capHeight
  return [...text]
    .map((letter, index) => (SAME_AS_CAPITAL.test(letter) && isTall(index) ? letter.toUpperCase() : letter))
    .join('')
}

/** The part of a cell that a piece of its text stands in; the cell itself when the piece cannot be found in it. */
export function narrowTo(cell: TextCell, text: string): TextCell {
  const line = cell.lines?.find((one) => one.text === text || narrowTo(one, text) !== one)
  if (line) return narrowTo(line, text)
  const start = cell.words.findIndex((_, at) =>
    cell.words.slice(at).some((__, end) => joined(cell, at, at + end + 1) === text),
  )
  const length = cell.words.slice(start).findIndex((_, end) => joined(cell, start, start + end + 1) === text) + 1
  const words = start === -1 ? [] : cell.words.slice(start, start + length)
  const [first] = words
  const last = words.at(-1)
  if (!first || !last || words.length === cell.words.length) return cell
  const slack = 0.15 * cell.capHeight
  const glyphs = cell.glyphs.filter((glyph) => {
    const middle = (glyph.left + glyph.right) / 2
    return middle > first.left - slack && middle < last.right + slack
  })
  if (glyphs.length === 0) return cell
  const certainty = Math.min(...words.map((word) => word.certainty))
  return { ...boxAround(glyphs), capHeight: cell.capHeight, glyphs, words, text, certainty }
}

const joined = ({ words }: TextCell, start: number, end: number) =>
  words
    .slice(start, end)
    .map(({ text }) => text)
    .join(' ')
