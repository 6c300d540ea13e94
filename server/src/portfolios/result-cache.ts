import { toPortfolioId } from '@ballast/contract'
import { BoundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { type EncodedJson, encodedJson } from '../http/answers.ts'
import type { Log } from '../log.ts'
import { measure } from '../measurements.ts'
import { letOthersWork } from '../other-work.ts'
import { deleteResultsBefore, findResult, type ResultKey, storeResult } from './computed-result.repository.ts'

const MEMORY_BYTES = 64 * 1024 * 1024
const KEPT_MILLISECONDS = 2 * 24 * 60 * 60_000

/** Question about a portfolio that the user owns, with everything that the answer depends on. */
export interface ResultQuestion extends ResultKey {
  userId: string
  /** Content of the portfolio, prices, last close, engine version: the same origin has the same answer. */
  origin: string
}

export interface ComputedResult {
  body: Buffer
  etag: string
  /** False while a better answer may be had in a moment: it is given but not kept. */
  isFinal: boolean
}

export type ResultCache = ReturnType<typeof createResultCache>

/**
 * Answers about portfolios that took long to compute, by what they were computed from. On PostgreSQL the latest answer
 * to each question is shared by all processes; the embedded database has only one process, whose memory is enough.
 */
export function createResultCache({ db, clock, log }: { db: Database; clock: Clock; log: Log }) {
  const memory = new BoundedCache<EncodedJson>(MEMORY_BYTES)
  const isShared = db.engine === 'postgres'
  const writing = new Set<Promise<void>>()

  async function findShared({ userId, origin, ...key }: ResultQuestion): Promise<EncodedJson | undefined> {
    if (!isShared || isWhatIf(key)) return undefined
    const stored = await db.asUser(userId, (tx) => findResult(tx, key, origin))
    return stored && encodedJson(toBuffer(stored.body), stored.etag)
  }

  function share({ userId, origin, ...key }: ResultQuestion, { body, etag }: ComputedResult): void {
    if (!isShared || isWhatIf(key)) return
    const result = { origin, etag, body }
    const now = clock.now()
    const task = db
      .asUser(userId, (tx) => storeResult(tx, userId, key, { result, now }))
      // The answer is right whether or not it could be shared; the portfolio may be gone by now.
      .catch((error: unknown) => log.warn({ error, kind: key.kind }, 'A computed result could not be shared'))
      .finally(() => writing.delete(task))
    writing.add(task)
  }

  return {
    /** The answer to a question, computed unless this process or, on a shared database, any other has it already. */
    async getOrCompute(question: ResultQuestion, compute: () => Promise<ComputedResult>): Promise<EncodedJson> {
      const key = JSON.stringify([
        question.userId,
        question.portfolioId,
        question.kind,
        question.request,
        question.origin,
      ])
      const kept = memory.get(key) ?? (await findShared(question))
      measure('cache', { cache: 'results', hit: kept !== undefined })
      if (kept) {
        memory.set(key, kept, Buffer.byteLength(kept.body))
        return kept
      }
      await letOthersWork()
      const computed = await compute()
      await letOthersWork()
      const answer = encodedJson(computed.body, computed.etag)
      if (computed.isFinal) {
        memory.set(key, answer, computed.body.length)
        share(question, computed)
      }
      return answer
    },
    /** Forgets results that nobody has asked for in days. */
    sweep(): Promise<number> {
      return db.asSystem((tx) => deleteResultsBefore(tx, new Date(clock.now().getTime() - KEPT_MILLISECONDS)))
    },
    /** Resolves when what was computed has been handed to the database. */
    async settle(): Promise<void> {
      await Promise.all(writing)
    },
  }
}

/** Nothing is stored of what nobody holds. */
const isWhatIf = ({ portfolioId }: ResultKey) => toPortfolioId(portfolioId) !== portfolioId

const toBuffer = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
