// Tests: backtest.test.ts, backtest-edges.test.ts, backtest.shared.test.ts

import { namePosition } from '@ballast/contract'
import { type Coverage, findSuspectPrices, formatIsoDate, type PriceSeries } from '@ballast/quant'

/** A close stands for days without one for so many days, as everywhere. */
const STANDING_DAYS = 5

/** Closes of one series that are probably errors of the data. */
export interface DoubtfulCloses {
  ticker: string
  /** ISO dates, ascending. */
  dates: string[]
}

/**
 * Finds what looks like an error among the closes of a replay: those of the positions, of their proxies and of the
 * benchmark, between two days (both included). Adjusted closes do not jump at a split, so that any jump by its ratio is
 * one that was not adjusted.
 */
export function findDoubtfulCloses(
  series: readonly PriceSeries[],
  { details }: Coverage,
  benchmarkTickers: readonly string[],
  { first, last }: { first: number; last: number },
): DoubtfulCloses[] {
  const own = details.flatMap(({ ticker, proxy, method }) => (method === 'excluded' ? [] : [ticker, proxy]))
  const used = new Set([...benchmarkTickers, ...own])
  return series.flatMap(({ ticker, days, closes }) => {
    if (!used.has(ticker)) return []
    const [from, to] = findColumns(days, first, last)
    const suspects = findSuspectPrices({ ticker, days: days.subarray(from, to), closes: closes.subarray(from, to) })
    return suspects.length === 0 ? [] : [{ ticker, dates: suspects.map(({ day }) => formatIsoDate(day)) }]
  })
}

/** A holding whose own closes end before the window does, with the date of the last. */
export interface EndedHistory {
  ticker: string
  date: string
}

/** Holdings that were halted or delisted within the window: a replay goes on with their last close. */
export function findEndedHistories(
  series: readonly PriceSeries[],
  { details }: Coverage,
  { first, last }: { first: number; last: number },
): EndedHistory[] {
  const used = new Set(details.flatMap(({ ticker, method }) => (method === 'excluded' ? [] : [ticker])))
  return series.flatMap(({ ticker, days }) => {
    if (!used.has(ticker)) return []
    const [from, to] = findColumns(days, first, last)
    const end = days[to - 1] ?? 0
    return to > from && last - end > STANDING_DAYS ? [{ ticker, date: formatIsoDate(end) }] : []
  })
}

/** @returns null when no history ends early */
export function describeEndedHistories(ended: readonly EndedHistory[]): string | null {
  if (ended.length === 0) return null
  const named = ended
    .slice(0, NAMED_TICKERS)
    .map(({ ticker, date }) => `${namePosition(ticker)} has no close after ${date}`)
  const others = ended.length - named.length
  const rest = others > 0 ? [`${others} ${others === 1 ? 'other ends' : 'others end'} early too`] : []
  return `${[...named, ...rest].join('; ')} and ${ended.length === 1 ? 'stays at it' : 'they stay at their last'}.`
}

/** The part of ascending days that lies between two, both included, as the columns from one up to another. */
function findColumns(days: Int32Array, first: number, last: number): [from: number, to: number] {
  let [from, to] = [0, days.length]
  while (from < to && (days[from] ?? 0) < first) from++
  while (to > from && (days[to - 1] ?? 0) > last) to--
  return [from, to]
}

const NAMED_TICKERS = 5
const NAMED_DATES = 3

/** @returns null when nothing is doubtful */
export function describeDoubtfulCloses(doubtful: readonly DoubtfulCloses[]): string | null {
  if (doubtful.length === 0) return null
  const named = doubtful.slice(0, NAMED_TICKERS).map(({ ticker, dates }) => {
    const rest = dates.length - NAMED_DATES
    return `${namePosition(ticker)} has closes that look like errors of the data (${dates.slice(0, NAMED_DATES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''})`
  })
  const others = doubtful.length - named.length
  const also = others > 0 ? `, and so ${others === 1 ? 'has 1 other' : `have ${others} others`}` : ''
  return `${named.join('; ')}${also}; they are computed with as they are.`
}
