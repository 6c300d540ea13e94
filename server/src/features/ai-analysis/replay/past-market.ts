// Tests: replay.test.ts

import { BASE_CURRENCY, EARLIEST_BACKTEST_DATE } from '@ballast/contract'
import { formatIsoDate } from '@ballast/quant'
import { toCloseInstant } from '../../../market-data/calendar.ts'
import type {
  CachedQuote,
  DailyHistory,
  Histories,
  MarketData,
  MissingReason,
} from '../../../market-data/market-data.ts'

/** Whole histories, each loaded once, for as many days of the past as are looked at. */
export type LoadWholeHistories = (tickers: readonly string[]) => Promise<Histories>

export function createHistoryLoader(marketData: Pick<MarketData, 'getDailyHistory'>): LoadWholeHistories {
  const kept = new Map<string, DailyHistory>()
  return async (tickers) => {
    const unknown = tickers.filter((ticker) => !kept.has(ticker))
    const missing = new Map<string, MissingReason>()
    if (unknown.length > 0) {
      const loaded = await marketData.getDailyHistory({ tickers: unknown, from: EARLIEST_BACKTEST_DATE })
      for (const [ticker, history] of loaded.found) kept.set(ticker, history)
      for (const [ticker, reason] of loaded.missing) missing.set(ticker, reason)
    }
    const found = tickers.flatMap((ticker) => {
      const history = kept.get(ticker)
      return history === undefined ? [] : [[ticker, history] as const]
    })
    return { found: new Map(found), missing }
  }
}

/**
 * The market as it could be known after the close of a day: histories end there, prices are that day's closes. There are
 * no option chains, because nobody keeps past ones, and no sectors of funds, which are told for today only. Names, classes
 * and sectors of companies are today's; dividends since then scale all adjusted closes before them alike, which returns do
 * not feel.
 */
export function createPastMarket(marketData: MarketData, load: LoadWholeHistories, day: number): MarketData {
  const lastDate = formatIsoDate(day)
  const asOf = toCloseInstant(day)

  async function getDailyHistory({ tickers, from }: { tickers: readonly string[]; from: string }): Promise<Histories> {
    const { found, missing } = await load(tickers)
    const cut = [...found].map(([ticker, history]) => [ticker, cutHistory(history, from, lastDate)] as const)
    const traded = cut.filter(([, { dates }]) => dates.length > 0)
    const absent = cut.filter(([, { dates }]) => dates.length === 0).map(([ticker]) => [ticker, 'no-price'] as const)
    return { found: new Map(traded), missing: new Map([...missing, ...absent]) }
  }

  return {
    ...marketData,
    getDailyHistory,
    async getQuotes({ tickers }) {
      const { found, missing } = await getDailyHistory({ tickers, from: EARLIEST_BACKTEST_DATE })
      const quotes = [...found.values()].map(({ ticker, closes, currency, source }): [string, CachedQuote] => [
        ticker,
        {
          ticker,
          currency,
          source,
          asOf,
          price: closes.at(-1) ?? Number.NaN,
          previousClose: closes.at(-2) ?? null,
          session: 'closed',
          fetchedAt: asOf,
          stale: false,
        },
      ])
      return { found: new Map(quotes), missing }
    },
    async getInstruments(tickers) {
      const known = await marketData.getInstruments(tickers)
      return new Map([...known].map(([ticker, instrument]) => [ticker, { ...instrument, fundSectors: null }]))
    },
    getOptionChain: async () => ({ kind: 'empty', reason: 'no-options', fetchedAt: asOf }),
    getOptionMarks: async ({ symbols }) => ({
      found: new Map(),
      missing: new Map(symbols.map((symbol) => [symbol, 'no-options' as const])),
    }),
    getExchangeRates: async ({ from, to }) =>
      new Map(
        from
          .filter((currency) => currency === to && to === BASE_CURRENCY)
          .map((currency) => [currency, { from: currency, to, rate: 1, asOf, source: marketData.status().source }]),
      ),
  }
}

function cutHistory(history: DailyHistory, from: string, to: string): DailyHistory {
  const { dates, closes, adjustedCloses, splits } = history
  const first = dates.findIndex((date) => date >= from)
  const after = dates.findIndex((date) => date > to)
  const start = first < 0 ? dates.length : first
  const end = Math.max(start, after < 0 ? dates.length : after)
  // Providers divide what was before a split by it: undone, prices are those that were paid then.
  const unsplit = splits.reduce((product, { date, ratio }) => (date > to ? product * ratio : product), 1)
  return {
    ...history,
    dates: dates.slice(start, end),
    closes: closes.slice(start, end).map((close) => close * unsplit),
    adjustedCloses: adjustedCloses.slice(start, end).map((close) => close * unsplit),
    splits: splits.filter(({ date }) => date <= to),
  }
}
