/** Codes that exchanges quote in hundredths of a currency (pence, cents, agorot), and the currency itself. */
export const OF_HUNDREDTHS: ReadonlyMap<string, string> = new Map([
  ['GBp', 'GBP'],
  ['GBX', 'GBP'],
  ['ZAc', 'ZAR'],
  ['ZAC', 'ZAR'],
  ['ILA', 'ILS'],
])

/** Endings of the tickers of such securities: only the exchange of that currency quotes them so. */
export const EXCHANGE_OF_HUNDREDTHS: ReadonlyMap<string, { place: string; suffix: string }> = new Map([
  ['GBP', { place: 'London', suffix: '.L' }],
  ['ZAR', { place: 'Johannesburg', suffix: '.JO' }],
  ['ILS', { place: 'Tel Aviv', suffix: '.TA' }],
])
