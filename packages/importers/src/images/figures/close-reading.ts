// Tests: ../verdict/ticker-reading.test.ts

import type { DecimalMark } from '../../decimal-text.ts'
import type { GreyImage } from '../decode/grey-image.ts'
import { pickFigure, type Sighting } from '../layout.ts'
import {
  addOverlookedPoint,
  fitsShapes,
  type GlyphBank,
  type GlyphVerdict,
  toLetterBoxes,
} from '../recognise/glyph-bank.ts'
import { cutLine, spreadLetters, thinStrokes } from '../recognise/line-image.ts'
import type { Recognise, RecognisedText } from '../recognise/recogniser.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import { type Figure, readFigure } from './figures.ts'

/** Means to look at a piece of text again. */
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
  /** True if its letters were compared with others and look alike. */
  isAlike: boolean
  /** Other values that it may be. */
  others: readonly Figure[]
}

/** Heights of capitals at which a second and a third look are taken: different enough from the first to err differently. */
const SECOND_HEIGHT = 34
const THIRD_HEIGHT = 26
/** Least certainty of three equal readings in all, and of the weakest. */
const SUM_OF_THREE = 2.3
const LEAST_OF_THREE = 0.5
/** Letters moved apart get a gap of so many heights. */
export const NARROW_SPREAD = 0.22
const WIDE_SPREAD = 0.4
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
  const isUsual = (figure: Figure) => usualRounding === undefined || figure.rounding === usualRounding
  if (first && isUsual(first) && read(again.text)?.text === first.text && verdict.is !== 'unlike') {
    const needed = isAlike ? LEAST_CERTAINTY : fitsShapes(cell, cell.text) ? FAIR_CERTAINTY : GOOD_CERTAINTY
    const isSure = Math.min(cell.certainty, again.certainty) >= needed
    // A mark that no look has read may be the point.
    if (isSure && addOverlookedPoint(cell, cell.text) === undefined)
      return { figure: first, isSure, hasSureDigits: true, isAlike, others: [] }
  }
  const context = { cell, verdict, read, usualRounding }
  if (pick !== pickFigure) {
    return weighLooks([cell, again, await recogniseAt(reader, cell, THIRD_HEIGHT)], context)
  }
  const third = await recogniseSpread(reader, cell, NARROW_SPREAD)
  const weighed = weighLooks([cell, again, third], context)
  if (weighed?.isSure) return weighed
  const looks = [cell, again, third, await recogniseSpread(reader, cell, WIDE_SPREAD)]
  return weighLooks(looks, context) ?? weighLooks([await recogniseAt(reader, cell, THIRD_HEIGHT, DIGITS)], context)
}

/** Where a figure must stand and only letters were seen, as "Mn" for 11, nothing else is looked for. */
const DIGITS = '0123456789.,'

interface LookContext {
  cell: TextCell
  verdict: GlyphVerdict
  read: (text: string | undefined) => Figure | undefined
  usualRounding: number | undefined
}

