// Tests: ../../features/hedges/hedge-runs.test.ts, ../../features/hedges/foreign-listings.test.ts

import { BASE_CURRENCY, EARLIEST_BACKTEST_DATE, MARKET_INDEX } from '@ballast/contract'
import type { HedgeRequest, PriceSeries } from '@ballast/quant'
import { loadHistories } from '../../holdings/load-histories.ts'
import { createClosesReader, findAbsence } from '../../holdings/load-risk.ts'
import { errors } from '../../http/errors.ts'
import { NotToldYet } from '../../market-data/failures.ts'
import type { DailyHistory, Histories, Instrument, MarketData, MissingReason } from '../../market-data/market-data.ts'
import { letOthersWork } from '../../other-work.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { toUsualBeta } from '../../risk/usual-beta.ts'
import type { BookInput, ChainOutcome, HeldShare } from './book-input.ts'
import { chooseChains } from './choose-chains.ts'
import { createCutter } from './cut-histories.ts'
import {
  DIVERSIFIERS,
  DRIVERS,
  findIndexSectors,
  OTHER_INDEXES,
  SECTOR_FUNDS,
  VOLATILITY_INDEX,
} from './index-sectors.ts'
import { describeShares, type PricedBook } from './load-book.ts'
import { loadChains } from './load-chains.ts'

/** Told while things are loaded. */
export interface LoadProgress {
  onHistories(done: number, total: number): void
  onChains(done: number, total: number): void
}

export type LoadedMarket = Omit<BookInput, 'request' | 'echo' | 'frame'>

interface Wanted {
  lots: readonly StoredLot[]
  priced: PricedBook
  /** Histories of foreign listings in dollars, as `loadForeignHistories` made them. */
  foreign: ReadonlyMap<string, DailyHistory>
  request: HedgeRequest
  signal: AbortSignal
  progress: LoadProgress
}

/** Histories of at most so many tickers are asked for at a time, so that waiting can be watched. */
const BATCH = 50

/**
 * Everything that an analysis needs of the market: histories of what is held and of what it is measured against, and
 * option chains. What does not come is gone without, and named.
 *
 * @throws AppError 503 when there is no history of the benchmark
 */
export async function loadMarket(marketData: MarketData, wanted: Wanted): Promise<LoadedMarket> {
  const { lots, priced, foreign, request, signal, progress } = wanted
  const underlyings = priced.contracts.map(({ underlying }) => underlying)
  const tickers = priced.securities.map(({ ticker }) => ticker)
  const instruments = await marketData.getInstruments([
    ...new Set([...tickers, ...underlyings, ...DIVERSIFIERS, MARKET_INDEX]),
  ])
  const shares = describeShares(priced, lots, instruments)
  const histories = await loadInBatches(marketData, listHistories(shares, underlyings), { foreign, signal, progress })
  const indexSectors = findIndexSectors(instruments)
  const { series: all, calendar } = await toSeries(histories)
  // Nobody can hold it, and nothing is measured by it but what options cost.
  const series = all.filter(({ ticker }) => ticker !== VOLATILITY_INDEX)
  await letOthersWork()
  const { cash } = priced
  const contracts = priced.contracts.map((held) => {
    return { ...held, internalDiversification: instruments.get(held.underlying)?.internalDiversification ?? 1 }
  })
  const drivers = DRIVERS.filter(({ ticker }) => series.some((one) => one.ticker === ticker))
  const chosen = await chooseChains({ shares, contracts, cash, series, calendar, indexSectors, drivers, request })
  const chains = chosen.wanted
  progress.onChains(0, chains.length)
  const fetched = await loadChains(marketData, {
    wanted: chains,
    horizonDays: request.horizonDays,
    signal,
    onChain: (done) => progress.onChains(done, chains.length),
  })
  const usualBetas = new Map(shares.map(({ ticker, usualBeta }) => [ticker, usualBeta]))
  const betaOf = (ticker: string) => usualBetas.get(ticker) ?? toUsualBeta(instruments.get(ticker))
  return {
    book: { shares, cash, contracts, leftOut: [...priced.leftOut, ...nameUnread(chosen.unread)] },
    calendar,
    series,
    volatility: all.find(({ ticker }) => ticker === VOLATILITY_INDEX) ?? null,
    chains: fetched
      .filter(({ slices }) => slices.length > 0)
      .map(({ wanted: { ticker, role, sector }, slices }) => {
        return { ticker, role, sector, usualBeta: betaOf(ticker), slices }
      }),
    chainOutcomes: [...fetched.map(({ outcome }) => outcome), ...chosen.abroad.map(toAbroad)],
    indexSectors,
    sectorFunds: listSectorFunds(shares),
    otherIndexes: [...OTHER_INDEXES],
    diversifiers: listDiversifiers(histories, instruments),
    drivers,
    oldHistories: [...histories.found.values()].filter(({ stale }) => stale).map(({ ticker }) => ticker),
    isStale:
      [...histories.found.values()].some(({ stale }) => stale) ||
      fetched.some(({ outcome }) => outcome.state === 'stale'),
  }
}

const nameUnread = (tickers: readonly string[]) =>
  tickers.map((ticker) => ({ ticker, reason: 'Its options were not read: too many positions have some' }))

