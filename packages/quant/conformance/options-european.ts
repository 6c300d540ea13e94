import { computeBlackScholes } from '../src/index.ts'
import { readOptionRows } from './options-table.ts'
import type { Recorder, Tolerance } from './recorder.ts'
import { type Schema, statesSchema } from './registry.ts'

const GREEKS = ['delta', 'gamma', 'vega', 'theta', 'rho', 'dividendRho'] as const

/**
 * Price and Greeks of European options against 50-digit values. In the far wings a price counts as right within
 * 1e−12·S + 1e−9·price; the Greeks get the same room in their own units.
 */
export const optionsEuropean: Schema = {
  name: 'options-european/1',
  recognises: statesSchema('options-european/1'),
  check: (content, recorder) => {
    for (const row of readOptionRows(content)) {
      recorder.attempt(row.id, () => {
        const volatility = row.figure('sigma') ?? Number.NaN
        const found = computeBlackScholes({ ...row.contract, volatility })
        const { spot } = row.contract
        compareStated(recorder, row.id, 'price', found.price, row.figure('price'), within(spot))
        for (const greek of GREEKS) {
          const tolerance = within(greek === 'gamma' ? 1 / spot : greek === 'delta' ? 1 : spot)
          compareStated(recorder, row.id, greek, found[greek], row.figure(greek), tolerance)
        }
      })
    }
  },
}

function within(scale: number): Tolerance {
  return { absolute: 1e-12 * scale, relative: 1e-9 }
}

/** Compares a figure that the file states; one that it does not state is not asked for. */
export function compareStated(
  recorder: Recorder,
  id: string,
  field: string,
  found: number | null,
  expected: number | null | undefined,
  tolerance: Tolerance,
): void {
  if (expected !== undefined) recorder.compareNumber(id, field, found, expected, tolerance)
}
