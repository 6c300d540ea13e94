// Tests: yahoo-quotes.test.ts, yahoo-history.test.ts, ../recorded-replies.shared.test.ts

import YahooFinance from 'yahoo-finance2'
import { ExtendedCookieJar } from 'yahoo-finance2/lib/cookieJar'
import type { Clock } from '../../clock.ts'
import { toRateTicker } from '../currencies.ts'
import { type FailureCode, ProviderFailure, yahooFailures } from '../failures.ts'
import type { ExchangeRate, Instrument, MissingReason, Quote } from '../market-data.ts'
import type { MarketDataProvider } from '../provider.ts'
import { createYahooHttp } from './http.ts'
import { createYahooOptions } from './option-adapter.ts'
import { toSuggestions } from './option-transform.ts'
import { yahooSearchSchema } from './option-wire.ts'
import { toYahooSymbol } from './symbols.ts'
import { isBroadFund, toFundSectors, toHistory, toInstrument, toQuote, toQuoteFromChart } from './transform.ts'
import {
  type YahooChart,
  type YahooQuote,
  yahooChartSchema,
  yahooHoldingsSchema,
  yahooProfileSchema,
  yahooQuoteSchema,
} from './wire.ts'

/** Keeps the address of a request short enough for every proxy. */
const SYMBOLS_PER_REQUEST = 100
const CONCURRENT_REQUESTS = 4
const DAY_MS = 86_400_000
/** Yahoo gives no quotes without a session, and at times gives nobody a session; charts it always gives. */
const REFUSALS: ReadonlySet<FailureCode> = new Set(['session-expired', 'not-authorised'])
/** So many tickers are priced from charts, a request each; for more, waiting is better than being locked out. */
const CHART_QUOTES = 40
/** Enough days for a close before the last one, whatever holidays lie between. */
const CHART_QUOTE_DAYS = 12
const SILENT_LOGGER = { info() {}, warn() {}, error() {}, debug() {}, dir() {} }
// Our own schemas read what is needed: the library's refuse whole answers over a field that nobody asked for.
const AS_IS = { validateResult: false } as const

export interface YahooOptions {
  clock: Clock
  random: () => number
  /** An origin that answers in place of Yahoo's hosts: a proxy, or a fake for tests. */
  baseUrl?: string | undefined
  deadlineMs?: number
  silenceMs?: number
}

