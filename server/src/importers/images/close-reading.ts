import type { DecimalMark } from '../decimal-text.ts'
import { type Figure, readFigure } from './figures.ts'
import { addOverlookedPoint, fitsShapes, type GlyphBank, toLetterBoxes } from './glyph-bank.ts'
import type { GreyImage } from './grey-image.ts'
import { pickFigure, type Sighting } from './layout.ts'
import { cutLine, spreadLetters } from './line-image.ts'
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
  /** Three readings agree on its digits, if not on its point: where the row proves the point, that is enough. */
  hasSureDigits: boolean
  /** Whether its letters were compared with others and look alike. */
  isAlike: boolean
  /** Other values that it may be. */
  others: readonly Figure[]
}

/** Heights of capitals at which a second and a third look are taken: different enough from the first to err differently. */
const SECOND_HEIGHT = 34
const THIRD_HEIGHT = 26
/** What three equal readings need in all, and the least of them. */
const SUM_OF_THREE = 2.3
const LEAST_OF_THREE = 0.5
/** Letters moved apart get a gap of so many heights. */
const SPREAD = 0.22
/** The recogniser's own figure below which two equal readings are not enough. */
const LEAST_CERTAINTY = 0.7
const FAIR_CERTAINTY = 0.8
const GOOD_CERTAINTY = 0.9

/**
 * Reads a figure again at other sizes, and by comparison of its letters with all others of the image.
 *
 * @param usualRounding of the figures of its column, when nearly all of them have as many decimals
 */
export async function readFigureClosely(
  sighting: Sighting,
  reader: CloseReader,
  usualRounding?: number,
): Promise<ReadFigure | undefined> {
  const { cell, pick } = sighting
  const read = (text: string | undefined) => {
    const part = text === undefined ? undefined : pick(text)
    return part === undefined ? undefined : readFigure(part, reader.mark)
  }
  const again = await recogniseAt(reader, cell, SECOND_HEIGHT)
  const first = read(cell.text)
  const verdict = reader.bank.judge(cell, cell.text)
  const isAlike = verdict.is === 'alike'
  const least = Math.min(cell.certainty, again.certainty)
  const fits = fitsShapes(cell, cell.text)
  const isUsual = (figure: Figure) => usualRounding === undefined || figure.rounding === usualRounding
  if (first && isUsual(first) && read(again.text)?.text === first.text && verdict.is !== 'unlike') {
    const needed = isAlike ? LEAST_CERTAINTY : fits ? FAIR_CERTAINTY : GOOD_CERTAINTY
    if (least >= needed) return { figure: first, isSure: true, hasSureDigits: true, isAlike, others: [] }
  }
  const isAlone = pick === pickFigure
  const last = await (isAlone ? recogniseSpread(reader, cell, THIRD_HEIGHT) : recogniseAt(reader, cell, THIRD_HEIGHT))
  const corrected = verdict.is === 'unlike' ? withBlanksOf(cell.text, verdict.text) : undefined
  const texts = [cell.text, again.text, last.text].flatMap((text) => [addOverlookedPoint(cell, text), text])
  const all = [corrected, ...texts].flatMap((text) => (text === undefined ? [] : (candidateOf(text) ?? [])))
  const usual = all.filter((candidate) => isUsual(candidate.figure))
  const long = all.filter((candidate) => !candidate.figure.isShortened)
  const pointed = all
    .flatMap(({ figure }) => withUsualPoint(figure, usualRounding))
    .map((figure) => ({ figure, fits: false }))
  const likely = [usual, pointed, long, all].find((some) => some.length > 0) ?? all
  const best = mostFrequent(likely.filter((candidate) => candidate.fits)) ?? mostFrequent(likely)
  if (!best) return undefined
  const { figure } = best
  const others = all.flatMap((other) => (other.figure.text === figure.text ? [] : [other.figure]))
  const distinct = others.filter((other, at) => others.findIndex(({ text }) => text === other.text) === at)
  // Points are small and easily overlooked, yet where one stands the shapes tell; the digits all readings agree on.
  const isSameDigits = all.every((other) => digitsOf(other.figure) === digitsOf(figure))
  const certainties = [cell.certainty, again.certainty, last.certainty]
  const sum = certainties.reduce((total, certainty) => total + certainty, 0)
  const isAgreed = isSameDigits && all.length >= 3 && (best.fits || distinct.length === 0)
  const isSure =
    verdict.is !== 'unlike' &&
    isAgreed &&
    isUsual(figure) &&
    sum >= SUM_OF_THREE &&
    Math.min(...certainties) >= LEAST_OF_THREE
  const [, secondBest = 0] = [...certainties].sort((a, b) => b - a)
  const hasSureDigits = verdict.is !== 'unlike' && isSameDigits && all.length >= 3 && secondBest >= FAIR_CERTAINTY
  return { figure, isSure, hasSureDigits, isAlike: isAlike && best.fits, others: distinct }

  function candidateOf(text: string) {
    const figure = read(text)
    return figure && { figure, fits: fitsShapes(cell, text) }
  }
}

/** The figure with as many decimals as its column has, where its point was overlooked in every reading. */
function withUsualPoint(figure: Figure, usualRounding: number | undefined): Figure[] {
  if (usualRounding === undefined || usualRounding >= 0.5 || figure.rounding !== 0.5 || figure.isShortened) return []
  const decimals = Math.round(-Math.log10(2 * usualRounding))
  const digits = figure.text.replace('-', '')
  if (digits.length <= decimals) return []
  const text = `${figure.value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return [{ ...figure, text, value: Number(text), rounding: usualRounding }]
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

/** Reads a piece of text with its letters moved apart; what is read has no blanks. */
export async function recogniseSpread(
  { ink, recognise }: CloseReader,
  cell: TextCell,
  height: number,
): ReturnType<Recognise> {
  const gap = Math.max(2, Math.round(SPREAD * cell.capHeight))
  const spread = spreadLetters(ink, cell, toLetterBoxes(cell), gap)
  const all = { left: 0, top: 0, right: spread.width, bottom: spread.height }
  const read = await recognise(cutLine(spread, all, height / cell.capHeight))
  return { ...read, text: read.text.replaceAll(' ', '') }
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
