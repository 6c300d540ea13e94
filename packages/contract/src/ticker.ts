/**
 * Tickers in Ballast's canonical form: upper case, `.` before a share class (`BRK.B`), OCC-21 option symbols without
 * blanks (`AAPL261218C00250000`).
 */

const TICKER = /^[A-Z0-9^][A-Z0-9.=-]{0,14}$/
const OCC_21 = /^([A-Z]{1,5}[0-9]?)(\d{2})(\d{2})(\d{2})([CP])(\d{8})$/
const SHARE_CLASS = /^([A-Z]{1,5})[-/. ]([A-Z])$/

/** True for a canonical ticker or option symbol. */
export function isTicker(text: string): boolean {
  return TICKER.test(text) || OCC_21.test(text)
}

/** True for an option symbol in OCC-21 form without blanks. */
export function isOptionSymbol(ticker: string): boolean {
  // Every other ticker is shorter, and most are not options: the pattern need not be tried on each.
  return ticker.length > 15 && OCC_21.test(ticker)
}

/**
 * The canonical form of what a person or a broker writes for a security: `brk/b`, `BRK-B`, `BRK B` and `BRK.B` are one.
 *
 * @returns the canonical ticker, or `undefined` when the text cannot be one (too long, markup, blank)
 */
export function toTicker(text: string): string | undefined {
  // Only what can be a ticker is looked at: a pasted megabyte must not be copied about.
  if (text.length > 64) return undefined
  const upper = text.trim().toUpperCase()
  const shareClass = SHARE_CLASS.exec(upper)
  if (shareClass) return `${shareClass[1]}.${shareClass[2]}`
  const compact = upper.replaceAll(' ', '')
  if (OCC_21.test(compact)) return compact
  return TICKER.test(upper) ? upper : undefined
}

export interface OptionTerms {
  underlying: string
  /** ISO date of the last trading day, `YYYY-MM-DD`. */
  expiry: string
  type: 'call' | 'put'
  strike: number
}

/** The terms that an OCC-21 symbol spells out, or `undefined` when the ticker is not an option symbol. */
export function toOptionTerms(ticker: string): OptionTerms | undefined {
  const match = OCC_21.exec(ticker)
  if (!match) return undefined
  const [, underlying = '', year, month, day, right, strike] = match
  return {
    underlying,
    expiry: `20${year}-${month}-${day}`,
    type: right === 'C' ? 'call' : 'put',
    strike: Number(strike) / 1000,
  }
}
