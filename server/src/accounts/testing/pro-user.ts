import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../../database/test-database.ts'
import type { SignedInUser } from '../../http/authentication.ts'
import { changeWallet } from '../token-ledger.repository.ts'
import { giveTokens, grantMonthlyTokens } from '../token-movements.ts'

export interface ProUser {
  /** Left of the month's grant. */
  monthly?: number
  /** Tokens that never expire. */
  purchased?: number
  /** When PRO ends; in a hundred years if absent. */
  until?: Date
}

/** A signed-in user on PRO without a name, as calls within the server get one. */
export const toSignedInPro = (id: string, createdAt = new Date(0)): SignedInUser => ({
  id,
  email: null,
  firstName: null,
  lastName: null,
  profileImageUrl: null,
  subscriptionTier: 'pro',
  discoveryTokens: 0,
  isAdmin: false,
  createdAt,
  sessionIdHash: '',
})

/** Puts a user on PRO with tokens, by the same movements as in the product but without paying. */
export async function makePro(db: TestDatabase, userId: string, options: ProUser = {}): Promise<void> {
  const { monthly = 7, purchased = 0, until = new Date('2126-01-01T00:00:00Z') } = options
  await db.asOwner(`update users set pro_until = '${until.toISOString()}' where id = '${userId}'`)
  await db.asSystem((tx) =>
    changeWallet(tx, userId, new Date('2026-11-20T15:00:00Z'), async (wallet) => {
      if (monthly > 0) await grantMonthlyTokens(wallet, `test:${randomUUID()}`, monthly)
      if (purchased > 0) await giveTokens(wallet, { requestId: randomUUID(), tokens: purchased, reason: 'for a test' })
    }),
  )
  await untilTold(db)
}

/** A server on the same database remembers users until it is told of a change; then everything before is told, too. */
async function untilTold(db: TestDatabase): Promise<void> {
  const mark = randomUUID()
  const { promise: told, resolve } = Promise.withResolvers<void>()
  const whenNotified = (payload: string) => {
    if (payload === mark) resolve()
  }
  const unlisten = await db.listen('ballast_changed', { whenNotified })
  await db.notify('ballast_changed', mark)
  await told
  await unlisten()
}

/** Sums of the whole ledger against what is stored beside it; every list is empty when the books are right. */
export async function auditTokens(db: TestDatabase): Promise<Record<string, Record<string, unknown>[]>> {
  const sum = (account: string) =>
    `coalesce(sum(case when to_account = '${account}' then tokens when from_account = '${account}' then -tokens end), 0)`
  return {
    balances: await db.asOwner(`
      select b.user_id, b.monthly, b.purchased, b.owed from token_balances b
      left join lateral (select ${sum('monthly')} as monthly, ${sum('purchased')} as purchased, ${sum('owed')} as owed
        from token_ledger l where l.user_id = b.user_id) s on true
      where b.monthly <> s.monthly or b.purchased <> s.purchased or b.owed <> -s.owed
        or b.monthly < 0 or b.purchased < 0 or b.owed < 0`),
    reserved: await db.asOwner(`
      select u.id from users u
      left join lateral (select ${sum('reserved')} as reserved, ${sum('used')} as used
        from token_ledger l where l.user_id = u.id) s on true
      left join lateral (select
          coalesce(sum(monthly + purchased + unlimited) filter (where status = 'reserved'), 0) as reserved,
          coalesce(sum(monthly + purchased + unlimited) filter (where status = 'delivered'), 0) as delivered
        from token_uses t where t.user_id = u.id) t on true
      where s.reserved <> t.reserved or s.used <> t.delivered`),
    purchases: await db.asOwner(`
      select p.id from purchases p where p.user_id is not null and not exists
        (select 1 from token_ledger l where l.reason_key = 'purchase:' || p.session_id and l.tokens = p.tokens)`),
    lastBalance: await db.asOwner(`
      select b.user_id from token_balances b
      join lateral (select balance_after from token_ledger l where l.user_id = b.user_id order by sequence desc limit 1) l on true
      where l.balance_after <> b.monthly + b.purchased`),
  }
}

/** Findings of `auditTokens` when nothing is wrong. */
export const BOOKS_IN_ORDER = { balances: [], reserved: [], purchases: [], lastBalance: [] }
