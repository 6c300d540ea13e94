// Tests: readme.test.ts, published-package.test.ts, no-nan-travels.test.ts

export * from './analyst/action-plan.ts'
export * from './analyst/advice-actions.ts'
export * from './analyst/advice-confidence.ts'
export * from './analyst/advice-rules.ts'
export * from './analyst/advise-portfolio.ts'
export * from './analyst/course-trials.ts'
export * from './analyst/market-moves.ts'
export * from './analyst/score-recommendation.ts'
export * from './analyst/track-record.ts'
export * from './analyst/wilson-interval.ts'
export * from './backtest.ts'
export * from './backtest-holdings.ts'
export * from './backtest-text.ts'
export * from './benchmark-mix.ts'
export * from './benchmark-relative.ts'
export * from './beta-adjustment.ts'
export * from './bootstrap-paths.ts'
export * from './civil-day.ts'
export type { Completeness } from './complete-days.ts'
export * from './concentration.ts'
export * from './constants.ts'
export * from './cornish-fisher.ts'
export * from './correlation-blocks.ts'
export * from './correlation-interval.ts'
export * from './correlation-matrix.ts'
export { computeCovarianceMatrix } from './covariance-matrix.ts'
export { type ShrunkCovariance, shrinkLedoitWolf, shrinkOracleApproximating } from './covariance-shrinkage.ts'
export * from './deepest-fall.ts'
export * from './discovery/bad-paths.ts'
export * from './discovery/discover-ideas.ts'
export * from './discovery/fair-value.ts'
export * from './discovery/false-discovery.ts'
export * from './discovery/idea-candidates.ts'
export * from './discovery/idea-selection.ts'
export * from './discovery/idea-sides.ts'
export * from './discovery/partial-relation.ts'
export * from './discovery/relation-scan.ts'
export * from './discovery/scanned-relation.ts'
export * from './discovery/student-distribution.ts'
export * from './discovery/tail-dependence.ts'
export * from './discovery/volatility-premium.ts'
export * from './distribution-shape.ts'
export * from './diversification.ts'
export * from './down-sampling.ts'
export * from './drawdown.ts'
export * from './drawdown-periods.ts'
export * from './eigenvalues.ts'
export * from './equal-risk-contribution.ts'
export { QuantInputError } from './errors.ts'
export * from './exchange-calendar.ts'
export * from './expected-shortfall.ts'
export * from './factor-regression.ts'
export * from './hedge/account-rules.ts'
export * from './hedge/analyze-hedges.ts'
export * from './hedge/book-risk.ts'
export { sumGross } from './hedge/book-weights.ts'
export { type CappedGain, findCappedGain } from './hedge/capped-gain.ts'
export * from './hedge/cheapest-package.ts'
export * from './hedge/crisis-replay.ts'
export * from './hedge/cvar-package.ts'
export { COST_PATHS, type CostOdds, type ExpectedCost } from './hedge/expected-cost.ts'
export * from './hedge/frontier-proposals.ts'
export * from './hedge/hedge-context.ts'
export * from './hedge/hedge-dates.ts'
export * from './hedge/hedge-findings.ts'
export * from './hedge/hedge-market.ts'
export * from './hedge/hedge-proposal.ts'
export * from './hedge/hedge-request.ts'
export * from './hedge/hedge-search.ts'
export * from './hedge/hedge-situation.ts'
export * from './hedge/index-fit.ts'
export * from './hedge/leg-greeks.ts'
export type { LimitPrice, LimitPrices } from './hedge/limit-prices.ts'
export * from './hedge/loss-limits.ts'
export { type LossMap, mapLosses } from './hedge/loss-map.ts'
export { NAME_GAP, type OpenRisk } from './hedge/open-risk.ts'
export * from './hedge/option-lines.ts'
export { findMainDriver, type OwnRisk } from './hedge/own-risk.ts'
export {
  ACCOUNT_KINDS,
  type AccountKind,
  APPROVAL_LEVELS,
  type ApprovalLevel,
  type Barrier,
  UNDERLYING_KINDS,
  type UnderlyingKinds,
} from './hedge/permitted-legs.ts'
export * from './hedge/priced-hedge.ts'
export * from './hedge/protection-end.ts'
export {
  countPackages,
  findRepairs,
  listRenewals,
  type RenewalPoint,
  type Repair,
  type RepairKind,
  type RepairQuestion,
  removeLegs,
} from './hedge/repair-hedge.ts'
export type { VolatilityPath } from './hedge/replay-volatility.ts'
export * from './hedge/reprice-hedge.ts'
export { computeForgoneReturn, measureSaleTax, type SaleTax, type SellingComparison } from './hedge/sale-cost.ts'
export { selectUnderlyings } from './hedge/select-underlyings.ts'
export { isDivisible } from './hedge/share-moves.ts'
export { type SharesSplit, splitShares } from './hedge/split-shares.ts'
export { splitTicket, type TicketSplit } from './hedge/split-ticket.ts'
export * from './hedge/volatility-forecast.ts'
export * from './hierarchical-risk-parity.ts'
export * from './lower-risk-resampling.ts'
export * from './lower-risk-weights.ts'
export * from './minimum-variance.ts'
export * from './moments.ts'
export * from './money-weighted-return.ts'
export { type AmericanAccuracy, type AmericanPrice, computeAmericanPrice } from './options/american.ts'
export { computeBaroneAdesiWhaley, computeBjerksundStensland } from './options/american-approximations.ts'
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
export { computeBlackScholesBatch } from './options/black-scholes-batch.ts'
export { createValuationColumns, type OptionColumns, type ValuationColumns } from './options/black-scholes-kernel.ts'
export {
  type BookGreeks,
  type BookPosition,
  computeBookGreeks,
  computeIndexHedgeSize,
  computeShockReturn,
  type IndexHedgeSize,
} from './options/book-greeks.ts'
export * from './options/chain-analysis.ts'
export {
  type ChainFigureContract,
  type ChainFigures,
  type ChainSentiment,
  computeChainFigures,
  findUnusualStrikes,
  findUnusualVolume,
  isInTheMoney,
  isValidVolatility,
  selectNearTermExpiries,
  type UnusualContract,
  VALID_VOLATILITY,
  type VolumePattern,
} from './options/chain-figures.ts'
export { computeDeltaSkew, type DeltaSkew } from './options/delta-skew.ts'
export { erf, erfc, erfcx } from './options/error-function.ts'
export { type CashDividend, computeEscrowedSpot, isEarlyAssignmentLikely } from './options/escrowed-dividends.ts'
export * from './options/exercise-odds.ts'
export { computeGaussLegendre, type Quadrature } from './options/gauss-legendre.ts'
export * from './options/hedge-sizing.ts'
export * from './options/hedge-table.ts'
export { computeHigherOrderGreeks, type HigherOrderGreeks } from './options/higher-order-greeks.ts'
export * from './options/implied-forward.ts'
export {
  computeBlack76ImpliedVolatility,
  computeImpliedVolatility,
  type ImpliedVolatility,
  NO_VOLATILITY_REASONS,
  type NoVolatilityReason,
  type QuoteColumns,
} from './options/implied-volatility.ts'
export { computeImpliedVolatilityBatch, type ImpliedVolatilityColumns } from './options/implied-volatility-batch.ts'
export { inverseNormalCdf, normalCdf, normalPdf } from './options/normal-distribution.ts'
export { OPTION_LIMITS, type OptionInputs, type OptionType, type QuotedOption } from './options/option-contract.ts'
export {
  CONTRACT_MULTIPLIER,
  computeNetCost,
  computeProfitAtExpiry,
  computeProfitBeforeExpiry,
  computeStrategyGreeks,
  computeStrategyOutcome,
  type OptionStrategy,
  type StrategyGreeks,
  type StrategyLeg,
  type StrategyMarket,
  type StrategyOutcome,
} from './options/option-strategy.ts'
export * from './options/put-call-history.ts'
export * from './options/quote-hygiene.ts'
export {
  computeDurrlemanFunction,
  computeSviDensity,
  computeSviVariance,
  fromSviJumpWings,
  type SviJumpWings,
  type SviSlice,
  toSviJumpWings,
} from './options/svi.ts'
export * from './options/volatility-rank.ts'
export * from './options/volatility-shock.ts'
export {
  computeAtmVolatility,
  computeQuoteFactor,
  computeSmileError,
  computeSmileShape,
  computeSmileVolatility,
  createFlatSmile,
  fitVolatilitySmiles,
  type MovedQuote,
  type SmileError,
  type SmilePoint,
  type SmileQuotes,
  type VolatilitySmile,
} from './options/volatility-smile.ts'
export * from './options/volatility-term-structure.ts'
export { computeQuantile } from './order-statistics.ts'
export * from './performance.ts'
export * from './portfolio-returns.ts'
export * from './price-matrix.ts'
export * from './price-quality.ts'
export * from './random.ts'
export * from './rank-correlation.ts'
export {
  computeBeta,
  computeCorrelation,
  computeCovariance,
  fitRegression,
  type Regression,
} from './regression.ts'
export * from './returns.ts'
export * from './risk-contributions.ts'
export type { RiskFreeOption } from './risk-free-rate.ts'
export * from './rolling.ts'
export { roundToTotal } from './rounding.ts'
export * from './scenarios.ts'
export * from './sector-exposure.ts'
export * from './sharpe-ratio.ts'
export * from './sortino-ratio.ts'
export type { SquareMatrix } from './square-matrix.ts'
export type { ConfidenceOption } from './tail-probability.ts'
export * from './tail-risk.ts'
export * from './time-weighted-return.ts'
export * from './total-return.ts'
export * from './treasury-bond.ts'
export * from './value-at-risk.ts'
export * from './volatility.ts'
export * from './win-rate.ts'
