// Tests: yahoo-quotes.test.ts

import { findExchangeSuffix } from '../exchange-suffix.ts'

const CLASS_OF_SHARES = /^([A-Z]{1,5})\.([A-Z])$/

/** Yahoo's spelling of a canonical ticker: `BRK.B` is `BRK-B`; exchange suffixes such as `.L` or `.DE` stay. */
export function toYahooSymbol(ticker: string): string {
  const match = CLASS_OF_SHARES.exec(ticker)
  if (!match?.[1] || !match[2] || findExchangeSuffix(ticker) !== undefined) return ticker
  return `${match[1]}-${match[2]}`
}
