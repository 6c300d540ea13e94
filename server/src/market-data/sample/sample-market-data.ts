import { isOptionSymbol, PRICE_MAX_AGE_SECONDS, toOptionTerms } from '@ballast/contract'
import { parseIsoDate } from '@ballast/quant'
import { BoundedCache } from '../../bounded-cache.ts'
import type { Clock } from '../../clock.ts'
import { letOthersWork } from '../../other-work.ts'
import { toCloseInstant, toLastFinishedTradingDay } from '../calendar.ts'
import { searchKnownInstruments } from '../instrument-search.ts'
import { findKnownInstrument } from '../known-instruments.ts'
import type {
  CachedQuote,
  DailyHistory,
  ExchangeRate,
  Instrument,
  MarketData,
  MarketDataStatus,
  MissingReason,
} from '../market-data.ts'
import { toOptionInstrument } from '../option-instrument.ts'
import { chooseExpiries } from '../options/choose-expiries.ts'
import { type ChainAnswer, type ChainSlice, encodeChain } from '../options/option-chain.ts'
import { createOptionMarks } from '../options/option-marks.ts'
import { findSimulatedFundSectors } from './fund-sectors.ts'
import { SIMULATED_INSTRUMENTS } from './instruments.ts'
import { createSimulatedChain } from './simulated-chain.ts'
import { createSimulatedMarket } from './simulated-market.ts'

/** A quote needs two closes; this many days back there are two, whatever holidays lie between. */
const QUOTE_WINDOW_DAYS = 12
/** Tickers of US mutual funds, on which there are no options. */
const MUTUAL_FUND = /^[A-Z]{4}X$/
/** Characters of chains that are remembered: a hundred or so. */
const REMEMBERED_CHAINS = 20_000_000

/**
 * Market data out of the simulated market: computed, never stored and never mixed with a provider's.
 *
 * A price is the last close: until 16:00 New York on a trading day the close of the trading day before stands, so the
 * simulated session is always closed. There are no exchange rates, hence only amounts in USD can be added up.
 */
