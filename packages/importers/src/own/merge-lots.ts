// Tests: import-text.test.ts, own-csv.test.ts

import { LIMITS } from '@ballast/contract'
import { Big } from 'big.js'
import type { ImportedPosition } from '../imported-position.ts'
import { StoredDecimal } from '../stored-decimal.ts'

/** Half a cent: a merged lot may not move the total cost by what a person could see. */
const VISIBLE_AMOUNT = '0.005'
const LISTED_ROWS = 5

interface Lot {
  row: number
  position: ImportedPosition
}

/**
 * Merges the rows of one ticker in one account into one position that keeps their total shares and their total cost.
 *
 * Kept apart, because a merged row would lose something: long and short lots, lots in different currencies, lots with
 * and without a known cost, and lots whose average cost cannot be written with ten decimals without moving the total
 * by half a cent. The first sector stated is kept.
 *
 * @param positions in input order
 * @param rows where each stood, for the notes; same length
 * @returns positions in the order in which each first appeared, and a note for every merge
 */
export function mergeLots(
  positions: readonly ImportedPosition[],
  rows: readonly number[],
): { positions: readonly ImportedPosition[]; notes: string[] } {
  if (!hasRepeatedTicker(positions)) return { positions, notes: [] }
  const groups = new Map<string, Lot[]>()
  for (const [index, position] of positions.entries()) {
    const lot = { row: rows[index] ?? 0, position }
    const key = toMergeKey(position)
    const group = groups.get(key)
    if (group) group.push(lot)
    else groups.set(key, [lot])
  }
  const merged: ImportedPosition[] = []
  const notes: string[] = []
  for (const lots of groups.values()) {
    const whole = lots.length > 1 ? mergeGroup(lots) : undefined
    if (whole === undefined) {
      merged.push(...lots.map(({ position }) => position))
    } else {
      merged.push(whole)
      notes.push(describeMerge(lots, whole))
    }
  }
  return { positions: merged, notes }
}

/**
 * True if a ticker comes twice. Tickers of up to five capital letters, which most are, take a bit each: a set of the texts
 * would cost as much as splitting a long file into cells.
 */
function hasRepeatedTicker(positions: readonly ImportedPosition[]): boolean {
  const words = new Uint32Array(Math.ceil(LETTERS ** 5 / 32))
  const others = new Set<string>()
  for (const { ticker } of positions) {
    let word = 0
    for (let index = 0; index < ticker.length && word !== -1; index++) {
      const letter = ticker.charCodeAt(index) - 64
      word = index < 5 && letter > 0 && letter < LETTERS ? word * LETTERS + letter : -1
    }
    const bits = words[word >>> 5] ?? 0
    const isKnown = word === -1 ? others.has(ticker) : (bits & (1 << (word & 31))) !== 0
    if (isKnown) return true
    if (word === -1) others.add(ticker)
    else words[word >>> 5] = bits | (1 << (word & 31))
  }
  return false
}

/** Digits of a ticker as a number: A to Z are 1 to 26, so that no two words are the same. */
const LETTERS = 27

function toMergeKey({ ticker, kind, account, currency, avgCost, shares }: ImportedPosition): string {
  const direction = shares.startsWith('-') ? 'short' : 'long'
  return JSON.stringify([ticker, kind, direction, avgCost !== null, currency, account])
}

function mergeGroup(lots: readonly Lot[]): ImportedPosition | undefined {
  const [first] = lots
  if (first === undefined) return undefined
  let shares = new Big(0)
  let cost = new Big(0)
  for (const { position } of lots) {
    shares = shares.plus(position.shares)
    if (position.avgCost !== null) cost = cost.plus(new Big(position.shares).times(position.avgCost))
  }
  if (shares.abs().gt(LIMITS.shares)) return undefined
  const sector = lots.find(({ position }) => position.sector !== null)?.position.sector ?? null
  // Of two prices the later one stated is kept: one bond has one price.
  const priced = lots.findLast(({ position }) => position.statedPrice)?.position ?? first.position
  const { statedPrice, statedOn } = priced
  const merged = {
    ...first.position,
    shares: shares.toFixed(),
    sector,
    ...(statedPrice && { statedPrice, statedOn: statedOn ?? null }),
  }
  if (first.position.avgCost === null) return merged
  const average = toAverage(cost, shares)
  if (average.times(shares).minus(cost).abs().gte(VISIBLE_AMOUNT)) return undefined
  return { ...merged, avgCost: average.toFixed() }
}

function toAverage(cost: Big, shares: Big): Big {
  return new StoredDecimal(cost).div(shares)
}

function describeMerge(lots: readonly Lot[], merged: ImportedPosition): string {
  const listed = lots.slice(0, LISTED_ROWS).map(({ row }) => row)
  const more = lots.length - listed.length
  const rows =
    more > 0 ? `${listed.join(', ')} and ${more} more` : `${listed.slice(0, -1).join(', ')} and ${listed.at(-1)}`
  const cost = merged.avgCost === null ? 'the cost is unknown' : `at ${formatCost(merged)} a share, the total cost kept`
  const sectors = new Set(lots.flatMap(({ position }) => position.sector ?? []))
  const sector = sectors.size > 1 ? ` The sector ${merged.sector} is kept.` : ''
  return `Rows ${rows} are one position: ${merged.shares} ${merged.ticker} in all, ${cost}.${sector}`
}

/** `$316.67`, and `$0.0042` where cents would say too little: rounded for the note, kept exactly in the position. */
function formatCost({ avgCost, currency }: ImportedPosition): string {
  const cost = Number(avgCost)
  const maximumFractionDigits = cost >= 1 ? 2 : 4
  return cost.toLocaleString('en-US', { style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits })
}
