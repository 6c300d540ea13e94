import type { BookInput } from '../../advice/book/book-input.ts'
import type { AnalysisAnswer } from '../../advice/runs/answers.ts'
import { ACTION, ADVICE } from '../../advice/texts/sentence-kinds.ts'
import type { Written } from '../../ai/analyst-model.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { joinTexts, toPlainText } from '../../grounding/grounded-text.ts'
import { tell } from '../../grounding/sentence.ts'
import type { AdviceDraft } from './advise-book.ts'
import { effectSection, REASONS_SECTION } from './writing-task.ts'

/** The analysis as it is answered, with what was chosen for its texts. */
export function assembleAnswer(
  draft: AdviceDraft,
  { sections, engine, composition }: Pick<Written, 'sections' | 'engine' | 'composition'>,
  { frame, ledger }: { frame: BookInput['frame']; ledger: FactLedger },
): AnalysisAnswer {
  const { headline, rationale } = draft.recommendation
  const recommendationParts = joinTexts([tell(ADVICE.headline, headline), tell(ADVICE.rationale, rationale)])
  const reasoningParts = sections[REASONS_SECTION] ?? []
  const actions = draft.actions.map(({ type, order, stepText, operations, effect, step }, place) => {
    const effects = sections[effectSection(place)] ?? []
    const written = [tell(ACTION.order, order), ...effects, tell(ACTION.step, stepText)]
    const parts = joinTexts(written.filter((text) => text.length > 0))
    return { type, description: toPlainText(parts), parts, operations, effect, step }
  })
  const { analysisId, portfolioId, portfolioName, createdAt, source, simulated, asOf } = frame
  return {
    recommendation: toPlainText(recommendationParts),
    confidence: draft.confidence,
    reasoning: reasoningParts.map(toPlainText),
    actions,
    methodology: {
      analysisApproach: toPlainText(draft.approach),
      dataSources: draft.sources.map(toPlainText),
      approachParts: draft.approach,
      dataSourceParts: draft.sources,
    },
    analysisId,
    portfolioId,
    portfolioName,
    createdAt,
    recommendationParts,
    reasoningParts,
    headline: draft.headline,
    evidence: toPlainText(draft.evidence),
    evidenceParts: draft.evidence,
    confidenceDetail: draft.confidenceDetail,
    context: draft.context,
    leftOut: draft.leftOut,
    stale: draft.stale,
    facts: ledger.list(),
    engine,
    verification: composition,
    source,
    simulated,
    asOf,
  }
}
