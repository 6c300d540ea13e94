import { MARKET_DATA_SOURCES, type MarketDataSource } from '@ballast/contract'
import { boolean, doublePrecision, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { instant } from './columns.ts'

/*
 * Caches of provider answers, shared by all users and processes: no user id, no policy. Everything is keyed by source,
 * so that simulated and real figures never mix.
 */

const source = () => text({ enum: MARKET_DATA_SOURCES }).notNull()
/** Source of data that is kept for longer than any cache: simulated figures carry the version of the simulation. */
export const storedSource = () =>
  text('source').$type<Exclude<MarketDataSource, 'sample'> | `sample-${number}`>().notNull()

export const priceQuotes = pgTable(
  'price_quotes',
  {
    source: source(),
    ticker: text().notNull(),
    price: doublePrecision().notNull(),
    currency: text().notNull(),
    previousClose: doublePrecision('previous_close'),
    session: text({ enum: ['open', 'closed'] }).notNull(),
    asOf: instant('as_of').notNull(),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.ticker] })],
)

/** Tickers that the provider said it does not have, so that it is not asked again at once. */
export const missingTickers = pgTable(
  'missing_tickers',
  {
    source: source(),
    ticker: text().notNull(),
    reason: text().notNull(),
    checkedAt: instant('checked_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.ticker] })],
)

/** Daily closes, a row for each ticker and year: appending a day touches one row. Days are counted from 1970-01-01. */
export const dailyBars = pgTable(
  'daily_bars',
  {
    source: source(),
    ticker: text().notNull(),
    year: integer().notNull(),
    days: integer().array().notNull(),
    closes: doublePrecision().array().notNull(),
    adjustedCloses: doublePrecision('adjusted_closes').array().notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.ticker, table.year] })],
)

/** How far a ticker's daily history reaches and what happened to its shares. */
export const dailyHistories = pgTable(
  'daily_histories',
  {
    source: source(),
    ticker: text().notNull(),
    currency: text().notNull(),
    /** First day asked for, counted from 1970-01-01: a history that begins later is complete all the same. */
    fromDay: integer('from_day').notNull(),
    lastDay: integer('last_day').notNull(),
    splits: jsonb().$type<{ date: string; ratio: number }[]>().notNull(),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.ticker] })],
)

export const instruments = pgTable(
  'instruments',
  {
    source: source(),
    ticker: text().notNull(),
    name: text().notNull(),
    assetClass: text('asset_class').notNull(),
    sector: text(),
    currency: text().notNull(),
    isFund: boolean('is_fund').notNull(),
    /** Fund sectors of a broad fund, when its provider tells: fractions by sector. */
    fundSectors: jsonb('fund_sectors').$type<{ weights: Record<string, number>; asOf: string }>(),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.ticker] })],
)

export const exchangeRates = pgTable(
  'exchange_rates',
  {
    source: source(),
    fromCurrency: text('from_currency').notNull(),
    toCurrency: text('to_currency').notNull(),
    rate: doublePrecision().notNull(),
    asOf: instant('as_of').notNull(),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.fromCurrency, table.toCurrency] })],
)

/**
 * Option chains as their provider sent them, cleaned, one row for each question: `near-term`, `hedging` or one expiry.
 * The contracts lie in one text, which only the thread that analyses them reads.
 */
export const optionChains = pgTable(
  'option_chains',
  {
    source: source(),
    ticker: text().notNull(),
    slice: text().notNull(),
    /** Set when there is nothing, and why; an empty chain is an answer too. */
    emptyReason: text('empty_reason', { enum: ['no-options', 'unknown-ticker', 'not-simulated'] }),
    contracts: text().notNull(),
    fetchedAt: instant('fetched_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.ticker, table.slice] })],
)

/** Volatility, and puts against calls, by a chain on one day, from the first day on that its ticker was watched. */
export const volatilityObservations = pgTable(
  'volatility_observations',
  {
    source: storedSource(),
    ticker: text().notNull(),
    /** Trading day, counted from 1970-01-01. */
    day: integer().notNull(),
    /** At-the-money volatility of 30 days, a fraction. */
    volatility30: doublePrecision('volatility_30').notNull(),
    /** Volatility of the 25-delta put less that of the call, of the expiry nearest to 30 days; null without one. */
    skew25: doublePrecision('skew_25'),
    underlyingPrice: doublePrecision('underlying_price').notNull(),
    /** Volume of puts over that of calls, of the expiries that the near-term chain lists; null when no call traded. */
    putCallRatio: doublePrecision('put_call_ratio'),
    observedAt: instant('observed_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.source, table.ticker, table.day] })],
)
