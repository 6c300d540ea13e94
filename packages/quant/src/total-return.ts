// Tests: risk-adjusted-return.test.ts

import { MINIMUM_PAIR_RETURNS, TRADING_DAYS } from './constants.ts'
import { inputErrors, requirePositive } from './errors.ts'

const DAYS_PER_YEAR = 365.25

/**
 * Total return:  V_n / V_0 − 1.
 * @returns a fraction; 0 for a single value
 * @throws QuantInputError for an empty series, or naming the first value that is not a positive finite number
 */
export function computeTotalReturn(values: Float64Array): number {
  if (values.length === 0) throw inputErrors.tooShort('values', 0, 1)
  requirePositive('values', values)
  return values[values.length - 1]! / values[0]! - 1
}

/**
 * Annualised return (compound annual growth rate) by trading days:  (1 + total)^(252/n) − 1  with n daily returns.
 *
 * Annualising a short window says more about the exponent than about the portfolio: fifteen days of a crash become
 * −99 %. {@link isWorthAnnualizing} says when the product shows it.
 *
 * @param totalReturn fraction above −1 (or −1: everything lost stays −1)
 * @returns a fraction per year; null when `returns` is 0, or when a year of that growth leaves the range of numbers
 * @throws QuantInputError for a total return below −1 or a count that is not a whole number ≥ 0
 */
export function computeAnnualizedReturn(totalReturn: number, returns: number): number | null {
  requireCount('returns', returns)
  return annualize(totalReturn, returns / TRADING_DAYS)
}

/**
 * Annualised return by the calendar:  (1 + total)^(365.25/days) − 1  with `days` calendar days from the first to the
 * last close. Many products quote this one; over years it agrees with {@link computeAnnualizedReturn} to a few basis
 * points.
 * @param totalReturn fraction of −1 or more
 * @returns a fraction per year; null when `days` is 0, or when a year of that growth leaves the range of numbers
 * @throws QuantInputError for a total return below −1 or a count that is not a whole number ≥ 0
 */
export function computeCalendarAnnualizedReturn(totalReturn: number, days: number): number | null {
  requireCount('days', days)
  return annualize(totalReturn, days / DAYS_PER_YEAR)
}

/** True for 60 daily returns or more: the shortest window whose annualised return the product shows. */
export function isWorthAnnualizing(returns: number): boolean {
  return returns >= MINIMUM_PAIR_RETURNS
}

function annualize(totalReturn: number, years: number): number | null {
  if (!(totalReturn >= -1 && totalReturn < Infinity)) {
    throw inputErrors.badNumber('totalReturn', null, totalReturn, 'a finite fraction of −1 or more')
  }
  if (years === 0) return null
  const growth = (1 + totalReturn) ** (1 / years)
  // A doubling in one day is a growth of 2^252 a year, beyond what a number can say in good faith.
  return growth < Infinity ? growth - 1 : null
}

function requireCount(argument: string, count: number): void {
  if (!(Number.isInteger(count) && count >= 0)) {
    throw inputErrors.badNumber(argument, null, count, 'a whole number of 0 or more')
  }
}
