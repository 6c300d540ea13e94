// Tests: ask.test.ts

import { and, asc, count, desc, eq, max, ne, notInArray, sql } from 'drizzle-orm'
import { readBytes, selectBytes, toBytes } from '../../database/bytes.ts'
import type { Transaction } from '../../database/database.ts'
import { askTurns } from '../../database/schema/index.ts'
import { errors } from '../../http/errors.ts'
import { holdOwnedPortfolio, isId } from '../../portfolios/portfolio.repository.ts'

export interface NewTurn {
  userId: string
  portfolioId: string
  threadId: string
  /** From 0 within its thread. */
  place: number
  question: string
  topic: string | null
  /** The answer as JSON, compressed. */
  answer: Uint8Array
  createdAt: Date
}

const { threadId: thread, place, portfolioId: portfolio, question, topic, createdAt } = askTurns
const isOf = (portfolioId: string, threadId: string) => and(eq(portfolio, portfolioId), eq(thread, threadId))

/**
 * Keeps a turn; of more than so many threads of a portfolio the oldest give way.
 *
 * @throws AppError 404 when the portfolio was deleted meanwhile, 409 when another question took the place in the thread
 */
export async function insertTurn(tx: Transaction, turn: NewTurn, keptThreads: number): Promise<void> {
  await holdOwnedPortfolio(tx, turn.portfolioId)
  const stored = await tx
    .insert(askTurns)
    .values({ ...turn, answer: toBytes(turn.answer) })
    .onConflictDoNothing()
    .returning({ place })
  if (stored.length === 0) {
    throw errors.conflict('Another question of this thread was answered meanwhile. Please ask again.')
  }
  const newest = tx
    .select({ thread })
    .from(askTurns)
    .where(eq(portfolio, turn.portfolioId))
    .groupBy(thread)
    .orderBy(desc(max(createdAt)), desc(thread))
    .limit(keptThreads)
  await tx
    .delete(askTurns)
    .where(and(eq(portfolio, turn.portfolioId), ne(thread, turn.threadId), notInArray(thread, newest)))
}

/** Threads of a portfolio with their first questions, the latest first. */
export async function listThreads(tx: Transaction, portfolioId: string) {
  return tx
    .select({
      id: thread,
      title: sql<string>`min(${question}) filter (where ${place} = 0)`,
      turnCount: count(),
      updatedAt: max(createdAt),
    })
    .from(askTurns)
    .where(eq(portfolio, portfolioId))
    .groupBy(thread)
    .orderBy(desc(max(createdAt)), desc(thread))
}

/** Answers of a thread in order. @throws AppError 404 when this portfolio of the user has no such thread */
export async function listTurns(tx: Transaction, portfolioId: string, threadId: string): Promise<Uint8Array[]> {
  if (!isId(threadId)) throw errors.notFound('thread')
  const found = await tx
    .select({ answer: selectBytes(askTurns.answer) })
    .from(askTurns)
    .where(isOf(portfolioId, threadId))
    .orderBy(asc(place))
  if (found.length === 0) throw errors.notFound('thread')
  return found.map(({ answer }) => readBytes(answer))
}

/** The last turn of a thread. @throws AppError 404 as `listTurns` */
export async function getLastTurn(tx: Transaction, portfolioId: string, threadId: string) {
  if (!isId(threadId)) throw errors.notFound('thread')
  const [last] = await tx
    .select({ place, question, topic })
    .from(askTurns)
    .where(isOf(portfolioId, threadId))
    .orderBy(desc(place))
    .limit(1)
  if (!last) throw errors.notFound('thread')
  return last
}

/** @param threadId all of the portfolio's when it is left out @returns how many turns are gone */
export async function deleteTurns(tx: Transaction, portfolioId: string, threadId?: string): Promise<number> {
  if (threadId !== undefined && !isId(threadId)) return 0
  const which = threadId === undefined ? eq(portfolio, portfolioId) : isOf(portfolioId, threadId)
  return (await tx.delete(askTurns).where(which).returning({ place })).length
}
