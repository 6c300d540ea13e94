// Tests: whole-cells.test.ts

import { isAllLabelWords } from '../../headers/header-grammar.ts'
import { findKnownRole } from '../../headers/header-names.ts'
import { boxAround } from '../decode/grey-image.ts'
import { endsOpen, toFigureRole } from '../figures/inline-figures.ts'
import { isOfOtherMeaning, toImageRole } from '../figures/labels.ts'
import type { TextCell } from '../recognise/text-cell.ts'
import { type TextRow, toRows } from './text-rows.ts'

const UNIT = /^(?:shares?|units?|shs\.?|stocks?)$/i
/** Narrow cards have no room for the sign beside its amount. */
const SIGN = /^[€£]$/
const END_OF_LABEL_AND_FIGURE = /^((?:\p{Ll}+ ){0,3})[$€£¥₹]?\d[\d.,]*(?: ?[€£])?$/u
const BARE_FIGURE = /(?:^|\s)\d[\d.,]*$/
/** In heights of a letter: between the pieces of one line, and from a line to what is left of it below. */
const WITHIN_LINE = 4
const TO_NEXT_LINE = 1.6
/** In heights of a letter: between two words, and between those of a label that is known as a whole, as its dot was not read. */
const WIDEST_BLANK = 1.7
const WITHIN_A_KNOWN_LABEL = 2.6
/** A line of small letters only is lower than one with capitals. */
const LEAST_HEIGHT = 0.6
const MOST_HEIGHT = 1.25

/**
 * Puts together what was wrapped where a line was too short: a label of two lines, a sentence, or a unit below its figure,
 * as "AMT · 36.95" above "shares".
 */
export function joinWrappedLines(pieces: readonly TextCell[]): readonly TextCell[] {
  const cells = toRows(pieces).flatMap((row) => joinWords(row.cells))
  const rows = toRows(cells)
  /** By each piece what it became a part of, and by each whole what it is. */
  const hosts = new Map<TextCell, TextCell>()
  const wholes = new Map<TextCell, TextCell>()
  for (const below of [...cells].sort((a, b) => a.top - b.top)) {
    const above = findLineAbove(below, rows)
    const host = above && (hosts.get(above) ?? above)
    const whole = host && (wholes.get(host) ?? host)
    if (!host || !whole || hosts.has(below)) continue
    const joined = join(whole, above, below)
    if (!joined) continue
    wholes.set(host, joined)
    hosts.set(below, host)
  }
  return cells.flatMap((cell) => (hosts.has(cell) ? [] : [wholes.get(cell) ?? cell]))
}

function join(whole: TextCell, above: TextCell, below: TextCell): TextCell | undefined {
  const words = [...whole.words, ...below.words]
  const text = `${whole.text} ${below.text}`
  if (UNIT.test(below.text) && BARE_FIGURE.test(above.text)) return { ...whole, text, words }
  const highest = /[\p{Lu}\d]/u.test(above.text) ? MOST_HEIGHT : 1 / LEAST_HEIGHT
  const isSized = below.capHeight > LEAST_HEIGHT * above.capHeight && below.capHeight < highest * above.capHeight
  const isAligned = Math.abs(above.left - below.left) < 0.6 * below.capHeight
  const isOne = isAligned
    ? (SIGN.test(below.text) && BARE_FIGURE.test(above.text)) ||
      isOneSentence(whole.text, below.text) ||
      isOneLabel(whole.text, below.text) ||
      isLabelOfFirst(whole.text, below.text) ||
      isShareClass(whole.text, below.text) ||
      isTickerOfName(whole.text, below.text)
    : isFigureOfLabel(above, below)
  if (!isSized || !isOne) return undefined
  const certainty = Math.min(whole.certainty, below.certainty)
  const glyphs = [...whole.glyphs, ...below.glyphs]
  const lines = [...(whole.lines ?? [whole]), below]
  return { ...whole, ...boxAround([whole, below]), glyphs, certainty, text, words, lines }
}

/** In type with wide blanks the words of a label or a sentence were read apart. */
function joinWords(cells: readonly TextCell[]): TextCell[] {
  const joined: TextCell[] = []
  for (const cell of cells) {
    const last = joined.at(-1)
    const widest = last && isKnownLabel(last.text, cell.text) ? WITHIN_A_KNOWN_LABEL : WIDEST_BLANK
    const isNear = last !== undefined && cell.left - last.right < widest * cell.capHeight
    const isOne = last && (isOneLabel(last.text, cell.text) || isOneSentence(last.text, cell.text))
    const isUnit = last && UNIT.test(cell.text) && BARE_FIGURE.test(last.text)
    const isOpen = last && /^\p{Ll}{2}/u.test(cell.text) && isAllLabelWords(last.text)
    if (!last || !isNear || !(isOne || isUnit || isOpen || /^[A-Z.]{1,6}:$/.test(last.text))) {
      joined.push(cell)
      continue
    }
    const glyphs = [...last.glyphs, ...cell.glyphs]
    const words = [...last.words, ...cell.words]
    joined[joined.length - 1] = {
      ...last,
      ...boxAround([last, cell]),
      glyphs,
      words,
      text: `${last.text} ${cell.text}`,
    }
  }
  return joined
}

