import type { BookRisk, HedgeContext, PortfolioAdvice } from '@ballast/quant'
import type { BookModel } from '../../advice/book/build-book-model.ts'
import type { RiskFacts } from '../../advice/texts/risk-facts.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import type { AnalysisInput } from './analysis-input.ts'

/** What all texts of an analysis are written from. */
export interface AdviceFrame {
  input: AnalysisInput
  built: BookModel
  context: HedgeContext
  risk: BookRisk
  advice: PortfolioAdvice
  ledger: FactLedger
  riskFacts: RiskFacts
  /** Tickers of which more is owed than held. */
  shorts: ReadonlySet<string>
}
