import { requireEqualLengths } from '../errors.ts'
import { computeShockReturn } from '../options/book-greeks.ts'
import { computeShockedVolatility, repriceAtVolatility } from '../options/volatility-shock.ts'
import { getRow, type PriceMatrix } from '../price-matrix.ts'
import { countHedgeDays, toHedgeDate } from './hedge-dates.ts'
import type { CrisisReplayRow } from './hedge-proposal.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import { type LegLookup, repriceLeg } from './reprice-hedge.ts'

/** One past window, ready to send a book through: complete price paths of holdings and of the index. */
export interface CrisisWindow {
  /** Id of the scenario. */
  readonly scenario: string
  /** The index's closes, one per column of `prices`. */
  readonly index: Float64Array
  /** A complete path per row (see `prepareHoldings`): of the holdings, and of funds that money may be moved into. */
  readonly prices: PriceMatrix
}

/** Value of one ticker at the start of a replay. */
export interface ReplayedValue {
  readonly ticker: string
  readonly value: number
}

/**
 * Profit of shares through a window, at every close: Σ V·(a_t/a_0 − 1). Holdings without a path are taken to do as the
 * others do, by gross value.
 *
 * @returns zeros when nothing has a path
 * @throws QuantInputError when the index has another number of closes than the paths
 */
export function replayShares(values: readonly ReplayedValue[], window: CrisisWindow): Float64Array {
  const profit = new Float64Array(window.prices.columns)
  const { gross, covered } = addShares(values, window, profit)
  const scale = covered > 0 ? gross / covered : 0
  return profit.map((amount) => amount * scale)
}

/** Adds the profit of what has a path to `profit`. */
function addShares(values: readonly ReplayedValue[], { prices, index }: CrisisWindow, profit: Float64Array) {
  requireEqualLengths('prices.columns', { length: prices.columns }, 'index', index)
  const rows = new Map(prices.tickers.map((ticker, row) => [ticker, row]))
  let [gross, covered] = [0, 0]
  for (const { ticker, value } of values) {
    gross += Math.abs(value)
    const row = rows.get(ticker)
    if (row === undefined) continue
    covered += Math.abs(value)
    const path = getRow(prices, row)
    for (let t = 0; t < profit.length; t++) profit[t]! += value * (path[t]! / path[0]! - 1)
  }
  return { gross, covered }
}

/** Profit of money moved into funds: by their own path, and as cash, without interest, where they had none yet. */
function replayPurchases(values: readonly ReplayedValue[], window: CrisisWindow, indexTicker: string): Float64Array {
  const profit = new Float64Array(window.prices.columns)
  const intoIndex = values.filter(({ ticker }) => ticker === indexTicker)
  addShares(
    values.filter(({ ticker }) => ticker !== indexTicker),
    window,
    profit,
  )
  for (const { value } of intoIndex) {
    for (let t = 0; t < profit.length; t++) profit[t]! += value * (window.index[t]! / window.index[0]! - 1)
  }
  return profit
}

/** Options through a window: their profit at every close, and how often they were renewed. */
export interface ReplayedOptions {
  readonly profit: Float64Array
  readonly renewals: number
}

/**
 * Profit of options through a window of the past, repriced at every close by the rule of `computeShockedVolatility`: the
 * index has returned R_t since the window began, t trading days ago, the spot of an underlying is S·(1 + R_t)^β, and
 * volatility has answered R_t over t days. What the options really cost then is not known; this is what they would do
 * if today's prices met the past's path.
 *
 * An option that expires within the window pays its intrinsic value and is bought (or sold) anew: the same strike
 * relative to the spot, the same life, the same number of contracts, at the volatility that the rule gives for that day
 * and as far above (below) its model value as today's premium is, with the commission paid again.
 *
 * @param fee per contract, in currency
 * @returns profit against the start, net of what the options cost; all zeros without legs
 */
export function replayOptions(
  legs: readonly HedgeLeg[],
  window: CrisisWindow,
  lookup: LegLookup,
  fee: number,
): ReplayedOptions {
  const profit = new Float64Array(window.index.length)
  let renewals = 0
  for (const leg of legs) renewals = Math.max(renewals, replayLeg(leg, window, lookup, fee, profit))
  return { profit, renewals }
}

