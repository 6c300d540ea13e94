// Tests: ../live-market-data.test.ts

import { isOptionSymbol } from '@ballast/contract'
import { formatIsoDate, parseIsoDate } from '@ballast/quant'
import type { Clock } from '../../clock.ts'
import type { LeaseRepository } from '../../database/lease.repository.ts'
import { letOthersWork } from '../../other-work.ts'
import { toCloseInstant, toLastFinishedTradingDay } from '../calendar.ts'
import { ProviderFailure } from '../failures.ts'
import { runInLanes } from '../in-lanes.ts'
import type { DailyHistory, Histories, MissingReason } from '../market-data.ts'
import type { MarketDataProvider } from '../provider.ts'
import { createBarMemory, type RememberedBars } from './bar-memory.ts'
import type { HistoryRepository, StoredBars, StoredReach } from './history.repository.ts'
import { updateHistory } from './history-update.ts'
import { waitAtMost } from './patience.ts'
import type { ProviderGuard } from './provider-guard.ts'
import type { QuoteRepository } from './quote.repository.ts'
import { createSharedLoad } from './shared-load.ts'
import type { TickerBudget } from './ticker-budget.ts'

/** Histories of one request are one call each; more at a time would only wait in line at the provider. */
const TICKERS_AT_ONCE = 8
/** A row holds the bars of a year; so many are read in one statement without holding other work back. */
const ROWS_PER_READ = 50
/** So many histories are made ready in a millisecond or two, and then others have their turn. */
const HISTORIES_AT_ONCE = 100
const REMEMBERED_BARS = 3_000_000
const PATIENCE_MS = 20_000
/** Where whole histories begin: no scenario reaches further back. */
const EARLIEST_DAY = parseIsoDate('1998-01-01')

export interface HistoryCacheOptions {
  provider: MarketDataProvider
  guard: ProviderGuard
  budget: TickerBudget
  repository: HistoryRepository
  quotes: QuoteRepository
  leases: LeaseRepository
  holder: string
  clock: Clock
  /** How long a caller waits for histories that have to be fetched; the rest arrives for later callers. */
  patienceMs?: number
}

export interface HistoryCache {
  getDailyHistory(request: { tickers: readonly string[]; from: string }): Promise<Histories>
}

/** Daily histories out of the database; each ticker is brought up to date once after each close. */
export function createHistoryCache(options: HistoryCacheOptions): HistoryCache {
  const { provider, budget, repository, quotes, clock, patienceMs = PATIENCE_MS } = options
  const dates = createDateNames()
  const memory = createBarMemory(REMEMBERED_BARS)

  /** Leaves what is stored as it is when the provider fails. */
  async function update({ ticker, fromDay }: HistoryRequest): Promise<void> {
    try {
      await updateHistory(ticker, fromDay, options)
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error
    }
  }

  // Keys carry the first day, so that a request for more history is not joined to a load of less.
  const shared = createSharedLoad({
    ...options,
    name: `${provider.source}:history`,
    collectMs: 0,
    async listStoredSince(keys, since) {
      const reaches = await repository.listReaches(keys.map((key) => toHistoryRequest(key).ticker))
      return new Set(
        keys.filter((key) =>
          isStoredSince(reaches.get(toHistoryRequest(key).ticker), toHistoryRequest(key).fromDay, since),
        ),
      )
    },
    async load(keys) {
      await Promise.all(keys.map((key) => update(toHistoryRequest(key))))
    },
  })

  async function bringUpToDate(tickers: readonly string[], fromDay: number, readAt: Date): Promise<void> {
    const all = runInLanes(tickers, TICKERS_AT_ONCE, (ticker) => shared.load([toKey({ ticker, fromDay })], readAt))
    await waitAtMost(all, patienceMs)
  }

  /** Bars from `fromDay` or before on: out of memory, the others read a few at a time with other work in between. */
  async function listBars(tickers: readonly string[], fromDay: number, reaches: ReadonlyMap<string, StoredReach>) {
    const bars = new Map<string, RememberedBars>()
    const unread: string[] = []
    for (const ticker of tickers) {
      const reach = reaches.get(ticker)
      const remembered = reach && memory.find(ticker, fromDay, reach.fetchedAt)
      if (remembered) bars.set(ticker, remembered)
      else if (reach) unread.push(ticker)
    }
    const years = clock.now().getUTCFullYear() + 1 - Number(formatIsoDate(fromDay).slice(0, 4))
    const tickersPerRead = Math.max(1, Math.floor(ROWS_PER_READ / Math.max(1, years)))
    for (let start = 0; start < unread.length; start += tickersPerRead) {
      await letOthersWork()
      for (const [ticker, read] of await repository.listBars(unread.slice(start, start + tickersPerRead), fromDay)) {
        const packed = pack(read, fromDay)
        bars.set(ticker, packed)
        const reach = reaches.get(ticker)
        if (reach) memory.remember(ticker, reach.fetchedAt, packed)
      }
    }
    return bars
  }

  async function listMissing(tickers: readonly string[], reaches: ReadonlyMap<string, StoredReach>) {
    const records = await quotes.list(tickers)
    return new Map(
      tickers.map((ticker): [string, MissingReason] => {
        if (isOptionSymbol(ticker)) return [ticker, 'no-price']
        const reason = records.get(ticker)?.stored ? undefined : records.get(ticker)?.absence?.reason
        return [ticker, reason ?? (reaches.has(ticker) ? 'no-price' : 'provider-down')]
      }),
    )
  }

  return {
    async getDailyHistory({ tickers, from }) {
      const fromDay = parseIsoDate(from)
      const now = clock.now()
      const currentSince = new Date(toCloseInstant(toLastFinishedTradingDay(now)))
      const wanted = [...new Set(tickers)].filter((ticker) => !isOptionSymbol(ticker))
      let reaches = await repository.listReaches(wanted)
      const outdated = wanted.filter((ticker) => !isStoredSince(reaches.get(ticker), fromDay, currentSince))
      const asked = [
        ...outdated.filter((ticker) => reaches.has(ticker)),
        ...budget.admit(outdated.filter((ticker) => !reaches.has(ticker))),
      ]
      if (asked.length > 0) {
        await bringUpToDate(asked, toWindowStart(fromDay, now), now)
        reaches = await repository.listReaches(wanted)
      }
      await letOthersWork()
      let seen = 0
      const found = new Map<string, DailyHistory>()
      for (const [ticker, bars] of await listBars(wanted, fromDay, reaches)) {
        const reach = reaches.get(ticker)
        const history = reach && toHistory(ticker, reach, cutBefore(bars, fromDay), dates)
        if (history && history.dates.length > 0) {
          const stale = !isStoredSince(reach, fromDay, currentSince)
          found.set(ticker, { ...history, source: provider.source, stale })
        }
        if (++seen % HISTORIES_AT_ONCE === 0) await letOthersWork()
      }
      const absent = [...new Set(tickers)].filter((ticker) => !found.has(ticker))
      return { found, missing: await listMissing(absent, reaches) }
    },
  }
}

