// Tests: landing.test.tsx

import data from './hero-data.json' with { type: 'json' }

/**
 * One past fall of the simulated market, replayed with the weights the sample portfolio has today.
 * `scripts/generate-example-figures.ts` writes the figures.
 */
export interface HeroFall {
  id: string
  label: string
  name: string
  from: string
  through: string
  /** US dollars, 100,000 invested on the first day, nothing rebalanced. */
  portfolio: readonly number[]
  benchmark: readonly number[]
  /** Places of the high and the low of the portfolio's deepest fall. */
  peak: number
  trough: number
  /** Measured on every trading day of the window; percents where the name says so. */
  beta: number
  volatilityPercent: number
  maxDrawdownPercent: number
  benchmarkMaxDrawdownPercent: number
  diversificationScore: number
}

export const HERO_FALLS: readonly HeroFall[] = data.falls

/** Correlations of daily returns over a year among the tickers that the picture of the matrix names. */
export const HERO_CORRELATIONS: readonly (readonly number[])[] = data.correlations
