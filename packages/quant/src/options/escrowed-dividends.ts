// Tests: hedge-table.test.ts

import { inputErrors } from '../errors.ts'
import {
  requireFiniteNumber,
  requireNonNegativeNumber,
  requirePositiveNumber,
  requireRate,
  requireYears,
} from './option-contract.ts'

/** A cash dividend that is known to come. */
export interface CashDividend {
  /** Time to the ex-dividend date in years, ≥ 0. */
  readonly years: number
  /** Amount per share, ≥ 0. */
  readonly amount: number
}

/**
 * Spot without the dividends that fall before expiry: S − Σ D·e^{−rt}, what an option on a stock with known cash
 * dividends is priced on (the escrowed-dividend model). The stock is then taken to have no further yield.
 *
 * @param market spot > 0, the annual continuous rate, the years to the option's expiry ≥ 0
 * @param dividends in any order; those after expiry do not count
 * @returns a positive price
 * @throws QuantInputError naming what is not a possible number, or the dividends when they are worth more than the stock
 * @see J. C. Hull, Options, Futures and Other Derivatives, "European options on dividend-paying stocks"
 */
export function computeEscrowedSpot(
  market: { readonly spot: number; readonly rate: number; readonly years: number },
  dividends: readonly CashDividend[],
): number {
  requirePositiveNumber('spot', market.spot)
  requireRate('rate', market.rate)
  requireYears('years', market.years)
  let escrowed = market.spot
  for (const [i, dividend] of dividends.entries()) {
    requireYears(`dividends[${i}].years`, dividend.years)
    requireNonNegativeNumber(`dividends[${i}].amount`, dividend.amount)
    if (dividend.years <= market.years) escrowed -= dividend.amount * Math.exp(-market.rate * dividend.years)
  }
  if (!(escrowed > 0)) {
    throw inputErrors.badNumber('dividends', null, market.spot - escrowed, 'a present value below the spot')
  }
  return escrowed
}

/**
 * True if the holder of a call does well to exercise just before a dividend: when the dividend exceeds what is left of
 * the option's time value. For whoever sold the call it is the warning that the shares may be called away.
 *
 * @param call price of the call, its intrinsic value S − K (negative when out of the money), per share
 * @param dividend the next cash dividend before expiry, per share
 */
export function isEarlyAssignmentLikely(
  call: { readonly price: number; readonly intrinsicValue: number },
  dividend: number,
): boolean {
  requireNonNegativeNumber('price', call.price)
  requireFiniteNumber('intrinsicValue', call.intrinsicValue)
  requireNonNegativeNumber('dividend', dividend)
  return call.intrinsicValue > 0 && dividend > call.price - call.intrinsicValue
}