function isStoredSince(reach: StoredReach | undefined, fromDay: number, since: Date): boolean {
  return reach !== undefined && reach.fromDay <= fromDay && reach.fetchedAt >= since
}

/**
 * The day from which a history is fetched when `fromDay` is wanted: one of two, so that the many windows of the screens
 * do not each fetch everything anew. Two years and more for the recent past, else all of it.
 */
function toWindowStart(fromDay: number, now: Date): number {
  const recent = parseIsoDate(`${now.getUTCFullYear() - 2}-01-01`)
  if (fromDay >= recent) return recent
  return Math.min(fromDay, EARLIEST_DAY)
}

interface HistoryRequest {
  ticker: string
  fromDay: number
}

function toKey({ ticker, fromDay }: HistoryRequest): string {
  return `${ticker}@${fromDay}`
}

function toHistoryRequest(key: string): HistoryRequest {
  const at = key.lastIndexOf('@')
  return { ticker: key.slice(0, at), fromDay: Number(key.slice(at + 1)) }
}

function pack({ days, closes, adjustedCloses }: StoredBars, fromDay: number): RememberedBars {
  return {
    fromDay,
    days: Int32Array.from(days),
    closes: Float64Array.from(closes),
    adjustedCloses: Float64Array.from(adjustedCloses),
  }
}

/** A copy without the bars before `fromDay`: what a caller does to it does not reach the memory. */
function cutBefore({ days, closes, adjustedCloses }: RememberedBars, fromDay: number): RememberedBars {
  const first = days.findIndex((day) => day >= fromDay)
  const start = first === -1 ? days.length : first
  return { fromDay, days: days.slice(start), closes: closes.slice(start), adjustedCloses: adjustedCloses.slice(start) }
}

function toHistory(
  ticker: string,
  { currency, splits, fetchedAt }: StoredReach,
  { days, closes, adjustedCloses }: RememberedBars,
  nameDay: (day: number) => string,
): Omit<DailyHistory, 'source' | 'stale'> {
  return {
    ticker,
    currency,
    dates: Array.from(days, nameDay),
    closes,
    adjustedCloses,
    splits,
    fetchedAt: fetchedAt.toISOString(),
  }
}

/** Names of days, each made once: thousands of histories share the same few thousand dates. */
function createDateNames(): (day: number) => string {
  const names = new Map<number, string>()
  return (day) => {
    let name = names.get(day)
    if (name === undefined) {
      name = formatIsoDate(day)
      names.set(day, name)
    }
    return name
  }
}
