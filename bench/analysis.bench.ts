/**
 * Correlation analysis and backtest as the services answer them, without HTTP: histories lie in the embedded database
 * (cold) or in memory (warm), and the answer itself is never taken from the cache unless a line says "kept".
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { MARKET_BENCHMARK, MATRIX_TICKERS } from '@ballast/contract'
import { computeCorrelationMatrix, formatIsoDate, toTradingDayOnOrBefore } from '@ballast/quant'
import type { Clock } from '../server/src/clock.ts'
import { createTestDatabase } from '../server/src/database/test-database.ts'
import { createBacktestService } from '../server/src/features/backtest/backtest.service.ts'
import { analysePortfolio } from '../server/src/features/correlation/analyse-portfolio.ts'
import { createCorrelationService } from '../server/src/features/correlation/correlation.service.ts'
import { encodeAnalysis } from '../server/src/features/correlation/encode-analysis.ts'
import { writePairs } from '../server/src/features/correlation/write-pairs.ts'
import { loadPrices } from '../server/src/holdings/load-prices.ts'
import { loadRisk } from '../server/src/holdings/load-risk.ts'
import { valueLots } from '../server/src/holdings/value-lots.ts'
import type { EncodedJson } from '../server/src/http/answers.ts'
import { createLog } from '../server/src/log.ts'
import { createLiveMarketData } from '../server/src/market-data/live-market-data.ts'
import type { MarketData } from '../server/src/market-data/market-data.ts'
import { createStubProvider, makeStubHistory, makeStubQuote } from '../server/src/market-data/testing/stub-provider.ts'
import type { PortfolioReader } from '../server/src/portfolios/portfolio-reader.ts'
import type { StoredLot } from '../server/src/portfolios/position.repository.ts'
import { createResultCache } from '../server/src/portfolios/result-cache.ts'
import { toRiskWindow } from '../server/src/risk/risk-window.ts'
import { createWorkerPool } from '../server/src/workers/worker-pool.ts'
import { reportLine, timeInTurn } from './measure.ts'

const MOST_MS: Readonly<Record<number, number>> = { 50: 30, 500: 150 }
const COLD_TIMES = 3
const MOST_BACKTEST_MS = 100
const MOST_TIMES_STRINGIFY = 2
const MOST_LATE_MS = 30
const LAST_DAY = 20_777
const YEARS = 20

const REQUEST = { portfolioId: 'p', scenarioId: 'custom', start: '2006-12-01', end: '2026-11-20' } as const
const PRICES = { asOf: null, session: 'closed', unpriced: {}, marketValue: null } as const
const HELD = { positions: [], unpriced: {}, withoutCost: [], withoutDelta: [] }
const FRAME = { ...PRICES, source: 'yahoo', simulated: false, stale: false } as const

const clock: Clock = { now: () => new Date('2026-11-21T12:00:00Z') }
const signal = new AbortController().signal
const db = await createTestDatabase()
const provider = createStubProvider()
const workers = createWorkerPool()

const newResults = () => createResultCache({ db, clock, log: createLog('silent') })
const openMarket = (): MarketData =>
  createLiveMarketData({ provider, db, clock, log: createLog('silent'), patienceMs: 600_000 })

seed('SPY', YEARS, 0)
for (let i = 0; i < 2_000; i++) seed(tickerOf(i), i < 30 ? YEARS : 1.5, i + 1)

const market = openMarket()
for (const size of [10, 50, 100, 500, 2_000]) await measureAnalysis(size)
await measureBacktest(30)
await measureOthers()
await workers.close()
await db.close()

async function measureAnalysis(size: number): Promise<void> {
  const portfolioReader = holdAll(size)
  const service = (marketData: MarketData) =>
    createCorrelationService({ portfolioReader, clock, marketData, workers, results: newResults() })
  const first = service(market)
  const answer = await first.getAnalysis('bench', 'p', signal)
  const held = await portfolioReader.getHeld('bench', 'p')
  const { lots } = held
  const load = async () => {
    const { priced } = valueLots(lots, await loadPrices(market, lots))
    return loadRisk(market, held, priced, clock.now())
  }
  const { input } = await load()
  const request = { input: { ...input, names: {}, fundSectors: {}, unpricedCost: 0 }, frame: FRAME, held: HELD }
  const { pairs } = analysePortfolio(request.input)
  const { returns } = toRiskWindow(input)
  const kernel = Array.from(computeCorrelationMatrix(returns).values)
  const { cold } = await timeInTurn({ cold: () => service(openMarket()).getAnalysis('bench', 'p', signal) }, 3)
  const { warm, kept, loading, kernelMs, computing, encoding, writing, stringify } = await timeInTurn({
    warm: () => service(market).getAnalysis('bench', 'p', signal),
    kept: () => first.getAnalysis('bench', 'p', signal),
    loading: load,
    kernelMs: () => computeCorrelationMatrix(returns),
    computing: () => analysePortfolio(request.input),
    encoding: () => encodeAnalysis(request),
    writing: () => writePairs(pairs.matrix),
    stringify: () => JSON.stringify(kernel),
  })
  const most = MOST_MS[size]
  reportLine({
    workload: `correlation analysis of ${size} tickers`,
    warmMs: warm,
    coldMs: cold,
    keptMs: kept,
    loadingMs: loading,
    kernelMs,
    computingMs: computing,
    computingAndWritingMs: encoding,
    answerKb: sizeOf(answer) / 1024,
    ...(most !== undefined && {
      promise: `warm at most ${most} ms, cold at most ${COLD_TIMES * most} ms`,
      holds: warm <= most && cold <= COLD_TIMES * most,
    }),
  })
  if (size !== MATRIX_TICKERS) return
  reportLine({
    workload: `pairs of ${size} tickers as JSON`,
    ballastMs: writing,
    stringifyMs: stringify,
    ratio: writing / stringify,
    promise: `at most ${MOST_TIMES_STRINGIFY} × JSON.stringify of the matrix`,
    holds: writing <= MOST_TIMES_STRINGIFY * stringify,
  })
}

async function measureBacktest(size: number): Promise<void> {
  const portfolioReader = holdAll(size)
  const service = (marketData: MarketData) =>
    createBacktestService({ portfolioReader, clock, marketData, workers, results: newResults() })
  const first = service(market)
  await first.run('bench', REQUEST, signal)
  const { cold } = await timeInTurn({ cold: () => service(openMarket()).run('bench', REQUEST, signal) }, 3)
  const { warm, kept } = await timeInTurn({
    warm: () => service(market).run('bench', REQUEST, signal),
    kept: () => first.run('bench', REQUEST, signal),
  })
  reportLine({
    workload: `backtest of ${size} positions × ${YEARS} years`,
    warmMs: warm,
    coldMs: cold,
    keptMs: kept,
    promise: `warm at most ${MOST_BACKTEST_MS} ms`,
    holds: warm <= MOST_BACKTEST_MS,
  })
}

/** How late a timer of this thread comes while large analyses and backtests run: so long others would wait. */
async function measureOthers(): Promise<void> {
  const portfolioReader = holdAll(500)
  const quiet = await measureLateness(() => sleep(1_000))
  const busy = await measureLateness(async () => {
    for (let run = 0; run < 5; run++) {
      await createCorrelationService({
        portfolioReader,
        clock,
        marketData: market,
        workers,
        results: newResults(),
      }).getAnalysis('bench', 'p', signal)
      await createBacktestService({
        portfolioReader: holdAll(30),
        clock,
        marketData: market,
        workers,
        results: newResults(),
      }).run('bench', REQUEST, signal)
    }
  })
  reportLine({
    workload: 'lateness of other work while 500-ticker analyses and 20-year backtests run',
    quietP99Ms: quiet,
    busyP99Ms: busy,
    promise: `p99 rises by less than ${MOST_LATE_MS} ms`,
    holds: busy - quiet < MOST_LATE_MS,
  })
}

