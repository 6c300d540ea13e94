// Tests: hedges-model.test.ts

import type { HedgeAnswer } from '../../advice/runs/answers.ts'
import { type AnalystModel, isFailedModel, type SectionTask, type WritingTask } from '../../ai/analyst-model.ts'
import type { MintingCall } from '../../ai/model-tools.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { joinTexts, toPlainText } from '../../grounding/grounded-text.ts'
import { listFolded } from '../../grounding/sentence.ts'
import type { AnswerSentences } from './analyse-book.ts'
import { MOST_SENTENCES } from './fold-summary.ts'
import { createKeys } from './shape-strategy.ts'

const SUMMARY = 'summary'
const reasoningOf = (place: number) => `strategy${place + 1}.reasoning`

const INSTRUCTIONS = `Explain hedges of one portfolio to its owner. What is recommended, sizes, orders and prices are decided and fixed; you choose what is said of why.
"${SUMMARY}" gives the verdict first, then what it costs and what is left open. Each "reasoning" says why this strategy protects this portfolio, and what speaks against it.`

interface Computed {
  answer: HedgeAnswer
  sentences: AnswerSentences
}

/** Beginnings of keys of the figures of the portfolio and of what is asked. */
const OF_PORTFOLIO = ['book.', 'shock.', 'request.', 'tail.']

/** Collects what a model may choose in an analysis: what the summary says, and each strategy's reasoning. */
export function toWritingTask({ answer, sentences }: Computed, userId: string): WritingTask {
  const { hedgeStrategies, request, facts, asOf, source, simulated } = answer
  const keyOf = createKeys()
  const sections = hedgeStrategies.map(({ type, family }, place): [string, SectionTask] => {
    const own = sentences.reasoning[place] ?? []
    const states = [`strategy.${keyOf(family)}.`]
    return [reasoningOf(place), { purpose: `${type}: why`, sentences: own, states }]
  })
  const summary: SectionTask = {
    purpose: 'what the analysis came to',
    sentences: sentences.summary,
    most: MOST_SENTENCES,
    states: OF_PORTFOLIO,
  }
  return {
    feature: 'hedges',
    userId,
    instructions: INSTRUCTIONS,
    tools: [],
    ledger: new FactLedger({ asOf, source, simulated }, facts),
    data: {
      customPrompt: request.customPrompt,
      strategies: hedgeStrategies.map(({ type, role }) => `${type} (${role})`),
    },
    sections: { [SUMMARY]: summary, ...Object.fromEntries(sections) },
  }
}

export interface WrittenAnalysis {
  answer: HedgeAnswer
  /** The calls of the model's tools that added facts. */
  minted: readonly MintingCall[]
}

/**
 * Has the model choose what the texts of an analysis say. Sentences, figures, orders and recommendation stay the engine's;
 * where the model fails, so does the choice.
 *
 * @throws the signal's reason when it is aborted
 */
export async function writeWithModel(
  model: AnalystModel,
  computed: Computed,
  userId: string,
  signal: AbortSignal,
): Promise<WrittenAnalysis> {
  const { answer } = computed
  const task = toWritingTask(computed, userId)
  const written = await model.write(task, signal)
  const { engine, composition: verification, sections } = written
  if (isFailedModel(written)) return { answer: { ...answer, engine, verification }, minted: [] }
  const shown = sections[SUMMARY] ?? []
  const summaryParts = joinTexts(shown)
  const whyParts = joinTexts(listFolded(computed.sentences.summary, shown))
  const hedgeStrategies = answer.hedgeStrategies.map((strategy, place) => {
    const reasoningParts = joinTexts(sections[reasoningOf(place)] ?? [])
    return { ...strategy, reasoning: toPlainText(reasoningParts), reasoningParts }
  })
  const texts = { summary: toPlainText(summaryParts), summaryParts, whyParts, hedgeStrategies }
  return { answer: { ...answer, ...texts, facts: task.ledger.list(), engine, verification }, minted: written.minted }
}
