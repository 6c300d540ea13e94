// Tests: yahoo-history.test.ts, yahoo-quotes.test.ts, yahoo-mutations.test.ts

import { formatIsoDate } from '@ballast/quant'
import { toQuotedCurrency } from '../currencies.ts'
import { type DailyBar, toCleanBars } from '../daily-bars.ts'
import { yahooFailures } from '../failures.ts'
import { DIVERSIFIED_FUND, toFundKind } from '../fund-kind.ts'
import type { AssetClass, FundSectors, Instrument, MissingReason, Quote } from '../market-data.ts'
import { isImplausibleJump, isPrice } from '../price-plausibility.ts'
import type { ProviderHistory } from '../provider.ts'
import { toGicsSector } from '../sectors.ts'
import type { YahooChart, YahooHoldings, YahooQuote } from './wire.ts'

const SECONDS_PER_DAY = 86_400

/** A quote in Ballast's terms, or why there is none. Pence become pounds; a price that cannot be true is not passed on. */
export function toQuote(ticker: string, wire: YahooQuote): Quote | MissingReason {
  if (wire.quoteType === 'NONE') return 'unknown-ticker'
  if (wire.regularMarketPrice === undefined || wire.regularMarketTime === undefined) return 'no-price'
  if (!isPrice(wire.regularMarketPrice)) return 'suspect-price'
  const quoted = toQuotedCurrency(wire.currency ?? '')
  if (!quoted) return 'no-price'
  const price = wire.regularMarketPrice / quoted.divisor
  const previousClose = isPrice(wire.regularMarketPreviousClose)
    ? wire.regularMarketPreviousClose / quoted.divisor
    : null
  if (previousClose !== null && isImplausibleJump(price, previousClose)) return 'suspect-price'
  return {
    ticker,
    price,
    currency: quoted.currency,
    previousClose,
    asOf: wire.regularMarketTime.toISOString(),
    session: wire.marketState === 'REGULAR' ? 'open' : 'closed',
    source: 'yahoo',
  }
}

/**
 * A quote out of the head of a daily chart of the last days, for when Yahoo does not give quotes: the same price, with the
 * close of the last day before it.
 *
 * @throws ProviderFailure as `toHistory`
 */
export function toQuoteFromChart(ticker: string, symbol: string, chart: YahooChart, now: Date): Quote | MissingReason {
  const { regularMarketPrice, regularMarketTime, currency, gmtoffset, exchangeTimezoneName, currentTradingPeriod } =
    chart.meta
  const { dates, closes } = toHistory(ticker, symbol, chart, now)
  const session = currentTradingPeriod?.regular
  const madeOn = regularMarketTime
    ? formatIsoDate(createLocalDay(exchangeTimezoneName, gmtoffset)(regularMarketTime.getTime() / 1000))
    : ''
  const quote = toQuote(ticker, {
    symbol,
    regularMarketPrice: regularMarketPrice ?? undefined,
    regularMarketTime: regularMarketTime ?? undefined,
    currency: currency ?? undefined,
    marketState: session && now >= session.start && now < session.end ? 'REGULAR' : 'CLOSED',
  })
  if (typeof quote === 'string') return quote
  const previousClose = closes[dates.findLastIndex((date) => date < madeOn)] ?? null
  if (previousClose !== null && isImplausibleJump(quote.price, previousClose)) return 'suspect-price'
  return { ...quote, previousClose }
}

/**
 * A daily history in Ballast's terms. The bar of a session that is not over at `now` is left out.
 *
 * @throws ProviderFailure bad-reply when the answer is another symbol's or its arrays do not fit together, no-data when
 *   the period holds no price
 */
export function toHistory(ticker: string, symbol: string, chart: YahooChart, now: Date): ProviderHistory {
  const { meta, timestamp = [], events } = chart
  if (meta.symbol.toUpperCase() !== symbol.toUpperCase()) {
    throw yahooFailures.badReply(`it is about "${meta.symbol.slice(0, 20)}" instead of "${symbol}"`)
  }
  const closes = chart.indicators.quote[0]?.close ?? []
  const adjusted = chart.indicators.adjclose?.[0]?.adjclose
  if (closes.length !== timestamp.length || (adjusted && adjusted.length !== timestamp.length)) {
    throw yahooFailures.badReply(`it has ${timestamp.length} days, but ${closes.length} closes`)
  }
  const quoted = toQuotedCurrency(meta.currency ?? '')
  if (!quoted) throw yahooFailures.noData(ticker)
  const unfinishedFrom = findUnfinishedSession(chart, now)
  const toDay = createLocalDay(meta.exchangeTimezoneName, meta.gmtoffset)
  const bars = timestamp.flatMap((seconds, index): DailyBar[] =>
    seconds >= unfinishedFrom
      ? []
      : [
          {
            day: toDay(seconds),
            close: divide(closes[index], quoted.divisor),
            adjustedClose: divide(adjusted?.[index], quoted.divisor),
          },
        ],
  )
  const clean = toCleanBars(bars)
  if (clean.dates.length === 0) throw yahooFailures.noData(ticker)
  const toDate = (instant: Date) => formatIsoDate(toDay(instant.getTime() / 1000))
  return {
    ticker,
    currency: quoted.currency,
    source: 'yahoo',
    ...clean,
    splits: Object.values(events?.splits ?? {})
      .filter(({ numerator, denominator }) => numerator > 0 && denominator > 0)
      .map(({ date, numerator, denominator }) => ({ date: toDate(date), ratio: numerator / denominator }))
      .sort((a, b) => (a.date < b.date ? -1 : 1)),
  }
}

