/** One letter after a dot that is an exchange at Yahoo (London, Frankfurt, Tokyo, TSX Venture), not a class of shares. */
const EXCHANGE_LETTERS = new Set(['L', 'F', 'T', 'V'])
const CLASS_OF_SHARES = /^([A-Z]{1,5})\.([A-Z])$/

/** Yahoo's spelling of a canonical ticker: `BRK.B` is `BRK-B`; exchange suffixes such as `.L` or `.DE` stay. */
export function toYahooSymbol(ticker: string): string {
  const match = CLASS_OF_SHARES.exec(ticker)
  if (!match?.[1] || !match[2] || EXCHANGE_LETTERS.has(match[2])) return ticker
  return `${match[1]}-${match[2]}`
}

/** Yahoo's symbol of an exchange rate: dollars for one euro are `EURUSD=X`. */
export function toYahooRateSymbol(from: string, to: string): string {
  return `${from}${to}=X`
}
