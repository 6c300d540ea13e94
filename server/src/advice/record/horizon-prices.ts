// Tests: ../../features/track-record/score-due.test.ts, ../../features/track-record/observe-quotes.test.ts

import { MARKET_INDEX } from '@ballast/contract'
import { addTradingDays, formatIsoDate, parseIsoDate } from '@ballast/quant'
import type { DailyHistory, Histories } from '../../market-data/market-data.ts'
import type { HorizonRecord, Snapshot } from './recommendation.ts'
import type { SeenQuote } from './track-record.repository.ts'

/** So many trading days are waited for prices that are late; whoever has none by then was delisted. */
const GRACE_DAYS = 10

/** Everything that prices of a horizon are put together from. */
export interface HorizonMarket {
  histories: Histories
  /** Quotes of options, by symbol and day: see `toQuoteKey`. */
  quotes: ReadonlyMap<string, Pick<SeenQuote, 'bid' | 'ask'>>
  /** Last finished trading day, a day number. */
  today: number
}

export interface Horizon {
  madeOn: string
  horizonEnds: string
}

export type FoundPrices =
  | { status: 'found'; prices: HorizonRecord }
  /** Some are late; nothing is lost by trying again. */
  | { status: 'wait' }
  | { status: 'impossible'; reason: string; prices: HorizonRecord }

export const toQuoteKey = (symbol: string, day: string): string => `${symbol} ${day}`

/** Tickers whose history a snapshot is scored with, the benchmark among them. */
export function listHorizonTickers({ holdings, trades, options, optionTrades }: Snapshot): string[] {
  const shares = [...holdings, ...trades].map(({ ticker }) => ticker)
  const underlyings = [...options, ...optionTrades].map(({ underlying }) => underlying)
  return [...new Set([MARKET_INDEX, ...shares, ...underlyings])]
}

export const listSymbols = ({ options, optionTrades }: Snapshot): string[] => [
  ...new Set([...options, ...optionTrades].map(({ symbol }) => symbol)),
]

/**
 * Prices from the day of a snapshot to the end of its horizon, on the basis of that day: closes as an owner of the shares
 * then would count them, with dividends and splits since. Nothing from before that day is looked at.
 */
export function buildHorizonPrices(snapshot: Snapshot, horizon: Horizon, market: HorizonMarket): FoundPrices {
  const { histories, quotes, today } = market
  const { madeOn, horizonEnds } = horizon
  const index = histories.found.get(MARKET_INDEX)
  if (index === undefined || !reaches(index, horizonEnds)) return { status: 'wait' }
  const tickers = listHorizonTickers(snapshot)
  const isLate = tickers.some((ticker) => !reaches(histories.found.get(ticker), horizonEnds))
  if (isLate && today < addTradingDays(parseIsoDate(horizonEnds), GRACE_DAYS)) return { status: 'wait' }
  const days = index.dates.filter((date) => date >= madeOn && date <= horizonEnds)
  const readers = new Map(tickers.map((ticker) => [ticker, readFrom(histories.found.get(ticker), madeOn)]))
  const pick = (ticker: string, kind: 'total' | 'price') =>
    days.map((day, t) => (t === 0 ? null : (readers.get(ticker)?.(day)?.[kind] ?? null)))
  const shares = [...new Set([...snapshot.holdings, ...snapshot.trades].map(({ ticker }) => ticker))]
  const spots = new Map(
    [...snapshot.options, ...snapshot.optionTrades].map(({ underlying, spot }) => [underlying, spot]),
  )
  const quoted = (side: 'bid' | 'ask') =>
    Object.fromEntries(
      listSymbols(snapshot).map((symbol) => [
        symbol,
        days.map((day, t) => (t === 0 ? null : toSide(quotes.get(toQuoteKey(symbol, day)), side))),
      ]),
    )
  const prices: HorizonRecord = {
    version: 1,
    days,
    closes: Object.fromEntries(shares.map((ticker) => [ticker, pick(ticker, 'total')])),
    spots: Object.fromEntries(
      [...spots].map(([ticker, spot]) => [ticker, pick(ticker, 'price').map((close, t) => (t === 0 ? spot : close))]),
    ),
    bids: quoted('bid'),
    asks: quoted('ask'),
    index: days.map((day) => readers.get(MARKET_INDEX)?.(day)?.total ?? 0),
  }
  const lost = [...spots.keys()].filter((ticker) => !histories.found.has(ticker))
  if (days[0] !== madeOn || days.length < 2) {
    return { status: 'impossible', reason: `There is no close of ${MARKET_INDEX} on ${madeOn}.`, prices }
  }
  if (lost.length > 0) {
    return { status: 'impossible', reason: `There are no prices of ${lost.join(', ')} to settle options with.`, prices }
  }
  return { status: 'found', prices }
}

const reaches = (history: DailyHistory | undefined, date: string) => (history?.dates.at(-1) ?? '') >= date

/** Nobody bids for what is offered: it is worth nothing to whoever wants to sell it. */
function toSide(quote: Pick<SeenQuote, 'bid' | 'ask'> | undefined, side: 'bid' | 'ask'): number | null {
  if (quote === undefined) return null
  return side === 'bid' && quote.ask !== null ? (quote.bid ?? 0) : quote[side]
}

/**
 * Reads closes on the basis of a day. `price` undoes the splits since, which providers apply backwards; `total` adds what
 * the dividends since, put into the same shares, have come to.
 */
function readFrom(history: DailyHistory | undefined, madeOn: string) {
  if (history === undefined) return () => undefined
  const { dates, closes, adjustedCloses, splits } = history
  const first = dates.findIndex((date) => date >= madeOn)
  const split = splits.reduce((product, { date, ratio }) => (date > madeOn ? product * ratio : product), 1)
  const dividends = (closes[first] ?? Number.NaN) / (adjustedCloses[first] ?? Number.NaN)
  const places = new Map<string, number>()
  for (let place = Math.max(first, 0); place < dates.length; place++) places.set(dates[place] ?? '', place)
  return (day: string) => {
    const place = first < 0 ? undefined : places.get(day)
    if (place === undefined) return undefined
    const price = (closes[place] ?? Number.NaN) * split
    const total = (adjustedCloses[place] ?? Number.NaN) * dividends * split
    return price > 0 && total > 0 ? { price, total } : undefined
  }
}

/** First day from which the prices of several horizons are needed. */
export const toEarliest = (horizons: readonly Horizon[]): string =>
  horizons.reduce((first, { madeOn }) => (madeOn < first ? madeOn : first), formatIsoDate(2_000_000))
