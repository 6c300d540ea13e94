// Tests: ../features/hedges/sample-hedge.test.ts, ../features/demo/demo.test.ts

import type { SamplePortfolio } from '@ballast/contract'
import { importText } from '@ballast/importers/own'

/** Positions of a sample portfolio, read as an upload of it is. */
export function readSample({ name, csv }: SamplePortfolio) {
  const read = importText(csv)
  if (!read.ok) throw new Error(`The sample portfolio ${name} cannot be read`)
  return read
}
