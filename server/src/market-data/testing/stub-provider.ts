import { type ProviderFailure, yahooFailures } from '../failures.ts'
import type { ExchangeRate, Instrument, Quote, Suggestion } from '../market-data.ts'
import { type OptionChain, toSliceKey } from '../options/option-chain.ts'
import type { MarketDataProvider, ProviderHistory } from '../provider.ts'

export interface StubProvider extends MarketDataProvider {
  needsPlan: boolean
  tellsFundSectors: boolean
  quotes: Map<string, Quote>
  histories: Map<string, ProviderHistory>
  instruments: Map<string, Instrument>
  rates: Map<string, ExchangeRate>
  /** By ticker, whatever the slice. */
  chains: Map<string, OptionChain>
  suggestions: Suggestion[]
  /** When set, every call fails with it. */
  failure: ProviderFailure | undefined
  /** Held back until it resolves. */
  gate: Promise<void>
  /** Questions that were asked, one entry for each call, e.g. `quotes AAPL,MSFT` or `history AAPL 2026-11-06`. */
  readonly calls: string[]
}

/** A provider that answers from memory and counts its calls. */
export function createStubProvider(): StubProvider {
  const calls: string[] = []
  const stub: StubProvider = {
    source: 'yahoo',
    displayName: 'Yahoo Finance',
    quotes: new Map(),
    histories: new Map(),
    instruments: new Map(),
    rates: new Map(),
    chains: new Map(),
    suggestions: [],
    needsPlan: false,
    tellsFundSectors: true,
    failure: undefined,
    gate: Promise.resolve(),
    calls,
    async fetchQuotes(tickers) {
      await answer(`quotes ${tickers.toSorted().join(',')}`)
      const found = new Map(tickers.flatMap((ticker) => toEntry(ticker, stub.quotes.get(ticker))))
      const missing = new Map(
        tickers.filter((ticker) => !found.has(ticker)).map((ticker) => [ticker, 'unknown-ticker'] as const),
      )
      return { found, missing }
    },
    async fetchDailyHistory(ticker, from) {
      await answer(`history ${ticker} ${from}`)
      const history = stub.histories.get(ticker)
      if (!history) throw yahooFailures.unknownTicker(ticker)
      return cut(history, from)
    },
    async fetchInstruments(tickers) {
      await answer(`instruments ${tickers.toSorted().join(',')}`)
      return new Map(tickers.flatMap((ticker) => toEntry(ticker, stub.instruments.get(ticker))))
    },
    async fetchExchangeRates(from, to) {
      await answer(`rates ${from.toSorted().join(',')}>${to}`)
      return from.flatMap((currency) => stub.rates.get(currency) ?? [])
    },
    async fetchOptionChain(ticker, slice) {
      await answer(`chain ${ticker} ${toSliceKey(slice)}`)
      return stub.chains.get(ticker) ?? 'no-options'
    },
    async fetchSuggestions(text) {
      await answer(`suggestions ${text}`)
      return stub.suggestions
    },
    close: async () => {},
  }

  async function answer(call: string): Promise<void> {
    calls.push(call)
    await stub.gate
    if (stub.failure) throw stub.failure
  }
  return stub
}

export function makeStubQuote(ticker: string, price: number, fields: Partial<Quote> = {}): Quote {
  return {
    ticker,
    price,
    currency: 'USD',
    previousClose: price * 0.99,
    asOf: '2026-11-20T21:00:00.000Z',
    session: 'closed',
    source: 'yahoo',
    ...fields,
  }
}

export function makeStubHistory(
  ticker: string,
  bars: readonly (readonly [date: string, close: number, adjusted?: number])[],
  fields: Partial<ProviderHistory> = {},
): ProviderHistory {
  return {
    ticker,
    currency: 'USD',
    source: 'yahoo',
    dates: bars.map(([date]) => date),
    closes: Float64Array.from(bars, ([, close]) => close),
    adjustedCloses: Float64Array.from(bars, ([, close, adjusted = close]) => adjusted),
    splits: [],
    ...fields,
  }
}

function toEntry<T>(ticker: string, value: T | undefined): [string, T][] {
  return value === undefined ? [] : [[ticker, value]]
}

function cut(history: ProviderHistory, from: string): ProviderHistory {
  const first = history.dates.findIndex((date) => date >= from)
  if (first === -1) throw yahooFailures.noData(history.ticker)
  return {
    ...history,
    dates: history.dates.slice(first),
    closes: history.closes.slice(first),
    adjustedCloses: history.adjustedCloses.slice(first),
    splits: history.splits.filter(({ date }) => date >= from),
  }
}
