import { inputErrors, requireEqualLengths } from '../errors.ts'
import {
  createValuationColumns,
  evaluateBlackScholes,
  type OptionColumns,
  type ValuationColumns,
} from './black-scholes-kernel.ts'

/**
 * Black–Scholes–Merton price and Greeks of a whole chain, the formulas of `computeBlackScholes` applied to columns.
 * Nothing is allocated per contract; give `into` to reuse result columns between calls.
 *
 * @param chain columns of equal length n; n = 0 is allowed
 * @param into result columns of length n; fresh ones when left out
 * @returns `into`, filled
 * @throws QuantInputError naming the column and the row of the first number that no option can have, or the column
 *         whose length differs; rows before it have then been written
 */
export function computeBlackScholesBatch(
  chain: OptionColumns,
  into: ValuationColumns = createValuationColumns(chain.strike.length),
): ValuationColumns {
  for (const [name, column] of Object.entries({ ...chain, ...into })) {
    requireEqualLengths('strike', chain.strike, name, column)
  }
  const done = evaluateBlackScholes(chain, into, chain.strike.length)
  if (done < chain.strike.length) throw describeBadRow(chain, done)
  return into
}

function describeBadRow(chain: OptionColumns, i: number): Error {
  for (const name of ['spot', 'strike'] as const) {
    const value = chain[name][i]!
    if (!(value > 0 && value < Infinity)) return inputErrors.badNumber(name, i, value, 'a positive finite number')
  }
  for (const name of ['years', 'volatility'] as const) {
    const value = chain[name][i]!
    if (!(value >= 0 && value < Infinity)) {
      return inputErrors.badNumber(name, i, value, 'zero or a positive finite number')
    }
  }
  const name = Number.isFinite(chain.rate[i]) ? 'dividendYield' : 'rate'
  return inputErrors.badNumber(name, i, chain[name][i]!, 'a finite number')
}
