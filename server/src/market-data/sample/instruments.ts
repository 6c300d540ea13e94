/**
 * The instruments of the simulated market: 159 with figures of their own, then the funds of `held-funds.ts`. Betas,
 * volatilities, growth and prices are illustrative round figures, not market data; prices are split-adjusted levels on the
 * anchor date.
 */

import { HELD_FUNDS } from './held-funds.ts'
import instruments from './instruments.json' with { type: 'json' }
import type { SimulatedFactor } from './sector-factors.ts'
import type { SimulatedInstrument } from './simulated-instrument.ts'

/** Ticker, name, beta, volatility % a year, first day, price on the anchor date, log growth % a year; of a fund also its internal diversification ratio. */
type Row = [string, string, number, number, string, number, number, number?]

/** Companies and funds by what moves them. The first fund of a factor is the one whose crisis returns the factor is bridged to. */
const GROUPS = [...instruments.companies, ...instruments.funds] as { factor: SimulatedFactor; members: Row[] }[]

const TRACKERS: ReadonlySet<string> = new Set(['SPY', 'VOO', 'VTI', 'SH'])

function toInstrument(row: Row, factor: SimulatedFactor): SimulatedInstrument {
  const [ticker, name, beta, volatilityPercent, start, anchorPrice, growthPercent, internalDiversification] = row
  return {
    ticker,
    name,
    factor,
    isFund: internalDiversification !== undefined,
    beta,
    volatility: volatilityPercent / 100,
    start,
    anchorPrice,
    growth: growthPercent / 100,
    isGrowthOverBenchmark: false,
    tracksBenchmark: TRACKERS.has(ticker),
    kin: null,
    internalDiversification: internalDiversification ?? 1,
  }
}

export const SIMULATED_INSTRUMENTS: ReadonlyMap<string, SimulatedInstrument> = new Map(
  [...GROUPS.flatMap(({ factor, members }) => members.map((row) => toInstrument(row, factor))), ...HELD_FUNDS].map(
    (instrument) => [instrument.ticker, instrument],
  ),
)
