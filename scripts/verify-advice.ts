/**
 * Computes the figures of a hedge analysis again and compares, or the evidence of a comprehensive one.
 *
 *     npm run verify:advice -- answer.json
 *
 * The file is the answer of `GET /api/portfolios/{portfolioId}/hedge-analyses/{analysisId}` or of
 * `POST /api/ai-analysis/comprehensive`.
 */
import { readFile } from 'node:fs/promises'
import {
  type EvidenceAnswer,
  type HedgeAnswer,
  recomputeAnswer,
  recomputeEvidence,
} from './verify-advice/recompute-answer.ts'

/** In dollars or percentage points: what rounding may leave. */
const TOLERANCE = 1e-6

const [file] = process.argv.slice(2)
if (file === undefined) {
  console.error('Usage: npm run verify:advice -- answer.json')
  process.exit(2)
}
const answer = JSON.parse(await readFile(file, 'utf8')) as EvidenceAnswer | Offered
const rows = 'confidenceDetail' in answer ? recomputeEvidence(answer) : recomputeHedges(answer)
const different = rows.filter(({ told, computed }) => !(Math.abs(told - computed) <= TOLERANCE * (1 + Math.abs(told))))
for (const { figure, told, computed } of different) console.log(`✗ ${figure}: told ${told}, computed ${computed}`)
console.log(`${rows.length - different.length} of ${rows.length} figures come to the same.`)
process.exitCode = rows.length > 0 && different.length === 0 ? 0 : 1

type Offered = HedgeAnswer & { repricing: { underlyings: { today: string }[] } }

function recomputeHedges(offered: Offered) {
  const [first] = offered.repricing.underlyings
  return first === undefined ? [] : recomputeAnswer(offered, first.today)
}
