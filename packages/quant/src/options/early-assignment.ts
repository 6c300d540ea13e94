// Tests: hedge-table.test.ts

import { requireFiniteNumber, requireNonNegativeNumber } from './option-contract.ts'

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
