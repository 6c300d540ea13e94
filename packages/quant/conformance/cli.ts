import { dirname, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatReport, formatSummary, isConformant, runConformance } from './run.ts'
import { SCHEMAS } from './schemas.ts'

const USAGE = 'Usage: npm run conformance -- [--reference DIR] [--prices DIR]'

const { values } = parseArgs({ options: { reference: { type: 'string' }, prices: { type: 'string' } } })
const reference = resolve(values.reference ?? resolve(import.meta.dirname, '../reference'))
// Option chains are kept beside the prices, so the folder above is searched as well.
const data = values.prices === undefined ? [] : [resolve(values.prices), dirname(resolve(values.prices))]

try {
  const reports = runConformance(reference, data, SCHEMAS)
  for (const report of reports) console.log(formatReport(report))
  console.log(formatSummary(reports))
  if (reports.length === 0) console.error(`${reference} holds no JSON file.`)
  process.exitCode = reports.length > 0 && isConformant(reports) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(USAGE)
  process.exitCode = 1
}
