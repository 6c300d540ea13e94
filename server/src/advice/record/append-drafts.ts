// Tests: ../../features/track-record/recording.test.ts

import { randomUUID } from 'node:crypto'
import type { Database, Transaction } from '../../database/database.ts'
import { DatabaseUnavailableError } from '../../database/database-errors.ts'
import { draftSchema } from './draft-recommendation.ts'
import { packEvidence } from './evidence.ts'
import { extendChain, hashText } from './hash-chain.ts'
import type { Recommendation } from './recommendation.ts'
import {
  findRepeated,
  findSameDay,
  insertRecommendations,
  isRecorded,
  lockAccount,
  lockChains,
  type RecommendationLink,
  readHead,
  type StoredDraft,
  takeDrafts,
} from './track-record.repository.ts'

/** Most recommendations of an account that are recorded on one day: only the first counts anyway. */
const RECORDED_A_DAY = 20
/** Drafts that are appended in one transaction. */
const AT_ONCE = 20

/**
 * Makes a function that appends a draft to the chain. Drafts that come while it is at work are appended together in the next
 * transaction: a chain has one end, and whoever extends it keeps the others waiting until the commit.
 *
 * @returns a function that answers false when there is no such draft any more, or the account has had its share of the day
 */
export function createAppender(db: Database): (runId: string) => Promise<boolean> {
  const waiting = new Map<string, PromiseWithResolvers<boolean>>()
  let isAppending = false

  async function append(runIds: readonly string[]): Promise<void> {
    try {
      const { appended, left } = await appendDrafts(db, runIds)
      for (const runId of runIds) {
        const asked = waiting.get(runId)
        waiting.delete(runId)
        // Another one of the same account went first.
        if (asked && left.has(runId)) waiting.set(runId, asked)
        else asked?.resolve(appended.has(runId))
      }
    } catch (error) {
      // One that cannot be appended must not take the others with it; a database that is away takes them all.
      if (runIds.length > 1 && !(error instanceof DatabaseUnavailableError)) {
        for (const runId of runIds) await append([runId])
        return
      }
      for (const runId of runIds) {
        waiting.get(runId)?.reject(error)
        waiting.delete(runId)
      }
    }
  }

  async function appendWaiting(): Promise<void> {
    isAppending = true
    while (waiting.size > 0) await append([...waiting.keys()].slice(0, AT_ONCE))
    isAppending = false
  }

  return (runId) => {
    const asked = waiting.get(runId) ?? Promise.withResolvers<boolean>()
    waiting.set(runId, asked)
    if (!isAppending) void appendWaiting()
    return asked.promise
  }
}

/**
 * Appends the oldest draft of each account to the chain, with its evidence and whose it is, in one transaction; they are gone
 * then. Of two processes that try, one appends and the other finds nothing.
 */
function appendDrafts(
  db: Database,
  runIds: readonly string[],
): Promise<{ appended: ReadonlySet<string>; left: ReadonlySet<string> }> {
  return db.asSystem(async (tx) => {
    const { taken, left } = await takeDrafts(tx, runIds)
    // In one order everywhere, so that no two wait for each other.
    const drafts = taken.toSorted((a, b) => (a.userId < b.userId ? -1 : 1))
    for (const { userId } of drafts) await lockAccount(tx, userId)
    const decided: DecidedDraft[] = []
    for (const draft of drafts) {
      const one = await decide(tx, draft)
      if (one) decided.push(one)
    }
    if (decided.length === 0) return { appended: new Set(), left }
    // Everybody waits for this lock, so that it is taken when all that can be done without it is done.
    await lockChains(tx)
    const head = await readHead(tx, 'recommendations')
    const rows = extendChain(
      head,
      decided.map(({ recommendation }) => JSON.stringify(recommendation)),
    )
    await insertRecommendations(
      tx,
      rows.flatMap((row, place) => {
        const one = decided[place]
        if (one === undefined) return []
        const { id, simulated, horizonEnds, excludedBecause } = one.recommendation
        return { row: { ...row, id, simulated, horizonEnds, excludedBecause }, snapshot: one.evidence, link: one.link }
      }),
    )
    return { appended: new Set(decided.map(({ link }) => link.runId)), left }
  })
}

interface DecidedDraft {
  recommendation: Recommendation
  evidence: Uint8Array
  link: RecommendationLink
}

/**
 * Decides what a draft is recorded as. For each account the first recommendation of a kind counts on a trading day, so that nobody
 * moves the rate by asking often.
 *
 * @returns undefined when it is recorded already, or the account has had its share of the day
 */
async function decide(
  tx: Transaction,
  { runId, userId, portfolioId, body }: StoredDraft,
): Promise<DecidedDraft | undefined> {
  if (await isRecorded(tx, runId)) return undefined
  const { content, snapshot, operationsHash } = draftSchema.parse(JSON.parse(body))
  const { madeOn, kind } = content
  const sameDay = await findSameDay(tx, { userId, kind, madeOn })
  if (sameDay.recorded >= RECORDED_A_DAY) return undefined
  const repeats =
    operationsHash !== null && content.excludedBecause === null
      ? ((await findRepeated(tx, { portfolioId, operationsHash, madeOn })) ?? sameDay.counted)
      : null
  const snapshotText = JSON.stringify(snapshot)
  const id = randomUUID()
  const excludedBecause = repeats === null ? content.excludedBecause : 'repeated'
  const counted = excludedBecause === null
  return {
    recommendation: { ...content, id, excludedBecause, repeats, snapshotHash: hashText(snapshotText) },
    evidence: await packEvidence(snapshotText),
    link: { recommendationId: id, userId, portfolioId, runId, operationsHash, counted, madeOn },
  }
}
