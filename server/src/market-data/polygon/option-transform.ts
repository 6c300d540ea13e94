// Tests: ../options/provider-options.test.ts

import { isSessionOpen, toCloseInstant, toLastFinishedTradingDay } from '../calendar.ts'
import { polygonFailures } from '../failures.ts'
import { cleanContracts, findUnderlyingPrice, type RawContract } from '../options/clean-contracts.ts'
import type { EmptyChainReason, OptionChain } from '../options/option-chain.ts'
import { type OptionSnapshot, readOptionSnapshot } from './option-wire.ts'

const NANOSECONDS_PER_MILLISECOND = 1e6

/** The ticker under which Polygon lists the options of a canonical ticker: `I:SPX` for `^SPX`. */
export function toPolygonUnderlying(ticker: string): string {
  return ticker.startsWith('^') ? `I:${ticker.slice(1)}` : ticker
}

/**
 * A chain out of snapshots of contracts. It is as of the newest quote or price in it; when no row has a time, as of now
 * or, outside the session, of the last close.
 *
 * @param rows the results of all pages, whatever they hold
 * @throws ProviderFailure bad-reply when rows came, and none of them is a contract of this ticker
 */
export function toPolygonChain(ticker: string, rows: readonly unknown[], now: Date): OptionChain | EmptyChainReason {
  if (rows.length === 0) return 'no-options'
  const snapshots = rows.map(readOptionSnapshot)
  const { contracts, damaged } = cleanContracts(ticker, snapshots.map(toRaw))
  if (contracts.length === 0) throw polygonFailures.badReply(`its ${rows.length} rows hold no option on ${ticker}`)
  const asOf = toAsOf(snapshots, now)
  return {
    ticker,
    source: 'polygon',
    underlyingPrice: findUnderlyingPrice(
      snapshots.map(({ underlying }) => underlying.price ?? underlying.value),
      contracts,
    ),
    previousClose: null,
    asOf: asOf.toISOString(),
    session: isSessionOpen(asOf) && isSessionOpen(now) ? 'open' : 'closed',
    expiries: [...new Set(contracts.map(({ expiry }) => expiry))].sort(),
    contracts,
    damaged,
  }
}

function toRaw({ details, day, quote, trade, impliedVolatility, openInterest }: OptionSnapshot): RawContract {
  return {
    symbol: typeof details.ticker === 'string' ? details.ticker.replace(/^O:/, '') : '',
    type: details.contract_type,
    strike: details.strike_price,
    expiry: details.expiration_date,
    bid: quote.bid,
    ask: quote.ask,
    last: trade.price ?? day.close,
    previousClose: day.previous_close,
    volume: day.volume,
    openInterest,
    providerVolatility: impliedVolatility,
    quotedAt: toMilliseconds(quote.last_updated),
    tradedAt: toMilliseconds(trade.sip_timestamp),
    multiplier: details.shares_per_contract,
  }
}

function toAsOf(snapshots: readonly OptionSnapshot[], now: Date): Date {
  let latest = 0
  for (const { quote, underlying } of snapshots) {
    for (const time of [quote.last_updated, underlying.last_updated]) {
      latest = Math.max(latest, toMilliseconds(time) ?? 0)
    }
  }
  // A clock of theirs that is ahead of ours must not make options older than they are.
  if (latest > 0) return new Date(Math.min(latest, now.getTime()))
  return isSessionOpen(now) ? now : new Date(toCloseInstant(toLastFinishedTradingDay(now)))
}

function toMilliseconds(nanoseconds: unknown): number | undefined {
  const isTime = typeof nanoseconds === 'number' && nanoseconds > 1e17 && nanoseconds < 4.1e18
  return isTime ? nanoseconds / NANOSECONDS_PER_MILLISECOND : undefined
}
