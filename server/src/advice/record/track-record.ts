// Tests: ../../features/track-record/track-record.test.ts, ../../features/track-record/recording.test.ts, ../../features/track-record/score-due.test.ts

import { randomBytes } from 'node:crypto'
import { calibrateConfidence } from '@ballast/quant'
import type { Transaction } from '../../database/database.ts'
import type { Parts } from '../../parts.ts'
import { createAppender } from './append-drafts.ts'
import { draftRecommendation, draftSchema } from './draft-recommendation.ts'
import type { MadeRecommendation } from './made-recommendation.ts'
import type { RecommendationKind } from './recommendation.ts'
import { createRecordReader, type RecordReader } from './record-reader.ts'
import { toEntry } from './record-rows.ts'
import { countAlike } from './summarise-record.ts'
import { deleteDraft, insertDraft, listWaitingDrafts, type StoredDraft } from './track-record.repository.ts'

interface TrackRecordDependencies extends Pick<Parts, 'db' | 'clock' | 'log' | 'version'> {
  /** False on a public demo, where nothing of a visitor may stay. */
  isKept?: boolean
}

/** A recommendation that is ready to be noted down. */
export type PreparedRecommendation = StoredDraft

/** Confidence as it may be stated. */
export interface CalibratedConfidence {
  /** From 0 to 1. */
  confidence: number
  /** False while nothing alike has been scored, and then the confidence is as it was. */
  calibrated: boolean
  scored: number
  successes: number
}

/**
 * The track record: every recommendation, kept with the prices it was made at. What an analysis recommends is noted down
 * in the transaction that stores the analysis, and appended to the chain once the user has it.
 */
export interface TrackRecord {
  /**
   * Makes a recommendation ready: without a name, without amounts. Pure but for its salt.
   * @returns null for one that is not kept, and for one that cannot be, which the log says: nobody loses their answer over it
   */
  prepare(made: MadeRecommendation): PreparedRecommendation | null
  /** Notes it down in the transaction of the user whose analysis it is of. */
  note(tx: Transaction, prepared: PreparedRecommendation | null): Promise<void>
  /** Takes it back, when the analysis is taken back in this transaction. */
  withdraw(tx: Transaction, runId: string): Promise<void>
  /** Appends what was noted down. What fails is logged, and done by the job later. @returns whether this did it */
  settle(runId: string): Promise<boolean>
  /** All three for an analysis that is stored and delivered already. Never throws: a failure is logged. */
  record(made: MadeRecommendation): Promise<void>
  /** Appends drafts that were left, by a process that died or a database that did not answer. @returns how many */
  settleLeft(signal: AbortSignal): Promise<number>
  /** Evidence corrected by how often recommendations of the kind with about as much of it came true. */
  calibrate(request: {
    confidence: number
    kind: RecommendationKind
    simulated: boolean
  }): Promise<CalibratedConfidence>
  readonly read: RecordReader
}

/** A draft that is younger belongs to an analysis that may not be delivered yet. */
const LEFT_MILLISECONDS = 2 * 60_000
const LEFT_AT_ONCE = 200

export function createTrackRecord(dependencies: TrackRecordDependencies): TrackRecord {
  const { db, clock, log, version, isKept = true } = dependencies
  const read = createRecordReader(db)
  const append = createAppender(db)

  function prepare(made: MadeRecommendation): PreparedRecommendation | null {
    if (!isKept) return null
    const { runId, userId, portfolioId } = made
    try {
      const draft = draftRecommendation(made, { salt: randomBytes(16).toString('hex'), engineVersion: version })
      const body = JSON.stringify(draftSchema.parse(draft))
      return { runId, userId, portfolioId, body, createdAt: clock.now() }
    } catch (error) {
      log.error({ err: error, runId }, 'a recommendation cannot be recorded')
      return null
    }
  }

  async function note(tx: Transaction, prepared: PreparedRecommendation | null): Promise<void> {
    if (prepared !== null) await insertDraft(tx, prepared)
  }

  async function settle(runId: string): Promise<boolean> {
    try {
      return await append(runId)
    } catch (error) {
      log.error({ err: error, runId }, 'a recommendation is not recorded yet; it will be tried again')
      return false
    }
  }

  return {
    prepare,
    note,
    settle,
    read,
    withdraw: deleteDraft,
    async record(made) {
      const prepared = prepare(made)
      if (prepared === null) return
      try {
        await db.asUser(made.userId, (tx) => note(tx, prepared))
      } catch (error) {
        log.error({ err: error, runId: made.runId }, 'a recommendation could not be noted down')
        return
      }
      await settle(made.runId)
    },
    async settleLeft(signal) {
      const until = new Date(clock.now().getTime() - LEFT_MILLISECONDS)
      const left = await db.asSystem((tx) => listWaitingDrafts(tx, until, LEFT_AT_ONCE))
      let appended = 0
      for (const runId of left) {
        if (signal.aborted) break
        if (await settle(runId)) appended += 1
      }
      return appended
    },
    async calibrate({ confidence, kind, simulated }) {
      const rows = await read()
      const entries = rows.filter(({ recommendation }) => recommendation.simulated === simulated).map(toEntry)
      const alike = countAlike(entries, { kind, confidence })
      return { confidence: calibrateConfidence(confidence, alike), calibrated: alike.scored > 0, ...alike }
    },
  }
}
