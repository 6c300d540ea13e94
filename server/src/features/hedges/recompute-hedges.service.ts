import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { findRecordedAnalysis } from '../../advice/runs/hedge-analyses.repository.ts'
import type { HedgeAnswer } from '../../advice/runs/hedge-answer.ts'
import type { RunRecomputer } from '../../advice/runs/recompute-facts.ts'
import type { Database } from '../../database/database.ts'
import type { WorkerPool } from '../../workers/worker-pool.ts'
import { recomputeFacts } from './compute-analysis.ts'

const uncompress = promisify(gunzip)

/** Opens figures of hedge analyses, as long as what they were computed from is kept. */
export function createHedgeRecomputer({ db, workers }: { db: Database; workers: WorkerPool }): RunRecomputer {
  return {
    async findRun(userId, runId) {
      const found = await db.asUser(userId, (tx) => findRecordedAnalysis(tx, runId))
      if (!found) return null
      const { facts } = JSON.parse((await uncompress(found.body)).toString()) as HedgeAnswer
      return { facts, inputs: found.inputs }
    },
    recompute: (inputs, options) => recomputeFacts(workers, inputs, options),
  }
}