/** True where the rest goes on in small letters, or brings the figure that the last words announced. */
function isOneSentence(start: string, rest: string): boolean {
  if (!/\d/.test(start) || !/\p{Ll}{2}/u.test(start)) return false
  return /^(?:\p{Ll}{2}|a )/u.test(rest) || (/^[$€£¥₹]?\d/.test(rest) && endsOpen(start))
}

/** A figure before or behind the words that say what it is. */
function saysAFigure(text: string): boolean {
  const isBefore = (first: number, last: number) => first >= 0 && first < last
  const lastOf = (pattern: RegExp) => [...text.matchAll(pattern)].at(-1)?.index ?? -1
  return (
    isBefore(text.search(/\d/), lastOf(/ \p{Ll}{2}/gu)) || isBefore(text.search(/\p{Ll}{2}/u), lastOf(/ [$€£]?\d/g))
  )
}

/** "Berkshire Hathaway Inc Class" above "B" is one name, and B no ticker. */
const isShareClass = (start: string, rest: string) => /\b(?:class|series|cl)$/i.test(start) && /^[A-Z]$/.test(rest)

/** "Advanced Micro Devices" above "(AMD)" is a name with its ticker. */
const isTickerOfName = (start: string, rest: string) =>
  /^\([A-Z]{1,5}(?:[./][A-Z])?\)$/i.test(rest) && /\p{L}{3}/u.test(start) && !/[\d()]/.test(start)

/** "Cost basis" above "$1,265,322.32, Units 776": the first figure has its label in the line before. */
const isLabelOfFirst = (start: string, rest: string) =>
  toFigureRole(start) !== undefined && /^[$€£]?\d[\d.,]*(?: ?€)?(?:[,;] \p{L}| [·•|+—–-] [\p{L}\d])/u.test(rest)

/** "Avg cost per" above "share" is one label; "Value" above "shares" are two. */
function isOneLabel(start: string, rest: string): boolean {
  if (/\d/.test(start + rest) || !/^\p{Ll}/u.test(rest)) return false
  if (isKnownLabel(start, rest)) return true
  if (toImageRole(start) !== undefined && toImageRole(rest) !== undefined) return false
  return toImageRole(`${start} ${rest}`) !== undefined || isOtherLabel(`${start} ${rest}`)
}

/** "No" and "of shares", of which neither is a name of a column. */
const isKnownLabel = (start: string, rest: string) =>
  /^\p{Ll}/u.test(rest) && toImageRole(`${start} ${rest}`, findKnownRole) !== undefined

const isOtherLabel = (text: string) => isOfOtherMeaning(text) && isAllLabelWords(text.replace('%', ''))

/** The last piece of the line that a piece of text may continue: one that begins at the same edge closely above it. */
function findLineAbove(below: TextCell, rows: readonly TextRow[]): TextCell | undefined {
  for (const row of rows) {
    const gap = below.top - row.bottom
    if (gap < -0.5 * below.capHeight || gap > TO_NEXT_LINE * below.capHeight) continue
    const first = row.cells.findIndex(({ left }) => Math.abs(left - below.left) < 0.6 * below.capHeight)
    const start = row.cells[first]
    if (start === undefined) continue
    const line = piecesOfLine(row.cells.slice(first))
    const label = line.findLast(
      (piece, at) => isFigureOfLabel(piece, below) && line.slice(0, at + 1).some(({ text }) => saysAFigure(text)),
    )
    // A unit goes on with the last figure of a sentence, unless that has something of its own below it.
    const end = line.at(-1) ?? start
    const isEndTaken = rows.some(
      ({ cells }) => cells.includes(below) && cells.some((cell) => cell !== below && isBelow(cell, end)),
    )
    return label ?? (UNIT.test(below.text) && !isEndTaken ? end : start)
  }
  return undefined
}

const isBelow = (cell: TextCell, above: TextCell) => cell.left < above.right && cell.right > above.left

/** "97 shares · Avg price" above "$130.86", "7 sh · Cost per" above "share $52.51": the end of a line goes on in the next. */
function isFigureOfLabel(end: TextCell, below: TextCell): boolean {
  const words = END_OF_LABEL_AND_FIGURE.exec(below.text)?.[1]
  return words !== undefined && toFigureRole(`${end.text} ${words}`.trim()) !== undefined
}

/** The pieces that follow one another without a gap as wide as between columns. */
function piecesOfLine(cells: readonly TextCell[]): readonly TextCell[] {
  const end = cells.findIndex((cell, index) => {
    const next = cells[index + 1]
    return !next || next.left - cell.right > WITHIN_LINE * cell.capHeight
  })
  return cells.slice(0, end + 1)
}
