/** Currencies in which some exchanges quote hundredths: their code at the provider, and what it is a hundredth of. */
const HUNDREDTHS: ReadonlyMap<string, string> = new Map([
  ['GBp', 'GBP'],
  ['GBX', 'GBP'],
  ['ZAc', 'ZAR'],
  ['ZAC', 'ZAR'],
  ['ILA', 'ILS'],
])

export interface QuotedCurrency {
  /** ISO 4217. */
  currency: string
  /** Divisor that turns a quoted figure into `currency`: 100 for pence and the like, else 1. */
  divisor: number
}

/** The currency behind a provider's code, e.g. pounds for pence; `undefined` when the code is not one. */
export function toQuotedCurrency(code: string): QuotedCurrency | undefined {
  const whole = HUNDREDTHS.get(code)
  if (whole) return { currency: whole, divisor: 100 }
  return /^[A-Z]{3}$/.test(code) ? { currency: code, divisor: 1 } : undefined
}

/** The ticker under which the daily history of an exchange rate goes: dollars for one euro are `EURUSD=X`. */
export function toRateTicker(from: string, to: string): string {
  return `${from}${to}=X`
}
