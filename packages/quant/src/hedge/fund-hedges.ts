// Tests: holding-hedges.test.ts

import type { BookRisk } from './book-risk.ts'
import { countBuyablePuts } from './free-shares.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { ConsideredHedge, HedgeFamily } from './hedge-proposal.ts'
import { pickPut } from './holding-hedges.ts'
import type { HedgeCandidates } from './index-hedges.ts'
import { collectOptionLines } from './option-lines.ts'
import { countBuyable, findUnderlyingBarrier } from './permitted-legs.ts'

/** Least that a sector adds to the market's R² before its own options are worth buying. */
const LEAST_ADDED_R_SQUARED = 0.08
/** Largest share of the book per month that volatility calls may cost, by the forward that they are on (Cboe VXTH). */
const VOLATILITY_SCHEDULE = [
  { upTo: 15, share: 0 },
  { upTo: 30, share: 0.01 },
  { upTo: 50, share: 0.005 },
  { upTo: Infinity, share: 0 },
] as const
const VOLATILITY_DAYS = { least: 30, most: 60 } as const
const VOLATILITY_DELTA = 0.3

/** One family, one instrument, one reason. */
function reject(
  family: HedgeFamily,
  instrument: string | null,
  rule: ConsideredHedge['rule'],
  parameters: ConsideredHedge['parameters'] = {},
): HedgeCandidates {
  return { drafts: [], considered: [{ family, instrument, rule, parameters }] }
}

/**
 * Puts on the fund of an overweight sector, sized on what the sector adds to the market alone:
 * n = round(β_sector·V / (100·S_fund)), of the first expiry that covers the horizon, nearest 90 % of the spot.
 */
export function proposeSectorPuts(context: HedgeContext, risk: BookRisk): HedgeCandidates {
  const { request, book } = context
  const family = 'sector-put'
  if (!request.allowOptions) return reject(family, null, 'options-not-wanted')
  const barrier = findUnderlyingBarrier(request, 'other')
  if (barrier !== null) return reject(family, null, 'not-permitted', { by: barrier })
  if (risk.sectorFits.length === 0) {
    const top = risk.tilts[0]
    if (top?.indexWeight === null) return reject(family, null, 'index-sectors-unknown')
    const parameters = top === undefined ? {} : { sector: top.sector, excess: top.weight - (top.indexWeight ?? 0) }
    return reject(family, null, 'sector-not-overweight', parameters)
  }
  const parts = risk.sectorFits.map(({ sector, ticker, beta, addedRSquared }): HedgeCandidates => {
    if (addedRSquared < LEAST_ADDED_R_SQUARED || beta <= 0) {
      return reject(family, ticker, 'sector-adds-too-little', { sector, addedRSquared, least: LEAST_ADDED_R_SQUARED })
    }
    const found = context.findMarket(ticker)
    if (found === null) return reject(family, ticker, 'no-chain', { sector })
    const contractValue = found.market.multiplier * found.market.spot
    const contracts = Math.round((beta * book.value) / contractValue)
    if (contracts < 1) {
      return reject(family, ticker, 'one-contract-too-large', { contractValue, exposure: beta * book.value })
    }
    if (contracts > countBuyablePuts(context, ticker, found.market.multiplier))
      return reject(family, ticker, 'not-permitted', { by: 'approval' })
    const line = pickPut(found.market, context.term.date, contracts)
    if (line === null) return reject(family, ticker, 'no-tradable-contract', { sector })
    return { drafts: [{ family, options: [{ line, contracts }], trades: [], caveats: [] }], considered: [] }
  })
  return {
    drafts: parts.flatMap(({ drafts }) => drafts),
    considered: parts.flatMap(({ considered }) => considered),
  }
}

/**
 * Calls on a volatility index, bought for the share of the book that the schedule of Cboe's VXTH index allows at today's
 * forward: nothing below 15, 1 % up to 30, 0.5 % up to 50, nothing above.
 *
 * @see Cboe VIX Tail Hedge Index (VXTH), methodology
 */
export function proposeVolatilityCalls(context: HedgeContext): HedgeCandidates {
  const { request, book, situation } = context
  const family = 'volatility-calls'
  const market = situation.markets.find(({ role }) => role === 'volatility')
  if (!request.allowOptions) return reject(family, market?.ticker ?? null, 'options-not-wanted')
  const barrier = findUnderlyingBarrier(request, 'index') ?? (countBuyable(request, 0, 100) < 1 ? 'approval' : null)
  if (barrier !== null) return reject(family, market?.ticker ?? null, 'not-permitted', { by: barrier })
  const found = market === undefined ? null : context.findMarket(market.ticker)
  if (found === null) return reject(family, market?.ticker ?? null, 'no-chain')
  const { lines } = collectOptionLines(found.market, {
    type: 'call',
    days: VOLATILITY_DAYS,
    delta: { least: 0.15, most: 0.45 },
    moneyness: { least: 0, most: 10 },
  })
  const near = [...lines].sort((a, b) => distance(a.delta) - distance(b.delta) || (a.expiry < b.expiry ? -1 : 1))[0]
  if (near === undefined) return reject(family, found.market.ticker, 'no-tradable-contract')
  const forward = found.underlying.expiries.find(({ expiry }) => expiry === near.expiry)?.smile.forward ?? 0
  const share = VOLATILITY_SCHEDULE.find(({ upTo }) => forward <= upTo)?.share ?? 0
  if (share === 0) return reject(family, found.market.ticker, 'volatility-out-of-schedule', { forward })
  const budget = Math.min(share, request.maximumPremium) * book.value
  const unit = near.multiplier * near.ask + request.fee
  const contracts = Math.min(near.mostBought, Math.floor(budget / unit))
  if (contracts < 1) return reject(family, found.market.ticker, 'over-budget', { cost: unit, budget })
  const caveats = [{ rule: 'cash-settled' as const, parameters: {} }]
  return { drafts: [{ family, options: [{ line: near, contracts }], trades: [], caveats }], considered: [] }
}

function distance(delta: number): number {
  return Math.abs(delta - VOLATILITY_DELTA)
}
