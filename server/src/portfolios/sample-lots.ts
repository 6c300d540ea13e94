// Tests: ../features/hedges/sample-hedge.test.ts, ../features/demo/demo.test.ts

import { SAMPLE_PORTFOLIOS, type SamplePortfolio } from '@ballast/contract'
import { importText } from '@ballast/importers/own'
import { hashLots, toContentKey } from './lots-hash.ts'
import type { NewLot } from './position.repository.ts'

/** Positions of a sample portfolio, read as an upload of it is. */
export function readSample({ name, csv }: SamplePortfolio) {
  const read = importText(csv)
  if (!read.ok) throw new Error(`The sample portfolio ${name} cannot be read`)
  return read
}

let sampleKeys: ReadonlySet<string> | undefined

/** True when exactly the positions of a sample portfolio are held, under whatever name. */
export function holdsSample(lots: readonly NewLot[]): boolean {
  sampleKeys ??= new Set(SAMPLE_PORTFOLIOS.map((sample) => hashLots(readSample(sample).positions)))
  return sampleKeys.has(toContentKey(lots))
}
