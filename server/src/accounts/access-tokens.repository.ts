// Tests: ../features/access-tokens/access-tokens.test.ts

import { timingSafeEqual } from 'node:crypto'
import { ACCESS_TOKEN_LIMITS, type AccessScope } from '@ballast/contract'
import { and, count, desc, eq, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Clock } from '../clock.ts'
import type { Database, Transaction } from '../database/database.ts'
import { accessTokens, tokenBalances, users } from '../database/schema/index.ts'
import type { SignedInUser } from '../http/authentication.ts'
import type { Admins } from './admins.ts'
import { createToken, hashToken } from './opaque-token.ts'
import { toSignedInUser } from './sessions.repository.ts'

const DAY_MILLISECONDS = 24 * 60 * 60_000
/** Begins every access token, so that people and scanners of leaked secrets know one when they see it. */
const MARK = 'ballast_pat_'
const TOKEN = /^ballast_pat_[\w-]{43}$/
/** Characters shown of the secret part; the 222 bits that are left cannot be guessed. */
const SHOWN_CHARACTERS = 6
/** A token that ran out is listed as such for a while, so that its owner sees why something stopped working. */
const EXPIRED_KEPT_DAYS = 30

export type StoredAccessToken = Omit<typeof accessTokens.$inferSelect, 'idHash' | 'userId'>

/** Whom a token speaks for, and for what. */
export interface AccessTokenHolder {
  tokenId: string
  user: SignedInUser
  scopes: ReadonlySet<AccessScope>
}

export type AccessTokens = ReturnType<typeof createAccessTokens>

export function createAccessTokens({ db, clock, admins }: { db: Database; clock: Clock; admins: Admins }) {
  return {
    /**
     * Finds the owner of a token. Read from the database at each call and never remembered: what was revoked opens nothing, in no
     * process, from the next request on.
     *
     * @returns undefined for what is no token, unknown, revoked or expired
     */
    async authenticate(token: string): Promise<AccessTokenHolder | undefined> {
      if (!TOKEN.test(token)) return undefined
      const idHash = hashToken(token)
      const now = clock.now()
      const found = await db.asSystem((tx) => useToken(tx, idHash, now))
      if (!found) return undefined
      const { access_tokens: stored } = found
      // The index finds by the hash, which tells nothing of the token; comparing again costs nothing and says so.
      if (!timingSafeEqual(Buffer.from(stored.idHash), Buffer.from(idHash))) return undefined
      return {
        tokenId: stored.id,
        user: toSignedInUser(found, idHash, admins, now.getTime()),
        scopes: new Set(stored.scopes),
      }
    },

    /** Forgets tokens that ran out a month ago. @returns how many there were */
    async sweep(): Promise<number> {
      const longAgo = new Date(clock.now().getTime() - EXPIRED_KEPT_DAYS * DAY_MILLISECONDS)
      const swept = await db.asSystem((tx) =>
        tx.delete(accessTokens).where(lt(accessTokens.expiresAt, longAgo)).returning({ id: accessTokens.id }),
      )
      return swept.length
    },
  }
}

/** Finds a token that holds now, and notes the day if it is the day's first use. */
async function useToken(tx: Transaction, idHash: string, now: Date) {
  const [found] = await tx
    .select()
    .from(accessTokens)
    .innerJoin(users, eq(users.id, accessTokens.userId))
    .leftJoin(tokenBalances, eq(tokenBalances.userId, accessTokens.userId))
    .where(eq(accessTokens.idHash, idHash))
  if (!found || found.access_tokens.expiresAt <= now) return undefined
  const today = now.toISOString().slice(0, 10)
  if (found.access_tokens.lastUsedOn !== today) {
    const isFirst = or(isNull(accessTokens.lastUsedOn), ne(accessTokens.lastUsedOn, today))
    await tx
      .update(accessTokens)
      .set({ lastUsedOn: today })
      .where(and(eq(accessTokens.idHash, idHash), isFirst))
  }
  return found
}

const shown = {
  id: accessTokens.id,
  prefix: accessTokens.prefix,
  name: accessTokens.name,
  scopes: accessTokens.scopes,
  createdAt: accessTokens.createdAt,
  expiresAt: accessTokens.expiresAt,
  lastUsedOn: accessTokens.lastUsedOn,
}

/** The transaction's user's tokens, the newest first. */
export function listAccessTokens(tx: Transaction): Promise<StoredAccessToken[]> {
  return tx.select(shown).from(accessTokens).orderBy(desc(accessTokens.createdAt), desc(accessTokens.id))
}

/**
 * Makes a token; of it only a hash and the first characters are kept.
 *
 * @returns undefined when the user has as many as there can be
 */
export async function insertAccessToken(
  tx: Transaction,
  request: { userId: string; name: string; scopes: readonly AccessScope[]; lifetimeDays: number; now: Date },
): Promise<{ token: string; stored: StoredAccessToken } | undefined> {
  const { userId, name, scopes, lifetimeDays, now } = request
  // One at a time: two at once must not both take the last place.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`access tokens of ${userId}`}, 0))`)
  const [owned] = await tx.select({ tokens: count() }).from(accessTokens)
  if ((owned?.tokens ?? 0) >= ACCESS_TOKEN_LIMITS.perUser) return undefined
  const token = `${MARK}${createToken()}`
  const [stored] = await tx
    .insert(accessTokens)
    .values({
      userId,
      name,
      scopes: [...new Set(scopes)].sort(),
      createdAt: now,
      idHash: hashToken(token),
      prefix: token.slice(0, MARK.length + SHOWN_CHARACTERS),
      expiresAt: new Date(now.getTime() + lifetimeDays * DAY_MILLISECONDS),
    })
    .returning(shown)
  if (!stored) throw new Error('Storing an access token returned no row')
  return { token, stored }
}

/** @returns whether the transaction's user had such a token */
export async function deleteAccessToken(tx: Transaction, tokenId: string): Promise<boolean> {
  const deleted = await tx.delete(accessTokens).where(eq(accessTokens.id, tokenId)).returning({ id: accessTokens.id })
  return deleted.length > 0
}

/** @returns how many the transaction's user had */
export async function deleteAllAccessTokens(tx: Transaction): Promise<number> {
  return (await tx.delete(accessTokens).returning({ id: accessTokens.id })).length
}
