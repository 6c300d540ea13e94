// Tests: discovery-runs.test.ts, discovery.test.ts

import { BASE_CURRENCY, MARKET_INDEX } from '@ballast/contract'
import { formatIsoDate, type PriceSeries } from '@ballast/quant'
import type { LeftOut } from '../../advice/book/book-input.ts'
import { createClosesReader, findAbsence } from '../../holdings/load-risk.ts'
import { errors } from '../../http/errors.ts'
import { toLastFinishedTradingDay } from '../../market-data/calendar.ts'
import type { DailyHistory, Histories, MarketData, MissingReason } from '../../market-data/market-data.ts'
import { letOthersWork } from '../../other-work.ts'
import type { UniverseAsset } from './discovery-input.ts'
import type { LoadedPositions } from './load-positions.ts'

export interface LoadedHistories {
  calendar: Int32Array
  series: PriceSeries[]
  /** Assets with a history. */
  assets: UniverseAsset[]
  leftOut: LeftOut[]
  /** Positions that have none. */
  positionsLeftOut: LeftOut[]
  isStale: boolean
}

/** So many histories are asked for at a time: few of the assets, so that the scan can be watched. */
const BATCHES = { holdings: 50, assets: 12 } as const
/** Ten years, and the days around them. */
const HISTORY_DAYS = 3_690
/** A history that ends so many days before the benchmark's says nothing of the last weeks. */
const MOST_DAYS_BEHIND = 7

interface Wanted extends Pick<LoadedPositions, 'book' | 'assets' | 'foreign'> {
  now: Date
  signal: AbortSignal
  /** Told how many of the assets have a history. */
  onScanned(done: number, total: number): void
}

/**
 * Ten years of closes of what is held, of the benchmark and of everything that is to be looked at. They are the same for
 * all users and come out of the shared cache; what does not come is named.
 *
 * @throws AppError 503 when there is no history of the benchmark
 */
export async function loadDiscoveryHistories(marketData: MarketData, wanted: Wanted): Promise<LoadedHistories> {
  const { book, assets, foreign, now } = wanted
  const histories = await loadInBatches(marketData, wanted)
  const benchmark = histories.found.get(MARKET_INDEX)
  if (!benchmark || benchmark.currency !== BASE_CURRENCY) throw errors.unavailable(NO_BENCHMARK)
  const toCloses = createClosesReader()
  const { days: calendar } = toCloses(benchmark)
  const lastDay = calendar.at(-1) ?? toLastFinishedTradingDay(now)
  const series: PriceSeries[] = []
  for (const [place, history] of [...histories.found.values()].entries()) {
    if (place % 50 === 49) await letOthersWork()
    if (findAbsence(histories, history.ticker) === null) series.push({ ticker: history.ticker, ...toCloses(history) })
  }
  const known = new Map(series.map((one) => [one.ticker, one]))
  const leftOut: LeftOut[] = []
  const kept = assets.filter(({ ticker }) => {
    const reason = explain(ticker)
    if (reason !== null) leftOut.push({ ticker, reason })
    return reason === null
  })
  function explain(ticker: string): string | null {
    const end = known.get(ticker)?.days.at(-1)
    if (end === undefined) return ABSENCES[findAbsence(histories, ticker) ?? 'no-history']
    return lastDay - end > MOST_DAYS_BEHIND ? ENDED : null
  }
  const held = book.holdings.map(({ ticker }) => ticker)
  return {
    calendar,
    series,
    assets: kept,
    leftOut,
    positionsLeftOut: held
      .filter((ticker) => !known.has(ticker))
      .map((ticker) => ({
        ticker,
        reason: `${ABSENCES[findAbsence(histories, ticker) ?? 'no-history']}; the others represent it`,
      })),
    isStale: [...histories.found.values(), ...foreign.values()].some(({ stale }) => stale),
  }
}

const ABSENCES = {
  'no-history': 'The provider has no history of it',
  'provider-down': 'The provider did not answer about its history',
  'other-currency': 'It trades in another currency, and there are no exchange rates of its days',
} as const
const ENDED = 'Its history ends too early: the provider gives no newer closes'
const NO_BENCHMARK = `There is no price history of ${MARKET_INDEX} yet, because the market data provider does not answer. Nothing was charged; please try again in a minute.`

async function loadInBatches(
  marketData: MarketData,
  { book, assets, foreign, now, signal, onScanned }: Wanted,
): Promise<Histories> {
  const looked = assets.map(({ ticker }) => ticker)
  const isAsset = new Set(looked)
  const others = [MARKET_INDEX, ...book.holdings.map(({ ticker }) => ticker)]
  // What nothing can be done without comes first.
  const batches = [
    ...toBatches(
      [...new Set(others)].filter((ticker) => !foreign.has(ticker) && !isAsset.has(ticker)),
      BATCHES.holdings,
    ),
    ...toBatches(looked, BATCHES.assets),
  ]
  const from = formatIsoDate(toLastFinishedTradingDay(now) - HISTORY_DAYS)
  const found = new Map<string, DailyHistory>(foreign)
  const missing = new Map<string, MissingReason>()
  onScanned(0, looked.length)
  for (const tickers of batches) {
    signal.throwIfAborted()
    const loaded = await marketData.getDailyHistory({ tickers, from })
    for (const [ticker, history] of loaded.found) found.set(ticker, history)
    for (const [ticker, reason] of loaded.missing) missing.set(ticker, reason)
    onScanned(looked.filter((ticker) => found.has(ticker)).length, looked.length)
    await letOthersWork()
  }
  return { found, missing }
}

const toBatches = (tickers: readonly string[], size: number) =>
  Array.from({ length: Math.ceil(tickers.length / size) }, (_, k) => tickers.slice(size * k, size * (k + 1)))
