// Tests: ../../features/track-record/score-due.test.ts

import {
  parseIsoDate,
  type RecommendationSnapshot,
  type SnapshotHolding,
  type SnapshotOption,
  scoreRecommendation,
  toTradingDayOnOrBefore,
} from '@ballast/quant'
import type { HorizonRecord, KeptOption, Outcome, Snapshot } from './recommendation.ts'

/**
 * How a recommendation turned out, from the evidence alone: see `scoreRecommendation` for the rule. The same snapshot and
 * prices give the same outcome to the bit, now and when somebody computes it again.
 *
 * Shares earn their dividends. Options are settled and marked by prices without them, as their strikes are; the first mark
 * is what a position could be closed at at once, so that following pays the spread on the first day.
 *
 * @throws QuantInputError when the book was worth nothing, fell to nothing, or a price cannot be
 */
export function computeOutcome(snapshot: Snapshot, prices: HorizonRecord): Outcome {
  const held = snapshot.options.map((option) => toOption(option, 'held'))
  const traded = snapshot.optionTrades.map((option) => toOption(option, 'traded'))
  const book: RecommendationSnapshot = {
    holdings: snapshot.holdings.map(toHolding),
    cash: snapshot.cash,
    options: held,
    trades: snapshot.trades.map(toHolding),
    optionTrades: traded,
    fee: snapshot.fee,
    ...(snapshot.claim && { claim: snapshot.claim }),
  }
  const marks = [
    ...snapshot.options.map((option) => [toMarkName(option, 'held'), toMarks(option, option.premium, prices)] as const),
    ...snapshot.optionTrades.map((option) => {
      const closing = option.contracts > 0 ? option.bid : option.ask
      return [toMarkName(option, 'traded'), toMarks(option, closing, prices)] as const
    }),
  ]
  const {
    carried,
    isSuccess: _isSuccess,
    ...outcome
  } = scoreRecommendation(book, {
    days: Int32Array.from(prices.days, parseIsoDate),
    closes: new Map([
      ...Object.entries(prices.closes).map(([ticker, series]) => [ticker, toSeries(series)] as const),
      ...Object.entries(prices.spots).map(([ticker, series]) => [toSpotName(ticker), toSeries(series)] as const),
    ]),
    marks: new Map(marks),
    index: Float64Array.from(prices.index),
  })
  return { ...outcome, carriedCount: carried.length }
}

type Side = 'held' | 'traded'

const toHolding = ({ ticker, weight, price }: Snapshot['holdings'][number]): SnapshotHolding => ({
  ticker,
  price,
  shares: weight / price,
})

/**
 * Names the mark of an option. A position has its own: its first mark is its value, not the price at which it could be
 * closed.
 */
const toMarkName = ({ symbol, contracts }: KeptOption, side: Side) => `${symbol} ${side} ${Math.sign(contracts)}`

/** An underlying that is held as well has two series: with dividends, and without. */
const toSpotName = (ticker: string) => `price of ${ticker}`

function toOption(option: KeptOption, side: Side): SnapshotOption {
  const { underlying, expiry, spot: _spot, bid: _bid, ask: _ask, symbol: _symbol, ...terms } = option
  return {
    ...terms,
    symbol: toMarkName(option, side),
    underlying: toSpotName(underlying),
    // What is dated on a holiday ends with the session before it.
    expiryDay: toTradingDayOnOrBefore(parseIsoDate(expiry)),
  }
}

function toMarks({ symbol, contracts }: KeptOption, first: number | null, prices: HorizonRecord): Float64Array {
  const marks = toSeries((contracts > 0 ? prices.bids : prices.asks)[symbol] ?? prices.days.map(() => null))
  if (first !== null) marks[0] = first
  return marks
}

const toSeries = (series: readonly (number | null)[]): Float64Array =>
  Float64Array.from(series, (value) => value ?? Number.NaN)
