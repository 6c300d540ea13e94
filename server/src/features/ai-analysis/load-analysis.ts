// Tests: comprehensive-runs.test.ts, odd-books.test.ts

import { BASE_CURRENCY } from '@ballast/contract'
import { findConfidenceBucket, type SplitAccount } from '@ballast/quant'
import type { BookInput } from '../../advice/book/book-input.ts'
import { loadBookInput } from '../../advice/book/load-book-input.ts'
import type { TrackRecord } from '../../advice/record/track-record.ts'
import type { Clock } from '../../clock.ts'
import type { LotPrices } from '../../holdings/load-prices.ts'
import { type MergedLots, mergeLots } from '../../holdings/merge-lots.ts'
import { valueLots } from '../../holdings/value-lots.ts'
import { runInLanes } from '../../market-data/in-lanes.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import type { AnalysisInput, ScoredBucket, VolatilityChain } from './analysis-input.ts'
import { listLargest } from './holding-volatility.ts'

export interface LoadDependencies {
  clock: Clock
  marketData: MarketData
  trackRecord: Pick<TrackRecord, 'calibrate'>
}

export interface LoadRequest {
  analysisId: string
  portfolio: { id: string; name: string; lots: readonly StoredLot[] }
  /** Brokerage accounts that it lies in. */
  accounts?: readonly SplitAccount[]
  signal: AbortSignal
  /** Told while things are loaded. */
  progress: {
    onPriced(): void
    onHistories(done: number, total: number): void
    onChains(done: number, total: number): void
  }
}

const LANES = 4

/**
 * Everything that an analysis is computed from.
 *
 * @returns null when nothing has a price and is worth more than is owed
 * @throws AppError 503 when there is no history of the benchmark
 */
export async function loadAnalysis(
  deps: LoadDependencies,
  { analysisId, portfolio, accounts = [], signal, progress }: LoadRequest,
): Promise<AnalysisInput | null> {
  let prices: LotPrices | undefined
  const hedging = await loadBookInput(deps, {
    analysisId,
    portfolio,
    body: { wholeShares: holdsWholeShares(portfolio.lots) },
    accounts,
    signal,
    progress: {
      ...progress,
      onPriced(loaded) {
        prices = loaded
        progress.onPriced()
      },
    },
  })
  if (hedging === null || prices === undefined) return null
  return {
    hedging,
    stalePrices: listStale(portfolio.lots, prices),
    leftOutShare: measureLeftOut(portfolio.lots, prices, hedging),
    volatilityChains: await loadVolatilityChains(deps.marketData, hedging, signal),
    record: await loadRecord(deps.trackRecord, hedging.frame),
  }
}

/**
 * Returns true for an owner of whole shares only. Orders are typed at a broker, and not every broker trades parts of a
 * share.
 */
const holdsWholeShares = (lots: readonly StoredLot[]) =>
  lots.every(({ kind, shares }) => kind !== 'security' || Number.isInteger(Number(shares)))

function listStale(lots: readonly StoredLot[], { prices }: LotPrices): string[] {
  const isOld = ({ kind, ticker }: MergedLots) => kind !== 'cash' && prices.get(ticker)?.stale === true
  return [
    ...new Set(
      mergeLots(lots)
        .filter(isOld)
        .map(({ ticker }) => ticker),
    ),
  ]
}

/**
 * The share of everything held that is not in the book: what is left out counts at its value, or else at its cost. Where
 * something has neither, positions are counted instead: a size that nobody knows is not made up.
 */
function measureLeftOut(lots: readonly StoredLot[], prices: LotPrices, { book }: BookInput): number {
  const out = new Set(book.leftOut.map(({ ticker }) => ticker))
  const { priced } = valueLots(lots, prices)
  const values = new Map<string, number>()
  for (const { ticker, value } of priced) values.set(ticker, (values.get(ticker) ?? 0) + Math.abs(value))
  const sized = new Set(values.keys())
  const unsized = new Set<string>()
  for (const { ticker, kind, cost: paid, grossCost, currency } of mergeLots(lots)) {
    if (kind === 'cash' || sized.has(ticker)) continue
    const rate = currency === BASE_CURRENCY ? 1 : prices.rates.get(currency)?.rate
    const cost = paid === null || rate === undefined ? null : grossCost * rate
    if (cost === null) unsized.add(ticker)
    else values.set(ticker, (values.get(ticker) ?? 0) + cost)
  }
  if ([...unsized].some((ticker) => !values.has(ticker))) {
    const held = new Set(
      lots.filter(({ kind, ticker }) => kind !== 'cash' || out.has(ticker)).map(({ ticker }) => ticker),
    )
    return out.size / held.size
  }
  const total = [...values.values()].reduce((sum, value) => sum + value, 0)
  const left = [...values].reduce((sum, [ticker, value]) => (out.has(ticker) ? sum + value : sum), 0)
  return total > 0 ? left / total : 0
}

/** Chains of the largest holdings of which hedges needed none; what does not come is gone without. */
async function loadVolatilityChains(
  marketData: Pick<MarketData, 'getOptionChain'>,
  { book, chainOutcomes }: BookInput,
  signal: AbortSignal,
): Promise<VolatilityChain[]> {
  const asked = new Set(chainOutcomes.map(({ ticker }) => ticker))
  const wanted = listLargest(book.shares).filter(({ ticker, isForeign }) => !asked.has(ticker) && !isForeign)
  const found = new Map<string, string>()
  await runInLanes(wanted, LANES, async ({ ticker }) => {
    signal.throwIfAborted()
    const answer = await marketData.getOptionChain({ ticker, slice: 'near-term' })
    if (answer.kind === 'chain' && !answer.stale) found.set(ticker, answer.encoded)
  })
  return wanted.flatMap(({ ticker }) => {
    const encoded = found.get(ticker)
    return encoded === undefined ? [] : [{ ticker, encoded }]
  })
}

const BUCKETS = 10

/** Outcomes of recommendations with as much evidence, up to the day of the prices. */
async function loadRecord(
  trackRecord: LoadDependencies['trackRecord'],
  { simulated }: BookInput['frame'],
): Promise<ScoredBucket[]> {
  const places = Array.from({ length: BUCKETS }, (_, place) => (place + 0.5) / BUCKETS)
  const found = await Promise.all(
    places.map((confidence) => trackRecord.calibrate({ confidence, kind: 'comprehensive', simulated })),
  )
  const record: ScoredBucket[] = []
  for (const [place, { scored, successes }] of found.entries()) {
    record[findConfidenceBucket(places[place] ?? 0)] = { scored, successes, of: 'record' }
  }
  return record
}
