import { computeVolatilityScale } from '../bootstrap-paths.ts'
import { MINIMUM_PAIR_RETURNS } from '../constants.ts'
import { findRow } from '../price-matrix.ts'
import { createRandomSource, seedFromText } from '../random.ts'
import { computeVolatility } from '../volatility.ts'
import { type BlockDraws, drawBlocks, growPaths } from './block-growth.ts'
import type { HedgeContext } from './hedge-context.ts'
import { countHedgeDays } from './hedge-dates.ts'
import type { OptionLine } from './hedge-market.ts'
import { EQUITY_PREMIUM } from './hedge-request.ts'
import { toHedgeLeg } from './option-lines.ts'

/** Expected cost of a ticket in the end. Currency; a negative cost is a gain. */
export interface ExpectedCost {
  /** Mean payoff at expiry, and the cost less that, where the market earns half of its long-run premium. */
  readonly payoff: number
  readonly netCost: number
  /** The range of `netCost`: from no premium to the whole of it, and two standard errors of the simulation on each side. */
  readonly low: number
  readonly high: number
  /** Standard error of `payoff`, by the number of paths. */
  readonly standardError: number
  /** Null for a ticket that costs nothing. */
  readonly odds: CostOdds | null
}

/** Shares of the simulated paths, 0 to 1. */
export interface CostOdds {
  /** The payoff is at least the cost. */
  readonly paysBack: number
  /** It is more than three times the cost. */
  readonly overThree: number
  /** It is nothing, or less. */
  readonly nothing: number
}

/** Lines of a ticket, negative contracts sold. */
export type TicketLines = readonly { readonly line: OptionLine; readonly contracts: number }[]

/** Paths behind every expected cost. */
export const COST_PATHS = 10_000
/** Ten years. */
const HISTORY = 2520
/** Standard deviations that hold 95 % of outcomes. */
const DEVIATIONS = 1.96
/** Shares of the long-run premium that the market earns. */
const DRIFTS = { none: 0, half: 0.5, whole: 1 } as const

/**
 * Expected cost of a ticket, as a range, and how often it pays: blocks of ten days are drawn from ten years of
 * history, the same days for all of its underlyings, each with its own returns at its own forecast volatility. A price is
 * expected to grow by cash less dividends and by its beta times between nought and 4.5 % a year. The value of the shares
 * behind the options, whose mean is known, is the control variate.
 *
 * @param cost of the whole ticket, commissions included
 * @returns null without options, with options on a volatility index, or with fewer than 60 common days of history
 * @see Barone-Adesi, Giannopoulos & Vosper, 1999 (see `simulateBlockPaths`); Glasserman, "Monte Carlo Methods in Financial
 *      Engineering", 2003, §4.1
 */
export function estimateExpectedCost(context: HedgeContext, lines: TicketLines, cost: number): ExpectedCost | null {
  const priced = priceLines(context, lines)
  if (priced === null) return null
  const payoffs = new Float64Array(COST_PATHS)
  const controls = new Float64Array(COST_PATHS)
  const at = (drift: number) => estimatePayoff(priced, drift, { payoffs, controls })
  // The middle comes last, because the odds are counted from its payoffs.
  const [none, whole, half] = [at(DRIFTS.none), at(DRIFTS.whole), at(DRIFTS.half)]
  const ends = [none, whole].map(({ mean }) => cost - mean)
  const margin = DEVIATIONS * Math.max(none.standardError, whole.standardError)
  return {
    payoff: half.mean,
    netCost: cost - half.mean,
    low: Math.min(...ends) - margin,
    high: Math.max(...ends) + margin,
    standardError: half.standardError,
    odds: cost > 0 ? countOdds(payoffs, cost) : null,
  }
}

/** One line along the paths. */
interface PricedLine {
  /** Shares that all its contracts stand for, negative when sold. */
  readonly size: number
  readonly sign: 1 | -1
  readonly spot: number
  readonly strike: number
  /** Growth of the price without drift, one per path; its mean is 1. */
  readonly growth: Float64Array
  readonly years: number
  /** A year, without and for the whole premium. */
  readonly carry: number
  readonly premium: number
}

function priceLines(context: HedgeContext, lines: TicketLines): PricedLine[] | null {
  const paths = openPaths(context, [...new Set(lines.map(({ line }) => line.underlying))].sort())
  if (lines.length === 0 || paths === null) return null
  const priced = lines.map(({ line, contracts }): PricedLine | null => {
    const { underlying, expiry } = context.lookup.find(toHedgeLeg(line, 1))
    const growth = underlying.kind === 'volatility' ? null : paths(line.underlying, countLife(context, line))
    return (
      growth && {
        growth,
        spot: underlying.spot,
        strike: line.strike,
        years: expiry.smile.years,
        size: contracts * line.multiplier,
        sign: line.type === 'call' ? 1 : -1,
        carry: underlying.rate - expiry.dividendYield,
        premium: underlying.beta * EQUITY_PREMIUM,
      }
    )
  })
  return priced.some((line) => line === null) ? null : (priced as PricedLine[])
}

