import { turnImage } from './decode-image.ts'
import { findGlyphs, type Glyph } from './glyphs.ts'
import type { Box, GreyImage } from './grey-image.ts'
import { cutLine } from './line-image.ts'
import type { Recognise } from './recogniser.ts'
import { findRuns, type TextRun } from './text-runs.ts'
import { measureTilt } from './tilt.ts'

/** A piece of text as it stands in the image, such as a cell of a table. */
export interface TextCell extends Box {
  text: string
  /** 0 to 1, as the recogniser says of itself. */
  certainty: number
  capHeight: number
  glyphs: readonly Glyph[]
}

export interface FoundText {
  /** Upright. */
  ink: GreyImage
  runs: readonly TextRun[]
}

/** Capitals are brought to this height in pixels, at which the recogniser errs least. */
export const CAP_HEIGHT = 26
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
    const { text, certainty } = await recognise(cutLine(ink, run, CAP_HEIGHT / run.capHeight))
    const { left, top, right, bottom, capHeight, glyphs } = run
    if (text !== '') cells.push({ left, top, right, bottom, capHeight, glyphs, text, certainty })
    onCell(index + 1)
  }
  return cells
}
