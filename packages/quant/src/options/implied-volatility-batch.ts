import { requireEqualLengths } from '../errors.ts'
import { type QuoteColumns, solveRow } from './implied-volatility.ts'
import { OPTION_LIMITS, requirePossibleRow } from './option-contract.ts'

const { smallest, largest, longestYears, highestRate } = OPTION_LIMITS

/** Implied volatilities of a chain as columns. */
export interface ImpliedVolatilityColumns {
  /** Annual volatility as a fraction; NaN, the mark of a missing cell, where the price has none. */
  readonly volatility: Float64Array
  /** 0 where there is a volatility, otherwise one more than the reason's place in `NO_VOLATILITY_REASONS`. */
  readonly reason: Uint8Array
}

/**
 * Implied volatilities of a whole chain: `computeImpliedVolatility` applied to columns.
 *
 * @param quotes columns of equal length n; n = 0 is allowed
 * @param into result columns of length n; fresh ones when left out
 * @returns `into`, filled
 * @throws QuantInputError naming the column and the row of the first number that no option can have, or the column
 *         whose length differs; rows before it have then been written. A price that no volatility explains is an answer
 */
export function computeImpliedVolatilityBatch(
  quotes: QuoteColumns,
  into: ImpliedVolatilityColumns = {
    volatility: new Float64Array(quotes.price.length),
    reason: new Uint8Array(quotes.price.length),
  },
): ImpliedVolatilityColumns {
  for (const [name, column] of Object.entries({ ...quotes, ...into })) {
    requireEqualLengths('price', quotes.price, name, column)
  }
  for (let i = 0; i < quotes.price.length; i++) {
    if (!isPossibleRow(quotes, i)) requirePossibleRow(quotes, i)
    const solved = solveRow(quotes, i)
    into.volatility[i] = solved > 0 ? solved : Number.NaN
    into.reason[i] = solved > 0 ? 0 : 1 - solved
  }
  return into
}

/** The common case without the strings that naming a fault needs. */
function isPossibleRow({ spot, strike, years, rate, dividendYield }: QuoteColumns, i: number): boolean {
  const least = Math.min(spot[i]!, strike[i]!)
  const greatest = Math.max(spot[i]!, strike[i]!)
  const rateSize = Math.max(Math.abs(rate[i]!), Math.abs(dividendYield[i]!))
  const isPrice = least >= smallest && greatest <= largest
  return isPrice && years[i]! >= 0 && years[i]! <= longestYears && rateSize <= highestRate
}
