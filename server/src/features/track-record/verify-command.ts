// Tests: track-record.test.ts

import type { Database } from '../../database/database.ts'
import { verifyChains } from './verify-chains.ts'

/** `npm run verify:record`. @returns the exit code: 1 when something was changed */
export async function verifyCommand(
  { db }: { db: Database },
  { print }: { print(line: string): void },
): Promise<number> {
  const { recommendations, scores, problems } = await verifyChains(db, { recompute: true })
  for (const { chain, sequence, problem } of problems) print(`${chain} ${sequence}: ${problem}`)
  print(`recommendations: ${recommendations.length} rows, ends with ${recommendations.hash}`)
  print(`scores:          ${scores.length} rows, ends with ${scores.hash}`)
  print(problems.length === 0 ? 'Everything is as it was recorded.' : `${problems.length} problems.`)
  return problems.length === 0 ? 0 : 1
}