async function measureLateness(work: () => Promise<unknown>): Promise<number> {
  const late: number[] = []
  let isDone = false
  const watch = (async () => {
    while (!isDone) {
      const start = performance.now()
      await sleep(2)
      late.push(performance.now() - start - 2)
    }
  })()
  await work()
  isDone = true
  await watch
  return late.toSorted((a, b) => a - b)[Math.floor(0.99 * late.length)] ?? 0
}

function holdAll(size: number): PortfolioReader {
  const lots = Array.from(
    { length: size },
    (_, i): StoredLot => ({
      id: String(i),
      kind: 'security',
      ticker: tickerOf(i),
      shares: String(1 + (i % 7)),
      avgCost: '90',
      currency: 'USD',
      multiplier: 1,
      sector: null,
      account: null,
      importId: null,
    }),
  )
  return {
    getHeld: async () => ({ id: '', name: '', version: 1, benchmark: MARKET_BENCHMARK, lots }),
    getVersion: async () => 1,
    forget: () => undefined,
  }
}

function tickerOf(i: number): string {
  return `T${i.toString(36).toUpperCase()}`
}

/** A quote and a random walk of closes on trading days, the same in every run. */
function seed(ticker: string, years: number, key: number): void {
  let state = key * 2_654_435_761 + 1
  const next = () => {
    state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 0x9e37_79b9) | 0
    return (state >>> 0) / 2 ** 32
  }
  const bars: [string, number][] = []
  let close = 100
  for (let day = LAST_DAY - Math.round(years * 365.25); day <= LAST_DAY; day++) {
    const move = 0.02 * (next() + next() - 1)
    if (toTradingDayOnOrBefore(day) !== day) continue
    close *= 1 + move
    bars.push([formatIsoDate(day), close])
  }
  provider.quotes.set(ticker, makeStubQuote(ticker, close))
  provider.instruments.set(ticker, {
    ticker,
    name: `${ticker} Inc.`,
    assetClass: 'equity',
    sector: 'Technology',
    currency: 'USD',
    isFund: false,
    internalDiversification: 1,
    fundSectors: null,
  })
  provider.histories.set(ticker, makeStubHistory(ticker, bars))
}

function sizeOf({ body }: EncodedJson): number {
  return Buffer.byteLength(body)
}
