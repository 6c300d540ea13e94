// Tests: ../features/portfolios/portfolios.test.ts

import { DEMO_LIMITS, LIMITS } from '@ballast/contract'
import { count, sql } from 'drizzle-orm'

import type { Database, Transaction } from '../database/database.ts'
import { DEMO_ISSUER } from '../database/demo-issuer.ts'
import { createTurns } from '../database/places.ts'
import { portfolios, users } from '../database/schema/index.ts'
import { errors } from '../http/errors.ts'
import { dateChangedHoldings } from './dated-holdings.repository.ts'
import { isPlain } from './portfolio.repository.ts'
import { countLots } from './position.repository.ts'

const words = (limit: number) => limit.toLocaleString('en-US')

const inTurn = createTurns()

/**
 * One transaction of the user at a time that may count and then add: two uploads at once cannot both take the last place.
 * Those of this process wait for each other here, and not in the database with a connection each; those of others wait for
 * a lock that is taken before any other. What the portfolios hold that were changed is dated in the same transaction.
 */
export function changeWithinLimits<T>(db: Database, userId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return inTurn(userId, () =>
    db.asUser(userId, async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`limits of ${userId}`}, 0))`)
      const result = await work(tx)
      await dateChangedHoldings(tx)
      return result
    }),
  )
}

/** Limits of the transaction's user: lower for a visitor of a public demo. */
export async function readLimits(tx: Transaction): Promise<{ portfolios: number; positions: number }> {
  const [user] = await tx.select({ issuer: users.issuer }).from(users)
  if (user?.issuer === DEMO_ISSUER) return DEMO_LIMITS
  return { portfolios: LIMITS.portfoliosPerUser, positions: LIMITS.positionsPerUser }
}

/** @throws AppError 409 when the user has as many portfolios as there can be */
export async function requireRoomForPortfolio(tx: Transaction): Promise<void> {
  const limits = await readLimits(tx)
  const [owned] = await tx.select({ portfolios: count() }).from(portfolios).where(isPlain)
  if ((owned?.portfolios ?? 0) >= limits.portfolios) {
    throw errors.conflict(
      `You have ${limits.portfolios} portfolios, the most an account can hold. Delete one, or add to an existing one.`,
    )
  }
}

/**
 * @param added lots that are about to be stored
 * @param replaces whether they take the place of what the portfolio holds
 * @throws AppError 409 when they would be more than a portfolio or an account can hold
 */
export async function requireRoomForLots(
  tx: Transaction,
  portfolioId: string,
  { added, replaces }: { added: number; replaces: boolean },
): Promise<void> {
  const { inPortfolio, inAll } = await countLots(tx, portfolioId)
  const held = replaces ? 0 : inPortfolio
  if (held + added > LIMITS.positionsPerPortfolio) {
    throw errors.conflict(
      `A portfolio holds at most ${words(LIMITS.positionsPerPortfolio)} positions; with these it would have ${words(held + added)}. Put some of them into another portfolio.`,
    )
  }
  const limits = await readLimits(tx)
  if (inAll + added > limits.positions) {
    throw errors.conflict(
      `An account holds at most ${words(limits.positions)} positions, with those kept for an undo. With these it would have ${words(inAll + added)}. Delete a portfolio that you no longer need.`,
    )
  }
}
