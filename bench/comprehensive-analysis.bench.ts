/**
 * A comprehensive analysis as it is answered over HTTP, by its steps: positions, histories, chains, risk, hedges, trials on
 * resampled markets, texts, keeping it. Simulated market: 25 positions, then 500. Warm: histories and chains have been
 * asked for before. Beside it, how long a figure takes to be computed again, and what is kept of a run.
 */
import { comprehensiveAnalysisSchema } from '@ballast/contract'
import { requestComprehensive } from '../server/src/features/ai-analysis/testing/analysis-client.ts'
import { createAnalysisBench, measureAnalysis } from './analysis-rounds.ts'
import { reportLine } from './measure.ts'

const MOST_MS: Readonly<Record<number, number>> = { 25: 1_000, 500: 3_000 }

const bench = await createAnalysisBench(100)
for (const positions of [25, 500]) await measure(positions)
await bench.app.close()

async function measure(positions: number): Promise<void> {
  const { answer, median } = await measureAnalysis(
    bench,
    positions,
    (portfolioId) => requestComprehensive(bench.client, portfolioId, { accept: 'text/event-stream' }),
    async (data, add) => {
      const analysis = comprehensiveAnalysisSchema.parse(data)
      const opening = performance.now()
      await bench.client.json(`/api/facts/${analysis.analysisId}.F1`)
      add('fact', performance.now() - opening)
      return analysis
    },
  )
  const steps = ['positions', 'histories', 'chains', 'risk', 'hedges', 'trials', 'texts']
  const [kept] = await bench.app.db.asOwner(
    `select length(inputs) as inputs, length(answer) as answer from ai_runs where id = '${answer.analysisId}'`,
  )
  reportLine({
    workload: `comprehensive analysis over HTTP, ${positions} positions, ${answer.facts.length} facts`,
    ...Object.fromEntries(steps.map((step) => [`${step}Ms`, median(step)])),
    // What is no step: who may, the store, the record, encoding.
    restMs: median('whole') - steps.reduce((sum, step) => sum + median(step), 0),
    wholeMs: median('whole'),
    // What the processor worked, client and server: on a busy machine the time passed is a multiple of it.
    processorMs: median('processor'),
    factMs: median('fact'),
    keptKilobytes: (Number(kept?.inputs) + Number(kept?.answer)) / 1_000,
    answerKilobytes: JSON.stringify(answer).length / 1_000,
    holds: median('whole') <= (MOST_MS[positions] ?? 0),
  })
}
