// Tests: ../../../workers/image-reader.test.ts, ../../../workers/image-reader.shared.test.ts

import { BASE_CURRENCY, isOptionSymbol, LIMITS, OPTION_MULTIPLIER } from '@ballast/contract'
import { Big } from 'big.js'
import { findDecimalFault } from '../../decimal-text.ts'
import type { SourcePosition } from '../../imported-source.ts'
import { toCostPerShare } from '../../meaning/cost-per-share.ts'
import type { CloseReader } from '../figures/close-reading.ts'
import type { TickerDictionary } from '../layout/ticker-dictionary.ts'
import type { Candidate, FigureRole } from '../layout.ts'
import { type ColumnHabits, type JudgedFigures, judgeFigures } from './judged-figures.ts'
import { readTickerClosely } from './ticker-reading.ts'

type Doubt = SourcePosition['doubts'][number]
type Suggestion = SourcePosition['suggestions'][number]

/** A position is as certain as the least certain of its fields. */
const CERTAINTY = { proven: 0.99, sure: 0.95, unsure: 0.6, contradicted: 0.3, missing: 0.2 } as const
const HAS_MONEY: readonly (readonly [RegExp, string])[] = [
  [/€|\bEUR\b/, 'EUR'],
  [/£|\bGBP\b/, 'GBP'],
  [/\bCHF\b/, 'CHF'],
]
const HALF_A_CENT = 0.005
const OF_FIELD: Readonly<Record<'shares' | 'avgCost', readonly FigureRole[]>> = {
  shares: ['quantity'],
  avgCost: ['avgCost', 'costTotal'],
}

/** Looks closely at a candidate and tells what of it is certain, and what a person should look at. */
export async function toPosition(
  candidate: Candidate,
  lines: readonly number[],
  { dictionary, reader, habits }: PositionContext,
): Promise<SourcePosition> {
  const ticker = await readTickerClosely(candidate, dictionary, reader)
  const symbol = ticker.security.ticker
  const isOption = isOptionSymbol(symbol)
  const multiplier = isOption ? OPTION_MULTIPLIER : 1
  const judged = await judgeFigures(candidate, multiplier, reader, habits)
  const doubts: Doubt[] = []
  const suggestions: Suggestion[] = []
  const certainties: number[] = [ticker.isSure ? CERTAINTY.sure : CERTAINTY.unsure]
  if (ticker.doubt !== null) doubts.push({ field: 'ticker', reason: ticker.doubt })
  for (const other of ticker.others) {
    suggestions.push({ field: 'ticker', value: other, reason: 'Looks much like what the image shows.' })
  }
  const shares = textOf(judged, 'quantity')
  const cost = toCost(judged, shares)
  for (const field of ['shares', 'avgCost'] as const) {
    const verdict =
      field === 'avgCost' && isVague(judged, shares)
        ? { certainty: CERTAINTY.unsure, doubt: VAGUE, suggestions: [] }
        : judgeField(field, field === 'shares' ? shares : cost, candidate, judged, habits)
    if (!verdict) continue
    certainties.push(verdict.certainty)
    if (verdict.doubt !== null) doubts.push({ field, reason: verdict.doubt })
    suggestions.push(...verdict.suggestions)
  }
  const { price, value } = judged.figures
  return {
    lines,
    ticker: symbol,
    name: isOption ? null : (candidate.name?.text ?? ticker.security.name),
    identifier: null,
    kind: isOption ? 'option' : 'security',
    shares,
    avgCost: cost,
    currency: candidate.currency ?? findCurrency(candidate),
    multiplier,
    sector: candidate.sector,
    account: null,
    statedPrice: price?.figure.value ?? null,
    statedValue: value && !value.figure.isShortened ? value.figure.value : null,
    certainty: Math.min(...certainties),
    doubts,
    suggestions,
  }
}

export interface PositionContext {
  dictionary: TickerDictionary
  reader: CloseReader
  habits: ColumnHabits
}

interface FieldVerdict {
  certainty: number
  doubt: string | null
  suggestions: readonly Suggestion[]
}

