import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { formatReport, isFaultless, runConformance } from '../conformance/run.ts'
import { SCHEMAS } from '../conformance/schemas.ts'

const SHARED = resolve(import.meta.dirname, '../../..', process.env.BALLAST_SHARED ?? '../shared')
const REFERENCE = join(SHARED, 'reference')
const PRICES = join(SHARED, 'data/prices')

if (existsSync(REFERENCE) && existsSync(PRICES)) {
  test.each([
    ['recorded reference files', REFERENCE],
    ['figures that travel with the library', resolve(import.meta.dirname, '../reference')],
  ])('%s are met on recorded prices, none left out for want of data', (_, reference) => {
    const reports = runConformance(reference, [PRICES], SCHEMAS)
    expect(reports.filter((report) => !isFaultless(report)).map(formatReport)).toEqual([])
    const unpriced = reports
      .flatMap(({ recorder }) => recorder.skipped)
      .filter(({ reason }) => reason.includes('--prices'))
    expect(unpriced).toEqual([])
  })
} else {
  console.warn(`\n*** ${SHARED} is absent: the reference files on recorded prices were NOT checked. ***\n`)
  test('the recorded data is absent, so its reference files were not checked', () => {
    expect(existsSync(REFERENCE) && existsSync(PRICES)).toBe(false)
  })
}
