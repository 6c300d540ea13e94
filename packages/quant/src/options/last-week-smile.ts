import type { AnalysedContract, ExpiryAnalysis } from './chain-analysis.ts'
import { createFlatSmile, type VolatilitySmile } from './volatility-smile.ts'

/** Years to expiry within which an option is worth little more than its intrinsic value: a week and a day. */
export const LAST_WEEK_YEARS = 8 / 365

/**
 * Smile by which options of an expiry are valued. In its last week the strikes can lie too far apart to fit one; then it is flat, at
 * the volatility of the quoted strike nearest the forward. An error of ten points there moves an option at the money by
 * less than a hundredth of the price of what it is written on, and any other by less.
 *
 * @param contracts of the chain, those of other expiries among them
 * @returns null without a fitted smile, if more than a week is left or no strike has a volatility
 */
export function findSmile(
  { expiry, years, forward: { forward }, smile }: Pick<ExpiryAnalysis, 'expiry' | 'years' | 'forward' | 'smile'>,
  contracts: readonly Pick<AnalysedContract, 'expiry' | 'strike' | 'impliedVolatility'>[],
): VolatilitySmile | null {
  if (smile !== null || years > LAST_WEEK_YEARS) return smile
  const distance = (strike: number) => Math.abs(Math.log(strike / forward))
  let nearest: { strike: number; volatility: number } | null = null
  for (const { expiry: own, strike, impliedVolatility: volatility } of contracts) {
    if (own !== expiry || volatility === null) continue
    if (nearest === null || distance(strike) < distance(nearest.strike)) nearest = { strike, volatility }
  }
  return nearest === null ? null : createFlatSmile(nearest.volatility, { forward, years })
}
