import type { CachedQuote, ExchangeRate, Instrument, MarketData, MissingReason } from '../market-data.ts'
import { type ChainSlice, encodeChain, type OptionChain } from '../options/option-chain.ts'
import { createOptionMarks } from '../options/option-marks.ts'

export interface FixedMarketInput {
  /** Price, previous close and currency (USD unless told) by ticker. */
  quotes?: Record<string, { price: number; previousClose?: number | null; currency?: string; stale?: boolean }>
  missing?: Record<string, MissingReason>
  /** Closes of consecutive days up to 2026-11-20, weekends not left out, so that sums stay short. */
  closes?: Record<string, readonly number[]>
  /** USD for one unit. */
  rates?: Record<string, number>
  instruments?: Record<string, Partial<Instrument>>
  /** Whole chains by ticker; a slice of one holds what it asks for. */
  chains?: Record<string, OptionChain>
}

const LAST_DAY = Date.UTC(2026, 10, 20)
const DAY = 86_400_000
const AS_OF = '2026-11-20T21:00:00.000Z'

/** A market whose every figure the test has written down; `asked` counts what was asked for. */
export function createFixedMarket(input: FixedMarketInput): MarketData & { asked: { maxAges: number[] } } {
  const asked = { maxAges: [] as number[] }
  const getOptionChain: MarketData['getOptionChain'] = async ({ ticker, slice }) => {
    const chain = input.chains?.[ticker]
    if (!chain) return { kind: 'empty', reason: 'no-options', fetchedAt: AS_OF }
    return { kind: 'chain', encoded: encodeChain(toSlice(chain, slice)), fetchedAt: AS_OF, stale: false }
  }
  return {
    asked,
    status: () => ({ source: 'sample', simulated: true, requested: 'sample', state: 'ready', notice: null }),
    ready: async () => undefined,
    retry: async () => ({ source: 'sample', simulated: true, requested: 'sample', state: 'ready', notice: null }),
    close: async () => undefined,
    async getQuotes({ tickers, maxAgeSeconds = 300 }) {
      asked.maxAges.push(maxAgeSeconds)
      const found = new Map<string, CachedQuote>()
      const missing = new Map<string, MissingReason>()
      for (const ticker of tickers) {
        const quote = input.quotes?.[ticker]
        if (!quote) {
          missing.set(ticker, input.missing?.[ticker] ?? 'unknown-ticker')
          continue
        }
        const { price, previousClose = null, currency = 'USD', stale = false } = quote
        const common = { asOf: AS_OF, session: 'closed', source: 'sample', fetchedAt: AS_OF } as const
        found.set(ticker, { ticker, price, previousClose, currency, stale, ...common })
      }
      return { found, missing }
    },
    async getDailyHistory({ tickers }) {
      const known = tickers.filter((ticker) => input.closes?.[ticker])
      return {
        found: new Map(known.map((ticker) => [ticker, toHistory(ticker, input)])),
        missing: new Map(tickers.filter((ticker) => !known.includes(ticker)).map((ticker) => [ticker, 'no-price'])),
      }
    },
    async getInstruments(tickers) {
      const found = tickers.flatMap((ticker) => {
        const instrument = input.instruments?.[ticker]
        return instrument ? [[ticker, toInstrument(ticker, instrument)] as const] : []
      })
      return new Map(found)
    },
    getOptionChain,
    getOptionMarks: createOptionMarks({ getOptionChain, clock: { now: () => new Date(AS_OF) } }),
    optionSource: () => 'sample',
    searchInstruments: async () => ({ found: [], complete: true }),
    async getExchangeRates({ from, to }) {
      const found = from.flatMap((currency) => {
        const rate = input.rates?.[currency]
        const dated: ExchangeRate[] =
          rate === undefined ? [] : [{ from: currency, to, rate, asOf: AS_OF, source: 'sample' }]
        return dated.map((one) => [currency, one] as const)
      })
      return new Map(found)
    },
  }
}

function toSlice(chain: OptionChain, slice: ChainSlice): OptionChain {
  if (typeof slice === 'string') return chain
  return { ...chain, contracts: chain.contracts.filter(({ expiry }) => expiry === slice.expiry) }
}

const knownDates = new Map<number, string[]>()

function datesOf(count: number): string[] {
  const known = knownDates.get(count)
  if (known) return known
  const dates = Array.from({ length: count }, (_, i) =>
    new Date(LAST_DAY - (count - 1 - i) * DAY).toISOString().slice(0, 10),
  )
  knownDates.set(count, dates)
  return dates
}

function toHistory(ticker: string, { closes, quotes }: FixedMarketInput) {
  const values = Float64Array.from(closes?.[ticker] ?? [])
  return {
    ticker,
    currency: quotes?.[ticker]?.currency ?? 'USD',
    source: 'sample' as const,
    dates: datesOf(values.length),
    closes: values,
    adjustedCloses: values,
    splits: [],
    fetchedAt: AS_OF,
    stale: false,
  }
}

function toInstrument(ticker: string, instrument: Partial<Instrument>): Instrument {
  return {
    ticker,
    name: `${ticker} Inc`,
    assetClass: 'equity',
    sector: null,
    currency: 'USD',
    isFund: false,
    internalDiversification: 1,
    fundSectors: null,
    ...instrument,
  }
}
