// Tests: ../../features/track-record/recording.test.ts

import { randomUUID } from 'node:crypto'
import type { Database } from '../../database/database.ts'
import { draftSchema } from './draft-recommendation.ts'
import { packEvidence } from './evidence.ts'
import { extendChain, hashText } from './hash-chain.ts'
import type { Recommendation } from './recommendation.ts'
import {
  findRepeated,
  findSameDay,
  insertRecommendation,
  isRecorded,
  lockAccount,
  lockChains,
  readHead,
  takeDraft,
} from './track-record.repository.ts'

/** Most recommendations of an account that are recorded on one day: only the first counts anyway. */
const RECORDED_A_DAY = 20

/**
 * Appends a draft to the chain, with its evidence and whose it is, in one transaction; it is gone then. Of two processes
 * that try, one appends and the other finds nothing.
 *
 * For each account the first recommendation of a kind counts on a trading day, so that nobody moves the rate by asking often.
 *
 * @returns false when there is no such draft any more, or the account has had its share of the day
 */
export function appendDraft(db: Database, runId: string): Promise<boolean> {
  return db.asSystem(async (tx) => {
    const taken = await takeDraft(tx, runId)
    if (taken === undefined) return false
    const { userId, portfolioId } = taken
    await lockAccount(tx, userId)
    if (await isRecorded(tx, runId)) return false
    const { content, snapshot, operationsHash } = draftSchema.parse(JSON.parse(taken.body))
    const { madeOn, kind } = content
    const sameDay = await findSameDay(tx, { userId, kind, madeOn })
    if (sameDay.recorded >= RECORDED_A_DAY) return false
    const repeats =
      operationsHash !== null && content.excludedBecause === null
        ? ((await findRepeated(tx, { portfolioId, operationsHash, madeOn })) ?? sameDay.counted)
        : null
    const snapshotText = JSON.stringify(snapshot)
    const recommendation: Recommendation = {
      ...content,
      id: randomUUID(),
      excludedBecause: repeats === null ? content.excludedBecause : 'repeated',
      repeats,
      snapshotHash: hashText(snapshotText),
    }
    const { id, simulated, horizonEnds, excludedBecause } = recommendation
    const evidence = await packEvidence(snapshotText)
    // Everybody waits for this lock, so that it is taken when all that can be done without it is done.
    await lockChains(tx)
    const [row] = extendChain(await readHead(tx, 'recommendations'), [JSON.stringify(recommendation)])
    if (row === undefined) return false
    const counted = excludedBecause === null
    await insertRecommendation(tx, { ...row, id, simulated, horizonEnds, excludedBecause }, evidence, {
      recommendationId: id,
      userId,
      portfolioId,
      runId,
      operationsHash,
      counted,
      madeOn,
    })
    return true
  })
}
