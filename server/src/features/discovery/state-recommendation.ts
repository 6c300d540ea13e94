import type { Discovery } from '@ballast/contract'
import type { MadeOption, MadeRecommendation } from '../../advice/record/made-recommendation.ts'
import type { DiscoveryAnswer } from '../../advice/runs/answers.ts'
import { FEE } from './build-market.ts'

/** Measure that ideas are for, and are scored by. */
const OBJECTIVE = 'expected-payoff-on-bad-days'

/**
 * A discovery as it is recorded: all of its ideas bought together in the sizes that were proposed, since they were shown
 * together and nobody may pick the lucky ones afterwards.
 */
export function stateRecommendation(
  userId: string,
  run: Omit<DiscoveryAnswer, 'charged'>,
  held: MadeRecommendation['book'],
): MadeRecommendation {
  const { runId, portfolioId, createdAt, asOf: pricesAsOf, source, simulated, discoveries, engine } = run
  return {
    userId,
    portfolioId,
    runId,
    createdAt,
    pricesAsOf,
    source,
    simulated,
    kind: 'discovery',
    recommendation: `Buy ${discoveries.map(({ contractType, ticker }) => `${contractType}s on ${ticker}`).join(', ')}`,
    engine: engine.name,
    objective: OBJECTIVE,
    confidence: null,
    quotedCost: discoveries.reduce((sum, { totalCostPercent }) => sum + totalCostPercent / 100, 0),
    claim: null,
    fee: FEE,
    book: held,
    operations: { trades: [], options: discoveries.map(toOption) },
  }
}

function toOption({ symbol, ticker, contractType, strike, expiry, ...idea }: Discovery): MadeOption {
  const { underlyingPrice, contracts, bid, ask, impliedVolatility, pricing } = idea
  return {
    symbol,
    underlying: ticker,
    underlyingPrice,
    type: contractType,
    strike,
    expiry,
    contracts,
    multiplier: idea.legs[0]?.multiplier ?? 100,
    premium: ask,
    bid,
    ask,
    impliedVolatility,
    dividendYield: pricing.dividendYield,
  }
}