function replayLeg(
  leg: HedgeLeg,
  { index }: CrisisWindow,
  lookup: LegLookup,
  fee: number,
  profit: Float64Array,
): number {
  const size = leg.contracts * leg.multiplier
  const { today } = lookup.find(leg).underlying
  const life = Math.max(1, countHedgeDays(today, leg.expiry).tradingDays)
  const price = createLegPricer(leg, lookup)
  const model = price(leg.strike, 0, 0, 0)
  // An option whose model value is a fraction of a cent has no meaningful mark-up.
  const markUp = model > 0.01 ? Math.min(2, Math.max(0.5, leg.premium / model)) : 1
  let [strike, bought, renewals] = [leg.strike, 0, 0]
  let cash = -size * leg.premium - Math.abs(leg.contracts) * fee
  profit[0]! += cash + size * model
  for (let t = 1; t < index.length; t++) {
    const marketReturn = index[t]! / index[0]! - 1
    const value = price(strike, marketReturn, t, t - bought)
    profit[t]! += cash + size * value
    if (t - bought < life || t === index.length - 1) continue
    cash += size * value
    strike = leg.strike * (1 + computeShockReturn(lookup.find(leg).underlying.beta, marketReturn))
    bought = t
    cash -= size * markUp * price(strike, marketReturn, t, 0) + Math.abs(leg.contracts) * fee
    renewals++
  }
  return renewals
}

/** Value per share of a leg `held` trading days after it was bought, `elapsed` days into the window. */
function createLegPricer(leg: HedgeLeg, lookup: LegLookup) {
  const { underlying, expiry, quotedVolatility } = lookup.find(leg)
  if (underlying.kind === 'volatility') {
    return (strike: number, marketReturn: number, _elapsed: number, held: number): number =>
      repriceLeg(
        { ...leg, strike },
        { marketReturn, horizonDays: held, volatility: { kind: 'rule', scale: 1 } },
        lookup,
      )
  }
  const { today, spot, style, rate, beta, volatility30, response, volatilityCap: cap } = underlying
  const { smile, dividendYield } = expiry
  return (strike: number, marketReturn: number, elapsed: number, held: number): number => {
    const { date, calendarDays } = toHedgeDate(today, held)
    if (held > 0 && date >= leg.expiry) {
      const price = spot * (1 + computeShockReturn(beta, marketReturn))
      return Math.max(0, leg.type === 'call' ? price - strike : strike - price)
    }
    const remainingDays = Math.max(0, 365 * smile.years - calendarDays)
    const shock = { marketReturn, horizonDays: elapsed, volatility30, response, cap }
    const atmVolatility = computeShockedVolatility(smile.atmVolatility, remainingDays, shock)
    const option = { type: leg.type, strike, style, spot, rate, dividendYield, smile }
    // What it is renewed into has another strike, and no quote yet.
    const own = strike === leg.strike ? quotedVolatility : null
    return repriceAtVolatility(
      { ...option, quotedVolatility: own },
      { marketReturn, calendarDays, atmVolatility },
      { beta },
    ).value
  }
}

/** What is replayed: a book as it is, what a proposal sells and buys, and its options. */
export interface ReplayedHedge {
  readonly before: readonly ReplayedValue[]
  /** What is left of the holdings after the proposal's sales; the same list as `before` without any. */
  readonly kept: readonly ReplayedValue[]
  readonly bought: readonly ReplayedValue[]
  readonly indexTicker: string
  /** Options held already; they are in both. */
  readonly ownOptions: readonly HedgeLeg[]
  readonly legs: readonly HedgeLeg[]
  /** Per contract, in currency. */
  readonly fee: number
  readonly lookup: LegLookup
}

/** A book and its hedge through one window; see `replayShares` and `replayOptions`. */
export function replayCrisis(window: CrisisWindow, replayed: ReplayedHedge): CrisisReplayRow {
  const { before, kept, bought, indexTicker, ownOptions, legs, fee, lookup } = replayed
  const own = replayOptions(ownOptions, window, lookup, 0).profit
  const hedge = replayOptions(legs, window, lookup, fee)
  const shares = replayShares(before, window)
  const rest = kept === before ? shares : replayShares(kept, window)
  const moved = replayPurchases(bought, window, indexTicker)
  const unhedged = shares.map((amount, t) => amount + own[t]!)
  const hedged = rest.map((amount, t) => amount + moved[t]! + own[t]! + hedge.profit[t]!)
  return {
    scenario: window.scenario,
    unhedged: unhedged.at(-1) ?? 0,
    hedged: hedged.at(-1) ?? 0,
    worstUnhedged: unhedged.reduce((worst, amount) => Math.min(worst, amount), 0),
    worstHedged: hedged.reduce((worst, amount) => Math.min(worst, amount), 0),
    renewals: hedge.renewals,
  }
}
