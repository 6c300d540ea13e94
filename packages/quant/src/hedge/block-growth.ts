// Tests: expected-cost.test.ts

import type { RandomSource } from '../random.ts'

/** Days drawn together, as in `simulateBlockPaths`. */
const BLOCK_DAYS = 10

/** First days of blocks of history: the first block of every path, then the second. A longer horizon only appends. */
export interface BlockDraws {
  readonly starts: Int32Array
  readonly paths: number
  /** Days of the history that they are drawn from. */
  readonly days: number
}

/** Draws the blocks that paths are made of: once for all instruments, so that they share their days. */
export function drawBlocks(plan: {
  /** Days of the history. */
  readonly days: number
  /** Horizon of the longest path, in trading days. */
  readonly horizon: number
  readonly paths: number
  readonly random: RandomSource
}): BlockDraws {
  const { days, paths, random } = plan
  const starts = new Int32Array(paths * Math.ceil(plan.horizon / BLOCK_DAYS))
  for (let k = 0; k < starts.length; k++) starts[k] = Math.min(days - 1, Math.floor(random() * days))
  return { starts, paths, days }
}

/**
 * Growth factors along drawn blocks, with returns taken about their mean and rescaled. They are divided by their exact
 * expectation over all that could be drawn, so that their own mean differs from 1 by chance alone.
 *
 * @param returns daily returns, as many as the draws' days; after the last comes the first
 * @returns one per path
 */
export function growPaths(
  returns: Float64Array,
  { blocks, horizon, scale }: { readonly blocks: BlockDraws; readonly horizon: number; readonly scale: number },
): Float64Array {
  const { starts, paths, days } = blocks
  const mean = returns.reduce((sum, value) => sum + value, 0) / days
  const sums = new Float64Array(days + BLOCK_DAYS + 1)
  for (let t = 0; t < days + BLOCK_DAYS; t++) {
    sums[t + 1] = sums[t]! + Math.log1p(Math.max(-0.999, (returns[t % days]! - mean) * scale))
  }
  const growth = new Float64Array(paths)
  let expectation = 1
  for (let done = 0; done < horizon; done += BLOCK_DAYS) {
    const length = Math.min(BLOCK_DAYS, horizon - done)
    const first = (done / BLOCK_DAYS) * paths
    for (let path = 0; path < paths; path++) {
      const start = starts[first + path]!
      growth[path]! += sums[start + length]! - sums[start]!
    }
    expectation *= averageGrowth(sums, days, length)
  }
  for (let path = 0; path < paths; path++) growth[path] = Math.exp(growth[path]!) / expectation
  return growth
}

function averageGrowth(sums: Float64Array, days: number, length: number): number {
  let total = 0
  for (let start = 0; start < days; start++) total += Math.exp(sums[start + length]! - sums[start]!)
  return total / days
}
