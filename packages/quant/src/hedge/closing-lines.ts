// Tests: close-options.test.ts, ../analyst/close-positions.test.ts

import type { HedgeContext } from './hedge-context.ts'
import { countHedgeDays } from './hedge-dates.ts'
import type { OptionLine } from './hedge-market.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import { toLegKey } from './share-settlement.ts'

/** The quote at which an option that is held can be closed; null without one on the side that is needed. */
export function findClosingLine({ findMarket, situation }: HedgeContext, leg: HedgeLeg): OptionLine | null {
  const market = findMarket(leg.underlying)?.market
  const found = market?.chain.contracts.find(
    ({ type, strike, expiry }) => type === leg.type && strike === leg.strike && expiry === leg.expiry,
  )
  const [bid, ask] = [found?.bid ?? 0, found?.ask ?? 0]
  if (found === undefined || !(leg.contracts > 0 ? bid > 0 : ask > 0)) return null
  return {
    underlying: leg.underlying,
    type: leg.type,
    strike: leg.strike,
    expiry: leg.expiry,
    bid,
    ask,
    daysToExpiry: countHedgeDays(situation.today, leg.expiry).calendarDays,
    delta: found.valuation?.delta ?? 0,
    volatility: found.impliedVolatility ?? 0,
    multiplier: leg.multiplier,
    mostBought: Math.abs(leg.contracts),
    mostSold: Math.abs(leg.contracts),
  }
}

/** Finds the held option that a leg of a ticket closes; undefined where it opens one. */
export const findClosed = (held: readonly HedgeLeg[], leg: HedgeLeg): HedgeLeg | undefined =>
  held.find((one) => one.contracts * leg.contracts < 0 && toLegKey(one) === toLegKey(leg))
