import type { WritingTask } from '../../ai/analyst-model.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import type { AdviceDraft } from './advise-book.ts'

export const RATIONALE_SECTION = 'rationale'
export const reasonSection = (place: number) => `reason${place + 1}`
export const effectSection = (place: number) => `effect${place + 1}`

const INSTRUCTIONS = `You write a comprehensive analysis of one portfolio for its owner. The recommendation, the actions and their orders are decided and fixed; you explain them.
The section "${RATIONALE_SECTION}" says why the recommendation is what it is. Each section "reason…" gives one reason in one or two sentences and refers to at least one fact. Each section "effect…" says what the action of that number does and what it costs or leaves open.
Be plain and exact, say what speaks against an action as well, and promise nothing.`

/** What a model may write of an analysis: why, and what actions do. Headline and orders are the engine's. */
export function toWritingTask(
  draft: AdviceDraft,
  ledger: FactLedger,
  subject: Pick<WritingTask, 'userId'>,
): WritingTask {
  const reasons = draft.reasons.map(({ purpose, text }, place) => {
    return [reasonSection(place), { purpose, builtIn: text, optional: true, maxSentences: 2 }] as const
  })
  const effects = draft.actions.map(({ effectText }, place) => {
    const purpose = `what action ${place + 1} does, what it costs and what it leaves open`
    const subject = [`strategy.action${place + 1}.`, `action${place + 1}.`]
    return [effectSection(place), { purpose, builtIn: effectText, optional: true, maxSentences: 5, subject }] as const
  })
  const rationale = {
    purpose: 'why this is recommended',
    builtIn: draft.recommendation.rationale,
    optional: true,
    maxSentences: 2,
  }
  return {
    feature: 'comprehensive',
    ...subject,
    instructions: INSTRUCTIONS,
    ledger,
    data: {
      recommendation: draft.headline,
      actions: draft.actions.map(({ type }) => type),
      tickers: draft.tickers,
    },
    tools: [],
    sections: { [RATIONALE_SECTION]: rationale, ...Object.fromEntries([...reasons, ...effects]) },
    tickers: new Set(draft.tickers),
    contracts: new Set(draft.contracts),
  }
}
