export * from './benchmark-relative.ts'
export * from './civil-day.ts'
export * from './concentration.ts'
export * from './constants.ts'
export * from './cornish-fisher.ts'
export * from './distribution-shape.ts'
export * from './diversification.ts'
export * from './drawdown.ts'
export { QuantInputError } from './errors.ts'
export * from './expected-shortfall.ts'
export * from './moments.ts'
export { type AmericanAccuracy, type AmericanPrice, computeAmericanPrice } from './options/american.ts'
export { computeAmericanGreeks } from './options/american-greeks.ts'
export { computeAmericanImpliedVolatility } from './options/american-implied-volatility.ts'
export { computeLeisenReimer, type TreeChoice, type TreeValuation } from './options/binomial-tree.ts'
export { computeBlack76, type ForwardOptionInputs, type ForwardOptionValuation } from './options/black-76.ts'
export {
  computeBlackScholes,
  computeBlackScholesPrice,
  computeEuropeanLowerBound,
  type OptionValuation,
} from './options/black-scholes.ts'
export {
  computeBlackScholesBatch,
  createValuationColumns,
  type OptionColumns,
  type ValuationColumns,
} from './options/black-scholes-batch.ts'
export { erf, erfc, erfcx } from './options/error-function.ts'
export { type CashDividend, computeEscrowedSpot, isEarlyAssignmentLikely } from './options/escrowed-dividends.ts'
export { computeGaussLegendre, type Quadrature } from './options/gauss-legendre.ts'
export { computeHigherOrderGreeks, type HigherOrderGreeks } from './options/higher-order-greeks.ts'
export {
  computeBlack76ImpliedVolatility,
  computeImpliedVolatility,
  type ImpliedVolatility,
  type NoVolatilityReason,
} from './options/implied-volatility.ts'
export { inverseNormalCdf, normalCdf, normalPdf } from './options/normal-distribution.ts'
export type { OptionInputs, OptionType, QuotedOption } from './options/option-contract.ts'
export { computeQuantile } from './order-statistics.ts'
export * from './performance.ts'
export * from './portfolio-returns.ts'
export * from './price-matrix.ts'
export * from './random.ts'
export * from './regression.ts'
export * from './returns.ts'
export * from './rolling.ts'
export * from './sharpe-ratio.ts'
export * from './sortino-ratio.ts'
export type { ConfidenceOption } from './tail-probability.ts'
export * from './total-return.ts'
export * from './value-at-risk.ts'
export * from './volatility.ts'
export * from './win-rate.ts'
