// Tests: polygon.test.ts, ../recorded-replies.shared.test.ts

import { formatIsoDate } from '@ballast/quant'
import type { Clock } from '../../clock.ts'
import { toLastFinishedTradingDay } from '../calendar.ts'
import { ProviderFailure, polygonFailures } from '../failures.ts'
import { runInLanes } from '../in-lanes.ts'
import type { Instrument, MissingReason, Quote } from '../market-data.ts'
import type { MarketDataProvider } from '../provider.ts'
import { createPolygonHttp } from './http.ts'
import { createPolygonOptions } from './option-adapter.ts'
import { toHistory, toInstrument, toQuote } from './transform.ts'
import {
  aggregatesSchema,
  dividendsSchema,
  snapshotsSchema,
  snapshotTickerSchema,
  splitsSchema,
  tickerDetailsSchema,
  tickerListSchema,
} from './wire.ts'

const TICKERS_PER_REQUEST = 100
const CONCURRENT_REQUESTS = 4
/** US securities only: no exchange suffix of several letters, no index, currency pair or coin. */
const US_TICKER = /^[A-Z]{1,5}(\.[A-Z])?$/

export interface PolygonOptions {
  apiKey: string
  clock: Clock
  random: () => number
  /** An origin that answers in place of Polygon's hosts: a proxy, or a fake for tests. */
  baseUrl?: string | undefined
  deadlineMs?: number
  silenceMs?: number
}

/** Polygon (Massive): US securities in dollars, by key. It knows no exchange rates here; its plan must include snapshots. */
export function createPolygonProvider({ clock, ...options }: PolygonOptions): MarketDataProvider {
  const http = createPolygonHttp(options)

  async function fetchSnapshots(tickers: readonly string[]): Promise<Map<string, unknown>> {
    const path = '/v2/snapshot/locale/us/markets/stocks/tickers'
    const { tickers: snapshots } = await http.get(path, { tickers: tickers.join(',') }, snapshotsSchema)
    return new Map(snapshots.map((snapshot) => [String((snapshot as { ticker?: unknown } | null)?.ticker), snapshot]))
  }

  async function findInstrument(ticker: string): Promise<Instrument | undefined> {
    try {
      const path = `/v3/reference/tickers/${encodeURIComponent(ticker)}`
      const { results } = await http.get(path, {}, tickerDetailsSchema)
      return results.ticker === ticker ? toInstrument(results) : undefined
    } catch (error) {
      if (error instanceof ProviderFailure && error.code === 'unknown-ticker') return undefined
      throw error
    }
  }

  return {
    source: 'polygon',
    displayName: 'Polygon',
    needsPlan: true,
    tellsFundSectors: false,
    fetchOptionChain: createPolygonOptions(http, clock),
    async fetchSuggestions(text) {
      const query = { search: text, active: 'true', market: 'stocks', limit: '10' }
      const { results } = await http.get('/v3/reference/tickers', query, tickerListSchema)
      return results.flatMap((details) => (details && US_TICKER.test(details.ticker) ? [toInstrument(details)] : []))
    },
    async fetchQuotes(tickers) {
      const found = new Map<string, Quote>()
      const missing = new Map<string, MissingReason>()
      const listed = tickers.filter((ticker) => US_TICKER.test(ticker))
      for (let start = 0; start < listed.length; start += TICKERS_PER_REQUEST) {
        const chunk = listed.slice(start, start + TICKERS_PER_REQUEST)
        const snapshots = await fetchSnapshots(chunk)
        for (const ticker of chunk) {
          const quote = readQuote(snapshots.get(ticker), clock.now())
          if (typeof quote === 'string') missing.set(ticker, quote)
          else found.set(ticker, quote)
        }
      }
      for (const ticker of tickers)
        if (!found.has(ticker) && !missing.has(ticker)) missing.set(ticker, 'unknown-ticker')
      return { found, missing }
    },
    async fetchDailyHistory(ticker, from) {
      if (!US_TICKER.test(ticker)) throw polygonFailures.unknownTicker(ticker)
      const through = formatIsoDate(toLastFinishedTradingDay(clock.now()))
      const path = `/v2/aggs/ticker/${encodeURIComponent(ticker)}/range/1/day/${from}/${through}`
      const [pages, splits, dividends] = await Promise.all([
        http.getPages(path, { adjusted: 'true', sort: 'asc', limit: '50000' }, aggregatesSchema),
        http.getPages('/v3/reference/splits', { ticker, 'execution_date.gte': from, limit: '1000' }, splitsSchema),
        http.getPages(
          '/v3/reference/dividends',
          { ticker, 'ex_dividend_date.gte': from, limit: '1000' },
          dividendsSchema,
        ),
      ])
      const stranger = pages.find((page) => page.ticker !== ticker)
      if (stranger)
        throw polygonFailures.badReply(`it is about "${stranger.ticker.slice(0, 20)}" instead of "${ticker}"`)
      return toHistory(
        {
          ticker,
          aggregates: pages.flatMap(({ results }) => results),
          splits: splits.flatMap(({ results }) => results.filter((split) => split.ticker === ticker)),
          dividends: dividends.flatMap(({ results }) => results.filter((dividend) => dividend.ticker === ticker)),
        },
        clock.now(),
      )
    },
    async fetchInstruments(tickers) {
      const found = new Map<string, Instrument>()
      const listed = tickers.filter((ticker) => US_TICKER.test(ticker))
      await runInLanes(listed, CONCURRENT_REQUESTS, async (ticker) => {
        const instrument = await findInstrument(ticker)
        if (instrument) found.set(ticker, instrument)
      })
      return found
    },
    fetchExchangeRates: async () => [],
    close: () => http.close(),
  }
}

function readQuote(snapshot: unknown, now: Date): Quote | MissingReason {
  if (snapshot === undefined) return 'unknown-ticker'
  const parsed = snapshotTickerSchema.safeParse(snapshot)
  return parsed.success ? toQuote(parsed.data, now) : 'suspect-price'
}
