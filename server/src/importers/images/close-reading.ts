import type { DecimalMark } from '../decimal-text.ts'
import { type Figure, readFigure } from './figures.ts'
import { addOverlookedPoint, fitsShapes, type GlyphBank } from './glyph-bank.ts'
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
const FAIR_CERTAINTY = 0.8
const GOOD_CERTAINTY = 0.9

/** Reads a figure again at other sizes, and by comparison of its letters with all others of the image. */
export async function readFigureClosely(sighting: Sighting, reader: CloseReader): Promise<ReadFigure | undefined> {
  const { cell, pick } = sighting
  const read = (text: string | undefined) => {
    const part = text === undefined ? undefined : pick(text)
    return part === undefined ? undefined : readFigure(part, reader.mark)
  }
  const letters = pick === pickFigure && !/[A-Za-z]/.test(cell.text.slice(0, -1)) ? FIGURE_LETTERS : ''
  const again = await recogniseAt(reader, cell, SECOND_HEIGHT, letters)
  const first = read(cell.text)
  const verdict = reader.bank.judge(cell, cell.text)
  const isAlike = verdict.is === 'alike'
  const least = Math.min(cell.certainty, again.certainty)
  const fits = fitsShapes(cell, cell.text)
  if (first && read(again.text)?.text === first.text && verdict.is !== 'unlike') {
    const needed = isAlike ? LEAST_CERTAINTY : fits ? FAIR_CERTAINTY : GOOD_CERTAINTY
    if (least >= needed) return { figure: first, isSure: true, isAlike, others: [] }
  }
  const last = await recogniseAt(reader, cell, THIRD_HEIGHT, letters)
  const corrected = verdict.is === 'unlike' ? withBlanksOf(cell.text, verdict.text) : undefined
  const texts = [cell.text, again.text, last.text].flatMap((text) => [addOverlookedPoint(cell, text), text])
  const all = [corrected, ...texts].flatMap((text) => (text === undefined ? [] : (candidateOf(text) ?? [])))
  const best = mostFrequent(all.filter((candidate) => candidate.fits)) ?? mostFrequent(all)
  if (!best) return undefined
  const { figure } = best
  const others = all.flatMap((other) => (other.figure.text === figure.text ? [] : [other.figure]))
  const distinct = others.filter((other, at) => others.findIndex(({ text }) => text === other.text) === at)
  // Points are small and easily overlooked, yet where one stands the shapes tell; the digits all readings agree on.
  const isSameDigits = all.every((other) => digitsOf(other.figure) === digitsOf(figure))
  const certainties = [cell.certainty, again.certainty, last.certainty].sort((a, b) => b - a)
  const isSure =
    verdict.is !== 'unlike' && all.length >= 3 && isSameDigits && best.fits && (certainties[1] ?? 0) >= FAIR_CERTAINTY
  return { figure, isSure, isAlike: isAlike && best.fits, others: distinct }

  function candidateOf(text: string) {
    const figure = read(text)
    return figure && { figure, fits: fitsShapes(cell, text) }
  }
}

const digitsOf = ({ text }: Figure) => text.replace(/[.]/g, '').replace(/^(-?)0+|0+$/g, '$1')

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

function mostFrequent<Item extends { figure: Figure }>(all: readonly Item[]): Item | undefined {
  const count = (item: Item) => all.filter(({ figure }) => figure.text === item.figure.text).length
  return all.reduce<Item | undefined>((best, item) => (best && count(best) >= count(item) ? best : item), undefined)
}
