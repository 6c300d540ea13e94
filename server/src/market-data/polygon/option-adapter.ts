// Tests: ../options/provider-options.test.ts

import { formatIsoDate, isTradingDay, toWeekday } from '@ballast/quant'
import type { Clock } from '../../clock.ts'
import { toNewYorkTime } from '../calendar.ts'
import { polygonFailures } from '../failures.ts'
import { chooseLiveExpiries } from '../options/choose-expiries.ts'
import type { ChainSlice, OptionChainProvider } from '../options/option-chain.ts'
import { createPageBudget, MAX_PAGES, type PageBudget, type PolygonHttp } from './http.ts'
import { toPolygonChain, toPolygonUnderlying } from './option-transform.ts'
import { optionSnapshotsSchema } from './option-wire.ts'

const PAGE_ROWS = '250'
const MS_PER_DAY = 86_400_000
/** Far enough for an expiry after the 90 days between which volatility is interpolated. */
const NEAR_TERM_WINDOW_DAYS = 130
const HEDGING_WINDOW_DAYS = 220
/** US securities and indices. */
const LISTED = /^(?:[A-Z]{1,5}(?:\.[A-Z])?|\^[A-Z]{1,5})$/

/** Options out of Polygon's snapshots. @throws ProviderFailure as `OptionChainProvider` says */
export function createPolygonOptions(http: PolygonHttp, clock: Clock): OptionChainProvider['fetchOptionChain'] {
  async function fetchRows(ticker: string, query: Record<string, string>, budget: PageBudget) {
    const path = `/v3/snapshot/options/${encodeURIComponent(toPolygonUnderlying(ticker))}`
    const order = { limit: PAGE_ROWS, sort: 'expiration_date', order: 'asc' }
    const pages = await http.getPages(path, { ...query, ...order }, optionSnapshotsSchema, budget)
    const isCut = pages.length === MAX_PAGES && pages.at(-1)?.next_url !== undefined
    return { rows: pages.flatMap(({ results }) => results), isCut }
  }

  async function fetchExpiries(ticker: string, expiries: readonly string[], budget: PageBudget): Promise<unknown[]> {
    const answers = await Promise.all(expiries.map((expiry) => fetchRows(ticker, { expiration_date: expiry }, budget)))
    // No expiry has thousands of contracts, and half of one would give wrong figures.
    if (answers.some(({ isCut }) => isCut)) throw polygonFailures.badReply('its pages do not come to an end')
    return answers.flatMap(({ rows }) => rows)
  }

  /** The next expiries in order. Where there is one every day and pages run out, monthly ones are asked for by date. */
  async function fetchNearTerm(ticker: string, today: number, budget: PageBudget): Promise<unknown[]> {
    const window = {
      'expiration_date.gte': formatIsoDate(today),
      'expiration_date.lte': formatIsoDate(today + NEAR_TERM_WINDOW_DAYS),
    }
    const { rows, isCut } = await fetchRows(ticker, window, budget)
    if (!isCut) return rows
    const last = rows.reduce<string>((latest, row) => (expiryOf(row) > latest ? expiryOf(row) : latest), '')
    const whole = rows.filter((row) => expiryOf(row) < last)
    const later = listMonthly(today, NEAR_TERM_WINDOW_DAYS).filter((expiry) => expiry >= last)
    return [...whole, ...(await fetchExpiries(ticker, later, budget))]
  }

  function fetchSlice(ticker: string, slice: ChainSlice, today: number): Promise<unknown[]> {
    const budget = createPageBudget()
    if (slice === 'near-term') return fetchNearTerm(ticker, today, budget)
    if (slice === 'hedging') return fetchExpiries(ticker, listMonthly(today, HEDGING_WINDOW_DAYS), budget)
    return fetchExpiries(ticker, [slice.expiry], budget)
  }

  return async (ticker, slice) => {
    if (!LISTED.test(ticker)) return 'no-options'
    const now = clock.now()
    const chain = toPolygonChain(ticker, await fetchSlice(ticker, slice, toNewYorkTime(now).day), now)
    if (typeof chain === 'string') return chain
    // Counted from the quotes, which are a weekend older than now at times.
    const wanted = new Set(chooseLiveExpiries(chain.expiries, chain.asOf, slice))
    const contracts = chain.contracts.filter(({ expiry }) => wanted.has(expiry))
    return contracts.length === 0 ? 'no-options' : { ...chain, contracts }
  }
}

function expiryOf(row: unknown): string {
  const details = (row as { details?: { expiration_date?: unknown } } | null)?.details
  return typeof details?.expiration_date === 'string' ? details.expiration_date : ''
}

/** Third Fridays of the next days, or the Thursday before one that is a holiday. */
function listMonthly(today: number, days: number): string[] {
  const found: string[] = []
  for (let day = today; day <= today + days; day++) {
    const dayOfMonth = new Date(day * MS_PER_DAY).getUTCDate()
    if (toWeekday(day) !== 5 || dayOfMonth < 15 || dayOfMonth > 21) continue
    found.push(formatIsoDate(isTradingDay(day) ? day : day - 1))
  }
  return found
}
