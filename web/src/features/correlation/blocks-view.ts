// Tests: blocks-view.test.ts

import { findCorrelationBlocks } from '@ballast/quant'
import type { CorrelationMatrix } from './matrix-view.ts'

/** From here on a pair "moves together moderately": what a block is made of. */
const LEAST_CORRELATION = 0.5
/** A pair is in the list of pairs already. */
const SMALLEST_BLOCK = 2

/** Holdings that move together. */
export interface Block {
  tickers: readonly string[]
  /** Place of the first in the ordered matrix. */
  first: number
  /** Mean correlation of its pairs. */
  correlation: number
  /** Percent of gross value, by magnitude. */
  weightPercent: number
}

export interface OrderedMatrix {
  matrix: CorrelationMatrix
  /** The heaviest first. */
  blocks: readonly Block[]
}

/** The matrix with those that move together side by side, and the blocks in it. */
export function orderByBlocks(matrix: CorrelationMatrix): OrderedMatrix {
  const size = matrix.tickers.length
  const found = findCorrelationBlocks(matrix.values, size, LEAST_CORRELATION)
  const ordered = reorder(matrix, found.order)
  let first = 0
  const blocks: Block[] = []
  for (const { length } of found.blocks) {
    if (length >= SMALLEST_BLOCK) blocks.push(measureBlock(ordered, first, length))
    first += length
  }
  return { matrix: ordered, blocks: blocks.sort((a, b) => b.weightPercent - a.weightPercent) }
}

/** The matrix by ticker, for whoever looks for one. */
export function orderByName(matrix: CorrelationMatrix): CorrelationMatrix {
  const places = matrix.tickers.map((_, place) => place)
  const nameAt = (place: number) => matrix.tickers[place] ?? ''
  return reorder(
    matrix,
    places.sort((a, b) => (nameAt(a) < nameAt(b) ? -1 : 1)),
  )
}

function reorder({ tickers, weights, values }: CorrelationMatrix, order: readonly number[]): CorrelationMatrix {
  const size = tickers.length
  const moved = new Float64Array(size * size)
  for (const [row, from] of order.entries()) {
    for (const [column, of] of order.entries()) moved[row * size + column] = values[from * size + of] ?? Number.NaN
  }
  return {
    tickers: order.map((place) => tickers[place] ?? ''),
    weights: order.map((place) => weights[place] ?? 0),
    values: moved,
  }
}

function measureBlock({ tickers, weights, values }: CorrelationMatrix, first: number, length: number): Block {
  const end = first + length
  let [sum, pairs] = [0, 0]
  for (let row = first; row < end; row++) {
    for (let column = row + 1; column < end; column++) {
      const value = values[row * tickers.length + column] ?? Number.NaN
      if (Number.isNaN(value)) continue
      sum += value
      pairs += 1
    }
  }
  return {
    tickers: tickers.slice(first, end),
    first,
    correlation: sum / pairs,
    weightPercent: weights.slice(first, end).reduce((total, weight) => total + Math.abs(weight), 0),
  }
}

/** `NVDA block`: a block is called by its heaviest holding. */
export function nameBlock({ tickers, first }: Block, { weights }: CorrelationMatrix): string {
  const heaviest = tickers.reduce(
    (best, _, place) => (Math.abs(weights[first + place] ?? 0) > Math.abs(weights[first + best] ?? 0) ? place : best),
    0,
  )
  return `${tickers[heaviest] ?? ''} block`
}
