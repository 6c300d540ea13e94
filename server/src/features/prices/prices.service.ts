// Tests: prices.test.ts

import { BASE_CURRENCY, PRICE_MAX_AGE_SECONDS, type Prices, REFRESH_MAX_AGE_SECONDS } from '@ballast/contract'
import type { Clock } from '../../clock.ts'
import type { CachedQuote, ExchangeRate, MarketData, MarketDataSource } from '../../market-data/market-data.ts'
import type { OptionMark, OptionMarks } from '../../market-data/options/option-marks.ts'
import type { PortfolioReader } from '../../portfolios/portfolio-reader.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'

export interface PriceDependencies {
  portfolioReader: PortfolioReader
  clock: Clock
  marketData: MarketData
}

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

/**
 * The answer of the prices call.
 *
 * @param refresh whether to fetch again what is older than 15 seconds
 * @throws AppError 404 when the user has no such portfolio
 */
export async function getPortfolioPrices(
  { portfolioReader, clock, marketData }: PriceDependencies,
  userId: string,
  { portfolioId, refresh }: { portfolioId: string; refresh: boolean },
): Promise<Prices> {
  const { lots } = await portfolioReader.getHeld(userId, portfolioId)
  const maxAge = refresh ? REFRESH_MAX_AGE_SECONDS : PRICE_MAX_AGE_SECONDS
  const { prices, missing } = await loadPrices(marketData, lots, maxAge)
  return toPrices(prices, missing, { now: clock.now(), simulated: marketData.status().simulated })
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

function toPrices(
  prices: LotPrices['prices'],
  missing: LotPrices['missing'],
  { now, simulated }: { now: Date; simulated: boolean },
): Prices {
  const ages = [...prices.values()].flatMap(({ fetchedAt }) =>
    fetchedAt === null ? [] : Math.max(0, (now.getTime() - Date.parse(fetchedAt)) / 1000),
  )
  const cacheAge = Math.round(Math.max(0, ...ages))
  const isFresh = [...prices.values()].every(({ stale }) => !stale) && ![...missing.values()].includes('provider-down')
  return {
    prices: Object.fromEntries([...prices].map(([ticker, price]) => [ticker, toPriceAnswer(price)])),
    missing: Object.fromEntries(missing),
    cacheStatus: { cacheAge, isValid: isFresh && cacheAge <= PRICE_MAX_AGE_SECONDS },
    simulated,
  }
}

function toPriceAnswer({
  local,
  fetchedAt: _fetchedAt,
  option: _option,
  ...price
}: LotPrice): Prices['prices'][string] {
  if (!local) return { ...price, currency: BASE_CURRENCY }
  const { rate, from, asOf } = local.rate
  return {
    ...price,
    currency: BASE_CURRENCY,
    localPrice: { price: local.price, currency: from, rate, rateAsOf: asOf },
  }
}
