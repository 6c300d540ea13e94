import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { formatReport, formatSummary, isConformant, runConformance } from './run.ts'
import { SCHEMAS } from './schemas.ts'

const USAGE = 'Usage: npm run conformance -- [--reference DIR] [--prices DIR]'

try {
  const { values } = parseArgs({ options: { reference: { type: 'string' }, prices: { type: 'string' } } })
  const reference = resolve(values.reference ?? resolve(import.meta.dirname, '../reference'))
  const reports = runConformance(reference, values.prices === undefined ? [] : [resolve(values.prices)], SCHEMAS)
  for (const report of reports) console.log(formatReport(report))
  console.log(formatSummary(reports))
  if (reports.length === 0) console.error(`${reference} holds no JSON file.`)
  process.exitCode = isConformant(reports) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  console.error(USAGE)
  process.exitCode = 1
}
