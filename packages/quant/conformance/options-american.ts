import {
  computeAmericanPrice,
  computeBaroneAdesiWhaley,
  computeBjerksundStensland,
  type OptionInputs,
} from '../src/index.ts'
import { compareStated } from './options-european.ts'
import { readOptionRows } from './options-table.ts'
import type { Recorder } from './recorder.ts'
import { type Schema, statesSchema } from './registry.ts'

/** The move of the spot, relative, behind the reference's delta by central difference. */
const BUMP = 1e-3

/**
 * American prices against a high-precision boundary solution (five digits, and far more for nearly every row), the
 * European price and the premium beside it, delta by the reference's own difference, gamma against a grid (which is
 * loose), and the two closed-form approximations against other implementations of the same. Columns of trees and grids
 * are other methods' errors, not truths, and are not compared.
 */
export const optionsAmerican: Schema = {
  name: 'options-american/1',
  recognises: statesSchema('options-american/1'),
  check: (content, recorder) => {
    for (const row of readOptionRows(content)) {
      recorder.attempt(row.id, () => {
        const option = { ...row.contract, volatility: row.figure('sigma') ?? Number.NaN }
        const { spot } = option
        const found = computeAmericanPrice(option)
        const tolerance = { absolute: 1e-7 * spot, relative: 1e-5 }
        compareStated(recorder, row.id, 'price', found.price, row.figure('price'), tolerance)
        const premium = row.figure('earlyExercisePremium')
        compareStated(recorder, row.id, 'earlyExercisePremium', found.earlyExercisePremium, premium, tolerance)
        const european = { absolute: 1e-12 * spot, relative: 1e-9 }
        compareStated(recorder, row.id, 'europeanPrice', found.europeanPrice, row.figure('europeanPrice'), european)
        const delta = bumpDelta(option)
        compareStated(recorder, row.id, 'deltaBump', delta, row.figure('deltaBump'), { absolute: 1e-4 })
        const loose = { absolute: 2e-2 / spot, relative: 1e-2 }
        compareStated(recorder, row.id, 'gammaFd', found.gamma, row.figure('gammaFd'), loose)
        compareApproximations(recorder, row.id, option, row.figure)
      })
    }
  },
}

function bumpDelta(option: OptionInputs): number {
  const at = (spot: number) => computeAmericanPrice({ ...option, spot }).price
  return (at(option.spot * (1 + BUMP)) - at(option.spot * (1 - BUMP))) / (2 * BUMP * option.spot)
}

/** Both are compared where the reference's own implementation found a value; it fails on very quiet stocks. */
function compareApproximations(
  recorder: Recorder,
  id: string,
  option: OptionInputs,
  figure: (column: string) => number | null | undefined,
): void {
  // The reference solves for the critical spot to 1e−6 of the strike only.
  const tolerance = { absolute: 2e-6 * option.strike, relative: 1e-9 }
  const whaley = figure('baroneAdesiWhaley') ?? undefined
  compareStated(recorder, id, 'baroneAdesiWhaley', computeBaroneAdesiWhaley(option), whaley, tolerance)
  const bjerksund = figure('bjerksundStensland') ?? undefined
  compareStated(recorder, id, 'bjerksundStensland', computeBjerksundStensland(option), bjerksund, tolerance)
}
