// Tests: ../options/provider-options.test.ts

import { toTicker } from '@ballast/contract'
import { formatIsoDate } from '@ballast/quant'
import type { z } from 'zod'
import { toCloseInstant, toLastFinishedTradingDay } from '../calendar.ts'
import { yahooFailures } from '../failures.ts'
import type { Suggestion } from '../market-data.ts'
import { cleanContracts, findUnderlyingPrice, type RawContract } from '../options/clean-contracts.ts'
import type { EmptyChainReason, OptionChain } from '../options/option-chain.ts'
import { type YahooChain, type YahooContract, yahooContractSchema, type yahooSearchSchema } from './option-wire.ts'
import { toInstrument, toQuote } from './transform.ts'
import { yahooQuoteSchema } from './wire.ts'

const SECONDS_PER_DAY = 86_400
const OPTION_CURRENCY = 'USD'

/** The expiries that a chain names, ascending ISO dates. */
export function toExpiries({ expirationDates }: YahooChain): string[] {
  const days = expirationDates.flatMap((seconds) => (seconds === null ? [] : [seconds / SECONDS_PER_DAY]))
  return [...new Set(days.filter(Number.isInteger).map(formatIsoDate))].sort()
}

/** An ISO date as Yahoo asks for it. */
export function toExpiryDate(expiry: string): Date {
  return new Date(`${expiry}T00:00:00Z`)
}

/**
 * A chain out of Yahoo's answers, of which the first names all expiries and the underlying's quote. Its prices are as of
 * the underlying's last trade. Outside trading hours Yahoo often sends bids and asks of 0: those are no quotes.
 *
 * @param answers one for each expiry that was asked for
 * @throws ProviderFailure bad-reply when it is about another symbol, or none of its rows is an option on this one
 */
export function toYahooChain(
  ticker: string,
  symbol: string,
  answers: readonly YahooChain[],
  now: Date,
): OptionChain | EmptyChainReason {
  const [first] = answers
  if (!first) return 'unknown-ticker'
  requireSymbol(first, symbol)
  const quote = readQuote(ticker, first)
  // Outside the United States Yahoo has no options; figures in another currency would be read as dollars.
  if (first.expirationDates.length === 0 || (quote && quote.currency !== OPTION_CURRENCY)) return 'no-options'
  const rows = answers.flatMap(({ options }) =>
    options.flatMap(({ calls, puts }) => [
      ...calls.map((row) => toRaw(row, 'call')),
      ...puts.map((row) => toRaw(row, 'put')),
    ]),
  )
  if (rows.length === 0) return 'no-options'
  const { contracts, damaged } = cleanContracts(ticker, rows)
  if (contracts.length === 0) throw yahooFailures.badReply(`its ${rows.length} rows hold no option on ${symbol}`)
  return {
    ticker,
    source: 'yahoo',
    underlyingPrice: findUnderlyingPrice([quote?.price], contracts),
    previousClose: quote?.previousClose ?? null,
    asOf: quote && isTimely(quote.asOf, first, now) ? quote.asOf : toCloseInstant(toLastFinishedTradingDay(now)),
    session: quote?.session ?? 'closed',
    expiries: toExpiries(first),
    contracts,
    damaged,
  }
}

/** Options are listed for at least every quarter. */
const LONGEST_WAIT_MS = 400 * 86_400_000

/** False for a time that is still to come, or so long before the next expiry that none of these options existed. */
function isTimely(asOf: string, chain: YahooChain, now: Date): boolean {
  const instant = Date.parse(asOf)
  const next = toExpiries(chain)
    .map(Date.parse)
    .find((expiry) => expiry >= instant)
  return instant <= now.getTime() && (next === undefined || next - instant <= LONGEST_WAIT_MS)
}

/** @throws ProviderFailure bad-reply when an answer is about another symbol than was asked for */
export function requireSymbol({ underlyingSymbol }: YahooChain, symbol: string): void {
  if (underlyingSymbol.toUpperCase() === symbol.toUpperCase()) return
  throw yahooFailures.badReply(`it is about "${underlyingSymbol.slice(0, 20)}" instead of "${symbol}"`)
}

function readQuote(ticker: string, { quote }: YahooChain) {
  const wire = yahooQuoteSchema.safeParse(quote).data
  const read = wire && toQuote(ticker, wire)
  return typeof read === 'object' ? read : undefined
}

function toRaw(row: unknown, type: 'call' | 'put'): RawContract | undefined {
  const contract = yahooContractSchema.safeParse(row).data
  if (!contract) return undefined
  const { contractSymbol, strike, expiration, bid, ask, lastPrice, volume, openInterest } = contract
  return {
    symbol: contractSymbol,
    type,
    strike,
    bid,
    ask,
    volume,
    openInterest,
    expiry: formatIsoDate(Math.floor(expiration / SECONDS_PER_DAY)),
    last: lastPrice,
    previousClose: toPreviousClose(contract),
    providerVolatility: contract.impliedVolatility,
    tradedAt: contract.lastTradeDate && contract.lastTradeDate * 1000,
  }
}

/** Yahoo tells the change of the last trade against the close before it. */
function toPreviousClose({ lastPrice, change }: YahooContract): number | undefined {
  const isKnown = typeof lastPrice === 'number' && typeof change === 'number' && change !== 0
  return isKnown ? Math.round((lastPrice - change) * 1e4) / 1e4 : undefined
}

/** Lists Yahoo's suggestions, without those that cannot be a ticker of ours and without single options. */
export function toSuggestions({ quotes }: z.output<typeof yahooSearchSchema>): Suggestion[] {
  return quotes.flatMap((quote) => {
    const ticker = quote && toTicker(quote.symbol)
    if (!ticker || quote.quoteType === 'OPTION') return []
    const { symbol, quoteType, longname: longName, shortname: shortName, sector } = quote
    const instrument = toInstrument(ticker, { symbol, quoteType, longName, shortName }, { sectorName: sector })
    return instrument
      ? [{ ticker, name: instrument.name, assetClass: instrument.assetClass, sector: instrument.sector }]
      : []
  })
}
