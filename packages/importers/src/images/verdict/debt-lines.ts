import { isTicker } from '@ballast/contract'
import { Big } from 'big.js'
import type { ImportedSource, SourceLine, SourcePosition } from '../../imported-source.ts'
import { findTreasury } from '../../meaning/bond-holding.ts'
import { isProduct } from '../../meaning/cost-per-share.ts'
import { isBond } from '../../meaning/security-kinds.ts'
import type { Candidate } from '../layout.ts'

/** A position with what it was read from. */
export interface ReadPosition {
  candidate: Candidate
  position: SourcePosition
}

/** Positions of an image, with debt told from shares. */
export interface PartedDebt {
  positions: SourcePosition[]
  /** Values of debt without a ticker: a part of the total, and no position. */
  outside: NonNullable<ImportedSource['valuesOutside']>
  /** Notes on the lines that state debt, by line. */
  notes: ReadonlyMap<number, string>
}

const DECIMALS = 8
/** Between the price of one dollar of face value and that of a hundred. */
const OF_A_DOLLAR = 3
const CHECK_TERMS = 'The terms of the Treasury were read in an image. Check its coupon and the day it matures.'
const CHECK_FACE = 'This is read as dollars of face value; price and value do not confirm it.'

/**
 * Tells debt from shares: a Treasury whose coupon and maturity are shown is a bond, $100 of face value a unit; of any other
 * bond or note the value counts in the total only. Neither is ever a ticker made of words.
 */
export function partDebt(read: readonly ReadPosition[]): PartedDebt {
  const positions: SourcePosition[] = []
  const outside: PartedDebt['outside'][number][] = []
  const notes = new Map<number, string>()
  for (const { candidate, position } of read) {
    const words = candidate.security.name ?? position.ticker
    if (isTicker(position.ticker) || position.kind !== 'security' || !isBond('', words)) {
      positions.push(position)
      continue
    }
    const ticker = findTreasury(words)
    const shares = Number(position.shares ?? 0)
    if (ticker !== undefined && shares !== 0) positions.push(toTreasury(position, candidate, { ticker, words, shares }))
    else if (position.statedValue !== null) outside.push(toOutside(position, position.statedValue))
    const held =
      ticker === undefined
        ? 'is a bond or note without a ticker: its value counts in the total only.'
        : 'is a Treasury.'
    for (const line of position.lines) notes.set(line, `${words.slice(0, 80)} ${held}`)
  }
  return { positions, outside, notes }
}

/** Lines with the verdict of those that state debt. */
export function describeDebt(lines: readonly SourceLine[], notes: PartedDebt['notes']): SourceLine[] {
  return lines.map((line) => {
    const note = notes.get(line.line)
    return note === undefined ? line : { ...line, verdict: 'bond', note }
  })
}

const toOutside = ({ lines, account, currency }: SourcePosition, value: number) => ({
  line: lines[0] ?? 1,
  account,
  currency,
  value,
})

function toTreasury(
  position: SourcePosition,
  { figures }: Candidate,
  { ticker, words, shares }: { ticker: string; words: string; shares: number },
): SourcePosition {
  const { statedPrice, statedValue, avgCost } = position
  const isPriced = statedPrice !== null && statedValue !== null
  // Most screens state dollars of face value, some count bonds of $1,000 or pieces of $100: the value tells.
  const proven = isPriced
    ? [shares / 100, shares * 10, shares].find((pieces) => isProduct(`${statedPrice}`, `${pieces}`, `${statedValue}`))
    : undefined
  const pieces = proven ?? shares / 100
  const cost =
    avgCost === null ? null : toCostOfHundred(Number(avgCost), figures.avgCost === undefined, shares / pieces)
  const doubts = [
    ...position.doubts.filter(({ field }) => field !== 'ticker' && (field !== 'shares' || proven === undefined)),
    { field: 'ticker' as const, reason: CHECK_TERMS },
    ...(proven === undefined ? [{ field: 'shares' as const, reason: CHECK_FACE }] : []),
  ]
  return {
    ...position,
    ticker,
    name: words,
    kind: 'bond',
    shares: toText(pieces),
    avgCost: cost === null ? null : toText(cost),
    doubts,
    suggestions: position.suggestions.filter(({ field }) => field === 'avgCost'),
  }
}

/** @param isOfTotal the cost is a part of the total, so that it is of one unit as the image counts them */
function toCostOfHundred(cost: number, isOfTotal: boolean, unitsOfHundred: number): number {
  if (isOfTotal) return cost * unitsOfHundred
  return cost < OF_A_DOLLAR ? cost * 100 : cost
}

const toText = (value: number) => new Big(value).round(DECIMALS).toFixed()
