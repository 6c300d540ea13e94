/** A CSV file of 100,000 rows read and checked, against papaparse reading the same text and checking nothing. */
import Papa from 'papaparse'
import { toCsv } from '../e2e/support/sample-files.ts'
import { importText } from '../server/src/importers/import-text.ts'
import { reportLine, timeInTurn } from './measure.ts'

const ROWS = 100_000
const MOST_TIMES_BARE = 1.5

const text = toCsv(ROWS)
const result = importText(text, { maxRows: ROWS })
if (!result.ok || result.positions.length !== ROWS) throw new Error('The file of the bench must be without fault.')

const { ballast, papaparse } = await timeInTurn({
  ballast: () => importText(text, { maxRows: ROWS }),
  papaparse: () => Papa.parse(text),
})
reportLine({
  workload: 'CSV of 100,000 rows parsed and validated',
  ballastMs: ballast,
  papaparseMs: papaparse,
  ratio: ballast / papaparse,
  promise: `at most ${MOST_TIMES_BARE} × papaparse's bare parse`,
  holds: ballast / papaparse <= MOST_TIMES_BARE,
})
