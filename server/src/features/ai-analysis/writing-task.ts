import type { SectionTask, WritingTask } from '../../ai/analyst-model.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import type { AdviceDraft } from './advise-book.ts'
import { LEAST_REASONS } from './write-reasoning.ts'

export const REASONS_SECTION = 'reasons'
export const effectSection = (place: number) => `effect${place + 1}`

const INSTRUCTIONS = `Explain a comprehensive analysis of one portfolio to its owner. The recommendation, the actions and their orders are decided and fixed; you choose what is said of why.
The section "${REASONS_SECTION}" says why the recommendation is what it is, in ${LEAST_REASONS} reasons or more. Each section "effect…" says what the action of that number does and what it costs or leaves open.`

/**
 * Collects what a model may choose in an analysis: the reasons, and what is said of each action. The rest is the
 * engine's.
 */
export function toWritingTask(
  draft: AdviceDraft,
  ledger: FactLedger,
  subject: Pick<WritingTask, 'userId'>,
): WritingTask {
  const effects = draft.actions.map(({ effects }, place): [string, SectionTask] => {
    const purpose = `what action ${place + 1} does, what it costs and what it leaves open`
    const states = [`strategy.action${place + 1}.`, `action${place + 1}.`]
    return [effectSection(place), { purpose, sentences: effects, states }]
  })
  const reasons: SectionTask = {
    purpose: 'why this is recommended',
    sentences: draft.reasons,
    least: LEAST_REASONS,
    states: ['book.', 'shock.', 'request.', 'tail.'],
  }
  return {
    feature: 'comprehensive',
    userId: subject.userId,
    instructions: INSTRUCTIONS,
    ledger,
    data: {
      recommendation: draft.headline,
      actions: draft.actions.map(({ type }) => type),
      tickers: draft.tickers,
    },
    tools: [],
    sections: { [REASONS_SECTION]: reasons, ...Object.fromEntries(effects) },
  }
}