export function createSampleMarketData({ clock }: { clock: Clock }): MarketData {
  const market = createSimulatedMarket()
  /** A day's chain stays as it is until the next one's close. */
  const chains = new BoundedCache<string>(REMEMBERED_CHAINS)
  let reading = { today: Number.NaN, at: 0 }

  /** Prices keep their age as those of a provider do, so that answers made from them can be recognised as unchanged. */
  function takeReading(maxAgeSeconds: number): Reading {
    const now = clock.now()
    const today = toLastFinishedTradingDay(now)
    const isOutdated = reading.today !== today || now.getTime() - reading.at > maxAgeSeconds * 1000
    if (isOutdated) reading = { today, at: now.getTime() }
    return { today, closedAt: toCloseInstant(today), fetchedAt: new Date(reading.at).toISOString() }
  }

  function findQuote(ticker: string, { today, closedAt, fetchedAt }: Reading): CachedQuote | undefined {
    const recent = market.getCloses(ticker, today - QUOTE_WINDOW_DAYS, today)
    const price = recent?.closes.at(-1)
    if (price === undefined) return undefined
    return {
      ticker,
      price,
      currency: 'USD',
      previousClose: recent?.closes.at(-2) ?? null,
      asOf: closedAt,
      session: 'closed',
      source: 'sample',
      fetchedAt,
      stale: false,
    }
  }

  function findHistory(ticker: string, fromDay: number, throughDay: number): DailyHistory | undefined {
    const history = market.getCloses(ticker, fromDay, throughDay)
    return (
      history && {
        ticker,
        currency: 'USD',
        source: 'sample',
        dates: history.dates,
        closes: history.closes,
        adjustedCloses: history.closes.slice(),
        splits: [],
        fetchedAt: clock.now().toISOString(),
        stale: false,
      }
    )
  }

  function findChain(ticker: string, slice: ChainSlice, { today, fetchedAt }: Reading): ChainAnswer {
    if (MUTUAL_FUND.test(ticker)) return { kind: 'empty', reason: 'no-options', fetchedAt }
    const key = JSON.stringify([ticker, today, slice])
    const known = chains.get(key)
    if (known !== undefined) return { kind: 'chain', encoded: known, fetchedAt, stale: false }
    const chain = createSimulatedChain(market, ticker, today, (expiries, day) => chooseExpiries(expiries, day, slice))
    if (!chain || chain.contracts.length === 0) {
      return { kind: 'empty', reason: findKnownInstrument(ticker) ? 'no-options' : 'not-simulated', fetchedAt }
    }
    const previousClose = findQuote(ticker, { today, closedAt: chain.asOf, fetchedAt })?.previousClose ?? null
    const encoded = encodeChain({ ...chain, previousClose })
    chains.set(key, encoded, encoded.length)
    return { kind: 'chain', encoded, fetchedAt, stale: false }
  }

  const getOptionChain: MarketData['getOptionChain'] = async ({ ticker, slice, maxAgeSeconds }) =>
    findChain(ticker, slice, takeReading(maxAgeSeconds ?? PRICE_MAX_AGE_SECONDS))

  function status(): MarketDataStatus {
    return { source: 'sample', simulated: true, requested: 'sample', state: 'ready', notice: null }
  }

  return {
    status,
    ready: async () => {},
    retry: async () => status(),
    async getQuotes({ tickers, maxAgeSeconds = PRICE_MAX_AGE_SECONDS }) {
      const current = takeReading(maxAgeSeconds)
      return collect(tickers, (ticker) => findQuote(ticker, current))
    },
    async getDailyHistory({ tickers, from }) {
      const today = toLastFinishedTradingDay(clock.now())
      return collect(tickers, (ticker) => findHistory(ticker, parseIsoDate(from), today))
    },
    async getInstruments(tickers) {
      const found = new Map<string, Instrument>()
      for (const ticker of tickers) {
        const underlying = findSimulatedInstrument(toOptionTerms(ticker)?.underlying ?? ticker)
        const instrument = isOptionSymbol(ticker) ? toOptionInstrument(ticker, underlying) : underlying
        if (instrument) found.set(ticker, instrument)
      }
      return found
    },
    getOptionChain,
    getOptionMarks: createOptionMarks({ getOptionChain, clock }),
    optionSource: () => 'sample',
    searchInstruments: async (text) => ({ found: searchKnownInstruments(text), complete: true }),
    async getExchangeRates({ from, to }) {
      const asOf = toCloseInstant(toLastFinishedTradingDay(clock.now()))
      const rate: ExchangeRate = { from: to, to, rate: 1, asOf, source: 'sample' }
      return new Map(from.includes(to) ? [[to, rate]] : [])
    },
    close: async () => {},
  }
}

/** When prices were last looked at: the day of the last close, its instant, and when that was. */
interface Reading {
  today: number
  closedAt: string
  fetchedAt: string
}

/** Looks each ticker up: the first look at one computes thirty years of it, and a portfolio may hold thousands. */
async function collect<T>(tickers: readonly string[], find: (ticker: string) => T | undefined) {
  const found = new Map<string, T>()
  const missing = new Map<string, MissingReason>()
  for (const ticker of new Set(tickers)) {
    const value = find(ticker)
    if (value === undefined) missing.set(ticker, toMissingReason(ticker))
    else {
      found.set(ticker, value)
      await letOthersWork()
    }
  }
  return { found, missing }
}

/** An instrument as the simulated market tells it, with the sectors of its broad funds. */
function findSimulatedInstrument(ticker: string): Instrument | undefined {
  const instrument = findKnownInstrument(ticker)
  return instrument && { ...instrument, fundSectors: findSimulatedFundSectors(ticker) }
}

/** Options have marks out of their chains and no quotes, and an instrument has no price before its first day. */
function toMissingReason(ticker: string): MissingReason {
  return isOptionSymbol(ticker) || SIMULATED_INSTRUMENTS.has(ticker) ? 'no-price' : 'not-simulated'
}
