import { erf, erfc, erfcx, inverseNormalCdf, normalCdf, normalPdf } from '../src/index.ts'
import type { Recorder } from './recorder.ts'
import { type Schema, statesSchema } from './registry.ts'

interface FunctionTable {
  readonly columns: readonly string[]
  readonly rows: readonly (readonly number[])[]
}

const FUNCTIONS: Record<string, (x: number) => number> = {
  cdf: normalCdf,
  pdf: normalPdf,
  erf,
  erfc,
  erfcx,
  x: inverseNormalCdf,
}

/** The smallest normal double; below it a number no longer has all its digits. */
const SMALLEST_NORMAL = 2.2250738585072014e-308

/** Normal distribution and error functions against 50-digit values: within a few units in the last place everywhere. */
export const normalDistribution: Schema = {
  name: 'normal-distribution/1',
  recognises: statesSchema('normal-distribution/1'),
  check: (content, recorder) => {
    for (const part of ['cdf', 'errorFunction', 'quantile']) {
      checkTable(part, (content as Record<string, FunctionTable>)[part], recorder)
    }
  },
}

function checkTable(part: string, table: FunctionTable | undefined, recorder: Recorder): void {
  for (const row of table?.rows ?? []) {
    const [argument = Number.NaN, ...values] = row
    const id = `${part} ${argument}`
    recorder.attempt(id, () => {
      for (const [i, expected] of values.entries()) {
        const name = table?.columns[i + 1] ?? ''
        const found = FUNCTIONS[name]?.(argument)
        recorder.compareNumber(id, name, found, expected, { absolute: SMALLEST_NORMAL, relative: 1e-15 })
      }
    })
  }
}
