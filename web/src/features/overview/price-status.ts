import { type Prices, SOURCE_NAMES } from '@ballast/contract'
import { formatDate, formatInstant, formatMoney, formatNumber, formatUpdated } from '../../lib/format.ts'
import type { Quote } from './position-rows.ts'

const NEW_YORK_DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'America/New_York' })

/** `Updated 42s ago`: how old the oldest price shown is, `secondsSinceAnswer` after the server said so. */
export function toUpdatedLabel(prices: Prices, secondsSinceAnswer: number): string {
  return formatUpdated(prices.cacheStatus.cacheAge + secondsSinceAnswer)
}

/**
 * `At close Nov 20` outside trading hours, when every price is a last close; undefined while any market is open or when
 * nothing has a price. The day is that of the exchange, and of the latest close among them.
 */
export function toClosedLabel(prices: Prices): string | undefined {
  // A price that somebody states is of any day and of no session.
  const quotes = Object.values(prices.prices).filter(({ source }) => source !== 'stated')
  if (quotes.length === 0 || quotes.some((quote) => quote.session === 'open')) return undefined
  const latest = quotes.reduce((newest, quote) => (quote.asOf > newest ? quote.asOf : newest), '')
  return `At close ${NEW_YORK_DAY.format(new Date(latest))}`
}

/** True if a price of this instant (ISO 8601) belongs to the exchange's current day, however late it is there. */
export function isFromToday(asOf: string, now: Date): boolean {
  return NEW_YORK_DAY.format(new Date(asOf)) === NEW_YORK_DAY.format(now)
}

const REASONS: Record<Prices['missing'][string], string> = {
  'unknown-ticker': 'The price source does not know this ticker',
  'not-simulated': 'It is not in the demo market',
  'provider-down': 'The price source did not answer',
  'no-price': 'The price source has no price',
  'suspect-price': 'The price looked wrong and was not used',
  option: 'Its option chain has no quote for it',
  expired: 'The option has expired',
  matured: 'It was paid back: take it out, and add its face value to cash',
  'no-exchange-rate': 'There is no exchange rate for its currency',
}

/** Why a position has no price, as a sentence without its stop. */
export function toMissingPriceText(reason: Prices['missing'][string]): string {
  return REASONS[reason]
}

const SOURCES = {
  ...SOURCE_NAMES,
  sample: 'simulated',
  stated: 'as you or your broker’s file stated it',
} as const satisfies Record<Quote['source'], string>

/** Time and source of a price, and its other currency: the text shown on hover. */
export function toQuoteText({ asOf, source, stale, localPrice }: Quote): string {
  const old = stale ? '; the price source has not answered since' : ''
  const converted = localPrice
    ? `. ${formatMoney(localPrice.price, { currency: localPrice.currency })} at ${formatNumber(localPrice.rate, { decimals: 4 })} USD, the rate of ${formatDate(localPrice.rateAsOf)}`
    : ''
  return `As of ${formatInstant(asOf)}, ${SOURCES[source]}${old}${converted}`
}
