import { expect } from 'vitest'
import type { ExpiryAnalysis } from './chain-analysis.ts'
import { computeDurrlemanFunction, computeSviVariance } from './svi.ts'
import type { VolatilitySmile } from './volatility-smile.ts'

const STEP = 0.0025

/**
 * Expects smiles to allow no arbitrage: no butterfly on a grid of a quarter per cent of log-moneyness from half to double
 * the forward, and no calendar spread within the range given.
 */
export function expectNoArbitrage(
  smiles: readonly VolatilitySmile[],
  range: { readonly lowest: number; readonly highest: number },
): void {
  let earlier: VolatilitySmile | null = null
  for (const smile of smiles) {
    const { b, rho } = smile.svi
    expect(b * (1 + Math.abs(rho)), 'Lee’s bound').toBeLessThanOrEqual(2)
    let least = Number.POSITIVE_INFINITY
    for (let k = -0.7; k <= 0.7; k += STEP) least = Math.min(least, computeDurrlemanFunction(smile.svi, k))
    expect(least, `density of ${smile.years} years`).toBeGreaterThanOrEqual(0)
    if (earlier !== null) {
      let growth = Number.POSITIVE_INFINITY
      for (let k = range.lowest; k <= range.highest; k += STEP) {
        growth = Math.min(growth, computeSviVariance(smile.svi, k) / computeSviVariance(earlier.svi, k))
      }
      expect(growth, `variance from ${earlier.years} to ${smile.years} years`).toBeGreaterThanOrEqual(1)
    }
    earlier = smile
  }
}

/** Expects every smile of eight strikes or more to pass the quotes as near as their spreads let one know. */
export function expectNearQuotes(expiries: readonly ExpiryAnalysis[]): number {
  const fitted = expiries.filter(({ smile }) => smile !== null && smile.pointCount >= 8)
  for (const { expiry, smileError } of fitted) {
    expect(smileError!.rms, expiry).toBeLessThanOrEqual(smileError!.halfSpread)
  }
  return fitted.length
}
