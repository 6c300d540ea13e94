// Tests: ./replay/replay.test.ts

import { toPlainText } from '../../grounding/grounded-text.ts'
import { adviseBook } from './advise-book.ts'
import { type LoadDependencies, type LoadRequest, loadAnalysis } from './load-analysis.ts'
import type { RecordedAdvice } from './state-operations.ts'

/** Advice of the built-in engine, without its texts. */
export interface EngineAdvice {
  recommendation: string
  /** Evidence, a fraction, not corrected by any record. */
  confidence: number
  recorded: RecordedAdvice
}

/**
 * The built-in engine's advice on a portfolio as the given market and clock have it, on this thread: for commands, not
 * for requests.
 *
 * @returns null when nothing has a price and is worth more than is owed
 * @throws AppError 503 when there is no history of the benchmark
 */
export async function adviseOn(
  deps: Pick<LoadDependencies, 'clock' | 'marketData'>,
  portfolio: LoadRequest['portfolio'],
): Promise<EngineAdvice | null> {
  const ignore = () => undefined
  const input = await loadAnalysis(
    {
      ...deps,
      trackRecord: {
        calibrate: async ({ confidence }) => ({ confidence, calibrated: false, scored: 0, successes: 0 }),
      },
    },
    {
      analysisId: portfolio.id,
      portfolio,
      signal: new AbortController().signal,
      progress: { onPriced: ignore, onHistories: ignore, onChains: ignore },
    },
  )
  if (input === null) return null
  const outcome = adviseBook({ input })
  if (outcome.status === 'worthless') return null
  const { recommendation, estimatedConfidence, recorded } = outcome.draft
  return {
    recommendation: toPlainText(recommendation.headline),
    confidence: estimatedConfidence,
    recorded,
  }
}
