/**
 * An Agentic Option Discovery as it is answered over HTTP, by its steps: positions, histories of the whole universe,
 * scan, chains of what is related, pricing, texts. Simulated market, the worked example of seven holdings and a portfolio
 * of 25. Warm: histories and chains have been asked for before.
 */
import { type DiscoveryRun, discoveryRunSchema, type StreamStep } from '@ballast/contract'
import { requestDiscovery } from '../server/src/features/discovery/testing/discovery-client.ts'
import { readEvents, signInPro, upload, WORKED_EXAMPLE } from '../server/src/features/hedges/testing/hedge-client.ts'
import { SIMULATED_INSTRUMENTS } from '../server/src/market-data/sample/instruments.ts'
import { createTestApp } from '../server/src/test-app.ts'
import { medianOf, RUNS, reportLine } from './measure.ts'

const MOST_MS = 2_000
const now = new Date('2026-11-20T22:00:00.000Z')
const companies = [...SIMULATED_INSTRUMENTS.values()].filter(({ isFund }) => !isFund).slice(0, 25)
const LARGE = companies.map(({ ticker }, place) => `${ticker},${20 * (place + 1)},1\n`).join('')

const app = await createTestApp({ overrides: { clock: { now: () => now } } })
const client = await signInPro(app, 'bench@example.com', 1_000)
for (const rows of [WORKED_EXAMPLE, LARGE]) await measure(rows)
await app.close()

async function measure(rows: string): Promise<void> {
  const portfolioId = await upload(client, rows)
  const times = new Map<string, number[]>()
  const add = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  let run: DiscoveryRun | undefined
  for (let place = -1; place < RUNS; place += 1) {
    const start = performance.now()
    const processor = process.cpuUsage()
    const events = await readEvents(await requestDiscovery(client, portfolioId, { accept: 'text/event-stream' }))
    const whole = performance.now() - start
    const used = process.cpuUsage(processor)
    run = discoveryRunSchema.parse(events.at(-1)?.data)
    // The first round warms caches and code up; it is told for itself.
    if (place < 0) {
      add('cold', whole)
      continue
    }
    add('whole', whole)
    add('processor', (used.user + used.system) / 1_000)
    for (const { event, data } of events) {
      const step = data as StreamStep
      if (event === 'step' && step.ms !== undefined) add(step.id, step.ms)
    }
  }
  const median = (name: string) => medianOf(times.get(name) ?? [])
  reportLine({
    workload: `discovery over HTTP, ${rows.trim().split('\n').length} positions, ${run?.scanned.assets} assets, ${run?.scanned.contracts} contracts priced, ${run?.discoveries.length} ideas`,
    positionsMs: median('positions'),
    historiesMs: median('scan'),
    scanMs: median('relations'),
    chainsMs: median('chains'),
    pricingMs: median('pricing'),
    textsMs: median('texts'),
    wholeMs: median('whole'),
    coldMs: median('cold'),
    // What the processor worked, client and server: on a busy machine the time passed is a multiple of it.
    processorMs: median('processor'),
    answerKilobytes: JSON.stringify(run).length / 1_000,
    holds: median('whole') <= MOST_MS,
  })
}
