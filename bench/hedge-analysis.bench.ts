/**
 * A hedge analysis as it is answered over HTTP, by its steps: positions, histories, chains, engine in its thread, texts.
 * Simulated market: 25 positions with the chains of the benchmark, a sector fund and five companies, then 500 positions
 * with the same. Warm: histories and chains have been asked for before.
 */
import { type HedgeAnalysis, hedgeAnalysisSchema, type StreamStep } from '@ballast/contract'
import { readEvents, requestAnalysis, signInPro, upload } from '../server/src/features/hedges/testing/hedge-client.ts'
import { createTestApp } from '../server/src/test-app.ts'
import { medianOf, RUNS, reportLine } from './measure.ts'
import { nameAnew } from './renamed-market.ts'

const MOST_MS: Readonly<Record<number, number>> = { 25: 700, 500: 2_000 }
const now = new Date('2026-11-20T22:00:00.000Z')
/** Large enough for contracts of their own; the rest is spread over the other positions. */
const LARGE = ['NVDA', 'AAPL', 'MSFT', 'AVGO', 'AMD']

const app = await createTestApp({ overrides: { clock: { now: () => now } } })
nameAnew(app.dependencies.marketData)
const client = await signInPro(app, 'bench@example.com', 1_000)
for (const positions of [25, 500]) await measure(positions)
await app.close()

async function measure(positions: number): Promise<void> {
  const others = Array.from({ length: positions - LARGE.length }, (_, place) => `ZA${place},20,1`)
  const rows = [...LARGE.map((ticker) => `${ticker},2000,1`), ...others]
  const portfolioId = await upload(client, `${rows.join('\n')}\n`)
  const times = new Map<string, number[]>()
  const add = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  let answer: HedgeAnalysis | undefined
  for (let run = -1; run < RUNS; run += 1) {
    const start = performance.now()
    const processor = process.cpuUsage()
    const response = await requestAnalysis(client, portfolioId, {}, { accept: 'text/event-stream' })
    const events = await readEvents(response)
    const whole = performance.now() - start
    const used = process.cpuUsage(processor)
    answer = hedgeAnalysisSchema.parse(events.at(-1)?.data)
    // The first round warms caches and code up and is not counted.
    if (run < 0) continue
    add('whole', whole)
    add('processor', (used.user + used.system) / 1_000)
    for (const { event, data } of events) {
      const step = data as StreamStep
      if (event === 'step' && step.ms !== undefined) add(step.id, step.ms)
    }
    const encoding = performance.now()
    JSON.stringify(hedgeAnalysisSchema.encode(answer))
    add('encode', performance.now() - encoding)
  }
  const median = (name: string) => medianOf(times.get(name) ?? [])
  const contracts = answer?.chains.reduce((sum, chain) => sum + chain.contracts, 0) ?? 0
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
