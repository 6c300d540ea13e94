// Tests: published-package.test.ts

/**
 * Second entry point, `@ballast/quant/engine`: parts of the hedge search, of discovery, of advice and of its record that
 * Ballast's server and screens work with. Any version may change them.
 */

export type { BookLeft } from './analyst/action-plan.ts'
export { calibrateConfidence } from './analyst/advice-confidence.ts'
export { type AdviceFinding, type AdviceRule, hasYear, LEAST_SEVERITY } from './analyst/advice-rules.ts'
export {
  type AdviceEffect,
  type AdvisedAction,
  advisePortfolio,
  type PortfolioAdvice,
} from './analyst/advise-portfolio.ts'
export { measureMoveLoss } from './analyst/market-moves.ts'
export {
  type RecommendationSnapshot,
  type SnapshotHolding,
  type SnapshotOption,
  scoreRecommendation,
} from './analyst/score-recommendation.ts'
export {
  findConfidenceBucket,
  NEEDED_FOR_RATES,
  type RecordedRecommendation,
  summarizeTrackRecord,
  type TrackRecordSummary,
} from './analyst/track-record.ts'
export * from './analyst/wilson-interval.ts'
export { createCashPath, MAXIMUM_EXCLUDED_WEIGHT } from './backtest-holdings.ts'
export { describeCoverage } from './backtest-text.ts'
export { findCompleteRun } from './benchmark-mix.ts'
export { MINIMUM_PAIR_RETURNS } from './constants.ts'
export { findDeepestFall } from './deepest-fall.ts'
export * from './discovery/discover-ideas.ts'
export type { IdeaCandidate } from './discovery/idea-candidates.ts'
export { type IdeaReason, listIdeaSides } from './discovery/idea-sides.ts'
export { scanRelations } from './discovery/relation-scan.ts'
export type { AssetRelation, RelationScan } from './discovery/scanned-relation.ts'
export type { PremiumClass } from './discovery/volatility-premium.ts'
export * from './down-sampling.ts'
export { toWeekday } from './exchange-calendar.ts'
export { type AccountPermission, permitByAccounts } from './hedge/account-permissions.ts'
export { coverCalls } from './hedge/account-room.ts'
export type { SplitAccount, SplitObstacle } from './hedge/account-rules.ts'
export { proposeHedges } from './hedge/analyze-hedges.ts'
export { assessBookRisk } from './hedge/book-risk.ts'
export { sumGross } from './hedge/book-weights.ts'
export { findCappedGain } from './hedge/capped-gain.ts'
export { COST_PATHS } from './hedge/expected-cost.ts'
export { countCoveredShares } from './hedge/free-shares.ts'
export * from './hedge/frontier-proposals.ts'
export * from './hedge/hedge-context.ts'
export { chooseTerm, countHedgeDays, listHeldLossDays, listLossDays, toHedgeDate } from './hedge/hedge-dates.ts'
export { completeHedgeRequest, DEFAULT_HEDGE_REQUEST } from './hedge/hedge-request.ts'
export { computeMostContracts } from './hedge/hedge-search.ts'
export { estimateHedgingBeta, findBetterIndex, fitIndex } from './hedge/index-fit.ts'
export { computeHedgedGreeks } from './hedge/leg-greeks.ts'
export {
  computeRequiredGains,
  createLossLimits,
  findWorstLoss,
  keepsLimit,
  type RequiredGain,
} from './hedge/loss-limits.ts'
export { mapLosses } from './hedge/loss-map.ts'
export { type MovedBook, moveMarket } from './hedge/move-market.ts'
export { NAME_GAP } from './hedge/open-risk.ts'
export { hedgeDays, listHedgeExpiries, toHedgeUnderlying } from './hedge/option-lines.ts'
export { type DriverFit, findMainDriver } from './hedge/own-risk.ts'
export type { Barrier } from './hedge/permitted-legs.ts'
export { findProtectionEnd } from './hedge/protection-end.ts'
export {
  countPackages,
  findFreshCost,
  findRepairs,
  listRenewals,
  type RenewalPoint,
  type Repair,
  type RepairQuestion,
  removeLegs,
} from './hedge/repair-hedge.ts'
export { createLegLookup, repriceBook, repriceLeg } from './hedge/reprice-hedge.ts'
export { computeForgoneReturn } from './hedge/sale-cost.ts'
export * from './hedge/select-underlyings.ts'
export { isDivisible } from './hedge/share-moves.ts'
export { splitShares } from './hedge/split-shares.ts'
export { splitTicket } from './hedge/split-ticket.ts'
export { type ResampledReduction, resampleLowerRisk } from './lower-risk-resampling.ts'
export { compoundRate } from './money-weighted-return.ts'
export { createValuationColumns } from './options/black-scholes-kernel.ts'
export { isValidVolatility } from './options/chain-figures.ts'
export { findSmile, LAST_WEEK_YEARS } from './options/last-week-smile.ts'
export { OPTION_LIMITS } from './options/option-contract.ts'
export { computeShockedVixForward } from './options/volatility-shock.ts'
export { computeQuoteFactor, computeSmileError, createFlatSmile } from './options/volatility-smile.ts'
export { toTermPoints } from './options/volatility-term-structure.ts'
export { sliceColumns } from './price-matrix.ts'
export { seedFromText } from './random.ts'
export { FALLING_SCENARIOS, findCustomWindow } from './scenarios.ts'
export { normalizeSector } from './sector-exposure.ts'
