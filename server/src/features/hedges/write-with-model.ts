// Tests: hedges-model.test.ts

import { BENCHMARK, type GroundedText, type HedgeStrategy } from '@ballast/contract'
import { type AnalystModel, isFailedModel, type SectionTask, type WritingTask } from '../../ai/analyst-model.ts'
import type { MintingCall } from '../../ai/model-tools.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { toPlainText } from '../../grounding/grounded-text.ts'
import type { Subject } from '../../grounding/known-entities.ts'
import { splitSentences } from '../../grounding/sentences.ts'
import type { ComputedAnswer } from './analyse-book.ts'
import { createKeys } from './shape-strategy.ts'

const SUMMARY = 'summary'
const reasoningOf = (place: number) => `strategy${place + 1}.reasoning`
const implementationOf = (place: number) => `strategy${place + 1}.implementation`

const INSTRUCTIONS = `Explain hedges of one portfolio to its owner. What is recommended, sizes, orders and prices are decided and fixed; you say why.
"${SUMMARY}" gives the verdict first, then what it costs and what is left open. Each "reasoning" says why this strategy protects this portfolio, and what speaks against it. Each "implementation" says how to place it, with every figure of its draft.`

/** What a model may write of an analysis: the summary, and each strategy's reasoning and implementation. */
export function toWritingTask(
  answer: ComputedAnswer,
  { userId, tickers }: { userId: string; tickers: readonly string[] },
): WritingTask {
  const { summaryParts, hedgeStrategies, frontierStrategies, request, chains, facts } = answer
  const { asOf, source, simulated } = answer
  const prefixes = listPrefixes(hedgeStrategies)
  const strategies = [...hedgeStrategies, ...frontierStrategies]
  const legs = strategies.flatMap((strategy) => strategy.legs)
  const traded = strategies.flatMap(({ trades }) => trades.map(({ ticker }) => ticker))
  const sections: [string, SectionTask][] = hedgeStrategies.flatMap((strategy, place) =>
    toSections(strategy, place, prefixes[place] ?? ''),
  )
  return {
    ...{ feature: 'hedges', userId, instructions: INSTRUCTIONS, tools: [] },
    ledger: new FactLedger({ asOf, source, simulated }, facts),
    data: {
      customPrompt: request.customPrompt,
      strategies: hedgeStrategies.map(({ type, role }) => `${type} (${role})`),
    },
    sections: {
      [SUMMARY]: {
        purpose: 'what the analysis came to',
        builtIn: summaryParts,
        optional: true,
        maxSentences: Math.max(5, countSentences(summaryParts)),
      },
      ...Object.fromEntries(sections),
    },
    tickers: new Set([
      ...[...tickers, ...traded, BENCHMARK],
      ...[...legs.map(({ underlying }) => underlying), ...chains.map(({ ticker }) => ticker)],
    ]),
    contracts: new Set(legs.map(({ underlying, expiry, strike }) => `${underlying} ${expiry} ${strike}`)),
    subjects: toSubjects(hedgeStrategies, prefixes),
  }
}

function toSections(strategy: HedgeStrategy, place: number, subject: string): [string, SectionTask][] {
  const { type, role, reasoningParts, implementationParts } = strategy
  const maxSentences = Math.max(role === 'recommended' ? 5 : 3, countSentences(reasoningParts))
  const reasoning = { purpose: `${type}: why`, builtIn: reasoningParts, optional: true, maxSentences, subject }
  // An order with a step missing would mislead.
  const order = {
    purpose: `${type}: how`,
    builtIn: implementationParts,
    optional: false,
    subject,
    maxSentences: Math.max(4, countSentences(implementationParts)),
  }
  const isOrder = implementationParts.some(({ fact }) => fact !== undefined)
  return [
    [reasoningOf(place), reasoning],
    ...(isOrder ? [[implementationOf(place), order] as [string, SectionTask]] : []),
  ]
}

const countSentences = (parts: GroundedText) => splitSentences(toPlainText(parts)).length

/** Where the facts of each strategy begin. */
function listPrefixes(strategies: readonly HedgeStrategy[]): string[] {
  const keyOf = createKeys()
  return strategies.map(({ family }) => `strategy.${keyOf(family)}.`)
}

/** A name that two strategies share belongs to neither. */
function toSubjects(strategies: readonly HedgeStrategy[], prefixes: readonly string[]): Subject[] {
  return strategies.flatMap(({ type, family }, place) => {
    const isOnly = strategies.filter((other) => other.family === family).length === 1
    const prefix = prefixes[place]
    return isOnly && prefix !== undefined ? [{ names: toNames(type, strategies), prefix }] : []
  })
}

/** A collar of any kind is "the collar" while there is no other. */
function toNames(type: string, all: readonly HedgeStrategy[]): string[] {
  const name = type.toLowerCase()
  const isOnlyCollar = name.endsWith(' collar') && all.filter((other) => /collar$/i.test(other.type)).length === 1
  return isOnlyCollar ? [name, 'the collar'] : [name]
}

export interface WrittenAnalysis {
  answer: ComputedAnswer
  /** The calls of the model's tools that added facts. */
  minted: readonly MintingCall[]
}

/**
 * Has the model write the texts of an analysis over its facts. Figures, order and recommendation stay the engine's; where
 * the model fails, so do the texts.
 *
 * @throws the signal's reason when it is aborted
 */
export async function writeWithModel(
  model: AnalystModel,
  answer: ComputedAnswer,
  subject: { userId: string; tickers: readonly string[] },
  signal: AbortSignal,
): Promise<WrittenAnalysis> {
  const task = toWritingTask(answer, subject)
  const written = await model.write(task, signal)
  const { engine, verification, sections } = written
  if (isFailedModel(written)) return { answer: { ...answer, engine, verification }, minted: [] }
  const summaryParts = sections[SUMMARY] ?? answer.summaryParts
  const hedgeStrategies = answer.hedgeStrategies.map((strategy, place) => {
    const reasoningParts = sections[reasoningOf(place)] ?? strategy.reasoningParts
    const implementationParts = sections[implementationOf(place)] ?? strategy.implementationParts
    const texts = { reasoning: toPlainText(reasoningParts), implementation: toPlainText(implementationParts) }
    return { ...strategy, ...texts, reasoningParts, implementationParts }
  })
  const summary = toPlainText(summaryParts)
  const texts = { summary, summaryParts, hedgeStrategies }
  return { answer: { ...answer, ...texts, facts: task.ledger.list(), engine, verification }, minted: written.minted }
}