/** The likeliest of different readings, and whether they agree well enough. */
function weighLooks(
  looks: readonly { text: string; certainty: number }[],
  { cell, verdict, read, usualRounding }: LookContext,
): ReadFigure | undefined {
  const toCandidates = (text: string | undefined) => {
    const figure = read(text)
    return figure && text !== undefined ? [{ figure, fits: fitsShapes(cell, text) }] : []
  }
  const corrected = verdict.is === 'unlike' ? withBlanksOf(cell.text, verdict.text) : undefined
  const texts = looks.flatMap(({ text }) => [addOverlookedPoint(cell, text), text])
  const all = [corrected, ...texts].flatMap(toCandidates)
  const isUsual = (figure: Figure) => usualRounding === undefined || figure.rounding === usualRounding
  const usual = all.filter((candidate) => isUsual(candidate.figure))
  const long = all.filter((candidate) => !candidate.figure.isShortened)
  const pointed = all.flatMap(({ figure }) =>
    withUsualPoint(figure, usualRounding).map((moved) => ({ figure: moved, fits: false })),
  )
  const likely = (usualRounding === undefined ? [long] : [usual, pointed, long]).find((some) => some.length > 0) ?? all
  const best = mostFrequent(likely.filter((candidate) => candidate.fits)) ?? mostFrequent(likely)
  if (!best) return undefined
  const { figure } = best
  const others = all.flatMap((other) => (other.figure.text === figure.text ? [] : [other.figure]))
  const distinct = others.filter((other, at) => others.findIndex(({ text }) => text === other.text) === at)
  // Points are small and easily overlooked, yet where one stands the shapes tell; the digits all readings agree on.
  const certainties = looks.filter(({ text }) => read(text) !== undefined).map(({ certainty }) => certainty)
  const [highest = 0, second = 0, third = 0] = certainties.sort((a, b) => b - a)
  const isSameDigits = verdict.is !== 'unlike' && all.every((other) => digitsOf(other.figure) === digitsOf(figure))
  const isAgreed = isSameDigits && isUsual(figure) && (best.fits || distinct.length === 0)
  return {
    figure,
    isSure: isAgreed && highest + second + third >= SUM_OF_THREE && third >= LEAST_OF_THREE,
    hasSureDigits: isSameDigits && third > 0 && second >= FAIR_CERTAINTY,
    isAlike: verdict.is === 'alike' && best.fits,
    others: distinct,
  }
}

/** The figure with as many decimals as its column has, where its point was overlooked in every reading. */
export function withUsualPoint(figure: Figure, usualRounding: number | undefined): Figure[] {
  if (usualRounding === undefined || usualRounding >= 0.5 || figure.rounding !== 0.5 || figure.isShortened) return []
  if (figure.text.includes('.')) return []
  const decimals = Math.round(-Math.log10(2 * usualRounding))
  const digits = figure.text.replace('-', '')
  if (digits.length <= decimals) return []
  const text = `${figure.value < 0 ? '-' : ''}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
  return [{ ...figure, text, value: Number(text), rounding: usualRounding }]
}

/** The digits without the point and without the noughts that say nothing. */
function digitsOf({ text }: Figure): string {
  const digits = text.replace('.', '')
  let start = digits.startsWith('-') ? 1 : 0
  let end = digits.length
  while (digits[start] === '0') start++
  while (end > start && digits[end - 1] === '0') end--
  return `${text.startsWith('-') ? '-' : ''}${digits.slice(start, end)}`
}

/** Reads a piece of text again. @param letters only these are considered; all without it */
export async function recogniseAt(
  { ink, recognise }: CloseReader,
  cell: TextCell,
  height: number,
  letters = '',
): Promise<LookedAt> {
  return eachLine(cell, (line) => recognise(cutLine(ink, line, height / line.capHeight), letters))
}

/** Reads a piece of text with its strokes thinned. */
export async function recogniseThin(
  { ink, recognise }: CloseReader,
  cell: TextCell,
  height: number,
): Promise<LookedAt> {
  return eachLine(cell, (line) => recognise(thinStrokes(cutLine(ink, line, height / line.capHeight))))
}

type LookedAt = Pick<RecognisedText, 'text' | 'certainty'>

async function eachLine(cell: TextCell, read: (line: TextCell) => Promise<LookedAt>): Promise<LookedAt> {
  if (!cell.lines) return read(cell)
  const texts: string[] = []
  let certainty = 1
  for (const line of cell.lines) {
    const look = await read(line)
    texts.push(look.text)
    certainty = Math.min(certainty, look.certainty)
  }
  return { text: texts.join(' '), certainty }
}

/** Reads a piece of text with its letters moved apart; what is read has no blanks. */
export async function recogniseSpread(
  { ink, recognise }: CloseReader,
  cell: TextCell,
  spread: number,
): Promise<LookedAt> {
  const gap = Math.max(2, Math.round(spread * cell.capHeight))
  const apart = spreadLetters(ink, cell, toLetterBoxes(cell), gap)
  const all = { left: 0, top: 0, right: apart.width, bottom: apart.height }
  const read = await recognise(cutLine(apart, all, THIRD_HEIGHT / cell.capHeight))
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