/** Yahoo Finance: unofficial, keyless, for personal use. Symbols that it does not know are unknown tickers. */
export function createYahooProvider({ clock, ...options }: YahooOptions): MarketDataProvider {
  const http = createYahooHttp(options)
  let client = createClient(http.fetch)

  /** Runs a call; when Yahoo has forgotten the session, makes a new one and runs it once more. */
  async function withSession<T>(call: (yahoo: YahooClient) => Promise<T>): Promise<T> {
    const used = client
    try {
      return await readable(call(used))
    } catch (error) {
      if (!(error instanceof ProviderFailure) || error.code !== 'session-expired') throw error
      if (client === used) client = createClient(http.fetch)
      return await readable(call(client))
    }
  }

  async function fetchSome(symbols: readonly string[]): Promise<Map<string, unknown>> {
    const quotes: unknown = await withSession((yahoo) => yahoo.quote([...symbols], {}, AS_IS))
    if (!Array.isArray(quotes)) throw yahooFailures.badReply('it holds no list of quotes')
    const answered = new Map<string, unknown>()
    for (const quote of quotes as { symbol?: unknown }[]) {
      if (typeof quote?.symbol === 'string') answered.set(quote.symbol.toUpperCase(), quote)
    }
    refuseStrangers(symbols, answered)
    return answered
  }

  /** Raw quotes by symbol, in upper case; symbols that Yahoo does not know are absent. */
  async function fetchRaw(symbols: readonly string[]): Promise<Map<string, unknown>> {
    const chunks: Promise<Map<string, unknown>>[] = []
    for (let start = 0; start < symbols.length; start += SYMBOLS_PER_REQUEST) {
      chunks.push(fetchSome(symbols.slice(start, start + SYMBOLS_PER_REQUEST)))
    }
    return new Map((await Promise.all(chunks)).flatMap((chunk) => [...chunk]))
  }

  async function fetchChart(symbol: string, from: string): Promise<YahooChart> {
    // The symbol becomes a part of the path as it is; the end is a day ahead, or today's close would be cut off.
    const tomorrow = new Date(clock.now().getTime() + DAY_MS)
    const chart: unknown = await withSession((yahoo) =>
      yahoo.chart(
        encodeURIComponent(symbol),
        { period1: from, period2: tomorrow, interval: '1d', includePrePost: false, return: 'object' },
        AS_IS,
      ),
    )
    const parsed = yahooChartSchema.safeParse(chart)
    if (!parsed.success) throw yahooFailures.badReply('its chart has another shape than known')
    return parsed.data
  }

  async function fetchQuoteFromChart(ticker: string): Promise<Quote | MissingReason> {
    const symbol = toYahooSymbol(ticker)
    const from = new Date(clock.now().getTime() - CHART_QUOTE_DAYS * DAY_MS).toISOString().slice(0, 10)
    try {
      return toQuoteFromChart(ticker, symbol, await fetchChart(symbol, from), clock.now())
    } catch (error) {
      if (error instanceof ProviderFailure && error.code === 'unknown-ticker') return 'unknown-ticker'
      if (error instanceof ProviderFailure && error.code === 'no-data') return 'no-price'
      throw error
    }
  }

  /** One answer about all tickers, or while Yahoo refuses quotes, a chart for each: charts need no session. */
  async function fetchEach(tickers: readonly string[]): Promise<[string, Quote | MissingReason][]> {
    try {
      const raw = await fetchRaw(tickers.map(toYahooSymbol))
      return tickers.map((ticker) => [ticker, readQuote(ticker, raw.get(toYahooSymbol(ticker)))])
    } catch (error) {
      const isRefusal = error instanceof ProviderFailure && REFUSALS.has(error.code)
      if (!isRefusal || tickers.length > CHART_QUOTES) throw error
      return Promise.all(
        tickers.map(
          async (ticker): Promise<[string, Quote | MissingReason]> => [ticker, await fetchQuoteFromChart(ticker)],
        ),
      )
    }
  }

  async function findSummary(symbol: string, module: 'assetProfile' | 'topHoldings'): Promise<unknown> {
    try {
      return await withSession((yahoo) => yahoo.quoteSummary(symbol, { modules: [module] }, AS_IS))
    } catch (error) {
      // A company without a profile is still a company; a provider in trouble is another matter.
      if (error instanceof ProviderFailure && error.consequence !== 'penalise') return undefined
      throw error
    }
  }

  /** Finds the sectors that the quote of an instrument does not say: one more request for a company or a broad fund. */
  async function findSectors(wire: YahooQuote) {
    if (wire.quoteType === 'EQUITY') {
      const summary = yahooProfileSchema.safeParse(await findSummary(wire.symbol, 'assetProfile'))
      return { sectorName: summary.data?.assetProfile?.sector }
    }
    if (!isBroadFund(wire)) return {}
    const { data } = yahooHoldingsSchema.safeParse(await findSummary(wire.symbol, 'topHoldings'))
    // Yahoo does not date the weights: they are as of the day on which it tells them.
    return { fundSectors: data ? toFundSectors(data.topHoldings, clock.now().toISOString().slice(0, 10)) : null }
  }

  return {
    source: 'yahoo',
    displayName: 'Yahoo Finance',
    needsPlan: false,
    tellsFundSectors: true,
    fetchOptionChain: createYahooOptions(
      // The symbol becomes a part of the path as it is.
      (symbol, date) => withSession((yahoo) => yahoo.options(encodeURIComponent(symbol), date ? { date } : {}, AS_IS)),
      clock,
    ),
    async fetchSuggestions(text) {
      const answer: unknown = await withSession((yahoo) => yahoo.search(text, { quotesCount: 10, newsCount: 0 }, AS_IS))
      const parsed = yahooSearchSchema.safeParse(answer)
      if (!parsed.success) throw yahooFailures.badReply('its suggestions have another shape than known')
      return toSuggestions(parsed.data)
    },
    async fetchQuotes(tickers) {
      const quotes = await fetchEach(tickers)
      const found = new Map<string, Quote>()
      const missing = new Map<string, MissingReason>()
      for (const [ticker, quote] of quotes) {
        if (typeof quote === 'string') missing.set(ticker, quote)
        else found.set(ticker, quote)
      }
      return { found, missing }
    },
    async fetchDailyHistory(ticker, from) {
      const symbol = toYahooSymbol(ticker)
      return toHistory(ticker, symbol, await fetchChart(symbol, from), clock.now())
    },
    async fetchInstruments(tickers) {
      const raw = await fetchRaw(tickers.map(toYahooSymbol))
      const found = new Map<string, Instrument>()
      await Promise.all(
        tickers.map(async (ticker) => {
          const { data: wire } = yahooQuoteSchema.safeParse(raw.get(toYahooSymbol(ticker)))
          if (!wire) return
          const instrument = toInstrument(ticker, wire, await findSectors(wire))
          if (instrument) found.set(ticker, instrument)
        }),
      )
      return found
    },
    async fetchExchangeRates(from, to) {
      const raw = await fetchRaw(from.map((currency) => toRateTicker(currency, to)))
      return from.flatMap((currency): ExchangeRate[] => {
        const quote = readQuote(currency, raw.get(toRateTicker(currency, to)))
        if (typeof quote === 'string') return []
        return [{ from: currency, to, rate: quote.price, asOf: quote.asOf, source: 'yahoo' }]
      })
    },
    close: () => http.close(),
  }
}

