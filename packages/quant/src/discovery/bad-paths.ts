// Tests: fair-value.test.ts, bad-input.test.ts

import { computeVolatilityScale, simulateBlockPaths } from '../bootstrap-paths.ts'
import { MINIMUM_PAIR_RETURNS, TRADING_DAYS } from '../constants.ts'
import { requirePositiveNumber } from '../options/option-contract.ts'
import { createRandomSource } from '../random.ts'
import { computeVolatility } from '../volatility.ts'

/** An asset's growth over a horizon in the worst of a book's simulated paths. */
export interface BadPaths {
  /** S_T / S_0 of the asset, one per bad path, the book's worst first. */
  readonly growth: Float64Array
  /** Mean return of the book over those paths, a fraction. */
  readonly bookReturn: number
}

/** Settings of {@link simulateBadPaths}. */
export interface BadPathsInput {
  /** Daily returns on the same days, in time order, up to ten years of them are used. */
  readonly asset: Float64Array
  readonly book: Float64Array
  readonly tradingDays: number
  /** Annual volatility that the asset's paths shall have. */
  readonly volatility: number
  /** Forward over spot: mean growth that all paths of the asset together shall have (no view on direction). */
  readonly forwardRatio: number
  readonly seed: number
}

const HISTORY = 2520
const PATHS = 2000
const WORST_SHARE = 0.1

/**
 * Simulates an asset in the worst tenth of a book's paths to a horizon. Both are drawn together in blocks of days from
 * their common history (see `simulateBlockPaths`), so that the asset meets a bad time of the book as it really did; the
 * asset is rescaled to its forecast volatility (by 0.6 to 1.8), and its paths to the forward in the mean.
 *
 * @returns null for fewer than 60 common days, or an asset that never moves
 * @throws QuantInputError when lengths differ, a return is infinite, or a number is not positive
 */
export function simulateBadPaths(input: BadPathsInput): BadPaths | null {
  requirePositiveNumber('forwardRatio', input.forwardRatio)
  requirePositiveNumber('volatility', input.volatility)
  const book = input.book.slice(-HISTORY)
  const asset = input.asset.slice(-HISTORY)
  const common = asset.filter((value, t) => !Number.isNaN(value + book[t]!))
  const usual = computeVolatility(common)
  if (usual === null || !(usual > 0) || common.length < MINIMUM_PAIR_RETURNS) return null
  const scale = computeVolatilityScale(input.volatility, usual)
  const mean = common.reduce((sum, value) => sum + value, 0) / common.length
  const paths = simulateBlockPaths({
    portfolio: book,
    benchmark: asset.map((value) => mean + scale * (value - mean)),
    horizon: Math.min(TRADING_DAYS, Math.max(1, Math.round(input.tradingDays))),
    random: createRandomSource(input.seed),
    paths: PATHS,
  })
  const drift = input.forwardRatio / (1 + paths.benchmark.reduce((sum, value) => sum + value, 0) / PATHS)
  const worst = Array.from(paths.portfolio.keys())
    .sort((a, b) => paths.portfolio[a]! - paths.portfolio[b]! || a - b)
    .slice(0, Math.floor(WORST_SHARE * PATHS))
  return {
    growth: Float64Array.from(worst, (k) => (1 + paths.benchmark[k]!) * drift),
    bookReturn: worst.reduce((sum, k) => sum + paths.portfolio[k]!, 0) / worst.length,
  }
}

/**
 * Mean payoff at expiry, per share, of an option over an asset's bad paths.
 *
 * @param option spot and strike in currency
 */
export function computeBadPayoff(
  { growth }: BadPaths,
  option: { readonly type: 'call' | 'put'; readonly spot: number; readonly strike: number },
): number {
  const sign = option.type === 'call' ? 1 : -1
  return (
    growth.reduce((sum, ratio) => sum + Math.max(0, sign * (ratio * option.spot - option.strike)), 0) / growth.length
  )
}
