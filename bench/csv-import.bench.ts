/**
 * A CSV file of 100,000 rows read and checked, against papaparse reading the same text and checking nothing; and a broker's
 * file of 20,000 rows, the most that an import takes, read for the review.
 */

import { readSource } from '@ballast/importers'
import { importText } from '@ballast/importers/own'
import Papa from 'papaparse'
import { toCsv } from '../e2e/support/sample-files.ts'
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

const BROKER_ROWS = 20_000
const MOST_SECONDS = 2
const HEADER =
  'Account Number,Account Name,Symbol,Description,Quantity,Last Price,Current Value,Percent Of Account,Cost Basis Total,Average Cost Basis,Type'
const LINES = [
  'Z12345678,Joint,MSFT,MICROSOFT CORP,20,$420.10,$8402.00,11.00%,$6000.00,$300.00,Cash,',
  'Z12345678,Joint, -NVDA270115C150.5,NVDA JAN 15 2027 $150.50 CALL,-3,$40.00,-$12000.00,-16.00%,$9000.00,$30.00,Margin,',
  'Z87654321,Roth IRA,BRKB,BERKSHIRE HATHAWAY INC CLASS B,3,$503.26,$1509.78,2.00%,--,--,Cash,',
]
const bytes = new TextEncoder().encode(
  [HEADER, ...Array.from({ length: BROKER_ROWS }, (_, row) => LINES[row % LINES.length])].join('\r\n'),
)
const source = await readSource({ name: 'positions', bytes })
if (source.positions.length !== BROKER_ROWS) throw new Error('Every line of the bench must be a position.')

const { review } = await timeInTurn({ review: () => readSource({ name: 'positions', bytes }) })
reportLine({
  workload: "A broker's file of 20,000 rows read for review",
  ballastMs: review,
  promise: `at most ${MOST_SECONDS} s`,
  holds: review <= MOST_SECONDS * 1_000,
})
