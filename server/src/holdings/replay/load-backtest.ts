// Tests: ../../features/backtest/backtest.test.ts, ../../features/backtest/backtest-edges.test.ts

import { BASE_CURRENCY, type BacktestRequest, EARLIEST_BACKTEST_DATE, MARKET_INDEX } from '@ballast/contract'
import { formatIsoDate, normalizeSector, type PriceSeries } from '@ballast/quant'
import { errors } from '../../http/errors.ts'
import { toCloseInstant } from '../../market-data/calendar.ts'
import type { DailyHistory, Histories, MarketData } from '../../market-data/market-data.ts'
import { letOthersWork } from '../../other-work.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { combineBenchmark, describeCover, placeOn } from '../../risk/benchmark-series.ts'
import type { DailyCloses } from '../../risk/holding.ts'
import { listProxies, type ProxyChoice } from '../../risk/proxy-ladder.ts'
import { listHeld } from '../count-covers.ts'
import { loadHistories as loadInBaseCurrency } from '../load-histories.ts'
import {
  type Compared,
  createClosesReader,
  findAbsence,
  type HeldInstrument,
  listOwnSectors,
  mergeInstruments,
  sumCash,
  sumOptions,
} from '../load-risk.ts'
import type { ValuedLots } from '../value-lots.ts'
import type { BacktestInput, ExclusionReason } from './backtest-input.ts'
import { BETA_DAYS, type ReplayInput } from './replay-portfolio.ts'
import { chooseWindow } from './scenario-catalogue.ts'

/** The whole history of the market's index: its closes are the days of every replay. */
export interface IndexHistory extends DailyCloses {
  fetchedAt: string
  stale: boolean
}

/**
 * Reads the history of the market's index, and keeps it as numbers until another one is fetched.
 * @returns a function that answers null, and why, when there is none
 */
export function createIndexReader(marketData: MarketData): () => Promise<IndexHistory | null> {
  let kept: { history: IndexHistory; source: string; length: number } | undefined
  return async () => {
    const { found } = await marketData.getDailyHistory({ tickers: [MARKET_INDEX], from: EARLIEST_BACKTEST_DATE })
    const history = found.get(MARKET_INDEX)
    if (!history) return null
    const { fetchedAt, stale, source, dates } = history
    const isSame = kept?.history.fetchedAt === fetchedAt && kept.source === source && kept.length === dates.length
    if (!isSame || !kept) {
      kept = { history: { ...createClosesReader()(history), fetchedAt, stale }, source, length: dates.length }
    }
    return { ...kept.history, stale }
  }
}

/** A close shortly before the window stands for its first day where that was a holiday. */
const LEAD_DAYS = 10

export interface LoadedBacktest {
  input: BacktestInput
  isFinal: LoadedReplay['isFinal']
}

/** A portfolio and a window of the past that it is sent through. */
export interface LoadedReplay {
  replay: ReplayInput
  scenario: BacktestInput['frame']['scenario']
  reasons: BacktestInput['reasons']
  stale: boolean
  benchmark: Pick<BacktestInput['frame'], 'benchmark' | 'benchmarkCover'>
  /** False when the provider owes a history, so that the same question may have a better answer in a moment. */
  isFinal: boolean
}

type HeldNow = Compared & { valued: ValuedLots; now: Date }

/**
 * Everything that a backtest is computed from.
 * @throws AppError as `loadReplay`
 */
export async function loadBacktest(
  marketData: MarketData,
  index: IndexHistory,
  request: BacktestRequest,
  held: HeldNow,
): Promise<LoadedBacktest> {
  const { isFinal, ...loaded } = await loadReplay(marketData, index, request, held)
  await letOthersWork()
  const { replay, reasons, scenario, stale } = loaded
  const { lots, benchmark, valued } = held
  const { source, simulated } = marketData.status()
  return {
    isFinal,
    input: {
      replay,
      reasons,
      held: listHeld(lots, valued),
      options: [...sumOptions(valued.priced)].map(([ticker, value]) => ({ ticker, value })),
      frame: {
        basis: replay.basis,
        // Shares that are held throughout are never set back to anything.
        rebalance: replay.basis === 'actual-shares' ? 'none' : replay.rebalance,
        ownDataOnly: request.ownDataOnly ?? false,
        unpriced: { ...valued.unpriced, ...listOptions(valued) },
        source,
        simulated,
        stale,
        asOf: toCloseInstant(index.days.at(-1) ?? 0),
        scenario,
        ...loaded.benchmark,
      },
      benchmarkTickers: benchmark.map(({ ticker }) => ticker),
    },
  }
}

/**
 * Loads what a portfolio is sent through a window of the past with, and nothing of what is said about it.
 * @throws AppError 400 for an unknown scenario or a bad range, 422 when nothing can be replayed, 503 when no history is
 *         stored and the provider does not answer
 */
