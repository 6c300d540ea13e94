import {
  LEFT_OUT_WORDS,
  type LeftOutReason,
  namePosition,
  namePositions,
  toBondTerms,
  toOptionTerms,
} from '@ballast/contract'
import { formatDate, formatMoney } from './format.ts'

/**
 * A short label for a row or a slice, where `namePosition` is too long: `AAPL $250 call` for an option, `Treasury 4.125% Nov
 * 15, 2034` for a bond; else the ticker itself.
 */
export function toTickerLabel(ticker: string): string {
  const terms = toOptionTerms(ticker)
  const bond = toBondTerms(ticker)
  if (bond)
    return `Treasury ${bond.couponPercent === 0 ? 'bill' : `${bond.couponPercent}%`} ${formatDate(bond.maturity)}`
  if (!terms) return ticker
  const { underlying, strike, type } = terms
  return `${underlying} ${formatMoney(strike, { decimals: Number.isInteger(strike) ? 0 : 2 })} ${type}`
}

/** Longest list of tickers in a sentence before the rest is counted. */
const NAMED_TICKERS = 5

/** `AAPL, MSFT and 3 more`: tickers in a sentence. */
export const nameTickers = (tickers: readonly string[]): string => namePositions(tickers, { most: NAMED_TICKERS })

/**
 * Says which positions have no price, by the reason: `Left out of every total: A and B (no price); C (expired).`
 *
 * @param figure what leaves them out
 * @returns one sentence; none when every position has a price
 */
export function describeUnpriced(
  { unpriced }: { unpriced: Readonly<Record<string, LeftOutReason>> },
  figure: 'total' | 'weight',
): string[] {
  const groups = Object.groupBy(Object.entries(unpriced), ([, reason]) => LEFT_OUT_WORDS[reason])
  const named = Object.entries(groups).map(
    ([words, some = []]) => `${nameTickers(some.map(([ticker]) => ticker))} (${words})`,
  )
  return named.length === 0 ? [] : [`Left out of every ${figure}: ${named.join('; ')}.`]
}

/** `ZZZZ (no price); SPY 500 put, Jun 18, 2026 (expired)`: what an analysis leaves out; a reason may be in words already. */
export function nameLeftOut(leftOut: readonly { ticker: string; reason: string }[]): string {
  const name = (reason: string) =>
    LEFT_OUT_WORDS[reason as LeftOutReason] ?? reason.charAt(0).toLowerCase() + reason.slice(1)
  return leftOut.map(({ ticker, reason }) => `${namePosition(ticker)} (${name(reason)})`).join('; ')
}

/** `SHY for US Treasury 4.125% due Nov 15, 2027; TLT for …`: which fund is followed in place of which position. */
export function nameProxies(proxies: readonly { ticker: string; proxy: string }[]): string {
  const funds = [...new Set(proxies.map(({ proxy }) => proxy))]
  const named = funds.map((fund) => {
    const of = proxies.filter(({ proxy }) => proxy === fund).map(({ ticker }) => ticker)
    return `${fund} for ${nameTickers(of)}`
  })
  return named.join('; ')
}
