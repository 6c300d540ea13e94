import { BENCHMARK } from '@ballast/contract'
import type { PriceSeries } from '@ballast/quant'
import type { Clock } from '../../clock.ts'
import type { Progress } from '../../http/event-stream.ts'
import type { VolatilityRepository } from '../../market-data/cache/volatility.repository.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { defineWorkerTask, type WorkerPool } from '../../workers/worker-pool.ts'
import { createStepsOf, loadChains, type Steps, type WantedChain } from '../hedges/situation.service.ts'
import type { DiscoveryInput, ScanSource, UniverseAsset } from './discovery-input.ts'
import { loadDiscoveryHistories } from './load-histories.ts'
import { loadPositions } from './load-positions.ts'
import { type ScannedUniverse, scanUniverse } from './scan-universe.ts'

/** What a discovery does, in order. */
const STEPS = {
  positions: 'Reading positions and prices',
  scan: 'Scanning assets',
  relations: 'Looking for relations beyond the market and chance',
  chains: 'Loading option chains',
  pricing: 'Pricing contracts',
  texts: 'Writing the discoveries',
} as const
export type DiscoveryStep = keyof typeof STEPS
export type DiscoverySteps = Steps<DiscoveryStep>

export const createDiscoverySteps = (progress: Progress): DiscoverySteps => createStepsOf(progress, STEPS)

export interface LoadDependencies {
  clock: Clock
  marketData: MarketData
  volatilities: VolatilityRepository
  workers: WorkerPool
}

export interface DiscoverySubject {
  runId: string
  portfolio: { id: string; name: string; lots: readonly StoredLot[] }
  /** How many plays beyond the chosen ones are made ready for a model to choose from. */
  alternates: number
}

export interface LoadedDiscovery {
  input: DiscoveryInput
  /** What the input's scan gives, since it had to be known before chains were loaded. */
  scanned: ScannedUniverse
}

const scanTask = defineWorkerTask(new URL('./scan-universe.ts', import.meta.url).href, scanUniverse)

/** Chains must reach over a month; plays have thirty days and more. */
const HORIZON_DAYS = 21
/** Days of closes that a scan needs, those around its 505 trading days included. */
const SCAN_CALENDAR_DAYS = 760
const OBSERVED_DAYS = 800
const LONG_HISTORIES = 500

/**
 * Loads what a discovery is computed from: histories of the whole universe, and chains of what turns out to be related.
 *
 * @param signal aborting it stops the loading, and kills the thread that scans
 * @throws AppError 422 when the portfolio is worth nothing, 503 when the benchmark's history or a free thread is not to
 *         be had
 */
