import { MessageChannel } from 'node:worker_threads'
import type { HedgeWish } from '@ballast/contract'
import { BENCHMARK } from '@ballast/contract'
import type { Clock } from '../../clock.ts'
import { errors } from '../../http/errors.ts'
import type { Progress } from '../../http/event-stream.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import { analyseBook, type ComputedAnswer, type EngineStep } from './analyse-book.ts'
import type { HedgingInput } from './hedging-input.ts'
import { loadSituation } from './load-situation.ts'
import { createSteps } from './report-steps.ts'

export interface AnalysisSubject {
  analysisId: string
  portfolio: { id: string; name: string; lots: readonly StoredLot[] }
  wish: HedgeWish
}

interface ComputeDependencies {
  clock: Clock
  marketData: MarketData
  workers: WorkerPool
}

const analysisTask = defineWorkerTask(new URL('./analyse-book.ts', import.meta.url).href, analyseBook)

/**
 * Loads, computes and writes an analysis, a step at a time.
 *
 * @param signal aborting it stops the loading, and kills the thread that computes
 * @throws AppError 422 when there is nothing to hedge, 503 when the benchmark's history or a free thread is not to be had
 */
export async function computeAnalysis(
  { clock, marketData, workers }: ComputeDependencies,
  { analysisId, portfolio, wish }: AnalysisSubject,
  progress: Progress,
  signal: AbortSignal,
): Promise<ComputedAnswer> {
  const steps = createSteps(progress)
  steps.begin('positions')
  const input = await loadSituation(
    { clock, marketData },
    {
      ...{ analysisId, portfolio, wish, signal },
      progress: {
        onPriced: () => steps.begin('histories'),
        onHistories: (done, total) => steps.count('histories', done, total),
        onChains: (done, total) => steps.count('chains', done, total),
      },
    },
  )
  if (input === null) throw errors.unprocessable(NOTHING)
  const outcome = await runInThread(workers, input, (step) => steps.begin(step), signal)
  if (outcome.status === 'impossible') throw errors.unprocessable(outcome.message)
  steps.finish()
  return outcome.answer
}

const NOTHING = `The portfolio holds nothing that has a price and is worth more than it owes, so there is nothing to protect. Prices may come in a minute; a foreign listing needs exchange rates of its days to be set beside ${BENCHMARK}. Nothing was charged.`

async function runInThread(
  workers: WorkerPool,
  input: HedgingInput,
  onStep: (step: EngineStep) => void,
  signal: AbortSignal,
) {
  const { port1, port2 } = new MessageChannel()
  port1.on('message', onStep)
  try {
    return await workers.run(analysisTask, { input, progress: port2 }, signal, [port2])
  } finally {
    port1.close()
  }
}
