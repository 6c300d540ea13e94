// Tests: comprehensive-runs.test.ts, comprehensive-model.test.ts

import { MARKET_INDEX } from '@ballast/contract'
import type { AnalysisAnswer } from '../../advice/runs/answers.ts'
import type { Recomputing } from '../../advice/runs/recompute-facts.ts'
import { packInputs, unpackInputs } from '../../advice/runs/recorded-inputs.ts'
import { createStepsOf } from '../../advice/runs/report-steps.ts'
import { type Written, writeSections } from '../../ai/analyst-model.ts'
import type { MintingCall } from '../../ai/model-tools.ts'
import { replayMinted } from '../../ai/own-tools.ts'
import { FactLedger } from '../../grounding/fact-ledger.ts'
import { errors } from '../../http/errors.ts'
import type { Progress } from '../../http/event-stream.ts'
import type { Parts } from '../../parts.ts'
import { runReporting } from '../../workers/run-reporting.ts'
import { defineWorkerTask } from '../../workers/worker-pool.ts'
import { type AdviceDraft, adviseBook, type EngineStep } from './advise-book.ts'
import type { AnalysisInput } from './analysis-input.ts'
import { assembleAnswer } from './assemble-answer.ts'
import { type LoadDependencies, type LoadRequest, loadAnalysis } from './load-analysis.ts'
import { toWritingTask } from './writing-task.ts'

export interface ComputeDependencies extends LoadDependencies, Pick<Parts, 'workers' | 'analystModel'> {}

/** An analysis, and everything that is kept of it. */
export interface ComputedAnalysis {
  answer: AnalysisAnswer
  draft: AdviceDraft
  written: Written
  /** As `packInputs` packs them. */
  inputs: Uint8Array
}

/** Record of a run: the engine's input, and the calls of the model's tools that added facts. */
interface RecordedInputs {
  input: AnalysisInput
  minted: readonly MintingCall[]
}

const STEPS = {
  positions: 'Reading positions and prices',
  histories: 'Loading price histories',
  chains: 'Loading option chains',
  risk: 'Measuring correlation, beta and past crises',
  hedges: 'Pricing hedges',
  trials: 'Trying actions on resampled and past markets',
  texts: 'Writing the recommendation',
} as const

const adviceTask = defineWorkerTask(new URL('./advise-book.ts', import.meta.url).href, adviseBook)

/**
 * Loads, computes and writes an analysis, a step at a time.
 *
 * @param signal aborting it stops the loading and the model, and kills the thread that computes
 * @throws AppError 422 when there is nothing to analyse, 503 when the benchmark's history or a free thread is not to be had
 */
export async function computeAdvice(
  deps: ComputeDependencies,
  { userId, ...request }: Omit<LoadRequest, 'progress'> & { userId: string },
  progress: Progress,
): Promise<ComputedAnalysis> {
  const { portfolio, signal } = request
  if (portfolio.lots.length === 0) throw errors.unprocessable(EMPTY)
  const steps = createStepsOf(progress, STEPS)
  steps.begin('positions')
  const input = await loadAnalysis(deps, {
    ...request,
    progress: {
      onPriced: () => steps.begin('histories'),
      onHistories: (done, total) => steps.count('histories', done, total),
      onChains: (done, total) => steps.count('chains', done, total),
    },
  })
  if (input === null) throw errors.unprocessable(NOTHING)
  // Packed while the thread computes.
  const packed = packInputs({ input, minted: [] } satisfies RecordedInputs)
  packed.catch(() => undefined)
  const outcome = await runReporting(
    deps.workers,
    adviceTask,
    { input },
    { owner: userId, onMessage: (step: EngineStep) => steps.begin(step), signal },
  )
  if (outcome.status === 'worthless') throw errors.unprocessable(WORTHLESS)
  const { draft } = outcome
  const { frame } = input.hedging
  const ledger = new FactLedger(frame, draft.facts)
  const task = toWritingTask(draft, ledger, { userId })
  const written = await writeSections(deps.analystModel, task, signal)
  const answer = assembleAnswer(draft, written, { frame, ledger })
  const { minted } = written
  const inputs = minted.length === 0 ? await packed : await packInputs({ input, minted } satisfies RecordedInputs)
  steps.finish()
  return { answer, draft, written, inputs }
}

/** The facts of a run, computed again from what was kept of it. */
export async function recomputeFacts(
  { workers }: Pick<ComputeDependencies, 'workers'>,
  inputs: Uint8Array,
  options: Recomputing,
) {
  const { input, minted } = await unpackInputs<RecordedInputs>(inputs)
  const outcome = await workers.run(adviceTask, { input }, options)
  if (outcome.status === 'worthless') return []
  const ledger = new FactLedger(input.hedging.frame, outcome.draft.facts)
  await replayMinted(ledger, [], minted, options.signal)
  return ledger.list()
}

const EMPTY =
  'The portfolio holds nothing yet, so there is nothing to analyse. Add positions, then run the analysis again.'
const NOTHING = `There is nothing to analyse, because no position has a price and is worth more than it owes. Prices may come in a minute. Check tickers that are marked "no price". A foreign listing also needs exchange rates, so that it can be compared with ${MARKET_INDEX}.`
const WORTHLESS =
  'The portfolio owes as much as it holds or more, so there are no shares of its value to analyse. Add what is missing, such as the cash that backs what is owed.'
