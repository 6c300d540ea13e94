// Tests: readme.test.ts, published-package.test.ts, no-nan-travels.test.ts

/**
 * Surface for everybody: what a program needs to measure a portfolio, to price options and to find hedges. It follows
 * semantic versions; `engine.ts` has what Ballast's own server and screens need beyond it.
 *
 * @module @ballast/quant
 */

export {
  type BacktestCurves,
  REBALANCINGS,
  type Rebalancing,
  runSharesBacktest,
  runWeightsBacktest,
  type SharesBacktest,
  type WeightsBacktest,
} from './backtest.ts'
export {
  type BacktestHolding,
  type Coverage,
  type CoverageDetail,
  type PreparedHoldings,
  type ProxyCandidate,
  type ProxyMethod,
  prepareHoldings,
} from './backtest-holdings.ts'
export { type BacktestVerdict, describeBacktest } from './backtest-text.ts'
export { computeMixLevels } from './benchmark-mix.ts'
export * from './benchmark-relative.ts'
export { computeDimsonBeta, type ShrunkBeta, shrinkBeta } from './beta-adjustment.ts'
export * from './bootstrap-paths.ts'
export * from './civil-day.ts'
export type { Completeness } from './complete-days.ts'
export * from './concentration.ts'
export { RISK_FREE_RATE, TRADING_DAYS } from './constants.ts'
export * from './cornish-fisher.ts'
export * from './correlation-blocks.ts'
export * from './correlation-interval.ts'
export * from './correlation-matrix.ts'
export { computeCovarianceMatrix } from './covariance-matrix.ts'
export * from './covariance-shrinkage.ts'
export * from './distribution-shape.ts'
export * from './diversification.ts'
export * from './drawdown.ts'
export * from './drawdown-periods.ts'
export * from './eigenvalues.ts'
export * from './equal-risk-contribution.ts'
export { QuantInputError } from './errors.ts'
export {
  addTradingDays,
  countTradingDays,
  isMonthlyExpiry,
  isTradingDay,
  toClosingMinute,
  toTradingDayOnOrBefore,
} from './exchange-calendar.ts'
export * from './expected-shortfall.ts'
export * from './factor-regression.ts'
export type { AccountLevel, SplitAccount } from './hedge/account-rules.ts'
export { analyzeHedges, type CheapestHedge, type HedgeAnalysis, type SearchReport } from './hedge/analyze-hedges.ts'
export type { BookRisk, CrisisLoss, SectorTilt, ShockLoss } from './hedge/book-risk.ts'
export type { CappedGain } from './hedge/capped-gain.ts'
export type { OptionPackage } from './hedge/cheapest-package.ts'
export type { CrisisWindow } from './hedge/crisis-replay.ts'
export type { CostOdds, ExpectedCost } from './hedge/expected-cost.ts'
export type { HedgeDate } from './hedge/hedge-dates.ts'
export type { PriorityRule, VulnerabilityRule } from './hedge/hedge-findings.ts'
export type {
  DriverKind,
  HedgeHolding,
  HoldingLot,
  LineRejection,
  OptionLine,
  OptionMarket,
  OptionMarketRole,
  RiskDriver,
} from './hedge/hedge-market.ts'
export * from './hedge/hedge-proposal.ts'
export type { HedgeRequest } from './hedge/hedge-request.ts'
export type { FrontierPoint, SearchOutcome, ShortfallReason } from './hedge/hedge-search.ts'
export * from './hedge/hedge-situation.ts'
export type { IndexFit, SectorFit } from './hedge/index-fit.ts'
export type { LimitPrice, LimitPrices } from './hedge/limit-prices.ts'
export type { LossMap } from './hedge/loss-map.ts'
export type { OpenRisk } from './hedge/open-risk.ts'
export type { OptionLines } from './hedge/option-lines.ts'
export type { OwnRisk } from './hedge/own-risk.ts'
export {
  ACCOUNT_KINDS,
  type AccountKind,
  APPROVAL_LEVELS,
  type ApprovalLevel,
  UNDERLYING_KINDS,
  type UnderlyingKinds,
} from './hedge/permitted-legs.ts'
export type {
  BookExposure,
  HedgeBook,
  HedgeExpiry,
  HedgeLeg,
  HedgeUnderlying,
  PricedHedge,
  QuotedContract,
} from './hedge/priced-hedge.ts'
export type { ProtectionEnd } from './hedge/protection-end.ts'
export type { VolatilityPath } from './hedge/replay-volatility.ts'
export {
  type FoundLeg,
  type HedgeShock,
  type LegLookup,
  type RepricedHedge,
  repriceHedge,
  type VolatilityAnswer,
} from './hedge/reprice-hedge.ts'
export type { SaleTax, SellingComparison } from './hedge/sale-cost.ts'
export * from './hierarchical-risk-parity.ts'
export * from './lower-risk-weights.ts'
export * from './minimum-variance.ts'
export * from './moments.ts'
export { type CashFlow, computeMoneyWeightedRates } from './money-weighted-return.ts'
export * from './options/american.ts'
export * from './options/american-approximations.ts'
export * from './options/american-implied-volatility.ts'
export * from './options/binomial-tree.ts'
export * from './options/black-76.ts'
export * from './options/black-scholes.ts'
export * from './options/black-scholes-batch.ts'
export type { OptionColumns, ValuationColumns } from './options/black-scholes-kernel.ts'
export * from './options/book-greeks.ts'
export * from './options/chain-analysis.ts'
export {
  type ChainFigureContract,
  type ChainFigures,
  type ChainSentiment,
  computeChainFigures,
  findUnusualStrikes,
  findUnusualVolume,
  isInTheMoney,
  selectNearTermExpiries,
  type UnusualContract,
  type VolumePattern,
} from './options/chain-figures.ts'
export * from './options/delta-skew.ts'
export * from './options/early-assignment.ts'
export { erf, erfc, erfcx } from './options/error-function.ts'
export { computeExerciseProbability, computeExpectedPayoff, type ForecastOption } from './options/exercise-odds.ts'
export * from './options/hedge-sizing.ts'
export * from './options/hedge-table.ts'
export * from './options/implied-forward.ts'
export {
  computeImpliedVolatility,
  type ImpliedVolatility,
  NO_VOLATILITY_REASONS,
  type NoVolatilityReason,
  type QuoteColumns,
} from './options/implied-volatility.ts'
export * from './options/implied-volatility-batch.ts'
export { inverseNormalCdf, normalCdf, normalPdf } from './options/normal-distribution.ts'
export type { OptionInputs, OptionType, QuotedOption } from './options/option-contract.ts'
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
  computeSviVariance,
  type SviSlice,
} from './options/svi.ts'
export * from './options/volatility-rank.ts'
export {
  computeShockedVolatility,
  type MarketShock,
  type MarketState,
  repriceAtVolatility,
  repriceUnderShock,
  type ShockedOption,
  type ShockedValue,
  type ShockValuation,
} from './options/volatility-shock.ts'
export {
  computeAtmVolatility,
  computeSmileVolatility,
  fitVolatilitySmiles,
  type MovedQuote,
  type SmileError,
  type SmilePoint,
  type SmileQuotes,
  type VolatilitySmile,
} from './options/volatility-smile.ts'
export {
  chooseTermExpiries,
  computeTermSummary,
  interpolateTermVolatility,
  type TermPoint,
  type TermSummary,
} from './options/volatility-term-structure.ts'
export { computeQuantile } from './order-statistics.ts'
export * from './performance.ts'
export { computePortfolioReturns, computeWeights, type PortfolioReturns } from './portfolio-returns.ts'
export {
  alignPrices,
  findRow,
  getRow,
  type PriceMatrix,
  type PriceSeries,
  type ReturnMatrix,
  type SeriesMatrix,
} from './price-matrix.ts'
export { findSuspectPrices, type SuspectPrice, type SuspicionReason } from './price-quality.ts'
export { createNormalSource, createRandomSource, type RandomSource } from './random.ts'
export * from './rank-correlation.ts'
export { computeBeta, computeCorrelation, computeCovariance, fitRegression, type Regression } from './regression.ts'
export * from './returns.ts'
export * from './risk-contributions.ts'
export type { RiskFreeOption } from './risk-free-rate.ts'
export {
  findScenarioWindow,
  getScenario,
  type HistoricalScenario,
  type RollingScenario,
  SCENARIOS,
  type Scenario,
  type ScenarioWindow,
} from './scenarios.ts'
export {
  computeSectorExposure,
  type SectorExposure,
  type SectorExposureOptions,
  type SectorHolding,
} from './sector-exposure.ts'
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