export async function loadDiscovery(
  { clock, marketData, volatilities, workers }: LoadDependencies,
  { runId, portfolio, alternates }: DiscoverySubject,
  steps: DiscoverySteps,
  signal: AbortSignal,
): Promise<LoadedDiscovery> {
  steps.begin('positions')
  const { book, assets, foreign, asOf, isStale } = await loadPositions(marketData, portfolio.lots)
  signal.throwIfAborted()
  const loaded = await loadDiscoveryHistories(marketData, {
    ...{ book, assets, foreign, now: clock.now(), signal },
    onScanned: (done, total) => steps.count('scan', done, total),
  })
  signal.throwIfAborted()
  steps.begin('relations')
  const full: ScanSource = { book, assets: loaded.assets, calendar: loaded.calendar, series: loaded.series }
  const scanned = await workers.run(scanTask, cutToScan(full, new Set()), signal)
  const wanted = chooseChains(full, scanned.related)
  steps.count('chains', 0, wanted.length)
  const fetched = await loadChains(marketData, {
    ...{ wanted, horizonDays: HORIZON_DAYS, signal },
    onChain: (done) => steps.count('chains', done, wanted.length),
  })
  signal.throwIfAborted()
  const createdAt = clock.now()
  const { source, simulated } = marketData.status()
  const used = new Set([BENCHMARK, ...listLargest(book), ...wanted.map(({ ticker }) => ticker)])
  const betas = new Map(assets.map(({ ticker, usualBeta }) => [ticker, usualBeta]))
  return {
    input: {
      ...cutToScan(full, used),
      book: { ...book, leftOut: [...book.leftOut, ...loaded.positionsLeftOut] },
      chains: fetched
        .filter(({ slices }) => slices.length > 0)
        .map(({ wanted: { ticker, role, sector }, slices }) => {
          return { ticker, role, sector, usualBeta: betas.get(ticker) ?? 1, slices }
        }),
      chainOutcomes: fetched.map(({ outcome }) => outcome),
      observations: await listObservations(scanned.related),
      leftOut: loaded.leftOut,
      universe: assets.length,
      isStale: isStale || loaded.isStale || fetched.some(({ outcome }) => outcome.state === 'stale'),
      alternates,
      frame: {
        ...{ runId, portfolioId: portfolio.id, portfolioName: portfolio.name, source },
        createdAt: createdAt.toISOString(),
        simulated: simulated || marketData.optionSource() === 'sample',
        asOf: asOf ?? createdAt.toISOString(),
      },
    },
    scanned,
  }

  async function listObservations(tickers: readonly string[]): Promise<DiscoveryInput['observations']> {
    const fromDay = (loaded.calendar.at(-1) ?? 0) - OBSERVED_DAYS
    const lists = tickers.map((ticker) => volatilities.list(marketData.optionSource(), ticker, fromDay))
    return (await Promise.all(lists)).flatMap((list) => {
      const [first] = list
      if (!first) return []
      return [
        {
          ticker: first.ticker,
          days: Int32Array.from(list, ({ day }) => day),
          volatilities: Float64Array.from(list, ({ volatility30 }) => volatility30),
        },
      ]
    })
  }
}

/** The holdings that count most: of portfolios that are huge, the small ones have two years of history and not ten. */
function listLargest({ holdings }: ScanSource['book']): string[] {
  return holdings
    .toSorted((a, b) => Math.abs(b.value) - Math.abs(a.value) || (a.ticker < b.ticker ? -1 : 1))
    .slice(0, LONG_HISTORIES)
    .map(({ ticker }) => ticker)
}

/** Chains of what is related, and of what options are held on, so that these can be repriced. */
function chooseChains({ book, assets }: ScanSource, related: readonly string[]): WantedChain[] {
  const expiries = new Map<string, string[]>()
  for (const { underlying, expiry } of book.contracts) {
    expiries.set(underlying, [...new Set([...(expiries.get(underlying) ?? []), expiry])])
  }
  const kinds = new Map(assets.map((asset) => [asset.ticker, asset.kind]))
  return [...new Set([...related, ...expiries.keys()])].map((ticker) => ({
    ticker,
    role: toRole(ticker, kinds.get(ticker)),
    sector: null,
    expiries: expiries.get(ticker) ?? [],
  }))
}

function toRole(ticker: string, kind: UniverseAsset['kind'] | undefined): WantedChain['role'] {
  if (ticker === BENCHMARK) return 'index'
  if (ticker === '^VIX') return 'volatility'
  return kind === undefined || kind === 'holding' ? 'single-name' : 'other-index'
}

/** The source with only as much history as the scan needs, but for the tickers whose paths are drawn from all of it. */
function cutToScan(source: ScanSource, whole: ReadonlySet<string>): ScanSource {
  const from = (source.calendar.at(-1) ?? 0) - SCAN_CALENDAR_DAYS
  return {
    ...source,
    calendar: whole.size === 0 ? cutDays(source.calendar, from) : source.calendar,
    series: source.series.map((one) => (whole.has(one.ticker) ? one : cutSeries(one, from))),
  }
}

const cutDays = (days: Int32Array, from: number) => days.slice(findFirst(days, from))

function cutSeries({ ticker, days, closes }: PriceSeries, from: number): PriceSeries {
  const first = findFirst(days, from)
  return { ticker, days: days.slice(first), closes: closes.slice(first) }
}

function findFirst(days: Int32Array, from: number): number {
  const first = days.findIndex((day) => day >= from)
  return first < 0 ? days.length : first
}