export async function loadReplay(
  marketData: MarketData,
  index: IndexHistory,
  request: BacktestRequest,
  { lots, benchmark, valued, now }: HeldNow,
): Promise<LoadedReplay> {
  const { basis = 'weights-today', rebalance = 'none', ownDataOnly = false } = request
  await letOthersWork()
  const { id, name, description, first, last } = chooseWindow(request, index, now)
  const held = [...mergeInstruments(valued.priced).values()].filter(({ units }) => units !== 0)
  if (held.length === 0) throw refuseEmpty(lots, valued)
  const days = index.days.slice(first)
  const windowStart = days[0] ?? 0
  const { own, ofProxies, proxies } = await loadHistories(
    marketData,
    { held, lots, benchmark },
    windowStart,
    ownDataOnly,
  )
  // Reading decades of closes took its time; others get a turn before these are put together.
  await letOthersWork()
  const reasons = listReasons(held, own)
  if (isProviderDown(held, reasons)) {
    throw errors.unavailable(
      'The market data provider does not answer, and we have no histories of these yet. Please try again in a minute.',
    )
  }
  const used = [...own.found.values(), ...ofProxies.found.values()]
  const isOwed = [...own.missing.values(), ...ofProxies.missing.values()].includes('provider-down')
  const series = toSeries(used, reasons, index, windowStart)
  const findCloses = (ticker: string) => series.find((one) => one.ticker === ticker)
  const windowDays = last - first + 1
  const window = days.subarray(0, windowDays)
  const compared = combineBenchmark(benchmark, window, findCloses)
  const stale = index.stale || used.some((history) => history.stale)
  return {
    isFinal: !isOwed && !stale,
    stale,
    scenario: { id, name, description },
    reasons,
    benchmark: { benchmark: compared.label, benchmarkCover: describeCover(compared, window) },
    replay: {
      holdings: held.map((holding) => ({ ...holding, proxies: proxies.get(holding.ticker) ?? [] })),
      cash: sumCash(valued.priced),
      series,
      days,
      benchmark: placeOn(days, compared),
      windowDays,
      recentDays: index.days.slice(-(BETA_DAYS + 1)),
      basis,
      rebalance,
    },
  }
}

function refuseEmpty(lots: readonly StoredLot[], { unpriced }: ValuedLots): Error {
  if (Object.values(unpriced).includes('provider-down')) {
    return errors.unavailable(
      'The market data provider does not answer, and no price of the positions is stored yet. Please try again in a minute.',
    )
  }
  return errors.unprocessable(
    lots.some(({ kind }) => kind === 'option')
      ? 'There is nothing to replay. The portfolio holds no share or fund with a price, and today’s options did not exist then.'
      : 'The portfolio holds no share or fund with a price, so there is nothing to replay.',
  )
}

/** Options of today did not exist then: a replay leaves them out, and says so. */
const listOptions = ({ priced }: ValuedLots): ValuedLots['unpriced'] =>
  Object.fromEntries(priced.filter(({ kind }) => kind === 'option').map(({ ticker }) => [ticker, 'option']))

interface LoadedHistories {
  own: Histories
  ofProxies: Histories
  /** Candidates for a proxy by position; only for those that did not trade at the window's start. */
  proxies: ReadonlyMap<string, ProxyChoice[]>
}

async function loadHistories(
  marketData: MarketData,
  { held, lots, benchmark }: Compared & { held: readonly HeldInstrument[] },
  windowStart: number,
  ownDataOnly: boolean,
): Promise<LoadedHistories> {
  const from = formatIsoDate(windowStart - LEAD_DAYS)
  const compared = benchmark.filter(({ ticker }) => ticker !== MARKET_INDEX)
  const tickers = [...new Set([...held, ...compared].map(({ ticker }) => ticker))]
  const own = await loadInBaseCurrency(marketData, { tickers, from })
  const proxies = new Map<string, ProxyChoice[]>()
  const young = ownDataOnly ? [] : held.filter(({ ticker }) => needsProxy(own, ticker, formatIsoDate(windowStart)))
  if (young.length > 0) {
    const instruments = await marketData.getInstruments(young.map(({ ticker }) => ticker))
    const sectors = listOwnSectors(lots)
    for (const { ticker } of young) {
      const instrument = instruments.get(ticker)
      proxies.set(ticker, listProxies(ticker, instrument, sectors.get(ticker) ?? normalizeSector(instrument?.sector)))
    }
  }
  const wanted = new Set([...proxies.values()].flatMap((choices) => choices.map(({ ticker }) => ticker)))
  const unread = [...wanted].filter((ticker) => !own.found.has(ticker))
  const ofProxies =
    unread.length === 0
      ? { found: new Map(), missing: new Map() }
      : await marketData.getDailyHistory({ tickers: unread, from })
  return { own, ofProxies, proxies }
}

/** True where a proxy is needed. A history that is missing, or in another currency, is left out: it may well have traded then. */
function needsProxy(histories: Histories, ticker: string, windowStart: string): boolean {
  const absence = findAbsence(histories, ticker)
  if (absence !== null) return absence === 'no-history'
  return (histories.found.get(ticker)?.dates[0] ?? '') > windowStart
}

function listReasons(held: readonly HeldInstrument[], own: Histories): ReadonlyMap<string, ExclusionReason> {
  const reasons = new Map<string, ExclusionReason>()
  for (const { ticker } of held) {
    const absence = findAbsence(own, ticker)
    if (absence === 'other-currency' || absence === 'provider-down') reasons.set(ticker, absence)
  }
  return reasons
}

function isProviderDown(held: readonly HeldInstrument[], reasons: ReadonlyMap<string, ExclusionReason>): boolean {
  const sum = (some: readonly HeldInstrument[]) => some.reduce((total, { value }) => total + Math.abs(value), 0)
  return sum(held.filter(({ ticker }) => reasons.get(ticker) === 'provider-down')) > sum(held) / 2
}

function toSeries(
  used: readonly DailyHistory[],
  reasons: ReadonlyMap<string, ExclusionReason>,
  index: IndexHistory,
  windowStart: number,
): PriceSeries[] {
  const toCloses = createClosesReader()
  const series = used
    .filter(({ ticker, currency }) => !reasons.has(ticker) && ticker !== MARKET_INDEX && currency === BASE_CURRENCY)
    .map((history) => ({ ticker: history.ticker, ...toCloses(history) }))
  const first = Math.max(
    0,
    index.days.findIndex((day) => day >= windowStart - LEAD_DAYS),
  )
  return [...series, { ticker: MARKET_INDEX, days: index.days.slice(first), closes: index.closes.slice(first) }]
}
