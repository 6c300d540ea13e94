import { createHmac } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { createToken } from '../../accounts/opaque-token.ts'
import { getOrCreateSecret } from '../../accounts/server-secrets.repository.ts'
import type { Database } from '../../database/database.ts'
import { formerSubscribers, users } from '../../database/schema/index.ts'

/** Notes that the person behind an account had a subscription, before the account goes. */
export async function rememberSubscriber(db: Database, userId: string, now: Date): Promise<void> {
  const personHash = await hashPerson(db, userId)
  await db.asSystem((tx) => tx.insert(formerSubscribers).values({ personHash, leftAt: now }).onConflictDoNothing())
}

/** True when the person had a subscription with an account that is deleted. */
export async function isFormerSubscriber(db: Database, userId: string): Promise<boolean> {
  const personHash = await hashPerson(db, userId)
  const found = await db.asSystem((tx) =>
    tx.select().from(formerSubscribers).where(eq(formerSubscribers.personHash, personHash)),
  )
  return found.length > 0
}

/** Keyed: who comes back is known again, and the stored hash tells nobody who it was. */
async function hashPerson(db: Database, userId: string): Promise<string> {
  const key = await getOrCreateSecret(db, 'former-subscribers-key', createToken)
  const [person] = await db.asSystem((tx) =>
    tx.select({ issuer: users.issuer, subject: users.subject }).from(users).where(eq(users.id, userId)),
  )
  return createHmac('sha256', key)
    .update(JSON.stringify([person?.issuer, person?.subject]))
    .digest('base64url')
}