/** Name, class and sector of what a quote is about; `sectorName` is the company profile's, when it was asked for. */
export function toInstrument(
  ticker: string,
  wire: YahooQuote,
  { sectorName, fundSectors = null }: { sectorName?: string | undefined; fundSectors?: FundSectors | null },
): Instrument | undefined {
  const name = wire.longName ?? wire.shortName
  if (name === undefined || wire.quoteType === undefined || wire.quoteType === 'NONE') return undefined
  const isFund = isFundQuote(wire)
  return {
    ticker,
    name,
    currency: toQuotedCurrency(wire.currency ?? '')?.currency ?? 'USD',
    isFund,
    ...(isFund ? toFundKind(name) : { ...toKind(wire.quoteType, sectorName), internalDiversification: 1 }),
    fundSectors,
  }
}

function isFundQuote({ quoteType }: YahooQuote): boolean {
  return quoteType === 'ETF' || quoteType === 'MUTUALFUND'
}

/** True if a quote is of a fund that holds many sectors, by its name. */
export function isBroadFund(wire: YahooQuote): boolean {
  return isFundQuote(wire) && toFundKind(wire.longName ?? wire.shortName ?? '').sector === DIVERSIFIED_FUND
}

/** Weights that add up to more than this are damage, not rounding. */
const MAX_SECTOR_SUM = 1.02

/**
 * Converts a fund's sectors to Ballast's names. Yahoo divides the shares that a fund holds; of a fund that holds bonds as
 * well, each weight is scaled by the part that is shares.
 *
 * @returns null when the list is empty, names a sector that is not known, or cannot be one of parts of a whole
 */
export function toFundSectors({ sectorWeightings, stockPosition }: YahooHoldings, asOf: string): FundSectors | null {
  const weights = new Map<string, number>()
  for (const [name, weight] of sectorWeightings.flatMap((one) => Object.entries(one))) {
    if (weight === 0) continue
    const sector = toGicsSector(name.replaceAll('_', ' '))
    if (sector === undefined || weight < 0) return null
    weights.set(sector, (weights.get(sector) ?? 0) + weight)
  }
  const sum = [...weights.values()].reduce((total, weight) => total + weight, 0)
  if (sum === 0 || sum > MAX_SECTOR_SUM) return null
  // Funds that borrow hold more shares than they are worth.
  const shares = stockPosition !== undefined && stockPosition > 0 ? Math.min(1, stockPosition) : 1
  const scale = shares / Math.max(1, sum)
  return { weights: Object.fromEntries([...weights].map(([sector, weight]) => [sector, weight * scale])), asOf }
}

const KINDS: ReadonlyMap<string, { assetClass: AssetClass; sector: string | null }> = new Map([
  ['CRYPTOCURRENCY', { assetClass: 'crypto', sector: 'Crypto' }],
  ['CURRENCY', { assetClass: 'currency', sector: 'Currencies' }],
  ['FUTURE', { assetClass: 'other', sector: 'Commodities' }],
  ['INDEX', { assetClass: 'index', sector: null }],
])

function toKind(quoteType: string, sectorName: string | undefined): { assetClass: AssetClass; sector: string | null } {
  if (quoteType === 'EQUITY') return { assetClass: 'equity', sector: toGicsSector(sectorName ?? '') ?? null }
  return KINDS.get(quoteType) ?? { assetClass: 'other', sector: null }
}

function divide(value: number | null | undefined, divisor: number): number | null {
  return isPrice(value) ? value / divisor : null
}

/** Seconds since 1970 at which the session under way began; infinite when none is. */
function findUnfinishedSession(chart: YahooChart, now: Date): number {
  const session = chart.meta.currentTradingPeriod?.regular
  if (!session || now >= session.end) return Number.POSITIVE_INFINITY
  return session.start.getTime() / 1000
}

/**
 * Civil day at the exchange. The offset that Yahoo names is today's; it puts a bar of the other half of the year an hour
 * off, which changes the day only near midnight, and only there is the slower calendar asked.
 */
function createLocalDay(timeZone: string | undefined, offsetSeconds: number): (seconds: number) => number {
  const formatter = createDateFormatter(timeZone)
  return (seconds) => {
    const local = seconds + offsetSeconds
    const secondsOfDay = ((local % SECONDS_PER_DAY) + SECONDS_PER_DAY) % SECONDS_PER_DAY
    const isNearMidnight = secondsOfDay < 7200 || secondsOfDay > SECONDS_PER_DAY - 7200
    if (!isNearMidnight || !formatter) return Math.floor(local / SECONDS_PER_DAY)
    return Math.round(Date.parse(`${formatter.format(new Date(seconds * 1000))}T00:00:00Z`) / 1000 / SECONDS_PER_DAY)
  }
}

function createDateFormatter(timeZone: string | undefined): Intl.DateTimeFormat | undefined {
  try {
    // The Canadian English way of writing a date is the ISO one.
    return timeZone ? new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }) : undefined
  } catch {
    return undefined
  }
}
