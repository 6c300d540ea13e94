// Tests: ../file-fixtures.test.ts, ../samples.test.ts

import { Big } from 'big.js'
import { StoredDecimal } from '../stored-decimal.ts'

/** Half of the last digit of a figure as it is written: 150.87 may be anything from 150.865 to 150.875. */
export function toRounding(text: string): number {
  const point = text.indexOf('.')
  return 0.5 * 10 ** -(point === -1 ? 0 : text.length - point - 1)
}

/** |total| ÷ |units|, to the ten decimals that costs are stored with; null when there are no units. */
export function toCostPerShare(total: string, units: string): string | null {
  const divisor = new Big(units).abs()
  if (divisor.eq(0)) return null
  return new StoredDecimal(new Big(total).abs()).div(divisor).toFixed()
}

export interface StatedCost {
  /** Decimal text, as the source states them. */
  perShare: string | null
  total: string | null
  quantity: string
  multiplier: number
  /** Market value and gain, which leave the total cost when one is taken from the other. */
  value: string | null
  gain: string | null
}

export interface CheckedCost {
  /** Per share, or per underlying share of an option; null when the source does not tell. */
  perShare: string | null
  /** Disagreement, for the person; null when all agrees or there is nothing to compare. */
  doubt: string | null
}

/**
 * The cost per share that a row's figures agree on.
 *
 * A stated cost per share is kept when it gives the stated total to the rounding of both; of an option it may turn out to
 * be stated per contract. With a total only, it is divided. With neither, the total is market value less gain.
 */
export function checkCost(stated: StatedCost): CheckedCost {
  const { quantity, multiplier } = stated
  const units = new Big(quantity).times(multiplier).toFixed()
  const perShare = stated.perShare === null ? null : new Big(stated.perShare).abs().toFixed()
  const total = stated.total ?? costFromGain(stated)
  if (total === null) return { perShare, doubt: null }
  if (perShare === null) return { perShare: toCostPerShare(total, units), doubt: null }
  if (isProduct(perShare, units, total)) return { perShare, doubt: null }
  if (multiplier !== 1 && isProduct(perShare, quantity, total)) {
    return { perShare: new Big(perShare).div(multiplier).toFixed(), doubt: null }
  }
  if (stated.total === null) return { perShare, doubt: null }
  const doubt = `${perShare} a share × ${new Big(units).abs().toFixed()} is not the stated cost of ${new Big(total).abs().toFixed()}.`
  return { perShare, doubt }
}

/** Null where it would be below zero: what was bought has not cost that, so one of the two is something else. */
function costFromGain({ value, gain, quantity }: StatedCost): string | null {
  if (value === null || gain === null) return null
  const cost = new Big(value).minus(gain)
  return cost.lt(0) && !quantity.startsWith('-') ? null : cost.toFixed()
}

/** True if a × b is the product, as far as the digits of a and of the product tell. */
export function isProduct(a: string, b: string, product: string): boolean {
  const factor = Math.abs(Number(b))
  const tolerance = toRounding(a) * factor + toRounding(product) + Math.abs(Number(product)) * 1e-9
  return Math.abs(Math.abs(Number(a)) * factor - Math.abs(Number(product))) <= tolerance * 1.000001
}
