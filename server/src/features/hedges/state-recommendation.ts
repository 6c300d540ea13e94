// Tests: hedges.test.ts, hedge-verdicts.test.ts

import { type HedgeStrategy, namePosition } from '@ballast/contract'
import type { BookInput } from '../../advice/book/book-input.ts'
import type { MadeOption, MadeRecommendation } from '../../advice/record/made-recommendation.ts'
import type { HedgeAnswer } from '../../advice/runs/answers.ts'

/** Analysed situation, as far as the record needs it. */
export type RecordedSituation = Pick<BookInput, 'book' | 'request'>

type Underlying = HedgeAnswer['repricing']['underlyings'][number]

/**
 * States what an analysis recommends, for the track record: its recommended strategy, which may be to do nothing.
 * @returns null when it recommends none, because no limit can be kept
 */
export function stateRecommendation(
  userId: string,
  answer: HedgeAnswer,
  { book, request }: RecordedSituation,
): MadeRecommendation | null {
  const strategy = answer.hedgeStrategies.find(({ role }) => role === 'recommended')
  if (strategy === undefined) return null
  const { analysisId: runId, portfolioId, createdAt, asOf: pricesAsOf, source, simulated, engine } = answer
  const holdings = book.shares.map(({ ticker, shares, value }) => ({ ticker, shares, price: value / shares }))
  const prices = new Map(holdings.map(({ ticker, price }) => [ticker, price]))
  const underlyings = new Map(answer.repricing.underlyings.map((one) => [one.ticker, one]))
  return {
    userId,
    portfolioId,
    runId,
    createdAt,
    pricesAsOf,
    source,
    simulated,
    kind: 'hedge',
    recommendation: nameStrategy(strategy),
    engine: engine.name,
    objective: request.objective,
    confidence: null,
    quotedCost: strategy.cost.percent / 100,
    claim: stateClaim(strategy, answer),
    fee: request.fee,
    book: {
      holdings,
      cash: book.cash,
      // Those that the engine could not price are no part of what it looked at.
      options: book.contracts.flatMap((held) => {
        const known = findExpiry(underlyings.get(held.underlying), held.expiry)
        if (known === undefined) return []
        const { price: premium, ...terms } = held
        return [{ ...terms, ...known, premium, bid: null, ask: null, impliedVolatility: null }]
      }),
    },
    operations: {
      trades: strategy.trades.map(({ ticker, amount, shares }) => ({
        ticker,
        amount,
        price: shares === null || shares === 0 ? (prices.get(ticker) ?? null) : amount / shares,
      })),
      options: strategy.legs.map((leg): MadeOption => {
        const { symbol, underlying, type, strike, expiry, contracts, multiplier, premium, bid, ask } = leg
        const known = findExpiry(underlyings.get(underlying), expiry) ?? { underlyingPrice: Number.NaN }
        const { impliedVolatility } = leg
        return {
          symbol,
          underlying,
          type,
          strike,
          expiry,
          contracts,
          multiplier,
          premium,
          bid,
          ask,
          impliedVolatility,
          ...known,
        }
      }),
    },
  }
}

/** A limit that is kept in a fall of the market, down to the asked one and on every day of the term. */
function stateClaim(
  { holdsLimit, legs, trades }: HedgeStrategy,
  { request, ownRisk }: HedgeAnswer,
): MadeRecommendation['claim'] {
  const isForFall = request.objective === 'loss-curve' && request.crisisId === null && ownRisk === null
  return holdsLimit && isForFall && legs.length + trades.length > 0
    ? { limit: request.limitPercent / 100, fall: request.shockPercent / 100 }
    : null
}

function findExpiry(underlying: Underlying | undefined, expiry: string) {
  const found = underlying?.expiries.find((one) => one.expiry === expiry)
  return underlying && found && { underlyingPrice: underlying.spot, dividendYield: found.dividendYield }
}

/** In words that say nothing of sizes: "Index Put on SPY". */
function nameStrategy({ type, legs }: HedgeStrategy): string {
  const [leg] = legs
  return leg === undefined ? type : `${type} on ${namePosition(leg.underlying)}`
}
