export * from './civil-day.ts'
export * from './concentration.ts'
export * from './constants.ts'
export * from './diversification.ts'
export * from './drawdown.ts'
export { QuantInputError } from './errors.ts'
export * from './moments.ts'
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
export {
  computeBlack76ImpliedVolatility,
  computeImpliedVolatility,
  type ImpliedVolatility,
  type NoVolatilityReason,
} from './options/implied-volatility.ts'
export { inverseNormalCdf, normalCdf, normalPdf } from './options/normal-distribution.ts'
export type { OptionInputs, OptionType, QuotedOption } from './options/option-contract.ts'
export * from './portfolio-returns.ts'
export * from './price-matrix.ts'
export * from './random.ts'
export * from './regression.ts'
export * from './returns.ts'
export * from './volatility.ts'
