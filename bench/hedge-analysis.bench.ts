/**
 * A hedge analysis as it is answered over HTTP, by its steps: positions, histories, chains, engine in its thread, texts.
 * Simulated market: 25 positions with the chains of the benchmark, a sector fund and five companies, then 500 positions
 * with the same. Warm: histories and chains have been asked for before.
 */
import { type HedgeAnalysis, hedgeAnalysisSchema, type StreamStep } from '@ballast/contract'
import { readEvents, requestAnalysis, signInPro, upload } from '../server/src/features/hedges/testing/hedge-client.ts'
import type { MarketData } from '../server/src/market-data/market-data.ts'
import { SIMULATED_INSTRUMENTS } from '../server/src/market-data/sample/instruments.ts'
import { createTestApp } from '../server/src/test-app.ts'
import { medianOf, RUNS, reportLine } from './measure.ts'

const MOST_MS: Readonly<Record<number, number>> = { 25: 700, 500: 2_000 }
const now = new Date('2026-11-20T22:00:00.000Z')
/** Large enough for contracts of their own; the rest is spread over the other positions. */
const LARGE = ['NVDA', 'AAPL', 'MSFT', 'AVGO', 'AMD']

const app = await createTestApp({ overrides: { clock: { now: () => now } } })
nameAnew(app.dependencies.marketData)
const client = await signInPro(app, 'bench@example.com', 1_000)
for (const positions of [25, 500]) await measure(positions)
await app.close()

/** The simulated market has fewer companies than 500: each goes by further names, `ZA0` and so on, as well. */
function nameAnew(market: MarketData): void {
  const { getQuotes, getDailyHistory, getInstruments } = market
  const known = [...SIMULATED_INSTRUMENTS.values()].filter(({ isFund }) => !isFund)
  const realOf = (ticker: string) => {
    const place = /^ZA(\d+)$/.exec(ticker)?.[1]
    return (place === undefined ? undefined : known[Number(place) % known.length]?.ticker) ?? ticker
  }
  const rename = <Found extends { ticker: string }>(tickers: readonly string[], found: ReadonlyMap<string, Found>) =>
    new Map(
      tickers.flatMap((ticker) => {
        const real = found.get(realOf(ticker))
        return real ? [[ticker, { ...real, ticker }] as const] : []
      }),
    )
  market.getQuotes = async (request) => {
    const quotes = await getQuotes({ ...request, tickers: request.tickers.map(realOf) })
    return { ...quotes, found: rename(request.tickers, quotes.found) }
  }
  market.getDailyHistory = async (request) => {
    const histories = await getDailyHistory({ ...request, tickers: [...new Set(request.tickers.map(realOf))] })
    return { ...histories, found: rename(request.tickers, histories.found) }
  }
  market.getInstruments = async (tickers) => rename(tickers, await getInstruments(tickers.map(realOf)))
}

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
