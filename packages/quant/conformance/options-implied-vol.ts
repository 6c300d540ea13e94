import { computeImpliedVolatility } from '../src/index.ts'
import { readOptionRows } from './options-table.ts'
import { type Schema, statesSchema } from './registry.ts'

/** The references call a price unexplained when only a volatility outside these would explain it. */
const SOUGHT = { lowest: 1e-6, highest: 20 } as const

/** Volatilities implied by exact and by cent-rounded prices; null where no volatility explains the price. */
export const optionsImpliedVol: Schema = {
  name: 'options-implied-vol/1',
  recognises: statesSchema('options-implied-vol/1'),
  check: (content, recorder) => {
    for (const row of readOptionRows(content)) {
      const id = `${row.id} ${row.text('kind')}`
      recorder.attempt(id, () => {
        const { volatility } = computeImpliedVolatility({ ...row.contract, price: row.figure('price') ?? Number.NaN })
        const isSought = volatility !== null && volatility > SOUGHT.lowest && volatility < SOUGHT.highest
        recorder.compareNumber(id, 'sigma', isSought ? volatility : null, row.figure('sigma') ?? null, {
          absolute: 1e-6,
        })
      })
    }
  },
}
