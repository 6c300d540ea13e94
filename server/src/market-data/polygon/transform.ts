// Tests: polygon.test.ts

import { isSessionOpen, toCloseInstant, toLastFinishedTradingDay } from '../calendar.ts'
import { toCleanBars } from '../daily-bars.ts'
import { polygonFailures } from '../failures.ts'
import { toFundKind } from '../fund-kind.ts'
import type { Instrument, MissingReason, Quote } from '../market-data.ts'
import { isImplausibleJump, isPrice } from '../price-plausibility.ts'
import type { ProviderHistory } from '../provider.ts'
import type { DividendEvent, SnapshotTicker, SplitEvent, TickerDetails } from './wire.ts'

const MS_PER_DAY = 86_400_000
const NANOSECONDS_PER_MILLISECOND = 1e6
const FUND_TYPES = new Set(['ETF', 'ETN', 'ETV', 'ETS', 'FUND'])

/**
 * A quote out of a snapshot: during the session the last trade, outside it the last close (before the opening the
 * snapshot's day is still empty, then the day before stands).
 */
export function toQuote({ ticker, day, prevDay, min, lastTrade }: SnapshotTicker, now: Date): Quote | MissingReason {
  const isOpen = isSessionOpen(now)
  const today = isOpen ? [lastTrade?.p, min?.c, day?.c].find(isPrice) : [day?.c].find(isPrice)
  const before = isPrice(prevDay?.c) ? prevDay.c : null
  const price = today ?? before
  if (price === null) return 'no-price'
  const previousClose = today === undefined ? null : before
  if (previousClose !== null && isImplausibleJump(price, previousClose)) return 'suspect-price'
  const tradedAt =
    isOpen && isPrice(lastTrade?.t) ? new Date(lastTrade.t / NANOSECONDS_PER_MILLISECOND).toISOString() : null
  return {
    ticker,
    price,
    currency: 'USD',
    previousClose,
    asOf: tradedAt ?? (isOpen ? now.toISOString() : toCloseInstant(toLastFinishedTradingDay(now))),
    session: isOpen ? 'open' : 'closed',
    source: 'polygon',
  }
}

export interface PolygonHistory {
  ticker: string
  /** Split-adjusted closes; `t` is milliseconds since 1970 at the beginning of the day in New York. */
  aggregates: readonly { c: number; t: number }[]
  splits: readonly SplitEvent[]
  dividends: readonly DividendEvent[]
}

/**
 * A daily history in Ballast's terms. Polygon adjusts closes for splits only, so dividends are taken off here.
 *
 * @throws ProviderFailure no-data when there is no price
 */
export function toHistory({ ticker, aggregates, splits, dividends }: PolygonHistory, now: Date): ProviderHistory {
  const lastDay = toLastFinishedTradingDay(now)
  const bars = aggregates.flatMap(({ c, t }) => {
    // Midnight in New York is 4 or 5 o'clock of the same day in UTC.
    const day = Math.floor(t / MS_PER_DAY)
    return day <= lastDay ? [{ day, close: c, adjustedClose: null }] : []
  })
  const { dates, closes } = toCleanBars(bars)
  if (dates.length === 0) throw polygonFailures.noData(ticker)
  const splitRatios = splits
    .filter(({ split_from, split_to }) => split_from > 0 && split_to > 0)
    .map(({ execution_date, split_from, split_to }) => ({ date: execution_date, ratio: split_to / split_from }))
    .sort((a, b) => (a.date < b.date ? -1 : 1))
  return {
    ticker,
    currency: 'USD',
    source: 'polygon',
    dates,
    closes,
    adjustedCloses: adjustForDividends(dates, closes, toSplitAdjusted(dividends, splitRatios)),
    splits: splitRatios,
  }
}

interface CashDividend {
  exDate: string
  /** Per share as shares are counted today. */
  amount: number
}

/** A dividend was paid per share of its day; after a 4:1 split it is a quarter of that per share of today. */
function toSplitAdjusted(
  dividends: readonly DividendEvent[],
  splits: readonly { date: string; ratio: number }[],
): CashDividend[] {
  return dividends.map(({ ex_dividend_date: exDate, cash_amount }) => ({
    exDate,
    amount: splits.filter(({ date }) => date > exDate).reduce((amount, { ratio }) => amount / ratio, cash_amount),
  }))
}

/**
 * Closes from which returns are total returns: every close before an ex-date is multiplied by 1 − D/C, where D is the
 * dividend and C the last close before the ex-date (the method of CRSP and of Yahoo).
 *
 * @param dates ascending; `closes` has the same length
 */
export function adjustForDividends(
  dates: readonly string[],
  closes: Float64Array,
  dividends: readonly CashDividend[],
): Float64Array {
  const adjusted = new Float64Array(closes.length)
  const pending = [...dividends].sort((a, b) => (a.exDate < b.exDate ? 1 : -1))
  let factor = 1
  for (let index = closes.length - 1; index >= 0; index--) {
    const close = closes[index] ?? 0
    for (let next = pending[0]; next && next.exDate > (dates[index] ?? ''); next = pending[0]) {
      pending.shift()
      // A dividend after the last bar has not come off any close yet; one above the price is a data error.
      if (index < closes.length - 1 && next.amount < close) factor *= 1 - next.amount / close
    }
    adjusted[index] = close * factor
  }
  return adjusted
}

/** Name and class of a security; the sector is not told. */
export function toInstrument({ ticker, name, type, currency_name }: TickerDetails): Instrument {
  const isFund = FUND_TYPES.has(type ?? '')
  return {
    ticker,
    name,
    currency: (currency_name ?? 'usd').toUpperCase(),
    isFund,
    ...(isFund ? toFundKind(name) : { assetClass: 'equity', sector: null, internalDiversification: 1 }),
    fundSectors: null,
  }
}
