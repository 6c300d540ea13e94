import type { HedgeAnswer } from '../../advice/runs/answers.ts'
import { findRecordedAnalysis } from '../../advice/runs/hedge-analyses.repository.ts'
import type { RunRecomputer } from '../../advice/runs/recompute-facts.ts'
import { unpackJson } from '../../packed-json.ts'
import type { Parts } from '../../parts.ts'
import { recomputeFacts } from './compute-analysis.ts'

/** Opens figures of hedge analyses, as long as what they were computed from is kept. */
export function createHedgeRecomputer({ db, workers }: Pick<Parts, 'db' | 'workers'>): RunRecomputer {
  return {
    async findRun(userId, runId) {
      const found = await db.asUser(userId, (tx) => findRecordedAnalysis(tx, runId))
      if (!found) return null
      const { facts } = (await unpackJson(found.body)) as HedgeAnswer
      return { facts, inputs: found.inputs }
    },
    recompute: (inputs, options) => recomputeFacts(workers, inputs, options),
  }
}
