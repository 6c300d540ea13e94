// Tests: discovery-runs.test.ts, discovery.test.ts

import { MARKET_INDEX, type MarketDataSource } from '@ballast/contract'
import { loadChains } from '../../advice/book/load-chains.ts'
import { createStepsOf, type Steps } from '../../advice/runs/report-steps.ts'
import type { Progress } from '../../http/event-stream.ts'
import type { VolatilityRepository } from '../../market-data/cache/volatility.repository.ts'
import type { Parts } from '../../parts.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { defineWorkerTask } from '../../workers/worker-pool.ts'
import { chooseChains } from './choose-chains.ts'
import { cutToScan, listLargest } from './cut-histories.ts'
import type { DiscoveryFrame, DiscoveryInput, ScanSource } from './discovery-input.ts'
import { loadDiscoveryHistories } from './load-histories.ts'
import { loadPositions } from './load-positions.ts'
import { type ScannedUniverse, scanUniverse } from './scan-universe.ts'

/** Steps of a discovery, in order. */
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

export type LoadDependencies = Pick<Parts, 'clock' | 'marketData' | 'volatilities' | 'workers'>

export interface DiscoverySubject {
  userId: string
  runId: string
  portfolio: { id: string; name: string; lots: readonly StoredLot[] }
  /** How many ideas beyond the chosen ones are made ready for a model to choose from. */
  alternates: number
}

export interface LoadedDiscovery {
  input: DiscoveryInput
  /** Scan of the input, which had to be known before chains were loaded. */
  scanned: ScannedUniverse
}

const scanTask = defineWorkerTask(new URL('./scan-universe.ts', import.meta.url).href, scanUniverse)

/** Chains must reach over a month; ideas have thirty days and more. */
const HORIZON_DAYS = 21
const OBSERVED_DAYS = 800

/**
 * Loads what a discovery is computed from: histories of the whole universe, and chains of what turns out to be related.
 *
 * @param signal aborting it stops the loading, and kills the thread that scans
 * @throws AppError 422 when the portfolio is worth nothing, 503 when the benchmark's history or a free thread is not to
 *         be had
 */
export async function loadDiscovery(
  { clock, marketData, volatilities, workers }: LoadDependencies,
  { userId, runId, portfolio, alternates }: DiscoverySubject,
  steps: DiscoverySteps,
  signal: AbortSignal,
): Promise<LoadedDiscovery> {
  steps.begin('positions')
  const { book, assets, foreign, asOf, isStale } = await loadPositions(marketData, portfolio.lots)
  signal.throwIfAborted()
  const loaded = await loadDiscoveryHistories(marketData, {
    book,
    assets,
    foreign,
    now: clock.now(),
    signal,
    onScanned: (done, total) => steps.count('scan', done, total),
  })
  signal.throwIfAborted()
  steps.begin('relations')
  const full: ScanSource = { book, assets: loaded.assets, calendar: loaded.calendar, series: loaded.series }
  const scanned = await workers.run(scanTask, cutToScan(full, new Set()), { owner: userId, signal })
  const wanted = chooseChains(full, scanned.related)
  steps.count('chains', 0, wanted.length)
  const fetched = await loadChains(marketData, {
    wanted,
    horizonDays: HORIZON_DAYS,
    signal,
    onChain: (done) => steps.count('chains', done, wanted.length),
  })
  signal.throwIfAborted()
  const observations = await listObservations(volatilities, marketData.optionSource(), scanned.related, loaded.calendar)
  const used = new Set([MARKET_INDEX, ...listLargest(book), ...wanted.map(({ ticker }) => ticker)])
  const betas = new Map(assets.map(({ ticker, usualBeta }) => [ticker, usualBeta]))
  const input: DiscoveryInput = {
    ...cutToScan(full, used),
    book: { ...book, leftOut: [...book.leftOut, ...loaded.positionsLeftOut] },
    chains: fetched.flatMap(({ wanted: { ticker, role, sector }, slices }) => {
      return slices.length === 0 ? [] : [{ ticker, role, sector, usualBeta: betas.get(ticker) ?? 1, slices }]
    }),
    chainOutcomes: fetched.map(({ outcome }) => outcome),
    observations,
    leftOut: loaded.leftOut,
    universe: assets.length,
    alternates,
    isStale: isStale || loaded.isStale || fetched.some(({ outcome }) => outcome.state === 'stale'),
    frame: createFrame({ clock, marketData }, { runId, portfolio, asOf }),
  }
  return { input, scanned }
}

function createFrame(
  { clock, marketData }: Pick<LoadDependencies, 'clock' | 'marketData'>,
  { runId, portfolio, asOf }: Pick<DiscoverySubject, 'runId' | 'portfolio'> & { asOf: string | null },
): DiscoveryFrame {
  const createdAt = clock.now().toISOString()
  const { source, simulated } = marketData.status()
  return {
    runId,
    portfolioId: portfolio.id,
    portfolioName: portfolio.name,
    source,
    createdAt,
    simulated: simulated || marketData.optionSource() === 'sample',
    asOf: asOf ?? createdAt,
  }
}

/** Lists the observed volatility of assets, day by day; assets that nobody has watched yet are absent. */
async function listObservations(
  volatilities: VolatilityRepository,
  source: MarketDataSource,
  tickers: readonly string[],
  calendar: Int32Array,
): Promise<DiscoveryInput['observations']> {
  const fromDay = (calendar.at(-1) ?? 0) - OBSERVED_DAYS
  const lists = await Promise.all(tickers.map((ticker) => volatilities.list(source, ticker, fromDay)))
  return lists.flatMap((list) => {
    const [first] = list
    if (!first) return []
    const days = Int32Array.from(list, ({ day }) => day)
    return [{ ticker: first.ticker, days, volatilities: Float64Array.from(list, (one) => one.volatility30) }]
  })
}
