// Tests: odd-books.test.ts, comprehensive.test.ts

import type { Operation } from '@ballast/contract'
import type { HedgeContext, HedgeLeg } from '@ballast/quant'
import { toContractKey } from '../../advice/book/build-book-model.ts'
import type { MadeOption, MadeRecommendation } from '../../advice/record/made-recommendation.ts'
import { type AdviceFrame, findOwnThreat } from './advice-frame.ts'

/** Advice as it is recorded, without its owner and without who wrote it. */
export type RecordedAdvice = Pick<
  MadeRecommendation,
  'objective' | 'quotedCost' | 'claim' | 'fee' | 'book' | 'operations'
>

/** Measure that the evidence of a recommendation is about. */
const OBJECTIVE = 'cvar'

/**
 * The book, and what the finished plan would do to it: what the headline names and the evidence is about.
 *
 * @param actions as they were answered
 */
export function stateOperations(
  { built, context, advice }: Pick<AdviceFrame, 'built' | 'context' | 'advice'>,
  actions: readonly { operations: readonly Operation[] }[],
): RecordedAdvice {
  const { holdings, cash, options } = built.situation
  const prices = new Map(holdings.map(({ ticker, value, shares }) => [ticker, value / shares]))
  const index = built.situation.index
  const proposals = advice.actions.flatMap(({ proposal }) => proposal ?? [])
  const operations = actions.flatMap((action) => action.operations)
  return {
    objective: OBJECTIVE,
    quotedCost: proposals.length > 0 ? advice.finished.cost : null,
    claim: stateClaim(context, advice),
    fee: context.request.fee,
    book: {
      holdings: holdings.map(({ ticker, value, shares }) => ({ ticker, shares, price: value / shares })),
      cash,
      options: options.flatMap((leg) => describeOption(built, context, leg) ?? []),
    },
    operations: {
      trades: operations.flatMap((one) => {
        if (one.kind !== 'trade') return []
        const { ticker, amount } = one
        return [{ ticker, amount, price: prices.get(ticker) ?? (ticker === index.ticker ? index.price : null) }]
      }),
      options: proposals.flatMap(({ legs }) => legs.flatMap((leg) => describeOption(built, context, leg) ?? [])),
    },
  }
}

/** A plan that ends within the limit at the assumed fall promises that; one for a rise or another risk than the market does not. */
function stateClaim({ request }: HedgeContext, advice: AdviceFrame['advice']): RecordedAdvice['claim'] {
  const { finished, actions } = advice
  const isForFall = actions.some(({ proposal }) => proposal !== null) && finished.worst.marketReturn === request.shock
  return finished.holdsLimit && isForFall && findOwnThreat(advice) === null
    ? { limit: request.limit, fall: -request.shock }
    : null
}

function describeOption(
  { listings, situation }: AdviceFrame['built'],
  context: HedgeContext,
  leg: HedgeLeg,
): MadeOption | null {
  const { underlying, type, strike, expiry, contracts, multiplier, premium } = leg
  const listing = listings.get(toContractKey(underlying, expiry, type, strike))
  const market = situation.markets.find(({ ticker }) => ticker === underlying)
  if (listing === undefined || market === undefined) return null
  const read = market.chain.contracts.find((one) => one.type === type && one.strike === strike && one.expiry === expiry)
  const known = context.findMarket(underlying)?.underlying.expiries.find((one) => one.expiry === expiry)
  return {
    symbol: listing.symbol,
    underlying,
    underlyingPrice: market.spot,
    type,
    strike,
    expiry,
    contracts,
    multiplier,
    premium,
    bid: listing.bid,
    ask: listing.ask,
    impliedVolatility: read?.impliedVolatility ?? null,
    ...(known && { dividendYield: known.dividendYield }),
  }
}
