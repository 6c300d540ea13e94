import type { BookRisk, HedgeContext, PortfolioAdvice } from '@ballast/quant'
import type { BuiltSituation } from '../../advice/book/build-situation.ts'
import type { RiskFacts } from '../../advice/texts/risk-facts.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import type { AnalysisInput } from './analysis-input.ts'

/** What all texts of an analysis are written from. */
export interface AdviceFrame {
  input: AnalysisInput
  built: BuiltSituation
  context: HedgeContext
  risk: BookRisk
  advice: PortfolioAdvice
  ledger: FactLedger
  riskFacts: RiskFacts
  /** Tickers of which more is owed than held. */
  shorts: ReadonlySet<string>
}
