// Tests: ../features/prices/prices.test.ts

import { BASE_CURRENCY, type MarketDataSource, PRICE_MAX_AGE_SECONDS, type Prices } from '@ballast/contract'
import type { CachedQuote, ExchangeRate, MarketData } from '../market-data/market-data.ts'
import type { OptionMark, OptionMarks } from '../market-data/options/option-marks.ts'
import { letOthersWork } from '../other-work.ts'
import type { StoredLot } from '../portfolios/position.repository.ts'

/** A price in the base currency, with what it was made from. */
export interface LotPrice {
  price: number
  previousClose: number | null
  asOf: string
  session: 'open' | 'closed'
  /** `stated`: what the owner or a broker's file says of a bond. */
  source: MarketDataSource | 'stated'
  stale: boolean
  /** When we learnt it; null for what has no quote, such as a unit of foreign cash. */
  fetchedAt: string | null
  /** Set when the security trades, or the cash lies, in another currency. */
  local?: { price: number; rate: ExchangeRate }
  /** Set for an option: what its chain says. */
  option?: OptionMark
}

/** Why a lot has no price. */
export type MissingPrice = Prices['missing'][string]

/** The prices of lots, by what they are: a security and cash may bear the same letters. */
export interface LotPrices {
  prices: ReadonlyMap<string, LotPrice>
  missing: ReadonlyMap<string, MissingPrice>
  /** Rates into the base currency, of the currencies of prices and costs. */
  rates: ReadonlyMap<string, ExchangeRate>
}

/**
 * Prices of lots in the base currency. What trades in another currency is converted by a dated rate, or has no price
 * when there is no rate; an option's price is that of its chain, per share of the underlying. Cash in the base currency needs no price.
 *
 * @param maxAgeSeconds how old a cached price may be
 */
export async function loadPrices(
  marketData: MarketData,
  lots: readonly StoredLot[],
  maxAgeSeconds: number = PRICE_MAX_AGE_SECONDS,
): Promise<LotPrices> {
  const tickers = [
    ...new Set(lots.filter(({ kind }) => kind === 'security' || kind === 'bond').map(({ ticker }) => ticker)),
  ]
  const symbols = [...new Set(lots.filter(({ kind }) => kind === 'option').map(({ ticker }) => ticker))]
  const [quotes, marks] = await Promise.all([
    marketData.getQuotes({ tickers, maxAgeSeconds }),
    symbols.length === 0 ? NO_MARKS : marketData.getOptionMarks({ symbols, maxAgeSeconds }),
  ])
  const currencies = new Set([...quotes.found.values(), ...lots].map(({ currency }) => currency))
  currencies.delete(BASE_CURRENCY)
  const rates =
    currencies.size === 0
      ? new Map<string, ExchangeRate>()
      : await marketData.getExchangeRates({ from: [...currencies], to: BASE_CURRENCY })

  await letOthersWork()
  const prices = new Map<string, LotPrice>()
  const missing = new Map<string, MissingPrice>(quotes.missing)
  for (const lot of lots) if (lot.kind === 'bond') takeStatedPrice(lot, { prices, missing })
  for (const lot of lots) {
    if (lot.kind === 'cash' && lot.currency !== BASE_CURRENCY) {
      const rate = rates.get(lot.currency)
      if (rate) prices.set(lot.ticker, toCashPrice(rate))
      else missing.set(lot.ticker, 'no-exchange-rate')
    }
  }
  for (const [symbol, mark] of marks.found) prices.set(symbol, toOptionPrice(mark))
  for (const [symbol, absence] of marks.missing) {
    missing.set(symbol, absence === 'provider-down' || absence === 'expired' ? absence : 'option')
  }
  for (const [ticker, quote] of quotes.found) {
    const price = toBaseCurrency(quote, rates)
    if (price) prices.set(ticker, price)
    else missing.set(ticker, 'no-exchange-rate')
  }
  return { prices, missing, rates }
}

/** A bond has the latest price that is stated of it, for all of its lots: nobody quotes it to us. */
function takeStatedPrice(
  { ticker, statedPrice, statedOn }: StoredLot,
  { prices, missing }: { prices: Map<string, LotPrice>; missing: Map<string, MissingPrice> },
): void {
  if (!statedPrice || !statedOn || missing.get(ticker) === 'matured') return
  const asOf = `${statedOn}T21:00:00.000Z`
  if ((prices.get(ticker)?.asOf ?? '') > asOf) return
  missing.delete(ticker)
  prices.set(ticker, {
    price: Number(statedPrice),
    previousClose: null,
    asOf,
    session: 'closed',
    source: 'stated',
    stale: false,
    fetchedAt: null,
  })
}

function toBaseCurrency(quote: CachedQuote, rates: ReadonlyMap<string, ExchangeRate>): LotPrice | undefined {
  const { price, previousClose, asOf, session, source, stale, fetchedAt } = quote
  const common = { asOf, session, source, stale, fetchedAt }
  if (quote.currency === BASE_CURRENCY) return { price, previousClose, ...common }
  const rate = rates.get(quote.currency)
  if (!rate) return undefined
  return {
    price: price * rate.rate,
    // Both at today's rate: the change of the day is the security's, not the currency's.
    previousClose: previousClose === null ? null : previousClose * rate.rate,
    ...common,
    local: { price, rate },
  }
}

const NO_MARKS: OptionMarks = { found: new Map(), missing: new Map() }

function toOptionPrice(mark: OptionMark): LotPrice {
  const { price, previousClose, asOf, session, source, stale, fetchedAt } = mark
  return { price, previousClose, asOf, session, source, stale, fetchedAt, option: mark }
}

function toCashPrice(rate: ExchangeRate): LotPrice {
  return {
    price: rate.rate,
    previousClose: null,
    asOf: rate.asOf,
    session: 'closed',
    source: rate.source,
    stale: false,
    fetchedAt: null,
    local: { price: 1, rate },
  }
}
