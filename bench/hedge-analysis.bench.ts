/**
 * A hedge analysis as it is answered over HTTP, by its steps: positions, histories, chains, engine in its thread, texts.
 * Simulated market: 25 positions with the chains of the benchmark, a sector fund and five companies, then 500 positions
 * with the same. Warm: histories and chains have been asked for before.
 */
import { hedgeAnalysisSchema } from '@ballast/contract'
import { requestAnalysis } from '../server/src/features/hedges/testing/hedge-client.ts'
import { createAnalysisBench, measureAnalysis } from './analysis-rounds.ts'
import { reportLine } from './measure.ts'

const MOST_MS: Readonly<Record<number, number>> = { 25: 350, 500: 1_500 }

const bench = await createAnalysisBench(1_000)
for (const positions of [25, 500]) await measure(positions)
await bench.app.close()

async function measure(positions: number): Promise<void> {
  const { answer, median } = await measureAnalysis(
    bench,
    positions,
    (portfolioId) => requestAnalysis(bench.client, portfolioId, {}, { accept: 'text/event-stream' }),
    async (data, add) => {
      const analysis = hedgeAnalysisSchema.parse(data)
      const encoding = performance.now()
      JSON.stringify(hedgeAnalysisSchema.encode(analysis))
      add('encode', performance.now() - encoding)
      return analysis
    },
  )
  const contracts = answer.chains.reduce((sum, chain) => sum + chain.contracts, 0)
  reportLine({
    workload: `hedge analysis over HTTP, ${positions} positions, ${contracts} contracts`,
    positionsMs: median('positions'),
    historiesMs: median('histories'),
    chainsMs: median('chains'),
    riskMs: median('risk'),
    searchMs: median('search'),
    textsMs: median('texts'),
    encodeMs: median('encode'),
    wholeMs: median('whole'),
    // What the processor worked, client and server: on a busy machine the time passed is a multiple of it.
    processorMs: median('processor'),
    answerKilobytes: JSON.stringify(answer).length / 1_000,
    holds: median('whole') <= (MOST_MS[positions] ?? 0),
  })
}
