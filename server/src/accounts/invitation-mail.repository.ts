// Tests: ../features/inbox/invitation-mails.test.ts

import { and, asc, desc, eq, gt, isNotNull, lte } from 'drizzle-orm'
import type { Transaction } from '../database/database.ts'
import { portfolioInvitations, refusedAddresses, users } from '../database/schema/index.ts'

const columns = {
  id: portfolioInvitations.id,
  userId: portfolioInvitations.userId,
  portfolioId: portfolioInvitations.portfolioId,
  to: portfolioInvitations.email,
  createdAt: portfolioInvitations.createdAt,
  expiresAt: portfolioInvitations.expiresAt,
  attempts: portfolioInvitations.mailAttempts,
  sentAt: portfolioInvitations.mailSentAt,
  /** Address of who invites. */
  from: users.email,
}

/** Takes the invitation whose mail waited longest, as `claimDelivery` takes a message. For the system. */
export async function claimInvitationMail(tx: Transaction, now: Date, retryAt: (attempts: number) => Date) {
  const [row] = await tx
    .select(columns)
    .from(portfolioInvitations)
    .innerJoin(users, eq(users.id, portfolioInvitations.userId))
    .where(and(lte(portfolioInvitations.mailNextAt, now), gt(portfolioInvitations.expiresAt, now)))
    .orderBy(asc(portfolioInvitations.mailNextAt), asc(portfolioInvitations.id))
    .limit(1)
    .for('update', { of: portfolioInvitations, skipLocked: true })
  if (!row) return undefined
  const attempts = row.attempts + 1
  await tx
    .update(portfolioInvitations)
    .set({ mailAttempts: attempts, mailNextAt: retryAt(attempts) })
    .where(eq(portfolioInvitations.id, row.id))
  return { ...row, attempts }
}

export type InvitationMail = NonNullable<Awaited<ReturnType<typeof claimInvitationMail>>>

/** @param sentAt null when it is not sent. @returns false when somebody else ended it. For the system. */
export async function endInvitationMail(tx: Transaction, id: string, sentAt: Date | null): Promise<boolean> {
  const ended = await tx
    .update(portfolioInvitations)
    .set({ mailSentAt: sentAt, mailNextAt: null })
    .where(and(eq(portfolioInvitations.id, id), isNotNull(portfolioInvitations.mailNextAt)))
    .returning({ id: portfolioInvitations.id })
  return ended.length > 0
}

/** Mails of open invitations that were sent, the newest first. For the system, on one's own machine. */
export function listSentInvitations(tx: Transaction, limit: number): Promise<InvitationMail[]> {
  return tx
    .select(columns)
    .from(portfolioInvitations)
    .innerJoin(users, eq(users.id, portfolioInvitations.userId))
    .where(isNotNull(portfolioInvitations.mailSentAt))
    .orderBy(desc(portfolioInvitations.mailSentAt), desc(portfolioInvitations.id))
    .limit(limit)
}

/** For the system. */
export async function isRefused(tx: Transaction, addressHash: string): Promise<boolean> {
  const refused = await tx.select().from(refusedAddresses).where(eq(refusedAddresses.addressHash, addressHash))
  return refused.length > 0
}

/** Notes that an address wants no more invitations. For the system. */
export async function refuseInvitations(tx: Transaction, addressHash: string, refusedAt: Date): Promise<void> {
  await tx.insert(refusedAddresses).values({ addressHash, refusedAt }).onConflictDoNothing()
}