const listSectorFunds = (shares: readonly HeldShare[]) => {
  const sectors = new Set(shares.map(({ sector }) => sector))
  return SECTOR_FUNDS.filter(({ sector }) => sectors.has(sector))
}

const listDiversifiers = ({ found }: Histories, instruments: ReadonlyMap<string, Instrument>) =>
  DIVERSIFIERS.filter((ticker) => found.has(ticker)).map((ticker) => {
    return { ticker, usualBeta: toUsualBeta(instruments.get(ticker)) }
  })

function listHistories(shares: readonly HeldShare[], underlyings: readonly string[]): string[] {
  const named = shares.map(({ ticker }) => ticker)
  const funds = listSectorFunds(shares).map(({ ticker }) => ticker)
  // Which of the proxies are needed is known once there are histories; they are few, and shared by all users.
  const proxies = shares.flatMap((share) => share.proxies.map(({ ticker }) => ticker))
  const measures = [MARKET_INDEX, VOLATILITY_INDEX, ...OTHER_INDEXES, ...DIVERSIFIERS]
  return [...new Set([...measures, ...funds, ...named, ...underlyings, ...proxies])]
}

/** Where rates of the day do not reach back to a listing's first close, it is taken from this day on. */
const LATER_START = '2004-01-05'

/**
 * Histories of foreign listings in dollars of their days, back to the first crisis or as far as there are rates.
 *
 * @returns only those that could be converted
 */
export async function loadForeignHistories(
  marketData: MarketData,
  tickers: readonly string[],
): Promise<ReadonlyMap<string, DailyHistory>> {
  const converted = new Map<string, DailyHistory>()
  for (const from of [EARLIEST_BACKTEST_DATE, LATER_START]) {
    const left = tickers.filter((ticker) => !converted.has(ticker))
    if (left.length === 0) break
    const { found } = await loadHistories(marketData, { tickers: left, from })
    for (const history of found.values()) if (history.currency === BASE_CURRENCY) converted.set(history.ticker, history)
  }
  return converted
}

const toAbroad = (ticker: string): ChainOutcome => {
  return { ticker, state: 'no-options', note: `${ticker} is listed abroad, and only American options are read` }
}

async function loadInBatches(
  marketData: MarketData,
  wanted: readonly string[],
  { foreign, signal, progress: { onHistories } }: Pick<Wanted, 'foreign' | 'signal' | 'progress'>,
): Promise<Histories> {
  const tickers = wanted.filter((ticker) => !foreign.has(ticker))
  const found = new Map<string, DailyHistory>(foreign)
  const missing = new Map<string, MissingReason>()
  onHistories(0, tickers.length)
  for (let start = 0; start < tickers.length; start += BATCH) {
    signal.throwIfAborted()
    const batch = tickers.slice(start, start + BATCH)
    const loaded = await marketData.getDailyHistory({ tickers: batch, from: EARLIEST_BACKTEST_DATE })
    for (const [ticker, history] of loaded.found) found.set(ticker, history)
    for (const [ticker, reason] of loaded.missing) missing.set(ticker, reason)
    onHistories(Math.min(tickers.length, start + BATCH), tickers.length)
    await letOthersWork()
  }
  return { found, missing }
}

/**
 * Histories in dollars as numbers, and the benchmark's days: the days that anything is measured on, in single precision. A
 * run keeps what it was computed from, and a ten-millionth of a price is no figure of a market.
 *
 * @throws AppError 503 when there is no history of the benchmark
 */
export async function toSeries(histories: Histories): Promise<{ series: PriceSeries[]; calendar: Int32Array }> {
  const benchmark = histories.found.get(MARKET_INDEX)
  if (!benchmark || benchmark.currency !== BASE_CURRENCY) {
    throw errors.unavailable(
      `There is no price history of ${MARKET_INDEX} yet, because the market data provider does not answer. Nothing was charged; please try again in a minute.`,
      new NotToldYet(`the provider gave no price history of ${MARKET_INDEX}`),
    )
  }
  const { calendar, toOne } = readers.get(benchmark) ?? createSeriesReader(benchmark)
  const series: PriceSeries[] = []
  for (const [place, history] of [...histories.found.values()].entries()) {
    if (place % BATCH === BATCH - 1) await letOthersWork()
    if (findAbsence(histories, history.ticker) === null) series.push(toOne(history))
  }
  return { series, calendar }
}

/** By the benchmark's history: a night measures many portfolios by the same histories, each of which is read once. */
const readers = new WeakMap<DailyHistory, ReturnType<typeof createSeriesReader>>()

function createSeriesReader(benchmark: DailyHistory) {
  const toCloses = createClosesReader()
  const { days: calendar } = toCloses(benchmark)
  const keep = createCutter(calendar)
  const known = new WeakMap<DailyHistory, PriceSeries>()
  const toOne = (history: DailyHistory): PriceSeries => {
    const found = known.get(history) ?? { ticker: history.ticker, ...keep(toCloses(history)) }
    known.set(history, found)
    return found
  }
  const reader = { calendar, toOne }
  readers.set(benchmark, reader)
  return reader
}
