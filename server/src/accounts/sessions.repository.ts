import { eq, lt, or } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database } from '../database/database.ts'
import { DEMO_ISSUER } from '../database/demo-issuer.ts'
import { sessions, tokenBalances, users } from '../database/schema/index.ts'
import { UserMemory } from '../database/user-memory.ts'
import type { Authenticate, SignedInUser } from '../http/authentication.ts'
import { measure } from '../measurements.ts'
import { type Admins, isNamedAdmin } from './admins.ts'
import { demoEndOf } from './demo-visitors.repository.ts'
import { createToken, hashToken, isTokenLike } from './opaque-token.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const IDLE_MILLISECONDS = 24 * HOUR
const ABSOLUTE_MILLISECONDS = 14 * 24 * HOUR
/** Being seen is written down at most this often, so that reading does not mean writing. */
const LAST_SEEN_STEP_MILLISECONDS = MINUTE
const USER_AGENT_CHARACTERS = 300
const MAX_REMEMBERED = 10_000

/** How long a browser should keep the cookie; the server decides by its own clock all the same. */
export const SESSION_SECONDS = ABSOLUTE_MILLISECONDS / 1000

export interface Sessions {
  authenticate: Authenticate
  /** @returns the new session's token, which is for the cookie and stored nowhere */
  start(session: { userId: string; idToken: string | undefined; userAgent: string | undefined }): Promise<string>
  /** Ends a session. @returns the ID token it was begun with, if there was such a session */
  end(sessionToken: string): Promise<string | undefined>
  /** Ends every session of a user. @returns how many there were */
  endAllOf(userId: string): Promise<number>
  /** Must be called after a user was changed or deleted, so that no request is answered from what was known before. */
  forget(userId: string): void
  /** Forgets sessions that have run out. @returns how many there were */
  sweep(): Promise<number>
}

/**
 * Sessions live in the database: each can be ended at any time, and holds in every process. One that was not used for
 * 24 hours, or is 14 days old, has run out.
 *
 * A session is read once a minute and remembered in between, as long as the database tells of changes.
 *
 * @param admins who is an admin is decided anew at each request, so that taking somebody out holds at once
 */
export function createSessions({ db, clock, admins }: { db: Database; clock: Clock; admins: Admins }): Sessions {
  const nowMilliseconds = () => clock.now().getTime()
  const remembered = new UserMemory<FoundSession>(db.changes, clock, MAX_REMEMBERED)
  const forget = (userId: string) => remembered.forget(userId)

  return {
    async authenticate(sessionToken) {
      if (!isTokenLike(sessionToken)) return undefined
      const idHash = hashToken(sessionToken)
      const now = nowMilliseconds()
      const known = remembered.get(idHash)
      const isFresh = known && now - known.sessions.lastSeenAt.getTime() < LAST_SEEN_STEP_MILLISECONDS
      measure('cache', { cache: 'sessions', hit: isFresh === true })
      if (isFresh) {
        return hasRunOut(known, admins, now) ? undefined : toSignedInUser(known, idHash, admins, now)
      }
      const remember = remembered.beginReading()
      const found = await db.asSystem(async (tx) => {
        const [row] = await tx
          .select()
          .from(sessions)
          .innerJoin(users, eq(users.id, sessions.userId))
          .leftJoin(tokenBalances, eq(tokenBalances.userId, sessions.userId))
          .where(eq(sessions.idHash, idHash))
        if (!row || hasRunOut(row, admins, now)) return undefined
        if (now - row.sessions.lastSeenAt.getTime() < LAST_SEEN_STEP_MILLISECONDS) return row
        const lastSeenAt = new Date(now)
        await tx.update(sessions).set({ lastSeenAt }).where(eq(sessions.idHash, idHash))
        return { ...row, sessions: { ...row.sessions, lastSeenAt } }
      })
      if (!found) return undefined
      // What an admin may do is worth a look each time.
      if (!found.users.isAdmin) remember(idHash, found.users.id, found)
      return toSignedInUser(found, idHash, admins, now)
    },

    async start({ userId, idToken, userAgent }) {
      const token = createToken()
      const now = clock.now()
      await db.asSystem((tx) =>
        tx.insert(sessions).values({
          idHash: hashToken(token),
          userId,
          idToken: idToken ?? null,
          userAgent: userAgent?.slice(0, USER_AGENT_CHARACTERS) ?? null,
          createdAt: now,
          lastSeenAt: now,
        }),
      )
      // Signing in has brought the user up to date, for the other browsers too.
      forget(userId)
      return token
    },

    async end(sessionToken) {
      const [ended] = await db.asSystem((tx) =>
        tx
          .delete(sessions)
          .where(eq(sessions.idHash, hashToken(sessionToken)))
          .returning({ idToken: sessions.idToken, userId: sessions.userId }),
      )
      if (ended) forget(ended.userId)
      return ended?.idToken ?? undefined
    },

    async endAllOf(userId) {
      const ended = await db.asUser(userId, (tx) => tx.delete(sessions).returning({ idHash: sessions.idHash }))
      forget(userId)
      return ended.length
    },

    forget,

    async sweep() {
      const now = nowMilliseconds()
      const swept = await db.asSystem((tx) =>
        tx
          .delete(sessions)
          .where(
            or(
              lt(sessions.lastSeenAt, new Date(now - IDLE_MILLISECONDS)),
              lt(sessions.createdAt, new Date(now - ABSOLUTE_MILLISECONDS)),
            ),
          )
          .returning({ userId: sessions.userId }),
      )
      for (const { userId } of swept) forget(userId)
      return swept.length
    },
  }
}

interface FoundSession {
  sessions: typeof sessions.$inferSelect
  users: typeof users.$inferSelect
  /** Null for somebody who never had a token. */
  token_balances: typeof tokenBalances.$inferSelect | null
}

function hasRunOut(
  { sessions: session, users: user }: Pick<FoundSession, 'sessions' | 'users'>,
  admins: Admins,
  now: number,
) {
  const demoUntil = demoEndOf(user)
  // Visitors of a demo are nobody's guests once the server is no demo any more.
  if (demoUntil && (admins.issuer !== DEMO_ISSUER || now >= demoUntil.getTime())) return true
  const { createdAt, lastSeenAt } = session
  return now - lastSeenAt.getTime() >= IDLE_MILLISECONDS || now - createdAt.getTime() >= ABSOLUTE_MILLISECONDS
}

/** @param sessionIdHash hash of what the request opened the account with */
export function toSignedInUser(
  { users: user, token_balances: tokens }: Pick<FoundSession, 'users' | 'token_balances'>,
  sessionIdHash: string,
  admins: Admins,
  now: number,
): SignedInUser {
  const { id, email, firstName, lastName, profileImageUrl, createdAt } = user
  const isPro = isProAt(user, now)
  return {
    id,
    email,
    firstName,
    lastName,
    profileImageUrl,
    subscriptionTier: isPro ? 'pro' : 'free',
    // Monthly tokens lapse with PRO; those that were bought wait.
    discoveryTokens: (isPro ? (tokens?.monthly ?? 0) : 0) + (tokens?.purchased ?? 0),
    createdAt,
    demoUntil: demoEndOf(user),
    sessionIdHash,
    isAdmin: user.isAdmin && isNamedAdmin(user, admins),
  }
}

/** True while the user is on PRO: PRO ends by itself at its time, whether or not anybody writes that down. */
export function isProAt({ proUntil }: { proUntil: Date | null }, nowMilliseconds: number): boolean {
  return proUntil !== null && nowMilliseconds < proUntil.getTime()
}