type YahooClient = InstanceType<typeof YahooFinance>

/** A client with cookies of its own, and silent: what matters is logged by the caller. */
function createClient(fetchOverHttp: typeof fetch): YahooClient {
  return new YahooFinance({
    fetch: fetchOverHttp,
    cookieJar: new ExtendedCookieJar(),
    logger: SILENT_LOGGER,
    queue: { concurrency: CONCURRENT_REQUESTS },
    suppressNotices: ['yahooSurvey'],
    validation: { logErrors: false, logOptionsErrors: false },
    versionCheck: false,
  })
}

/** Whatever the library trips over is an answer that cannot be used; its own messages quote the whole answer. */
async function readable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ProviderFailure) throw error
    const message = error instanceof Error ? error.message.slice(0, 120) : 'the client library failed'
    throw /crumb|cookie/i.test(message) ? yahooFailures.sessionExpired() : yahooFailures.badReply(message)
  }
}

/** An answer about other symbols in place of those asked for must not pass for "there is no such ticker". */
function refuseStrangers(asked: readonly string[], answered: ReadonlyMap<string, unknown>): void {
  const isIncomplete = asked.some((symbol) => !answered.has(symbol.toUpperCase()))
  if (!isIncomplete) return
  const known = new Set(asked.map((symbol) => symbol.toUpperCase()))
  const stranger = [...answered.keys()].find((symbol) => !known.has(symbol))
  if (stranger !== undefined)
    throw yahooFailures.badReply(`it is about "${stranger.slice(0, 20)}", which nobody asked for`)
}

function readQuote(ticker: string, raw: unknown): Quote | MissingReason {
  if (raw === undefined) return 'unknown-ticker'
  const parsed = yahooQuoteSchema.safeParse(raw)
  return parsed.success ? toQuote(ticker, parsed.data satisfies YahooQuote) : 'suspect-price'
}
