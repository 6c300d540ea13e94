/** @module-tag full */

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER, makePro } from '../../server/src/accounts/testing/pro-user.ts'
import { changeWallet, type Wallet } from '../../server/src/accounts/token-ledger.repository.ts'
import {
  creditPurchase,
  giveTokens,
  grantMonthlyTokens,
  restorePurchase,
  reversePurchase,
} from '../../server/src/accounts/token-movements.ts'
import { systemClock } from '../../server/src/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import { createLog } from '../../server/src/log.ts'
import { createTokenMeter } from '../../server/src/tokens/token-meter.ts'
import { type Spender, startSpender } from '../support/spender-process.ts'

const ROUNDS = process.env.BALLAST_LONG === undefined ? 4 : 100
const SESSIONS = 3

let db: TestDatabase
let spenders: Spender[] = []
beforeAll(async () => {
  db = await createTestDatabase()
  if (db.url === undefined) throw new Error('These tests need TEST_DATABASE_URL, as `npm test` sets it.')
  const environment = { DATABASE_URL: db.url }
  spenders = await Promise.all([startSpender(environment), startSpender(environment)])
})
afterAll(async () => {
  await Promise.all(spenders.map((spender) => spender.kill()))
  await db.close()
})

const meter = () => createTokenMeter({ db, clock: systemClock, log: createLog('silent'), forget: () => undefined })
const change = (userId: string, work: (wallet: Wallet) => Promise<unknown>) =>
  db.asSystem((tx) => changeWallet(tx, userId, systemClock.now(), work))

async function newPro(): Promise<string> {
  const [user] = await db.asOwner(`insert into users (issuer, subject, created_at, last_sign_in_at)
    values ('test', '${randomUUID()}', now(), now()) returning id`)
  await makePro(db, String(user!.id), { monthly: 3, purchased: 3 })
  return String(user!.id)
}

/** Lists what else may happen to a wallet while its owner clicks, each of it told three times. */
function happenings(userId: string): (() => Promise<unknown>)[] {
  const purchases = Array.from({ length: SESSIONS }, (_, number) => ({
    sessionId: `${userId}:${number}`,
    tokens: 4,
    amountCents: 2_900,
  }))
  const once = [
    ...purchases.map((purchase) => () => change(userId, (wallet) => creditPurchase(wallet, purchase))),
    () => change(userId, (wallet) => grantMonthlyTokens(wallet, `${userId}:next month`, 7)),
    () => change(userId, (wallet) => giveTokens(wallet, { requestId: userId, tokens: 2, reason: 'a race' })),
    () => meter().sweep(),
  ]
  const refund = () =>
    change(userId, async (wallet) => {
      const key = `${userId}:refund`
      if (await wallet.hasMoved(`${key}:told`)) return
      await giveTokens(wallet, { requestId: `${key}:told`, tokens: 1, reason: 'so that it is known' })
      const owed = await reversePurchase(wallet, 4, key)
      await restorePurchase(wallet, 2, Math.min(2, owed), `${key}:in part`)
    })
  return [...once, ...once, ...once, refund]
}

test(`clicks, failures, grants, purchases, refunds and sweeps at once from three processes, ${ROUNDS} rounds`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const userId = await newPro()
    const keys = (place: number) =>
      Array.from({ length: 12 }, (_, index) => (index < 4 ? `both ${index}` : `${place}-${index}`))
    const [delivering, failing] = spenders as [Spender, Spender]
    const [delivered] = await Promise.all([
      delivering.spend({ userId, keys: keys(0), work: 'deliver' }),
      failing.spend({ userId, keys: keys(1), work: 'fail' }),
      ...happenings(userId).map((happen) => happen()),
    ])
    expect(delivered.filter((end) => end !== 'delivered' && end !== 'requiresPurchase' && end !== 'failed')).toEqual([])
    expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
    const [sums] = await db.asOwner(`
      select sum(case when to_account in ('monthly', 'purchased') then tokens else 0 end)::int as credits,
        sum(case when from_account in ('monthly', 'purchased') then tokens else 0 end)::int as debits,
        sum(case when kind = 'use-delivered' then tokens else 0 end)::int as used,
        count(*) filter (where kind = 'purchase')::int as purchases
      from token_ledger where user_id = '${userId}'`)
    const [balance] = await db.asOwner(
      `select monthly + purchased as held, owed from token_balances where user_id = '${userId}'`,
    )
    expect(Number(sums!.credits) - Number(sums!.debits)).toBe(balance!.held)
    expect(Number(balance!.held)).toBeGreaterThanOrEqual(0)
    expect(sums!.purchases).toBe(SESSIONS)
    const [uses] = await db.asOwner(
      `select count(*) filter (where status = 'delivered')::int as delivered, count(*) filter (where status = 'reserved')::int as left
       from token_uses where user_id = '${userId}'`,
    )
    expect(uses).toEqual({ delivered: sums!.used, left: 0 })
  }
})
