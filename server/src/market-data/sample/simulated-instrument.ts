import type { SimulatedFactor } from './sector-factors.ts'

/** A made-up course of a real security. */
export interface SimulatedInstrument {
  ticker: string
  name: string
  factor: SimulatedFactor
  isFund: boolean
  /** Against the simulated benchmark SPY. */
  beta: number
  /** Annual volatility, a fraction. */
  volatility: number
  /** First trading day, ISO date. */
  start: string
  /** Close on the anchor date, USD. */
  anchorPrice: number
  /** Logarithmic growth a year from `start` to the anchor date, a fraction. */
  growth: number
  /** True if `growth` comes on top of beta times what the benchmark gained. */
  isGrowthOverBenchmark: boolean
  /** A fund on the benchmark itself: no growth of its own, next to no noise. */
  tracksBenchmark: boolean
  /** The instrument or class whose own noise this one shares but for a little; null for noise of its own. */
  kin: string | null
  /** Diversification ratio inside a fund; 1 for a company. */
  internalDiversification: number
}
