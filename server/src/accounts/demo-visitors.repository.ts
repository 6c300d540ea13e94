// Tests: ../features/demo/demo.test.ts

import { createHmac, randomUUID } from 'node:crypto'
import { DEMO_LIMITS } from '@ballast/contract'
import { and, count, eq, exists, like, lt, not, or, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { DEMO_ISSUER } from '../database/demo-issuer.ts'
import { sessions, users } from '../database/schema/index.ts'
import { createToken } from './opaque-token.ts'
import { getOrCreateSecret } from './server-secrets.repository.ts'
import { changeWallet } from './token-ledger.repository.ts'
import { grantMonthlyTokens } from './token-movements.ts'

const HOUR_MILLISECONDS = 60 * 60_000
/** A visitor is made a moment before their session. */
const NEW_MILLISECONDS = 10 * 60_000

/** When a user is deleted because they are a visitor of a public demo; undefined for everybody else. */
export function demoEndOf({ issuer, createdAt }: Pick<typeof users.$inferSelect, 'issuer' | 'createdAt'>) {
  if (issuer !== DEMO_ISSUER) return undefined
  return new Date(createdAt.getTime() + DEMO_LIMITS.hours * HOUR_MILLISECONDS)
}

/** A new visitor, or which limit has no room for one. */
export type DemoVisit = { userId: string; demoUntil: Date } | { full: 'address' | 'demo' }

/**
 * Makes an anonymous user with PRO until their end, within the limits of the address and of all. The address is kept as a
 * keyed hash, for as long as the visitor.
 */
export async function createDemoVisitor(db: Database, clock: Clock, address: string): Promise<DemoVisit> {
  const key = await getOrCreateSecret(db, 'demo-addresses', createToken)
  const place = createHmac('sha256', key).update(address).digest('hex')
  const now = clock.now()
  return db.asSystem(async (tx) => {
    // Two that come at once must not both take the last place.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('demo visitors', 0))`)
    const isVisitor = eq(users.issuer, DEMO_ISSUER)
    const [all] = await tx.select({ visitors: count() }).from(users).where(isVisitor)
    if ((all?.visitors ?? 0) >= DEMO_LIMITS.visitors) return { full: 'demo' }
    const isOfAddress = and(isVisitor, like(users.subject, `${place}.%`))
    const [own] = await tx.select({ visitors: count() }).from(users).where(isOfAddress)
    if ((own?.visitors ?? 0) >= DEMO_LIMITS.visitorsPerAddress) return { full: 'address' }
    const demoUntil = new Date(now.getTime() + DEMO_LIMITS.hours * HOUR_MILLISECONDS)
    const [user] = await tx
      .insert(users)
      .values({
        issuer: DEMO_ISSUER,
        subject: `${place}.${randomUUID()}`,
        firstName: 'Demo',
        lastName: 'visitor',
        proUntil: demoUntil,
        createdAt: now,
        lastSignInAt: now,
      })
      .returning({ id: users.id })
    if (!user) throw new Error('Making a visitor returned no row')
    await changeWallet(tx, user.id, now, (wallet) =>
      grantMonthlyTokens(wallet, `demo:${user.id}`, DEMO_LIMITS.tokens).then(() => undefined),
    )
    return { userId: user.id, demoUntil }
  })
}

/**
 * Visitors whose time is over, and those to whom no browser can come back. Where there is no demo, all of them.
 *
 * @returns ids of the users
 */
export function listFormerVisitors(db: Database, now: Date, isDemo: boolean): Promise<string[]> {
  const before = (milliseconds: number) => lt(users.createdAt, new Date(now.getTime() - milliseconds))
  return db.asSystem(async (tx) => {
    const hasSession = exists(tx.select({ one: sql`1` }).from(sessions).where(eq(sessions.userId, users.id)))
    const isOver = or(before(DEMO_LIMITS.hours * HOUR_MILLISECONDS), and(before(NEW_MILLISECONDS), not(hasSession)))
    const found = await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.issuer, DEMO_ISSUER), isDemo ? isOver : undefined))
    return found.map(({ id }) => id)
  })
}
