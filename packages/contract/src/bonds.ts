/**
 * Treasury bills, notes and bonds as positions. The ticker spells out the terms, as an option's does: `T4.125-20341115`
 * pays 4.125 % a year in two coupons until 15 November 2034, `T0-20270318` is a bill. A position counts in pieces of
 * $100 face value, and price and cost are per $100, as they are quoted: shares × price is what it is worth.
 */

const BOND = /^T(\d{1,2}(?:\.\d{1,3})?)-(20\d{2})(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/

/** Dollars of face value that one unit of a position stands for. */
export const BOND_FACE = 100

export interface BondTerms {
  /** Percent of face value a year; 0 for a bill. */
  couponPercent: number
  /** ISO date of the day on which the face value is paid back. */
  maturity: string
}

/** The terms that a Treasury's ticker spells out; undefined when it is none, or names a day that does not exist. */
export function toBondTerms(ticker: string): BondTerms | undefined {
  const match = ticker.startsWith('T') ? BOND.exec(ticker) : null
  if (!match) return undefined
  const [, coupon, year, month, day] = match
  const maturity = `${year}-${month}-${day}`
  return isDate(maturity) ? { couponPercent: Number(coupon), maturity } : undefined
}

/** The ticker of a Treasury; undefined when its coupon or its day cannot be written as one. */
export function toBondSymbol({ couponPercent, maturity }: BondTerms): string | undefined {
  const symbol = `T${Number(couponPercent.toFixed(3))}-${maturity.replaceAll('-', '')}`
  const terms = toBondTerms(symbol)
  return terms && Math.abs(terms.couponPercent - couponPercent) < 1e-9 ? symbol : undefined
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `US Treasury 4.125% due Nov 15, 2034`, `US Treasury bill due Mar 18, 2027`. */
export function nameBond({ couponPercent, maturity }: BondTerms): string {
  const what = couponPercent === 0 ? 'bill' : `${couponPercent}%`
  return `US Treasury ${what} due ${nameDay(maturity)}`
}

/** `Nov 15, 2034` for an ISO date. */
export function nameDay(date: string): string {
  const [year, month, day] = date.split('-').map(Number)
  return `${MONTHS[(month ?? 1) - 1]} ${day}, ${year}`
}

function isDate(text: string): boolean {
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}
