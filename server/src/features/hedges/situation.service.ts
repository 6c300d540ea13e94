/** A portfolio and its market as the engine sees them, for other features that advise on whole portfolios. */
export { type BuiltSituation, buildSituation, toContractKey } from './build-situation.ts'
export { describeLegs, describeOrder, toName } from './describe-ticket.ts'
export type { ChainOutcome, HedgingInput, LeftOut } from './hedging-input.ts'
export { loadSituation } from './load-situation.ts'
export { type RiskFacts, recordRisk } from './risk-facts.ts'
export { recordStrategy, type StrategyFacts } from './strategy-facts.ts'
export { INDEX_NAME, nameHolding } from './write-risk.ts'
