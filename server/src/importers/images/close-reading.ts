import type { DecimalMark } from '../decimal-text.ts'
import { type Figure, readFigure } from './figures.ts'
import { addOverlookedPoint, type GlyphBank } from './glyph-bank.ts'
import type { GreyImage } from './grey-image.ts'
import { pickFigure, type Sighting } from './layout.ts'
import { cutLine } from './line-image.ts'
import type { TextCell } from './read-cells.ts'
import type { Recognise } from './recogniser.ts'

/** What is needed to look at a piece of text again. */
export interface CloseReader {
  ink: GreyImage
  bank: GlyphBank
  recognise: Recognise
  mark: DecimalMark
}

/** A figure after a second look. */
export interface ReadFigure {
  figure: Figure
  /** Both readings are the same and the letters look like others that were read the same. */
  isSure: boolean
  /** Whether its letters were compared with others and look alike. */
  isAlike: boolean
  /** Other values that it may be. */
  others: readonly Figure[]
}

/** Heights of capitals at which a second and a third look are taken: different enough from the first to err differently. */
const SECOND_HEIGHT = 34
const THIRD_HEIGHT = 20
const FIGURE_LETTERS = '0123456789.,$€£-+()%KMB'
/** The recogniser's own figure below which two equal readings are not enough. */
const LEAST_CERTAINTY = 0.7
const GOOD_CERTAINTY = 0.9

/** Reads a figure again at another size, and by comparison of its letters with all others of the image. */
export async function readFigureClosely(sighting: Sighting, reader: CloseReader): Promise<ReadFigure | undefined> {
  const { cell, pick } = sighting
  const read = (text: string | undefined) => {
    const part = text === undefined ? undefined : pick(text)
    return part === undefined ? undefined : readFigure(part, reader.mark)
  }
  const first = read(cell.text)
  const verdict = reader.bank.judge(cell, cell.text)
  const pointed = addOverlookedPoint(cell, cell.text)
  const letters = pick === pickFigure && !/[A-Za-z]/.test(cell.text.slice(0, -1)) ? FIGURE_LETTERS : ''
  const again = await recogniseAt(reader, cell, SECOND_HEIGHT, letters)
  const second = read(again.text)
  const isAlike = verdict.is === 'alike' && pointed === undefined
  if (first && second?.text === first.text && verdict.is !== 'unlike' && pointed === undefined) {
    const least = Math.min(cell.certainty, again.certainty)
    const isSure = isAlike ? least >= LEAST_CERTAINTY : least >= GOOD_CERTAINTY
    if (isSure) return { figure: first, isSure, isAlike, others: [] }
  }
  const last = await recogniseAt(reader, cell, THIRD_HEIGHT, letters)
  const spaced = verdict.is === 'unlike' ? read(withBlanksOf(cell.text, verdict.text)) : undefined
  const all = [read(pointed), spaced, first, second, read(last.text)].filter((figure) => figure !== undefined)
  const figure = all[0] && (pointed !== undefined || spaced) ? all[0] : mostFrequent(all)
  if (!figure) return undefined
  const others = all.filter(
    (other, at) => other.text !== figure.text && all.findIndex((f) => f.text === other.text) === at,
  )
  // Three equal readings that are each somewhat unsure are as good as two sure ones.
  const isSure =
    others.length === 0 &&
    all.length >= 3 &&
    verdict.is !== 'unlike' &&
    Math.min(cell.certainty, again.certainty) >= 0.8
  return { figure, isSure, isAlike, others }
}

/** Reads a piece of text again. @param letters only these are considered; all without it */
export async function recogniseAt(
  { ink, recognise }: CloseReader,
  cell: TextCell,
  height: number,
  letters = '',
): ReturnType<Recognise> {
  return recognise(cutLine(ink, cell, height / cell.capHeight), letters)
}

/** Comparing letters leaves blanks out; they are put back where they were. */
function withBlanksOf(text: string, letters: string): string {
  let at = 0
  return [...text].map((letter) => (letter === ' ' ? ' ' : (letters[at++] ?? ''))).join('')
}

function mostFrequent(figures: readonly Figure[]): Figure | undefined {
  const count = (figure: Figure) => figures.filter(({ text }) => text === figure.text).length
  return figures.reduce<Figure | undefined>(
    (best, figure) => (best && count(best) >= count(figure) ? best : figure),
    undefined,
  )
}
