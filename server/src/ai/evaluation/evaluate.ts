import { toPlainText } from '../../grounding/grounded-text.ts'
import type { AnalystModel } from '../analyst-model.ts'
import type { EndedCall, ModelCalls } from '../model-calls.repository.ts'
import { createEvaluationTask, OWNER_REQUESTS } from './tasks.ts'

/** How a model did. Sums, but for the times. */
export interface ScoreCard {
  runs: number
  /** Items of its answers that were sentences of their section, and those that were thrown away. */
  chosen: number
  dropped: number
  /** Sentences that must be shown and that it left out. */
  added: number
  /** Runs whose first two sentences answer the request. */
  answered: number
  /** Runs that are in the engine's own order. */
  fallback: number
  /** Why whole answers could not be used, with their number. */
  failures: Record<string, number>
  seconds: { median: number; worst: number }
  tokens: { input: number; output: number }
}

export interface Evaluation {
  /** @returns the model, over the given books */
  createModel(calls: ModelCalls): AnalystModel
  /** How often each request is asked. */
  rounds: number
  onProgress(line: string): void
}

/** Asks a model every request, through all safeguards, and counts what came of it. Nothing is stored. */
export async function evaluateModel({ createModel, rounds, onProgress }: Evaluation): Promise<ScoreCard> {
  const ended: EndedCall[] = []
  const model = createModel({
    open: () => Promise.resolve({ id: '' }),
    close: (_, call) => {
      ended.push(call)
      return Promise.resolve()
    },
  })
  const card: ScoreCard = {
    runs: 0,
    chosen: 0,
    dropped: 0,
    added: 0,
    answered: 0,
    fallback: 0,
    failures: {},
    seconds: { median: 0, worst: 0 },
    tokens: { input: 0, output: 0 },
  }
  for (const request of Array.from({ length: rounds }, () => OWNER_REQUESTS).flat()) {
    const { engine, composition, sections } = await model.write(
      createEvaluationTask(request),
      AbortSignal.timeout(10 * 60_000),
    )
    const first = (sections.summary ?? []).slice(0, 2).map(toPlainText).join(' ').toLowerCase()
    const reason = engine.fallbackReason
    const isAnswered = reason === null && first.includes(request.answeredBy.toLowerCase())
    card.runs += 1
    card.chosen += composition.chosen
    card.dropped += composition.dropped
    card.added += composition.added
    card.answered += isAnswered ? 1 : 0
    card.fallback += composition.fallback
    if (reason !== null) card.failures[reason] = (card.failures[reason] ?? 0) + 1
    onProgress(`${request.name}: ${reason ?? `${isAnswered ? 'answered' : 'not answered'} by “${first}”`}`)
  }
  await model.close()
  const times = ended.map(({ milliseconds }) => milliseconds / 1_000).sort((a, b) => a - b)
  card.seconds = { median: times[Math.floor(times.length / 2)] ?? 0, worst: times.at(-1) ?? 0 }
  for (const { inputTokens, outputTokens } of ended) {
    card.tokens.input += inputTokens
    card.tokens.output += outputTokens
  }
  return card
}

/** The card as lines for a terminal. */
export function printScoreCard(name: string, card: ScoreCard): string {
  const { runs, chosen, dropped, added, answered, fallback, seconds, tokens, failures } = card
  return [
    `Score card of ${name}, ${runs} runs`,
    `  Request answered first    ${answered} of ${runs}`,
    `  Sentences chosen          ${chosen}; ${dropped} items thrown away, ${added} added that must be shown`,
    `  In the engine's order     ${fallback} of ${runs}`,
    `  Seconds                   ${seconds.median.toFixed(1)} (median), ${seconds.worst.toFixed(1)} (worst)`,
    `  Tokens                    ${tokens.input} in, ${tokens.output} out`,
    ...Object.entries(failures).map(([reason, times]) => `  Failed ${times} times           ${reason}`),
  ].join('\n')
}
