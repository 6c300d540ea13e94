// Tests: trade-days.test.ts

import { gunzipSync } from 'node:zlib'
import { BASE_CURRENCY } from '@ballast/contract'
import type { ImportedPosition, SourceTrade } from '@ballast/importers'
import { Big } from 'big.js'
import { type TradeDay, toUnitKey } from '../../portfolios/dated-holdings.repository.ts'

/** A history of more days is not dated: no person trades on so many. */
const MOST_DAYS = 5_000

/**
 * Positions after each day of a history of transactions, and the money that came in for it. A security counts only when its
 * trades end in the shares that are saved, or in none: what the owner changed in the review was never held.
 *
 * The money is known when every share of the day moved at a price in dollars; else it is asked for.
 *
 * @param packed compressed JSON of the trades
 * @param lastDay ISO date that nothing can be later than
 */
export function toTradeDays(packed: Uint8Array, saved: readonly ImportedPosition[], lastDay: string): TradeDay[] {
  const trades = JSON.parse(gunzipSync(packed).toString('utf8')) as SourceTrade[]
  const lots = Map.groupBy(
    trades.filter(({ isOption }) => !isOption),
    ({ ticker }) => ticker,
  )
  const days = new Map<string, { units: Record<string, string>; moneyIn: Big | null }>()
  for (const [ticker, steps] of lots) {
    const held = saved.filter((position) => position.ticker === ticker && position.kind === 'security')
    const dated = addUp(steps)
    const last = dated.at(-1)
    if (!last?.units.eq(sum(held)) || dated.some(({ date }) => date > lastDay)) continue
    for (const { date, units, paid } of dated) {
      const day = days.get(date) ?? { units: {}, moneyIn: new Big(0) }
      day.units[toUnitKey('security', ticker)] = units.toFixed()
      day.moneyIn = day.moneyIn === null || paid === null ? null : day.moneyIn.plus(paid)
      days.set(date, day)
    }
  }
  if (days.size > MOST_DAYS) return []
  return [...days]
    .map(([day, { units, moneyIn }]) => ({ day, units, moneyIn: moneyIn?.toFixed() ?? null }))
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

const sum = (lots: readonly ImportedPosition[]) => lots.reduce((all, { shares }) => all.plus(shares), new Big(0))

/** Steps of one ticker in several accounts and currencies, each of which counts by itself, as what is held in all. */
function addUp(steps: readonly SourceTrade[]): { date: string; units: Big; paid: Big | null }[] {
  const byDay = new Map<string, { date: string; units: Big; paid: Big | null }>()
  const held = new Map<string, Big>()
  for (const { account, currency, date, shares, paid } of steps.toSorted((a, b) =>
    a.date < b.date ? -1 : a.date > b.date ? 1 : 0,
  )) {
    held.set(JSON.stringify([account, currency]), new Big(shares))
    const units = [...held.values()].reduce((all, one) => all.plus(one), new Big(0))
    const before = byDay.get(date)?.paid
    const known =
      paid === null || currency !== BASE_CURRENCY || before === null ? null : (before ?? new Big(0)).plus(paid)
    byDay.set(date, { date, units, paid: known })
  }
  return [...byDay.values()]
}
