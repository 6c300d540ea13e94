/**
 * Computes the figures of a hedge analysis again and compares, or the evidence of a comprehensive one.
 *
 *     npm run verify:advice -- answer.json inputs.jsonl
 *
 * The first file is the answer of `GET /api/portfolios/{portfolioId}/hedge-analyses/{analysisId}`, the second that of the
 * same address with `/inputs`. The answer of `POST /api/ai-analysis/comprehensive` needs no second file.
 */
import { readFile } from 'node:fs/promises'
import type { EvidenceAnswer, HedgeAnswer } from './verify-advice/answer.ts'
import { readInputs } from './verify-advice/inputs.ts'
import { isAlike, recomputeAnswer, recomputeEvidence } from './verify-advice/recompute-answer.ts'

const [file, inputsFile] = process.argv.slice(2)
const answer = file && (JSON.parse(await readFile(file, 'utf8')) as EvidenceAnswer | HedgeAnswer)
if (!answer || !('confidenceDetail' in answer || inputsFile)) {
  console.error('Usage: npm run verify:advice -- answer.json inputs.jsonl')
  process.exit(2)
}
const rows =
  'confidenceDetail' in answer
    ? recomputeEvidence(answer)
    : recomputeAnswer(answer, readInputs(await readFile(inputsFile!, 'utf8')))
const different = rows.filter((row) => !isAlike(row))
for (const { figure, told, computed } of different) console.log(`✗ ${figure}: told ${told}, computed ${computed}`)
console.log(`${rows.length - different.length} of ${rows.length} figures come to the same.`)
process.exitCode = rows.length > 0 && different.length === 0 ? 0 : 1
