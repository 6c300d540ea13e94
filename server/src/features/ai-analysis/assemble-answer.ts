import type { GroundedText } from '@ballast/contract'
import type { Written } from '../../ai/analyst-model.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { joinTexts, toPlainText } from '../../grounding/grounded-text.ts'
import type { KeptAnalysis } from '../ai-runs/ai-runs.service.ts'
import type { HedgingInput } from '../hedges/situation.service.ts'
import type { AdviceDraft } from './advise-book.ts'
import { effectSection, RATIONALE_SECTION, reasonSection } from './writing-task.ts'

/** The analysis as it is answered, with the texts that were written for it. */
export function assembleAnswer(
  draft: AdviceDraft,
  { sections, engine, verification }: Pick<Written, 'sections' | 'engine' | 'verification'>,
  { frame, ledger }: { frame: HedgingInput['frame']; ledger: FactLedger },
): KeptAnalysis {
  const take = (section: string, builtIn: GroundedText) => sections[section] ?? builtIn
  const { headline, rationale } = draft.recommendation
  const recommendationParts = joinTexts([headline, take(RATIONALE_SECTION, rationale)])
  let opinions = 0
  const reasoningParts = draft.reasons.map(({ text }, place) => {
    const written = take(reasonSection(place), text)
    if (written.some(({ fact }) => fact !== undefined)) return written
    // A reason without a figure is an opinion: the engine's stands in its place.
    opinions += 1
    return text
  })
  const actions = draft.actions.map(({ type, order, effectText, stepText, operations, effect, step }, place) => {
    const written = [order, take(effectSection(place), effectText), stepText]
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
    confidenceDetail: draft.confidenceDetail,
    context: draft.context,
    leftOut: draft.leftOut,
    stale: draft.stale,
    facts: ledger.list(),
    engine,
    verification: { ...verification, fallback: verification.fallback + opinions },
    source,
    simulated,
    asOf,
  }
}
