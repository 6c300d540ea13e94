/** One letter after a dot that is an exchange (London, Frankfurt, Tokyo, TSX Venture), not a class of shares. */
const EXCHANGE_LETTERS = new Set(['L', 'F', 'T', 'V'])
/** Exchanges that close when New York does, or within the hour: Canada, Mexico and Brazil. */
const NEW_YORK_HOURS = new Set(['V', 'TO', 'NE', 'CN', 'MX', 'SA'])
const SUFFIX = /\.([A-Z]{1,3})$/

/** The exchange that a canonical ticker names, `DE` of `SAP.DE`; undefined for US listings, `BRK.B` among them. */
export function findExchangeSuffix(ticker: string): string | undefined {
  const suffix = SUFFIX.exec(ticker)?.[1]
  if (suffix === undefined) return undefined
  return suffix.length > 1 || EXCHANGE_LETTERS.has(suffix) ? suffix : undefined
}

/** True if a listing closes hours before or after New York, so that the same news may reach it on another day. */
export function closesElsewhere(ticker: string): boolean {
  const suffix = findExchangeSuffix(ticker)
  return suffix !== undefined && !NEW_YORK_HOURS.has(suffix)
}
