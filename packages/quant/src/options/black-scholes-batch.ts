import { inputErrors, requireEqualLengths } from '../errors.ts'
import {
  createValuationColumns,
  evaluateBlackScholes,
  type OptionColumns,
  type ValuationColumns,
} from './black-scholes-kernel.ts'
import { requirePossibleRow, requireVolatility } from './option-contract.ts'

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
  if (done < chain.strike.length) throwForRow(chain, done)
  return into
}

/** Finds the number that stopped the computation, by the checks of a single option with the row in its name. */
function throwForRow(chain: OptionColumns, i: number): never {
  requirePossibleRow(chain, i)
  requireVolatility(`volatility[${i}]`, chain.volatility[i]!)
  throw inputErrors.badNumber('chain', i, Number.NaN, 'a possible option')
}
