import { nameBond, nameDay, toBondTerms } from './bonds.ts'
import { toOptionTerms } from './ticker.ts'

/**
 * Names a position in a sentence: `AAPL 250 call, Dec 18, 2026` for an option, `US Treasury 4.125% due Nov 15, 2034` for
 * a bond, whose symbols nobody reads; else the ticker, without the caret of an index.
 */
export function namePosition(ticker: string): string {
  const bond = toBondTerms(ticker)
  if (bond) return nameBond(bond)
  const terms = toOptionTerms(ticker)
  if (!terms) return ticker.replace(/^\^/, '')
  const { underlying, strike, type, expiry } = terms
  const price = Number.isInteger(strike) ? String(strike) : strike.toFixed(2)
  return `${underlying.replace(/^\^/, '')} ${price} ${type}, ${nameDay(expiry)}`
}

interface ListOptions {
  /** So many are named; without it all are. */
  most?: number
  /** Word before the last name: "and" where left out, no word where null. */
  joint?: string | null
  /** True counts those that are not named; a text whose figures are all facts says "others". */
  isCounted?: boolean
}

/**
 * `A, B and C`, or `A, B and 3 more`: positions in a sentence. Names that hold a comma stand apart by semicolons. One that
 * is left over takes no more room by its name than as "1 more".
 */
export function namePositions(
  tickers: readonly string[],
  { most = tickers.length, joint = 'and', isCounted = true }: ListOptions = {},
): string {
  const shown = tickers.length <= most + 1 ? tickers : tickers.slice(0, most)
  const named = shown.map(namePosition)
  const rest = tickers.length - shown.length
  const separator = named.some((name) => name.includes(',')) ? '; ' : ', '
  if (rest > 0) return `${named.join(separator)} and ${isCounted ? `${rest.toLocaleString('en-US')} more` : 'others'}`
  if (joint === null || named.length < 2) return named.join(separator)
  return `${named.slice(0, -1).join(separator)} ${joint} ${named.at(-1)}`
}
