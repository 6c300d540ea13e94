// Tests: option-symbol.test.ts

/**
 * Tickers in Ballast's canonical form: upper case, `.` before a share class (`BRK.B`), OCC-21 option symbols without
 * blanks (`AAPL261218C00250000`).
 */

/** Canonical as they stand, as almost all are. */
const PLAIN_TICKER = /^[A-Z]{1,5}$/
const TICKER = /^[A-Z0-9^][A-Z0-9.=-]{0,14}$/
const OCC_21 = /^([A-Z]{1,5}[0-9]?)(\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])([CP])(?!0{8})(\d{8})$/
/** Roots have no punctuation: of these companies the last letter is the class of shares. */
const CLASS_ROOT = /^(AKO|BF|BRK|GEF|HEI|LEN|MOG|PBR|UHAL)([AB])$/
/** Indices have a root of their own for weekly series, settled at the close. */
const INDEX_ROOT = /^(DJX|MRUT|NDX|OEX|RUT|SPX|VIX|XEO|XND|XSP)[PW]?$/
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
  if (PLAIN_TICKER.test(text)) return text
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
  /** Ticker of what is delivered: `BRK.B` for the root `BRKB`, `^SPX` for `SPXW`, `AAPL` for the adjusted `AAPL1`. */
  underlying: string
  /** The first letters of the symbol, as they are. */
  root: string
  /** True when it delivers something other than 100 shares, after a split or a merger: a digit ends its root. */
  isAdjusted: boolean
  /** ISO date of the last trading day, `YYYY-MM-DD`. */
  expiry: string
  type: 'call' | 'put'
  strike: number
}

/** The terms that an OCC-21 symbol spells out, or `undefined` when the ticker is not an option symbol. */
export function toOptionTerms(ticker: string): OptionTerms | undefined {
  const match = ticker.length > 15 ? OCC_21.exec(ticker) : null
  if (!match) return undefined
  const [, root = '', year, month, day, right, strike] = match
  return {
    underlying: toUnderlying(root),
    root,
    isAdjusted: /\d$/.test(root),
    // The last of a month that is too short for the day: nothing expires on 30 February, and nothing may fail on it.
    expiry: `20${year}-${month}-${Number(day) <= 28 ? day : Math.min(Number(day), daysOf(year, month))}`,
    type: right === 'C' ? 'call' : 'put',
    strike: Number(strike) / 1000,
  }
}

const daysOf = (year: string | undefined, month: string | undefined) =>
  new Date(Date.UTC(2000 + Number(year), Number(month), 0)).getUTCDate()

function toUnderlying(root: string): string {
  const letters = root.replace(/\d$/, '')
  const index = INDEX_ROOT.exec(letters)?.[1]
  return index ? `^${index}` : letters.replace(CLASS_ROOT, '$1.$2')
}