function judgeField(
  field: 'shares' | 'avgCost',
  text: string | null,
  candidate: Candidate,
  judged: JudgedFigures,
  { areFractions }: ColumnHabits,
): FieldVerdict | undefined {
  const { figures, proven, agreeing, contradicted, mended } = judged
  const role = OF_FIELD[field].find((each) => candidate.figures[each] !== undefined)
  if (role === undefined) {
    if (field === 'avgCost') {
      const doubt = candidate.costDoubt
      if (doubt === null) return undefined
      const reason = 'The image shows it, but does not say what it is.'
      const choices = candidate.costChoices.map((value) => ({ field, value, reason }))
      return { certainty: CERTAINTY.unsure, doubt, suggestions: choices }
    }
    return { certainty: CERTAINTY.missing, doubt: 'No number of shares was recognised here.', suggestions: [] }
  }
  const read = figures[role]
  const seen = candidate.figures[role]?.cell.text.slice(0, 30) ?? ''
  if (!read || text === null) {
    return { certainty: CERTAINTY.missing, doubt: `"${seen}" could not be read as a number.`, suggestions: [] }
  }
  const suggestions = read.others
    .filter((other) => other.text !== text && role !== 'costTotal')
    .map((other) => ({ field, value: other.text, reason: 'Another reading of the same figure.' }))
  if (field === 'shares' && read.figure.isMoney) {
    return {
      certainty: CERTAINTY.unsure,
      doubt: `"${seen}" looks like an amount of money, not like shares.`,
      suggestions,
    }
  }
  if (field === 'shares' && candidate.sharesDoubt !== null) {
    return { certainty: CERTAINTY.unsure, doubt: candidate.sharesDoubt, suggestions }
  }
  if (field === 'shares' && areFractions && mayLackPoint(text, judged)) {
    const doubt = `"${seen}" may lack its point: other numbers of shares in this image are fractions.`
    return { certainty: CERTAINTY.unsure, doubt, suggestions }
  }
  if (field === 'shares' && mayBeThousands(text, judged)) {
    const thousands = { field, value: new Big(text).times(1000).toFixed(), reason: 'The point may be a comma.' }
    return {
      certainty: CERTAINTY.unsure,
      doubt: `"${seen}" may be thousands or a fraction; no value in this row tells which.`,
      suggestions: [thousands],
    }
  }
  if (role === 'costTotal' && candidate.costDoubt !== null && !agreeing.has(role)) {
    return { certainty: CERTAINTY.unsure, doubt: candidate.costDoubt, suggestions }
  }
  const contradiction = contradicted.get(role)
  if (contradiction !== undefined) {
    return { certainty: CERTAINTY.contradicted, doubt: `In this row ${contradiction}.`, suggestions }
  }
  if (read.figure.isShortened) {
    return { certainty: CERTAINTY.unsure, doubt: `The image shows it shortened: "${seen}".`, suggestions }
  }
  if (proven.has(role) && (read.isSure || read.isAlike || mended.includes(role) || read.others.length === 0)) {
    return { certainty: CERTAINTY.proven, doubt: null, suggestions: [] }
  }
  const isSettled = read.isSure || (read.hasSureDigits && agreeing.has(role))
  if (isSettled && !mended.includes(role)) return { certainty: CERTAINTY.sure, doubt: null, suggestions: [] }
  return { certainty: CERTAINTY.unsure, doubt: `"${seen}" is hard to read in the image.`, suggestions }
}

const VAGUE =
  'Only the total cost is shown, and divided by so few shares it does not tell the cost per share to the cent.'

/** Whether the cost per share is a quotient that the rounding of the total leaves open by more than half a cent. */
function isVague({ figures: { avgCost, costTotal } }: JudgedFigures, shares: string | null): boolean {
  if (avgCost || !costTotal || shares === null || Number(shares) === 0) return false
  return costTotal.figure.rounding > HALF_A_CENT * Math.abs(Number(shares))
}

/**
 * "5.980" is 5,980 with its comma read as a point, or a fraction: only a value to the cent that nothing had to be mended
 * for tells which.
 */
function mayBeThousands(shares: string, { figures, agreeing, mended }: JudgedFigures): boolean {
  const { quantity, value } = figures
  const isInThousandths = quantity !== undefined && Math.abs(quantity.figure.rounding - 0.0005) < 1e-9
  if (!isInThousandths || !/^-?[1-9]\d{0,2}(?:\.|$)/.test(shares)) return false
  const isTold = value !== undefined && value.figure.rounding >= HALF_A_CENT && !mended.includes('value')
  return !(isTold && agreeing.has('quantity')) && !agreeing.has('costTotal')
}

/** A whole number with as many digits as a fraction has, for which no other figure speaks. */
function mayLackPoint(shares: string, { agreeing }: JudgedFigures): boolean {
  return /^-?\d{4,}$/.test(shares) && !agreeing.has('quantity')
}

function textOf({ figures }: JudgedFigures, role: FigureRole): string | null {
  const text = figures[role]?.figure.text
  return text === undefined || findDecimalFault(text, LIMITS.shares) ? null : text
}

/** The cost per share as stated, else the total cost divided by the shares; null when the image shows neither. */
function toCost(judged: JudgedFigures, shares: string | null): string | null {
  const stated = textOf(judged, 'avgCost')
  if (stated !== null) return new Big(stated).abs().toFixed()
  const total = textOf(judged, 'costTotal')
  const rounding = judged.figures.costTotal?.figure.rounding ?? 0
  return total === null || shares === null ? null : toShortestCost(total, shares, rounding)
}

/** The cost per share with the fewest decimals that gives the total as it is shown: 325.01, not 325.0099923136. */
export function toShortestCost(total: string, shares: string, rounding: number): string | null {
  const exact = toCostPerShare(total, shares)
  if (exact === null) return null
  for (let decimals = 2; decimals <= 6; decimals++) {
    const short = new Big(exact).round(decimals)
    if (short.times(shares).abs().minus(new Big(total).abs()).abs().lte(rounding)) return short.toFixed()
  }
  return exact
}

function findCurrency({ figures }: Candidate): string {
  const texts = Object.values(figures).map(({ cell }) => cell.text)
  return HAS_MONEY.find(([sign]) => texts.some((text) => sign.test(text)))?.[1] ?? BASE_CURRENCY
}
