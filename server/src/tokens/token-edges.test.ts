/** @module-tag postgres */

import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER, makePro, toSignedInPro } from '../accounts/testing/pro-user.ts'
import { changeWallet, type Wallet } from '../accounts/token-ledger.repository.ts'
import { creditPurchase, grantMonthlyTokens, restorePurchase, reversePurchase } from '../accounts/token-movements.ts'
import { createTestDatabase, type TestDatabase } from '../database/test-database.ts'
import type { SignedInUser } from '../http/authentication.ts'
import { createLog } from '../log.ts'
import { createTokenMeter, type Outcome } from './token-meter.ts'

let now = new Date('2026-11-20T15:00:00Z').getTime()
const clock = { now: () => new Date(now) }
let db: TestDatabase
beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
afterEach(async () => {
  expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
})

async function newPro(tokens: { monthly: number }): Promise<SignedInUser> {
  const [row] = await db.asOwner(`insert into users (issuer, subject, created_at, last_sign_in_at)
    values ('test', '${randomUUID()}', now(), now()) returning id`)
  await makePro(db, String(row!.id), tokens)
  return toSignedInPro(String(row!.id), new Date(now))
}
const withWallet = <T>({ id }: SignedInUser, work: (wallet: Wallet) => Promise<T>) =>
  db.asSystem((tx) => changeWallet(tx, id, clock.now(), work))
const buy = (user: SignedInUser, tokens: number) =>
  withWallet(user, (wallet) => creditPurchase(wallet, { sessionId: randomUUID(), tokens, amountCents: 2_900 }))
const tokensOf = async ({ id }: SignedInUser) =>
  (await db.asOwner(`select monthly, purchased, owed from token_balances where user_id = '${id}'`))[0]
function use<Answer>(user: SignedInUser, work: () => Promise<Outcome<Answer>>, idempotencyKey?: string) {
  const meter = createTokenMeter({ db, clock, log: createLog('silent'), forget: () => undefined })
  const { signal } = new AbortController()
  return meter.charge({ user, feature: 'hedge_analysis', portfolioId: null, idempotencyKey, signal }, work)
}

test('tokens that come back after their payment was taken back go to the debt', async () => {
  const user = await newPro({ monthly: 0 })
  await buy(user, 2)
  const failing = use(user, async () => {
    await withWallet(user, (wallet) => reversePurchase(wallet, 2, randomUUID()))
    expect(await tokensOf(user)).toEqual({ monthly: 0, purchased: 0, owed: 1 })
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  expect(await tokensOf(user)).toEqual({ monthly: 0, purchased: 0, owed: 0 })
})

test('a payment that turns out good pays what is owed for another', async () => {
  const user = await newPro({ monthly: 0 })
  await buy(user, 5)
  await withWallet(user, (wallet) => reversePurchase(wallet, 5, 'disputed'))
  await withWallet(user, (wallet) => reversePurchase(wallet, 3, 'another that was spent'))
  await withWallet(user, (wallet) => restorePurchase(wallet, 5, 0, 'won'))
  expect(await tokensOf(user)).toEqual({ monthly: 0, purchased: 2, owed: 0 })
})

test('a token of last month that comes back in this one lapses: nothing rolls over', async () => {
  const user = await newPro({ monthly: 1 })
  await buy(user, 1)
  const failing = use(user, async () => {
    await withWallet(user, (wallet) => grantMonthlyTokens(wallet, `next:${user.id}`, 7))
    throw new Error('failed')
  })
  await expect(failing).rejects.toThrow('failed')
  expect(await tokensOf(user)).toEqual({ monthly: 7, purchased: 1, owed: 0 })
  // One of this month does come back.
  const free = await use(user, async () => ({ answer: 'fallback', delivered: false }), 'another')
  expect(free.tokensRemaining).toBe(8)
})

test('a key may be 200 characters long', async () => {
  const user = await newPro({ monthly: 2 })
  const deliver = async () => ({ answer: null, delivered: true })
  await expect(use(user, deliver, 'k'.repeat(201))).rejects.toMatchObject({ fields: { status: 400 } })
  expect(await use(user, deliver, 'k'.repeat(200))).toMatchObject({ tokensRemaining: 1 })
})

test('after the clock was set back by an hour, the same request is a new use at once', async () => {
  const user = await newPro({ monthly: 3 })
  let worked = 0
  const work = async () => {
    worked += 1
    return { answer: worked, delivered: true }
  }
  await use(user, work)
  now -= 60 * 60_000
  expect(await use(user, work)).toEqual({ answer: 2, tokensRemaining: 1 })
  // A double click is one all the same.
  expect(await use(user, work)).toEqual({ answer: 2, tokensRemaining: 1 })
})
