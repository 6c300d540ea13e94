// Tests: hedge-runs.test.ts, hedges-model.test.ts, hedge-of-accounts.test.ts

import { type Fact, type HedgeRequestBody, MARKET_INDEX } from '@ballast/contract'
import type { SplitAccount } from '@ballast/quant'
import type { BookInput } from '../../advice/book/book-input.ts'
import { loadBookInput } from '../../advice/book/load-book-input.ts'
import type { HedgeAnswer } from '../../advice/runs/answers.ts'
import type { Recomputing } from '../../advice/runs/recompute-facts.ts'
import { packInputs, unpackInputs } from '../../advice/runs/recorded-inputs.ts'
import { createSteps } from '../../advice/runs/report-steps.ts'
import type { AnalystModel } from '../../ai/analyst-model.ts'
import type { MintingCall } from '../../ai/model-tools.ts'
import { replayMinted } from '../../ai/own-tools.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { errors } from '../../http/errors.ts'
import type { Progress } from '../../http/event-stream.ts'
import { letOthersWork } from '../../other-work.ts'
import type { Parts } from '../../parts.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { runReporting } from '../../workers/run-reporting.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import { type AnalysisOutcome, analyseBook, type EngineStep } from './analyse-book.ts'
import type { RecordedSituation } from './state-recommendation.ts'
import { writeWithModel } from './write-with-model.ts'

/** An analysis, and what it was computed from. */
export interface MadeAnalysis {
  answer: HedgeAnswer
  /** As `packInputs` packs them. */
  inputs: Uint8Array
  situation: RecordedSituation
}

export interface AnalysisSubject {
  userId: string
  analysisId: string
  portfolio: { id: string; name: string; lots: readonly StoredLot[] }
  body: HedgeRequestBody
  accounts: readonly SplitAccount[]
}

type ComputeDependencies = Pick<Parts, 'clock' | 'marketData' | 'workers' | 'analystModel'>

const analysisTask = defineWorkerTask(new URL('./analyse-book.ts', import.meta.url).href, analyseBook)

/**
 * Loads, computes and writes an analysis, a step at a time.
 *
 * @param signal aborting it stops the loading, and kills the thread that computes
 * @throws AppError 422 when there is nothing to hedge, 503 when the benchmark's history or a free thread is not to be had
 */
export async function computeAnalysis(
  { clock, marketData, workers, analystModel }: ComputeDependencies,
  { userId, analysisId, portfolio, body, accounts }: AnalysisSubject,
  progress: Progress,
  signal: AbortSignal,
): Promise<MadeAnalysis> {
  const steps = createSteps(progress, analystModel !== null)
  steps.begin('positions')
  const input = await loadBookInput(
    { clock, marketData },
    {
      analysisId,
      portfolio,
      body,
      accounts,
      signal,
      progress: {
        onPriced: () => steps.begin('histories'),
        onHistories: (done, total) => steps.count('histories', done, total),
        onChains: (done, total) => steps.count('chains', done, total),
      },
    },
  )
  if (input === null) throw errors.unprocessable(NOTHING)
  await letOthersWork()
  // Packed while the thread computes, as long as no model adds anything.
  const packed = analystModel === null ? pack(input, []) : null
  packed?.catch(() => undefined)
  const outcome = await runReporting(
    workers,
    analysisTask,
    { input },
    { owner: userId, onMessage: (step: EngineStep) => steps.begin(step), signal },
  )
  if (outcome.status === 'impossible') throw errors.unprocessable(outcome.message)
  const writeByModel = (model: AnalystModel, computed: Extract<AnalysisOutcome, { status: 'ok' }>) => {
    steps.begin('model')
    return writeWithModel(model, computed, userId, signal)
  }
  const written =
    analystModel === null ? { answer: outcome.answer, minted: [] } : await writeByModel(analystModel, outcome)
  steps.finish()
  return { answer: written.answer, inputs: await (packed ?? pack(input, written.minted)), situation: input }
}

/** Record of an analysis: the engine's input, and the calls of the model's tools that added facts. */
export interface RecordedInputs {
  input: BookInput
  minted: readonly MintingCall[]
}

const pack = (input: BookInput, minted: readonly MintingCall[]): Promise<Uint8Array> =>
  packInputs({ input, minted } satisfies RecordedInputs)

/**
 * The facts of an analysis, computed again from what it was computed from.
 *
 * @param inputs as `computeAnalysis` gave them
 */
export async function recomputeFacts(
  workers: WorkerPool,
  inputs: Uint8Array,
  options: Recomputing,
): Promise<readonly Fact[]> {
  const { input, minted } = await unpackInputs<RecordedInputs>(inputs)
  const outcome = await workers.run(analysisTask, { input }, options)
  if (outcome.status !== 'ok') return []
  const ledger = new FactLedger(outcome.answer, outcome.answer.facts)
  await replayMinted(ledger, [], minted, options.signal)
  return ledger.list()
}

const NOTHING = `There is nothing to protect, because no position has a price and is worth more than it owes. Prices may come in a minute. A foreign listing also needs exchange rates, so that it can be compared with ${MARKET_INDEX}. Nothing was charged.`
