// Tests: ../../features/track-record/recording.test.ts

import { OPTION_RATE } from '@ballast/contract'
import { computeImpliedVolatility, formatIsoDate, parseIsoDate } from '@ballast/quant'
import { z } from 'zod'
import { SIMULATION_VERSION } from '../../market-data/stored-source.ts'
import { hashText } from './hash-chain.ts'
import { HORIZON_DAYS, toHorizonEnd, toPriceDay } from './horizon.ts'
import type { MadeOption, MadeRecommendation } from './made-recommendation.ts'
import {
  EVIDENCE_VERSION,
  type KeptOption,
  recommendationSchema,
  type Snapshot,
  snapshotSchema,
} from './recommendation.ts'

/** A recommendation without a name, on its way into the chain. */
export const draftSchema = z.object({
  content: recommendationSchema.omit({ id: true, repeats: true, snapshotHash: true }),
  snapshot: snapshotSchema,
  /** The same for the same operations; null where there are none. */
  operationsHash: z.string().nullable(),
})
export type Draft = z.infer<typeof draftSchema>

/** Sizes of trades that differ by less than this share of the value are the same advice. */
const SIZE_STEP = 0.01
/** Least volatility: an option worth its intrinsic value and no more is marked at about that. */
const LEAST_VOLATILITY = 0.01
const YEAR_DAYS = 365

/**
 * Takes out of a recommendation whose it is and how much they hold: amounts become shares of the value. What cannot be
 * followed at known prices, or a book that is worth nothing, is kept as such and not scored.
 */
export function draftRecommendation(made: MadeRecommendation, frame: { salt: string; engineVersion: string }): Draft {
  const { book, operations, fee, quotedCost, confidence } = made
  const madeOn = toPriceDay(made.pricesAsOf, made.createdAt)
  const value = valueBook(book)
  const share = (amount: number) => (value > 0 ? amount / value : 0)
  const toKept = (option: MadeOption) => keepOption(option, madeOn, share)
  const kept = { held: book.options.map(toKept), traded: operations.options.map(toKept) }
  const trades = operations.trades.map(({ ticker, amount, price }) => ({ ticker, weight: share(amount), price }))
  const snapshot: Snapshot = {
    version: 1,
    salt: frame.salt,
    holdings: book.holdings.map(({ ticker, shares, price }) => ({ ticker, weight: share(shares * price), price })),
    cash: share(book.cash),
    options: kept.held.flatMap(({ option }) => option),
    trades: trades.flatMap((trade) => (isPrice(trade.price) ? [{ ...trade, price: trade.price }] : [])),
    optionTrades: kept.traded.flatMap(({ option }) => option),
    fee,
    quotedCost,
    ...(made.claim && { claim: { ...made.claim } }),
  }
  const end = toHorizonEnd(
    madeOn,
    operations.options.map(({ expiry }) => expiry),
  )
  const isComplete = value > 0 && [...kept.held, ...kept.traded].every(({ isPriceable }) => isPriceable) && end > madeOn
  const isFollowable = isComplete && snapshot.trades.length === trades.length
  const hasOperations = operations.trades.length + operations.options.length > 0
  return {
    content: {
      version: EVIDENCE_VERSION,
      madeAt: made.createdAt,
      madeOn: formatIsoDate(madeOn),
      kind: made.kind,
      engine: made.engine,
      engineVersion: frame.engineVersion,
      source: made.source,
      simulated: made.simulated,
      ...(made.simulated && { simulation: SIMULATION_VERSION }),
      recommendation: made.recommendation,
      objective: made.objective,
      confidence: confidence?.stated ?? null,
      estimatedConfidence: confidence?.estimated ?? null,
      horizonDays: HORIZON_DAYS,
      horizonEnds: formatIsoDate(Math.max(end, madeOn)),
      excludedBecause: !hasOperations ? 'no-operations' : isFollowable ? null : 'unscorable',
    },
    snapshot,
    operationsHash: hasOperations ? hashOperations(made, share) : null,
  }
}

const isPrice = (price: number | null): price is number => price !== null && price > 0 && price < Infinity

function valueBook({ holdings, cash, options }: MadeRecommendation['book']): number {
  const shares = holdings.reduce((sum, one) => sum + one.shares * one.price, cash)
  return options.reduce((sum, one) => sum + one.contracts * one.multiplier * one.premium, shares)
}

function keepOption(option: MadeOption, madeOn: number, share: (amount: number) => number) {
  const { underlyingPrice: spot, impliedVolatility, dividendYield = 0, contracts, ...terms } = option
  const volatility = impliedVolatility ?? impliedFromQuotes(option, madeOn)
  const kept: KeptOption = {
    symbol: terms.symbol,
    underlying: terms.underlying,
    type: terms.type,
    strike: terms.strike,
    expiry: terms.expiry,
    multiplier: terms.multiplier,
    premium: terms.premium,
    bid: terms.bid,
    ask: terms.ask,
    // Without a price it is kept as it was told, and not scored.
    spot: isPrice(spot) ? spot : 0,
    contracts: share(contracts),
    volatility: volatility ?? LEAST_VOLATILITY,
    rate: OPTION_RATE,
    dividendYield,
  }
  return { option: kept, isPriceable: volatility !== null && isPrice(spot) && Number.isFinite(terms.premium) }
}

/** Volatility implied by the middle of the quotes, or by the premium without any. */
function impliedFromQuotes(option: MadeOption, madeOn: number): number | null {
  const { type, strike, bid, ask, premium, underlyingPrice: spot, dividendYield = 0 } = option
  const price = bid !== null && ask !== null ? (bid + ask) / 2 : premium
  const years = (parseIsoDate(option.expiry) - madeOn) / YEAR_DAYS
  if (!isPrice(spot) || !(years > 0)) return null
  const quote = { type, strike, spot, price, years, rate: OPTION_RATE, dividendYield }
  const { volatility, reason } = computeImpliedVolatility(quote)
  return reason === 'below-intrinsic' ? LEAST_VOLATILITY : volatility
}

/** The same contracts in the same number, and the same securities in the same direction for about the same size. */
function hashOperations({ operations }: MadeRecommendation, share: (amount: number) => number): string {
  const trades = operations.trades.map(({ ticker, amount }) => {
    return `${ticker} ${Math.sign(amount)} ${Math.round(share(Math.abs(amount)) / SIZE_STEP)}`
  })
  const options = operations.options.map(({ symbol, contracts }) => `${symbol} × ${contracts}`)
  return hashText([...trades.toSorted(), ...options.toSorted()].join('\n'))
}
