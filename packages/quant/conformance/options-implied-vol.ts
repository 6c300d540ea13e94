import { computeImpliedVolatility } from '../src/index.ts'
import { readOptionRows } from './options-table.ts'
import { type Schema, statesSchema } from './registry.ts'

/** Volatilities implied by exact and by cent-rounded prices; null where no volatility explains the price. */
export const optionsImpliedVol: Schema = {
  name: 'options-implied-vol/1',
  recognises: statesSchema('options-implied-vol/1'),
  check: (content, recorder) => {
    for (const row of readOptionRows(content)) {
      const id = `${row.id} ${row.text('kind')}`
      recorder.attempt(id, () => {
        const { volatility } = computeImpliedVolatility({ ...row.contract, price: row.figure('price') ?? Number.NaN })
        recorder.compareNumber(id, 'sigma', volatility, row.figure('sigma') ?? null, { absolute: 1e-6 })
      })
    }
  },
}
