// Tests: ../features/backtest/backtest.test.ts

import { fitRegression, shrinkBeta } from '@ballast/quant'

const PRIOR_BETA = 1
const HIGHEST_BETA = 3

/**
 * Beta of a holding to what stands in for it: least squares over their common days, shrunk towards 1 the more uncertain it
 * is, and kept between 0 and 3; 1 when nothing can be estimated.
 *
 * @param own, proxy returns of the same days; a missing one leaves the day out
 */
export function estimateProxyBeta(own: Float64Array | undefined, proxy: Float64Array | undefined): number {
  const line = own && proxy ? fitRegression(own, proxy) : null
  const estimate =
    line === null || line.slopeStandardError === null
      ? null
      : { beta: line.slope, standardError: line.slopeStandardError }
  return Math.min(HIGHEST_BETA, Math.max(0, shrinkBeta(estimate, PRIOR_BETA).beta))
}
