import type { BookRisk, HedgeContext, HedgeProposal, OwnRisk, PortfolioAdvice } from '@ballast/quant'
import type { BookModel } from '../../advice/book/build-book-model.ts'
import type { RiskFacts } from '../../advice/texts/risk-facts.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import type { AnalysisInput } from './analysis-input.ts'

/** Frame that all texts of an analysis are written from. */
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

/** Finds the largest risk other than the market, where it breaks the limit; null where it does not. */
export const findOwnThreat = ({ ownRisk }: Pick<PortfolioAdvice, 'ownRisk'>): OwnRisk | null =>
  ownRisk === null || ownRisk.isKept ? null : ownRisk

/** Returns true for a proposal against that risk, not against the market. */
export const isForOwnRisk = (advice: Pick<PortfolioAdvice, 'ownRisk'>, { id }: HedgeProposal): boolean =>
  findOwnThreat(advice)?.pick === id
