import { TRADING_DAYS } from './constants.ts'
import { inputErrors } from './errors.ts'

/** The annual rate that a return has to beat, as a fraction. */
export interface RiskFreeOption {
  readonly riskFreeRate?: number
}

/** Far beyond every rate on record, and small enough that its square is a number. */
const HIGHEST_RATE = 1e6

/**
 * Return of a day that has to be beaten:  rf/252.
 * @throws QuantInputError for a rate that is NaN, infinite or beyond any on record
 */
export function toDailyRate(riskFreeRate: number): number {
  if (!(Math.abs(riskFreeRate) <= HIGHEST_RATE)) {
    throw inputErrors.badNumber('riskFreeRate', null, riskFreeRate, 'an annual fraction, such as 0.03')
  }
  return riskFreeRate / TRADING_DAYS
}
