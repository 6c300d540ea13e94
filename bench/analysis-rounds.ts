/**
 * Round that the benches of analyses share: a portfolio of five large companies and many others, asked about over HTTP as
 * often as is measured, with the time of each step.
 */
import type { StreamStep } from '@ballast/contract'
import { readEvents, signInPro, upload } from '../server/src/features/hedges/testing/hedge-client.ts'
import { createTestApp, type TestApp, type TestClient } from '../server/src/test-app.ts'
import { medianOf, RUNS } from './measure.ts'
import { nameAnew } from './renamed-market.ts'

const now = new Date('2026-11-20T22:00:00.000Z')
/** Large enough for contracts of their own; the rest is spread over the other positions. */
const LARGE = ['NVDA', 'AAPL', 'MSFT', 'AVGO', 'AMD']

interface Bench {
  app: TestApp
  client: TestClient
}

/** A server on the simulated market with more companies than that has, and a user with tokens to spend. */
export async function createAnalysisBench(tokens: number): Promise<Bench> {
  const app = await createTestApp({ overrides: { clock: { now: () => now } } })
  nameAnew(app.dependencies.marketData)
  return { app, client: await signInPro(app, 'bench@example.com', tokens) }
}

/**
 * Asks for an analysis of so many positions again and again.
 *
 * @param request asks for it as a stream of events
 * @param read what is done with each answer, and measured by `add`; the last one is returned
 * @returns medians of each step, of `whole` and of `processor`: what client and server worked
 */
export async function measureAnalysis<Answer>(
  { client }: Bench,
  positions: number,
  request: (portfolioId: string) => Promise<Response>,
  read: (data: unknown, add: (name: string, ms: number) => void) => Promise<Answer>,
): Promise<{ answer: Answer; median: (name: string) => number }> {
  const others = Array.from({ length: positions - LARGE.length }, (_, place) => `ZA${place},20,1`)
  const rows = [...LARGE.map((ticker) => `${ticker},2000,1`), ...others]
  const portfolioId = await upload(client, `${rows.join('\n')}\n`)
  const times = new Map<string, number[]>()
  const add = (name: string, ms: number) => times.set(name, [...(times.get(name) ?? []), ms])
  const ask = async () => {
    const start = performance.now()
    const processor = process.cpuUsage()
    const events = await readEvents(await request(portfolioId))
    const whole = performance.now() - start
    const used = process.cpuUsage(processor)
    return { events, whole, processor: (used.user + used.system) / 1_000 }
  }
  // The first round warms caches and code up and is not counted.
  let answer = await read((await ask()).events.at(-1)?.data, () => {})
  for (let run = 0; run < RUNS; run += 1) {
    const { events, whole, processor } = await ask()
    answer = await read(events.at(-1)?.data, add)
    add('whole', whole)
    add('processor', processor)
    for (const { event, data } of events) {
      const step = data as StreamStep
      if (event === 'step' && step.ms !== undefined) add(step.id, step.ms)
    }
  }
  return { answer, median: (name) => medianOf(times.get(name) ?? []) }
}
