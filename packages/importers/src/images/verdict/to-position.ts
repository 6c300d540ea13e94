// Tests: ../read-image.test.ts

import { BASE_CURRENCY, isOptionSymbol, LIMITS, OPTION_MULTIPLIER } from '@ballast/contract'
import { Big } from 'big.js'
import { findDecimalFault } from '../../decimal-text.ts'
import type { SourcePosition } from '../../imported-source.ts'
import { toCostPerShare } from '../../meaning/cost-per-share.ts'
import type { CloseReader, ReadFigure } from '../figures/close-reading.ts'
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

/** Evidence for one figure that is to be stored. */
interface Evidence {
  field: 'shares' | 'avgCost'
  role: FigureRole
  text: string
  /** As the image shows it, shortened. */
  seen: string
  read: ReadFigure
  candidate: Candidate
  judged: JudgedFigures
  habits: ColumnHabits
}

type Weight = keyof typeof CERTAINTY
interface Weighed {
  holds: (evidence: Evidence) => boolean
  weight: Weight
  /** Null where the figure is not doubted. */
  doubt: (evidence: Evidence) => string | null
}

const SIGNED = /^[-−–+] ?[$€£]?\d/
const ofShares = (holds: (evidence: Evidence) => boolean) => (evidence: Evidence) =>
  evidence.field === 'shares' && holds(evidence)
const isMended = ({ judged, role }: Evidence) => judged.mended.includes(role)

/** Evidence against a figure and for it, the strongest first: the first that holds decides. */
const EVIDENCE: readonly Weighed[] = [
  {
    holds: ofShares(({ read }) => read.figure.isMoney),
    weight: 'unsure',
    doubt: ({ seen }) => `"${seen}" looks like an amount of money, not like shares.`,
  },
  {
    holds: ofShares(({ candidate }) => candidate.sharesDoubt !== null),
    weight: 'unsure',
    doubt: ({ candidate }) => candidate.sharesDoubt,
  },
  {
    holds: ofShares(({ habits, text, judged }) => habits.areFractions && mayLackPoint(text, judged)),
    weight: 'unsure',
    doubt: ({ seen }) => `"${seen}" may lack its point: other numbers of shares in this image are fractions.`,
  },
  {
    holds: ofShares(({ text, judged }) => mayBeThousands(text, judged)),
    weight: 'unsure',
    doubt: ({ seen }) => `"${seen}" may be thousands or a fraction; no value in this row tells which.`,
  },
  {
    holds: ({ field, role, seen, judged }) => field === 'avgCost' && SIGNED.test(seen) && !judged.proven.has(role),
    weight: 'unsure',
    doubt: ({ seen }) => `"${seen}" has a sign, as gains have, and costs have none.`,
  },
  {
    holds: ({ field, role, candidate, judged }) =>
      field === 'avgCost' && candidate.costDoubt !== null && !judged.agreeing.has(role),
    weight: 'unsure',
    doubt: ({ candidate }) => candidate.costDoubt,
  },
  {
    holds: ({ judged, role }) => judged.contradicted.has(role),
    weight: 'contradicted',
    doubt: ({ judged, role }) => `In this row ${judged.contradicted.get(role)}.`,
  },
  {
    holds: ({ read }) => read.figure.isShortened,
    weight: 'unsure',
    doubt: ({ seen }) => `The image shows it shortened: "${seen}".`,
  },
  {
    holds: (one) =>
      one.judged.proven.has(one.role) &&
      (one.read.isSure || one.read.isAlike || isMended(one) || one.read.others.length === 0),
    weight: 'proven',
    doubt: () => null,
  },
  {
    holds: (one) =>
      (one.read.isSure || (one.read.hasSureDigits && one.judged.agreeing.has(one.role))) && !isMended(one),
    weight: 'sure',
    doubt: () => null,
  },
  { holds: () => true, weight: 'unsure', doubt: ({ seen }) => `"${seen}" is hard to read in the image.` },
]

function judgeField(
  field: 'shares' | 'avgCost',
  text: string | null,
  candidate: Candidate,
  judged: JudgedFigures,
  habits: ColumnHabits,
): FieldVerdict | undefined {
  const role = OF_FIELD[field].find((each) => candidate.figures[each] !== undefined)
  if (role === undefined) return judgeMissing(field, candidate)
  const read = judged.figures[role]
  const seen = candidate.figures[role]?.cell.text.slice(0, 30) ?? ''
  if (!read || text === null) {
    return { certainty: CERTAINTY.missing, doubt: `"${seen}" could not be read as a number.`, suggestions: [] }
  }
  const evidence: Evidence = { field, role, text, seen, read, candidate, judged, habits }
  const decisive = EVIDENCE.find(({ holds }) => holds(evidence))
  const doubt = decisive?.doubt(evidence) ?? null
  const suggestions = doubt === null ? [] : suggestOthers(evidence)
  return { certainty: CERTAINTY[decisive?.weight ?? 'unsure'], doubt, suggestions }
}

/** A field that no figure of the image is for. */
function judgeMissing(field: Evidence['field'], { costDoubt, costChoices }: Candidate): FieldVerdict | undefined {
  if (field === 'shares') {
    return { certainty: CERTAINTY.missing, doubt: 'No number of shares was recognised here.', suggestions: [] }
  }
  if (costDoubt === null) return undefined
  const reason = 'The image shows it, but does not say what it is.'
  const suggestions = costChoices.map((value) => ({ field, value, reason }))
  return { certainty: CERTAINTY.unsure, doubt: costDoubt, suggestions }
}

/** Other readings of a figure; of one that may be thousands, these. */
function suggestOthers(evidence: Evidence): Suggestion[] {
  const { field, role, text, read, candidate, judged, habits } = evidence
  const isEarlier =
    read.figure.isMoney || candidate.sharesDoubt !== null || (habits.areFractions && mayLackPoint(text, judged))
  if (field === 'shares' && !isEarlier && mayBeThousands(text, judged)) {
    return [{ field, value: new Big(text).times(1000).toFixed(), reason: 'The point may be a comma.' }]
  }
  return read.others
    .filter((other) => other.text !== text && role !== 'costTotal')
    .map((other) => ({ field, value: other.text, reason: 'Another reading of the same figure.' }))
}

const VAGUE =
  'Only the total cost is shown, and divided by so few shares it does not tell the cost per share to the cent.'

/** True if the cost per share is a quotient that the rounding of the total leaves open by more than half a cent. */
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
