// Tests: bad-input.test.ts, fair-value.test.ts

import { inputErrors } from '../errors.ts'
import { computeQuantile } from '../order-statistics.ts'

/** Kinds of underlyings, by the usual ratio of implied over realised volatility. */
export type PremiumClass = 'index' | 'single-name' | 'other'

/** Used until an asset, or its class, has been watched for long enough. */
export const USUAL_PREMIUMS: Readonly<Record<PremiumClass, number>> = {
  index: 1.12,
  'single-name': 1.08,
  other: 1.06,
}

/** The usual ratio of implied to realised volatility, and how many observations it was measured on (0: the default). */
export interface VolatilityPremium {
  readonly ratio: number
  readonly measured: number
}

const LEAST_OBSERVATIONS = 60
const BOUNDS = { low: 0.7, high: 1.8 } as const

/**
 * Chooses the usual price of options on a kind of asset over the volatility that then comes: the median of implied over
 * realised volatility when at least 60 were observed, kept between 0.7 and 1.8, else the usual figure of the class.
 * Sellers of insurance are paid; an option at this ratio is normal, not dear.
 *
 * @param ratios implied over the volatility realised afterwards; NaN entries are left out
 * @throws QuantInputError naming the first ratio that is infinite, or not positive
 */
export function chooseVolatilityPremium(premiumClass: PremiumClass, ratios: Float64Array): VolatilityPremium {
  const bad = ratios.findIndex((ratio) => ratio <= 0)
  if (bad >= 0) throw inputErrors.badNumber('ratios', bad, ratios[bad]!, 'a positive ratio')
  const median = computeQuantile(ratios, 0.5)
  const measured = ratios.filter((ratio) => !Number.isNaN(ratio)).length
  if (median === null || measured < LEAST_OBSERVATIONS) return { ratio: USUAL_PREMIUMS[premiumClass], measured: 0 }
  return { ratio: Math.min(BOUNDS.high, Math.max(BOUNDS.low, median)), measured }
}
