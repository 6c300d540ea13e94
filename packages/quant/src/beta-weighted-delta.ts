import { inputErrors, requirePositive } from './errors.ts'

/** A position as the market sees it: its value and how strongly it follows the index. */
export interface BetaExposure {
  /** Market value for shares; for an option its delta in shares × the underlying's price. Signed. */
  readonly deltaValue: number
  readonly beta: number
}

/** The portfolio expressed in the index. */
export interface BetaWeightedDelta {
  /** Σ value·β: the amount of index that gains and loses as the portfolio does, in currency. */
  readonly dollarBeta: number
  /** The same in index shares. */
  readonly indexShares: number
}

/**
 * Beta-weighted delta: how many shares of the index the whole portfolio behaves like.
 *
 *     $β = Σ V_i·β_i,   index shares = $β / S
 *
 * @param indexPrice price of the index fund, > 0
 * @throws QuantInputError for a price that is not positive, or naming the first exposure that is not finite
 */
export function computeBetaWeightedDelta(exposures: readonly BetaExposure[], indexPrice: number): BetaWeightedDelta {
  requirePositive('indexPrice', Float64Array.of(indexPrice))
  const dollarBeta = exposures.reduce((sum, { deltaValue, beta }, index) => {
    const product = deltaValue * beta
    if (!Number.isFinite(product)) throw inputErrors.badNumber('exposures', index, product, 'a finite value and beta')
    return sum + product
  }, 0)
  return { dollarBeta, indexShares: dollarBeta / indexPrice }
}

/** Sizes of an index put hedge, in contracts, unrounded. */
export interface IndexHedgeSize {
  /** Puts whose strike value covers the beta-adjusted portfolio: protection at expiry. */
  readonly fullNotional: number
  /** Puts that offset the portfolio's delta today; more than fullNotional, since each one's delta is below 1. */
  readonly deltaNeutral: number | null
}

/**
 * Contracts of index puts for a beta-weighted portfolio.
 *
 *     full notional = h·$β / (multiplier·S),   delta neutral = h·$β / (multiplier·S·|Δ|)
 *
 * @param putDelta of one put, in [−1, 0]; 0 gives no delta-neutral size
 * @param hedgeRatio h, the share of the exposure to cover (1 = all)
 * @throws QuantInputError for a price or multiplier that is not positive, or a delta outside [−1, 0]
 */
export function computeIndexHedgeSize({
  dollarBeta,
  indexPrice,
  putDelta,
  hedgeRatio = 1,
  multiplier = 100,
}: {
  readonly dollarBeta: number
  readonly indexPrice: number
  readonly putDelta: number
  readonly hedgeRatio?: number
  readonly multiplier?: number
}): IndexHedgeSize {
  requirePositive('indexPrice', Float64Array.of(indexPrice))
  requirePositive('multiplier', Float64Array.of(multiplier))
  if (!(putDelta >= -1 && putDelta <= 0))
    throw inputErrors.badNumber('putDelta', null, putDelta, 'a delta from −1 to 0')
  const fullNotional = (hedgeRatio * dollarBeta) / (multiplier * indexPrice)
  return { fullNotional, deltaNeutral: putDelta === 0 ? null : fullNotional / -putDelta }
}
