// Tests: ../features/backtest/backtest.test.ts

import { fitRegression, shrinkBeta } from '@ballast/quant'

const PRIOR_BETA = 1
const HIGHEST_BETA = 3
/** Part of its moves that a proxy explains where a fund is built on it. */
const BUILT_ON = 0.5

/**
 * Beta of a holding to what stands in for it: least squares over their common days, shrunk towards 1 the more uncertain it
 *
 * @param own, proxy returns of the same days; a missing one leaves the day out
 */
export function estimateProxyBeta(own: Float64Array | undefined, proxy: Float64Array | undefined): number {
  const line = own && proxy ? fitRegression(own, proxy) : null
  const estimate =
    line === null || line.slopeStandardError === null
      ? null
      : { beta: line.slope, standardError: line.slopeStandardError }
  const isInverse = line !== null && line.slope < 0 && (line.rSquared ?? 0) > BUILT_ON
  const lowest = isInverse ? -HIGHEST_BETA : 0
  return Math.min(HIGHEST_BETA, Math.max(lowest, shrinkBeta(estimate, PRIOR_BETA).beta))
}