/** Growth of a ticker's price over so many trading days, one per path; null without a forecast. */
type Paths = (ticker: string, life: number) => Float64Array | null

const KNOWN = new WeakMap<HedgeContext, Map<string, Paths | null>>()

/** Paths of these underlyings together, drawn once for all tickets of an analysis. */
function openPaths(context: HedgeContext, tickers: readonly string[]): Paths | null {
  const known = KNOWN.get(context) ?? new Map<string, Paths | null>()
  KNOWN.set(context, known)
  const key = tickers.join(' ')
  const found = known.get(key)
  if (found !== undefined) return found
  const paths = createPaths(context, tickers)
  known.set(key, paths)
  return paths
}

function createPaths(context: HedgeContext, tickers: readonly string[]): Paths | null {
  const histories = readHistories(context, tickers)
  if (histories === null) return null
  const days = histories.values().next().value!.length
  const grown = new Map<string, Float64Array>()
  let longest = 0
  let blocks: BlockDraws | null = null
  return (ticker, life) => {
    const key = `${ticker} ${life}`
    const known = grown.get(key)
    if (known !== undefined) return known
    const forecast = context.forecast(ticker, life)
    const returns = histories.get(ticker)!
    const usual = computeVolatility(returns) ?? 0
    if (forecast === null || !(usual > 0)) return null
    if (blocks === null || life > longest) {
      const random = createRandomSource(seedFromText(`cost ${tickers.join(' ')}`))
      blocks = drawBlocks({ days, horizon: life, paths: COST_PATHS, random })
      longest = life
    }
    const scale = computeVolatilityScale(forecast.volatility, usual)
    const growth = growPaths(returns, { blocks, horizon: life, scale })
    grown.set(key, growth)
    return growth
  }
}

/** Returns of the same days of each underlying; null where one is unknown or too few days are common. */
function readHistories({ situation }: HedgeContext, tickers: readonly string[]): Map<string, Float64Array> | null {
  if (tickers.length === 0) return null
  const rows = tickers.map((ticker) => findRow(situation.returns, ticker)?.slice(-HISTORY))
  if (rows.some((row) => row === undefined)) return null
  const common = (rows as Float64Array[])[0]!.map((_, t) => (rows.every((row) => !Number.isNaN(row![t]!)) ? 1 : 0))
  const histories = new Map(tickers.map((ticker, i) => [ticker, rows[i]!.filter((_, t) => common[t] === 1)]))
  return histories.get(tickers[0]!)!.length < MINIMUM_PAIR_RETURNS ? null : histories
}

function countLife({ situation }: HedgeContext, { expiry }: OptionLine): number {
  return Math.max(1, countHedgeDays(situation.today, expiry).tradingDays)
}

interface PayoffEstimate {
  readonly mean: number
  readonly standardError: number
}

/** Along the paths; written anew for each drift. */
interface PathValues {
  readonly payoffs: Float64Array
  /** Value of the shares behind the options, less its known mean. */
  readonly controls: Float64Array
}

/** Mean payoff with the value of the shares behind the options as control variate. */
function estimatePayoff(lines: readonly PricedLine[], drift: number, values: PathValues): PayoffEstimate {
  const { payoffs, controls } = values
  payoffs.fill(0)
  controls.fill(0)
  for (const { size, sign, spot, strike, growth, years, carry, premium } of lines) {
    const forward = spot * Math.exp((carry + drift * premium) * years)
    for (let path = 0; path < COST_PATHS; path++) {
      const gain = sign * (forward * growth[path]! - strike)
      if (gain > 0) payoffs[path]! += size * gain
      controls[path]! += size * sign * forward * (growth[path]! - 1)
    }
  }
  return estimateWithControl(values)
}

/** Mean and its standard error, with a control variate whose mean is 0. */
function estimateWithControl({ payoffs, controls }: PathValues): PayoffEstimate {
  const count = payoffs.length
  let [sum, sumOfControls] = [0, 0]
  for (let k = 0; k < count; k++) {
    sum += payoffs[k]!
    sumOfControls += controls[k]!
  }
  const [mean, control] = [sum / count, sumOfControls / count]
  let [own, other, both] = [0, 0, 0]
  for (let k = 0; k < count; k++) {
    const a = payoffs[k]! - mean
    const b = controls[k]! - control
    own += a * a
    other += b * b
    both += a * b
  }
  const slope = other > 0 ? both / other : 0
  const variance = Math.max(0, own - slope * both) / (count - 2)
  return { mean: mean - slope * control, standardError: Math.sqrt(variance / count) }
}

function countOdds(payoffs: Float64Array, cost: number): CostOdds {
  // Variables, because fields of an object lost counts in a few runs of V8 13.6 (decision 130).
  let [paysBack, overThree, nothing] = [0, 0, 0]
  for (const payoff of payoffs) {
    if (payoff >= cost) paysBack++
    if (payoff > 3 * cost) overThree++
    if (payoff <= 0) nothing++
  }
  const paths = payoffs.length
  return { paysBack: paysBack / paths, overThree: overThree / paths, nothing: nothing / paths }
}
