/** A portfolio and its market as the engine sees them, for other features that advise on whole portfolios. */
export { assessBook, createTimedSteps } from './assess-book.ts'
export {
  type BuiltSituation,
  buildSituation,
  keepPriceable,
  mergeSlices,
  toContractKey,
  toMarket,
} from './build-situation.ts'
export type { WantedChain } from './choose-chains.ts'
export { describeOrder, toName } from './describe-ticket.ts'
export type { ChainOutcome, HedgingInput, HeldContract, LeftOut, LoadedChain } from './hedging-input.ts'
export { listForeign, type PricedBook, toPricedBook } from './load-book.ts'
export { loadChains } from './load-chains.ts'
export { loadForeignHistories } from './load-hedging.ts'
export { loadSituation } from './load-situation.ts'
export { createStepsOf, type Steps } from './report-steps.ts'
export { findRise, type RiskFacts, recordRisk } from './risk-facts.ts'
export { recordStrategy, type StrategyFacts } from './strategy-facts.ts'
export { INDEX_NAME, MOST_STAND_INS, nameHolding } from './write-risk.ts'
export { writeProtectionEnd } from './write-term.ts'
