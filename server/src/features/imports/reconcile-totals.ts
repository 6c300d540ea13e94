// Tests: review-rules.test.ts

import { BASE_CURRENCY, type ImportAccount } from '@ballast/contract'
import type { SourcePosition } from '@ballast/importers'
import { Big } from 'big.js'
import type { JoinedPosition } from './join-positions.ts'
import type { ReviewedSource } from './reviewed-source.ts'

/** Every stated figure may be off by half a cent. */
const HALF_CENT = 0.005

interface Tally {
  account: string | null
  currency: string
  positionCount: number
  sum: Big
  /** How many figures are in the sum. */
  valued: number
  unvalued: number
  outside: Big
  hasOutside: boolean
}

interface StatedTotal {
  account: string | null
  currency: string
  value: Big
}

/**
 * Compares what was understood with what the sources say that it comes to, an entry for each account and currency, to the
 * cent. A total that is stated for no account, beside several accounts, is that of all of them and an entry of its own.
 */
export function reconcileTotals(
  sources: readonly ReviewedSource[],
  positions: readonly JoinedPosition[],
): ImportAccount[] {
  const tallies = tallyAccounts(sources, positions)
  const stated = collectTotals(sources)
  const entries = [...tallies.values()].map((tally) =>
    toEntry(
      tally,
      stated.get(toKey(tally))?.value ?? (tallies.size === 1 ? onlyTotal(stated, tally.currency) : undefined),
    ),
  )
  if (tallies.size < 2) return entries
  const wholes = [...stated.values()].filter((total) => total.account === null && !tallies.has(toKey(total)))
  const byCurrency = Map.groupBy(tallies.values(), ({ currency }) => currency)
  return [
    ...entries,
    ...wholes.flatMap(({ currency, value }) => {
      const parts = byCurrency.get(currency)
      return parts === undefined ? [] : [toEntry(addUp(parts, currency), value)]
    }),
  ]
}

const toKey = ({ account, currency }: { account: string | null; currency: string }) =>
  JSON.stringify([account, currency])

function tallyAccounts(sources: readonly ReviewedSource[], positions: readonly JoinedPosition[]): Map<string, Tally> {
  const tallies = new Map<string, Tally>()
  const tallyOf = (account: string | null, currency: string) => {
    const key = toKey({ account, currency })
    const tally = tallies.get(key) ?? emptyTally(account, currency)
    tallies.set(key, tally)
    return tally
  }
  for (const { position } of positions) {
    const tally = tallyOf(position.account, position.currency)
    const value = toValue(position)
    tally.positionCount++
    if (value === undefined) tally.unvalued++
    else {
      tally.valued++
      tally.sum = tally.sum.plus(value)
    }
  }
  for (const { imported } of sources) {
    for (const { account, currency, value } of imported.valuesOutside ?? []) {
      const tally = tallyOf(account, currency)
      tally.valued++
      tally.hasOutside = true
      tally.sum = tally.sum.plus(value)
      tally.outside = tally.outside.plus(value)
    }
  }
  return tallies
}

/** The stated value, else the one that follows from the stated price. */
function toValue(position: SourcePosition): Big | undefined {
  const { statedValue, statedPrice, shares, multiplier, kind } = position
  if (statedValue !== null) return new Big(statedValue)
  if (shares === null) return undefined
  if (kind === 'cash') return new Big(shares)
  return statedPrice === null ? undefined : new Big(shares).times(statedPrice).times(multiplier).round(2)
}

/** Files add up. Screenshots of one list repeat its total, so that the same figure counts once. */
function collectTotals(sources: readonly ReviewedSource[]): Map<string, StatedTotal> {
  const totals = new Map<string, StatedTotal>()
  const seenInImages = new Set<string>()
  for (const { imported } of sources) {
    for (const { account, currency, value } of imported.statedTotals) {
      const key = toKey({ account, currency })
      if (imported.kind === 'image') {
        const shown = `${key} ${value}`
        if (seenInImages.has(shown)) continue
        seenInImages.add(shown)
      }
      const before = totals.get(key)
      totals.set(key, { account, currency, value: (before?.value ?? new Big(0)).plus(value) })
    }
  }
  return totals
}

/** The only total: for a single account it does not matter if the total names it. */
function onlyTotal(stated: ReadonlyMap<string, StatedTotal>, currency: string): Big | undefined {
  const ofCurrency = [...stated.values()].filter((total) => total.currency === currency)
  return ofCurrency.length === 1 ? ofCurrency[0]?.value : undefined
}

function addUp(parts: readonly Tally[], currency: string): Tally {
  const whole = emptyTally(null, currency)
  for (const part of parts) {
    whole.positionCount += part.positionCount
    whole.valued += part.valued
    whole.unvalued += part.unvalued
    whole.sum = whole.sum.plus(part.sum)
    whole.outside = whole.outside.plus(part.outside)
    whole.hasOutside ||= part.hasOutside
  }
  return whole
}

const emptyTally = (account: string | null, currency: string): Tally => ({
  account,
  currency,
  positionCount: 0,
  valued: 0,
  unvalued: 0,
  hasOutside: false,
  sum: new Big(0),
  outside: new Big(0),
})

function toEntry(tally: Tally, total: Big | undefined): ImportAccount {
  const { account, currency, positionCount, valued } = tally
  const sum = valued === 0 ? undefined : tally.sum.round(2)
  const difference = sum && total ? sum.minus(total.round(2)) : undefined
  const matches = difference ? difference.abs().lte(toSlack(valued)) : null
  return {
    account,
    currency,
    positionCount,
    valueOfPositions: sum?.toNumber() ?? null,
    statedTotal: total?.toNumber() ?? null,
    difference: difference?.toNumber() ?? null,
    matches,
    sentence: describe(tally, { sum, total, difference, matches }),
  }
}

/** Half a cent for each figure and for the total; one cent in any case, because totals are cut as well as rounded. */
const toSlack = (figures: number) => Math.max(2 * HALF_CENT, (figures + 1) * HALF_CENT)

function describe(
  tally: Tally,
  found: { sum: Big | undefined; total: Big | undefined; difference: Big | undefined; matches: boolean | null },
): string {
  const { sum, total, difference, matches } = found
  const money = (amount: Big) => toMoney(amount, tally.currency)
  if (!total) return 'The source states no total to compare with.'
  if (!sum || !difference) return `The source states a total of ${money(total)}, but no values that could be added up.`
  const outside = tally.hasOutside ? `, ${money(tally.outside)} outside of positions included,` : ''
  const missing =
    tally.unvalued === 0
      ? ''
      : ` ${tally.unvalued} ${tally.unvalued === 1 ? 'position states' : 'positions state'} no value and ${tally.unvalued === 1 ? 'is' : 'are'} not in the sum.`
  return matches
    ? `The sum of ${money(sum)}${outside} matches your broker's total.${missing}`
    : `The sum of ${money(sum)}${outside} and your broker's total of ${money(total)} are off by ${money(difference.abs())}.${missing}`
}

function toMoney(amount: Big, currency: string): string {
  const code = /^[A-Z]{3}$/.test(currency) ? currency : BASE_CURRENCY
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: code }).format(amount.toNumber())
}
