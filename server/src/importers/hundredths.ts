/** Codes that exchanges quote in hundredths of a currency (pence, cents, agorot), and the currency itself. */
export const OF_HUNDREDTHS: ReadonlyMap<string, string> = new Map([
  ['GBp', 'GBP'],
  ['GBX', 'GBP'],
  ['ZAc', 'ZAR'],
  ['ZAC', 'ZAR'],
  ['ILA', 'ILS'],
])
