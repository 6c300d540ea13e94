import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Database } from '../../database/database.ts'
import type { WorkerPool } from '../../workers/worker-pool.ts'
import type { RunRecomputer } from '../facts/facts.service.ts'
import type { ComputedAnswer } from './analyse-book.ts'
import { recomputeFacts } from './compute-analysis.ts'
import { findRecordedAnalysis } from './hedge-analyses.repository.ts'

const uncompress = promisify(gunzip)

/** Opens figures of hedge analyses, as long as what they were computed from is kept. */
export function createHedgeRecomputer({ db, workers }: { db: Database; workers: WorkerPool }): RunRecomputer {
  return {
    async findRun(userId, runId) {
      const found = await db.asUser(userId, (tx) => findRecordedAnalysis(tx, runId))
      if (!found) return null
      const { facts } = JSON.parse((await uncompress(found.body)).toString()) as ComputedAnswer
      return { facts, inputs: found.inputs }
    },
    recompute: (inputs, options) => recomputeFacts(workers, inputs, options),
  }
}
