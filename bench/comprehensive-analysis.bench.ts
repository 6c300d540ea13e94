/**
 * A comprehensive analysis as it is answered over HTTP, by its steps: positions, histories, chains, risk, hedges, trials on
 * resampled markets, texts, keeping it. Simulated market: 25 positions, then 500. Warm: histories and chains have been
 * asked for before. Beside it, how long a figure takes to be computed again, and what is kept of a run.
 */
import { type ComprehensiveAnalysis, comprehensiveAnalysisSchema, type StreamStep } from '@ballast/contract'
import { requestComprehensive } from '../server/src/features/ai-analysis/testing/analysis-client.ts'
import { readEvents, signInPro, upload } from '../server/src/features/hedges/testing/hedge-client.ts'
import { createTestApp } from '../server/src/test-app.ts'
import { medianOf, RUNS, reportLine } from './measure.ts'
import { nameAnew } from './renamed-market.ts'

const MOST_MS: Readonly<Record<number, number>> = { 25: 1_000, 500: 3_000 }
const now = new Date('2026-11-20T22:00:00.000Z')
/** Large enough for contracts of their own; the rest is spread over the other positions. */
const LARGE = ['NVDA', 'AAPL', 'MSFT', 'AVGO', 'AMD']

const app = await createTestApp({ overrides: { clock: { now: () => now } } })
nameAnew(app.dependencies.marketData)
const client = await signInPro(app, 'bench@example.com')
for (const positions of [25, 500]) await measure(positions)
await app.close()

async function measure(positions: number): Promise<void> {
  const others = Array.from({ length: positions - LARGE.length }, (_, place) => `ZA${place},20,1`)
  const rows = [...LARGE.map((ticker) => `${ticker},2000,1`), ...others]
  const portfolioId = await upload(client, `${rows.join('\n')}\n`)
  const times = new Map<string, number[]>()
  const add = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  let answer: ComprehensiveAnalysis | undefined
  for (let run = -1; run < RUNS; run += 1) {
    const start = performance.now()
    const processor = process.cpuUsage()
    const events = await readEvents(await requestComprehensive(client, portfolioId, { accept: 'text/event-stream' }))
    const whole = performance.now() - start
    const used = process.cpuUsage(processor)
    answer = comprehensiveAnalysisSchema.parse(events.at(-1)?.data)
    // The first round warms caches and code up and is not counted.
    if (run < 0) continue
    add('whole', whole)
    add('processor', (used.user + used.system) / 1_000)
    for (const { event, data } of events) {
      const step = data as StreamStep
      if (event === 'step' && step.ms !== undefined) add(step.id, step.ms)
    }
    const opening = performance.now()
    await client.json(`/api/facts/${answer.analysisId}.F1`)
    add('fact', performance.now() - opening)
  }
  const median = (name: string) => medianOf(times.get(name) ?? [])
  const steps = ['positions', 'histories', 'chains', 'risk', 'hedges', 'trials', 'texts']
  const [kept] = await app.db.asOwner(
    `select length(inputs) as inputs, length(answer) as answer from ai_runs where id = '${answer?.analysisId}'`,
  )
  reportLine({
    workload: `comprehensive analysis over HTTP, ${positions} positions, ${answer?.facts.length} facts`,
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
