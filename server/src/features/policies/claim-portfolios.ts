// Tests: claim-portfolios.test.ts, ../../../../e2e/process-postgres/policy-checks.test.ts

import type { Clock } from '../../clock.ts'
import type { Database, Transaction } from '../../database/database.ts'
import { createLeaseRepository } from '../../database/lease.repository.ts'
import type { DuePortfolio } from './policies.repository.ts'

/** How long a process that died with portfolios in hand keeps the others from them. */
const CLAIM_MILLISECONDS = 5 * 60_000

interface ClaimRequest {
  /** The same for all claims of one run, and of no other. */
  holder: string
  /** Those of some portfolios that still need a check: another process may have made it since they were listed. */
  listDue(tx: Transaction, among: readonly string[]): Promise<readonly DuePortfolio[]>
  work(claimed: readonly DuePortfolio[]): Promise<void>
}

/**
 * Does work for those of some portfolios that no other process has in hand, and gives them back whatever becomes of it.
 *
 * They are listed once more after they were claimed: a check is stored before its claim is given back, so what is due then was
 * checked by nobody.
 */
export async function withClaimed(
  { db, clock }: { db: Database; clock: Clock },
  portfolios: readonly DuePortfolio[],
  { holder, listDue, work }: ClaimRequest,
): Promise<void> {
  const leases = createLeaseRepository(db)
  const now = clock.now()
  const ids = new Map(portfolios.map(({ portfolioId }) => [`policies of ${portfolioId}`, portfolioId]))
  const expiresAt = new Date(now.getTime() + CLAIM_MILLISECONDS)
  const taken = [...(await leases.acquire({ names: [...ids.keys()], holder, now, expiresAt }))]
  if (taken.length === 0) return
  try {
    const among = taken.flatMap((name) => ids.get(name) ?? [])
    const due = await db.asSystem((tx) => listDue(tx, among))
    if (due.length > 0) await work(due)
  } finally {
    await leases.release(taken, holder)
  }
}
