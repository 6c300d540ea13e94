// Tests: ../../features/watch/watch.test.ts, ../../features/overview/one-value.test.ts

import { completeHedgeRequest, findWorstLoss, prepareHedging } from '@ballast/quant'
import type { BookInput } from './book-input.ts'
import { buildBookModel, hasValue } from './build-book-model.ts'

/** Loss of a portfolio in a fall of the market that comes at once, options of the portfolio included. */
export interface MarketFall {
  /** Fall of the market, positive. */
  shockPercent: number
  /** Loss in percent of the portfolio's value and in dollars; negative for a gain. */
  percent: number
  dollars: number
  /** Value that these are shares of, in dollars. */
  value: number
  /** By which the loss is computed: value-weighted, shrunk towards what is usual, options by delta. */
  hedgingBeta: number
  holdsOptions: boolean
  /** Day of the quotes, YYYY-MM-DD. */
  day: string
  /** Positions that are not in it. */
  leftOut: number
}

export interface FallsTask {
  book: BookInput
  /** Falls of the market, positive. */
  shocksPercent: readonly number[]
}

/**
 * The one measure of a market fall, for every screen: each holding moves by its hedging beta, (1 + fall)^β − 1, and options
 * are repriced at once by the worst of three valuations.
 *
 * @returns empty when the portfolio owes as much as it holds
 */
export function measureFalls({ book: input, shocksPercent }: FallsTask): MarketFall[] {
  const built = buildBookModel(input)
  const { situation, leftOut } = built
  if (!hasValue(built)) return []
  return shocksPercent.map((shockPercent) => {
    const shock = -shockPercent / 100
    const { book, lookup, dollarBeta } = prepareHedging(situation, completeHedgeRequest({ shock }))
    const { loss } = findWorstLoss(book, [0], shock, lookup)
    return {
      shockPercent,
      percent: 100 * loss,
      dollars: loss * book.value,
      value: book.value,
      hedgingBeta: dollarBeta / book.value,
      holdsOptions: situation.options.length > 0,
      day: situation.today,
      leftOut: leftOut.length,
    }
  })
}
