import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER, makePro } from '../../server/src/accounts/testing/pro-user.ts'
import { systemClock } from '../../server/src/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import { createLog } from '../../server/src/log.ts'
import { createTokenMeter } from '../../server/src/tokens/token-meter.ts'
import { type Spender, startSpender } from '../support/spender-process.ts'

const LONG = process.env.BALLAST_LONG !== undefined
const ROUNDS = LONG ? 200 : 6
const KILLS = LONG ? 100 : 3

let db: TestDatabase
let DATABASE_URL: string
let spenders: Spender[] = []
beforeAll(async () => {
  db = await createTestDatabase()
  if (db.url === undefined) throw new Error('These tests need TEST_DATABASE_URL, as `npm test` sets it.')
  DATABASE_URL = db.url
  spenders = await Promise.all([startSpender({ DATABASE_URL }), startSpender({ DATABASE_URL })])
})
afterAll(async () => {
  await Promise.all(spenders.map((spender) => spender.kill()))
  await db.close()
})

const newMeter = () => createTokenMeter({ db, clock: systemClock, log: createLog('silent'), forget: () => undefined })

async function newPro(tokens: number): Promise<string> {
  const [user] = await db.asOwner(`insert into users (issuer, subject, created_at, last_sign_in_at)
    values ('test', '${randomUUID()}', now(), now()) returning id`)
  const userId = String(user!.id)
  await makePro(db, userId, { monthly: 2, purchased: tokens - 2 })
  return userId
}
const tokensOf = async (userId: string) =>
  (await db.asOwner(`select monthly + purchased as tokens from token_balances where user_id = '${userId}'`))[0]!.tokens

test(`50 at once on 5 tokens from two processes: exactly 5 succeed, in each of ${ROUNDS} rounds`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const userId = await newPro(5)
    const orders = spenders.map((_, place) => ({
      userId,
      keys: Array.from({ length: 25 }, (__, index) => `${place}-${index}`),
      work: 'deliver' as const,
    }))
    const reports = (await Promise.all(spenders.map((spender, place) => spender.spend(orders[place]!)))).flat()
    expect(reports.filter((end) => end === 'delivered')).toHaveLength(5)
    expect(reports.filter((end) => end === 'requiresPurchase')).toHaveLength(45)
    expect(await tokensOf(userId)).toBe(0)
  }
  expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
})

test('the same click at both processes is one use', async () => {
  const userId = await newPro(5)
  const keys = ['one click', 'another click']
  const reports = await Promise.all(spenders.map((spender) => spender.spend({ userId, keys, work: 'deliver' })))
  expect(reports.flat()).toEqual(['delivered', 'delivered', 'delivered', 'delivered'])
  expect(await tokensOf(userId)).toBe(3)
})

test(`killed ${KILLS} times between setting aside and keeping, everything comes back, once`, {
  tags: 'full',
}, async () => {
  const userId = await newPro(8)
  for (let kill = 0; kill < KILLS; kill += 1) {
    // Its clock is a minute slow, so that for the others its leases have run out as soon as it is dead.
    const doomed = await startSpender({ DATABASE_URL, CLOCK_OFFSET_SECONDS: '-60' })
    doomed.begin({ userId, keys: Array.from({ length: 8 }, () => randomUUID()), work: 'hang' })
    if (kill % 2 === 0) await expect.poll(() => tokensOf(userId), { timeout: 10_000, interval: 5 }).toBe(0)
    else await new Promise((resolve) => setTimeout(resolve, (kill * 37) % 100))
    await doomed.kill()
    // Both sweep at once.
    await Promise.all([newMeter().sweep(), newMeter().sweep()])
    expect(await tokensOf(userId)).toBe(8)
    expect(await auditTokens(db)).toEqual(BOOKS_IN_ORDER)
  }
})
