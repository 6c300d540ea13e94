// Tests: ../live-market-data.test.ts

import { formatIsoDate, parseIsoDate } from '@ballast/quant'
import type { Clock } from '../../clock.ts'
import { ProviderFailure } from '../failures.ts'
import type { MarketDataProvider, ProviderHistory } from '../provider.ts'
import type { HistoryRepository, StoredBars, StoredReach } from './history.repository.ts'
import type { ProviderGuard } from './provider-guard.ts'

/** Days fetched again at each update, so that late corrections are taken over and dividends are noticed. */
const OVERLAP_DAYS = 14
/** Providers round; a dividend or a split changes the closes before it by more than this fraction. */
const ADJUSTMENT_TOLERANCE = 2e-5
/** ISO 4217 for "no currency": the provider has no prices, so it named none. */
const NO_CURRENCY = 'XXX'

export interface HistoryUpdateOptions {
  provider: MarketDataProvider
  guard: ProviderGuard
  repository: HistoryRepository
  clock: Clock
}

/**
 * Brings one ticker's stored history up to date: new days are appended, and the whole is fetched again only when it must
 * begin earlier, or when a split or dividend has changed the closes that are stored.
 *
 * @throws ProviderFailure when the provider fails; what is stored stays
 */
export async function updateHistory(ticker: string, fromDay: number, options: HistoryUpdateOptions): Promise<void> {
  const stored = (await options.repository.listReaches([ticker])).get(ticker)
  const isAppendable = stored !== undefined && stored.fromDay <= fromDay && stored.lastDay >= stored.fromDay
  if (!isAppendable) return replaceHistory(ticker, Math.min(fromDay, stored?.fromDay ?? fromDay), options)
  if (!(await appendHistory(ticker, stored, options))) await replaceHistory(ticker, stored.fromDay, options)
}

async function replaceHistory(ticker: string, fromDay: number, options: HistoryUpdateOptions): Promise<void> {
  const history = await fetchHistory(ticker, fromDay, options)
  const fetchedAt = options.clock.now()
  if (!history) {
    const reach = { currency: NO_CURRENCY, fromDay, lastDay: fromDay - 1, splits: [], fetchedAt }
    return options.repository.replace(ticker, reach, { days: [], closes: [], adjustedCloses: [] })
  }
  const bars = toBars(history)
  const { currency, splits } = history
  const lastDay = bars.days.at(-1) ?? fromDay - 1
  await options.repository.replace(ticker, { currency, fromDay, lastDay, splits: [...splits], fetchedAt }, bars)
}

/** Returns false when the stored closes no longer hold, and writes nothing then. */
async function appendHistory(ticker: string, stored: StoredReach, options: HistoryUpdateOptions): Promise<boolean> {
  const { repository, clock } = options
  const overlapFrom = Math.max(stored.fromDay, stored.lastDay - OVERLAP_DAYS)
  const tail = await fetchHistory(ticker, overlapFrom, options)
  const fetchedAt = clock.now()
  if (!tail) {
    await repository.append(ticker, { ...stored, fetchedAt }, { days: [], closes: [], adjustedCloses: [] })
    return true
  }
  const known = (await repository.listBars([ticker], overlapFrom)).get(ticker)
  const bars = toBars(tail)
  if (tail.currency !== stored.currency || !agree(known, bars)) return false
  const lastDay = Math.max(stored.lastDay, bars.days.at(-1) ?? stored.lastDay)
  const splits = [...stored.splits.filter(({ date }) => parseIsoDate(date) < overlapFrom), ...tail.splits]
  await repository.append(ticker, { ...stored, lastDay, splits, fetchedAt }, bars)
  return true
}

/** The history, or `undefined` when the provider knows of no prices in the period. */
async function fetchHistory(
  ticker: string,
  fromDay: number,
  { provider, guard }: HistoryUpdateOptions,
): Promise<ProviderHistory | undefined> {
  try {
    return await guard.call('history', () => provider.fetchDailyHistory(ticker, formatIsoDate(fromDay)))
  } catch (error) {
    const isAbsent = error instanceof ProviderFailure && (error.code === 'no-data' || error.code === 'unknown-ticker')
    if (isAbsent) return undefined
    throw error
  }
}

/** True when both say the same about the days that both have; a tail that shares no day with what is stored disagrees. */
function agree(known: StoredBars | undefined, tail: StoredBars): boolean {
  let common = 0
  for (const [index, day] of (known?.days ?? []).entries()) {
    const other = tail.days.indexOf(day)
    if (other === -1) continue
    common += 1
    if (!isClose(known?.closes[index], tail.closes[other])) return false
    if (!isClose(known?.adjustedCloses[index], tail.adjustedCloses[other])) return false
  }
  return common > 0
}

function isClose(a = Number.NaN, b = Number.NaN): boolean {
  return Math.abs(a - b) <= ADJUSTMENT_TOLERANCE * Math.abs(b)
}

function toBars({ dates, closes, adjustedCloses }: ProviderHistory): StoredBars {
  return { days: dates.map(parseIsoDate), closes: [...closes], adjustedCloses: [...adjustedCloses] }
}
