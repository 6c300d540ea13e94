// Tests: benchmark-mix.test.ts

import { runWeightsBacktest } from './backtest.ts'
import type { PriceMatrix } from './price-matrix.ts'

/** Columns of a matrix, the first included and the last not. */
export interface ColumnRun {
  readonly from: number
  readonly to: number
}

/**
 * The longest stretch of days on which every row has a close, the earliest of equally long ones; empty (`from` = `to`)
 * when there is no such day.
 */
export function findCompleteRun({ values, rows, columns }: PriceMatrix): ColumnRun {
  let best: ColumnRun = { from: 0, to: 0 }
  let from = 0
  for (let t = 0; t <= columns; t++) {
    let isComplete = t < columns && rows > 0
    for (let row = 0; isComplete && row < rows; row++) isComplete = !Number.isNaN(values[row * columns + t])
    if (isComplete) continue
    if (t - from > best.to - best.from) best = { from, to: t }
    from = t + 1
  }
  return best
}

/**
 * Level of a mix of instruments that is invested at the first close and whose weights are set back at the last close of
 * each month, as published blends are:
 *
 *     m_t = m_s · Σ w_i · a_it / a_is      s: the last such close before t, or the first close
 *
 * A single instrument is its own closes, to the last bit; a mix begins with 1.
 *
 * @param prices one complete row per part
 * @param weights positive fractions that sum to 1, one per row
 * @returns one level per column; empty without columns
 * @throws QuantInputError when a price is missing or not positive, or there are more rows than weights
 */
export function computeMixLevels(prices: PriceMatrix, weights: Float64Array): Float64Array {
  if (prices.columns === 0) return new Float64Array()
  if (prices.rows === 1) return prices.values.slice()
  const benchmark = prices.values.slice(0, prices.columns)
  return runWeightsBacktest({ prices, weights, benchmark, rebalance: 'monthly', initialValue: 1 }).portfolioValues
}
