import type { InboxMessage, Position, WatchRule, WatchTerms } from '@ballast/contract'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { createMovedMarket } from '../policies/testing/moved-market.ts'
import { createPriceJob } from './price-job.ts'
import { createWatchJob } from './watch-job.ts'

let app: TestApp
let now = NOW
let users = 0
let client: TestClient
let portfolioId: string

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
})
afterAll(() => app?.close())
beforeEach(async () => {
  now = NOW
  users += 1
  client = await signInPro(app, `watch${users}@example.com`)
  portfolioId = await upload(client, WORKED_EXAMPLE)
})

const BROAD: WatchTerms = { kind: 'weight', ticker: 'NVDA', limitPercent: 99 }

const post = (terms: WatchTerms, by = client, mutedChannelIds: string[] = []) =>
  by.fetch(`/api/portfolios/${portfolioId}/watch-rules`, { method: 'POST', json: { terms, mutedChannelIds } })
const create = async (terms: WatchTerms) => (await (await post(terms)).json()) as WatchRule
const change = (id: string, json: object) => client.json<WatchRule>(`/api/watch-rules/${id}`, { method: 'PATCH', json })
const list = async (by = client) => (await by.json<{ rules: WatchRule[] }>('/api/watch-rules')).rules
const inbox = (by = client) => by.json<InboxMessage[]>('/api/inbox')
const runJob = () => createWatchJob(app.dependencies).run(new AbortController().signal)
/** Runs the job at another time. Sessions end meanwhile, so the owner looks at the time of the others. */
async function runAt(instant: string) {
  now = new Date(instant)
  await runJob()
  await runJob()
  now = NOW
}
const buy = (ticker: string, shares: number) =>
  client.json<Position>(`/api/portfolios/${portfolioId}/positions`, { method: 'POST', json: { ticker, shares } })

test('every kind of rule is checked when it is made, and says what it found', async () => {
  await buy('SPY261127P00810000', 1)
  const found = await Promise.all(
    (
      [
        { kind: 'loss', limitPercent: 60, shockPercent: 20 },
        { kind: 'weight', ticker: null, limitPercent: 5 },
        { kind: 'drawdown', limitPercent: 90 },
        { kind: 'price', ticker: ' nvda ', direction: 'above', price: 0.01 },
        { kind: 'expiry', days: 7 },
        { kind: 'assignment' },
        { kind: 'stale', days: 3 },
      ] satisfies WatchTerms[]
    ).map(create),
  )
  expect(found.map(({ state }) => state)).toEqual(['quiet', 'met', 'quiet', 'met', 'met', 'quiet', 'quiet'])
  const [loss, weight, drawdown, price, expiry] = found.map(({ sentence }) => sentence)
  expect(loss).toMatch(
    /^If the market fell 20% today, you would lose about \$[\d,]+ \(\d+\.\d%\)\. Your limit is 60%\./,
  )
  expect(weight).toMatch(/^NVDA is \d+\.\d% of the portfolio\. Your limit is 5%\.$/)
  expect(drawdown).toMatch(/^Today’s positions are /)
  expect(price).toMatch(/^NVDA is at \$[\d.]+\. You asked about \$0\.01 or more\.$/)
  expect(expiry).toBe('1 option expires within 7 days: SPY 810 put, Nov 27, 2026.')
  expect(found.every(({ simulated }) => simulated)).toBe(true)
  expect((await inbox()).map(({ kind }) => kind)).toEqual(['watch', 'watch', 'watch'])
})

test('the loss in a fall is that of the crisis of the same size on what is held, options taken off it', async () => {
  const [{ sentence: bare } = {}] = [await create({ kind: 'loss', limitPercent: 60, shockPercent: 20 })]
  const toPercent = (sentence: string | null | undefined) => Number(/\((\d+\.\d)%\)/.exec(sentence ?? '')?.[1])
  await buy('SPY270219P00730000', 2)
  await runJob()
  const [{ sentence: hedged } = {}] = await list()
  expect(toPercent(bare)).toBeGreaterThan(10)
  expect(toPercent(hedged)).toBeLessThan(toPercent(bare))
})

test('what begins after a purchase is told once by the next run, and its end, too', async () => {
  const { id } = await create({ kind: 'weight', ticker: 'KO', limitPercent: 50 })
  await runJob()
  expect(await inbox()).toEqual([])
  const bought = await buy('KO', 10_000)
  await Promise.all([runJob(), runJob()])
  await runJob()
  expect((await inbox()).map(({ title, link }) => [title, link])).toEqual([
    ['A position is larger than your limit', '/policies'],
  ])
  expect((await list()).find((rule) => rule.id === id)?.state).toBe('met')
  await client.fetch(`/api/portfolios/${portfolioId}/positions/${bought.id}`, { method: 'DELETE' })
  now = new Date(NOW.getTime() + 60_000)
  await runJob()
  expect((await inbox()).map(({ title }) => title)).toContain('Back within your limit')
})

test('while the exchange is open, a price that is reached is told once, and a limit waits for the close', async () => {
  const { marketData } = app.dependencies
  const before = { ...marketData }
  let move = 0
  const spot = (await marketData.getQuotes({ tickers: ['SPY'] })).found.get('SPY')?.price ?? 0
  Object.assign(
    marketData,
    createMovedMarket(before, { now: () => now }, () => move),
  )
  try {
    await buy('SPY', 10)
    const price = await create({ kind: 'price', ticker: 'SPY', direction: 'below', price: 0.97 * spot })
    await create({ kind: 'drawdown', limitPercent: 0 })
    await runJob()
    const messages = await inbox()
    const runAtPrice = async (instant: string, factor: number) => {
      now = new Date(instant)
      move = factor - 1
      await createPriceJob(app.dependencies).run(new AbortController().signal)
      now = NOW
      const found = await list()
      return { state: found.find(({ id }) => id === price.id)?.state, told: (await inbox()).length - messages.length }
    }
    expect(price.state).toBe('quiet')
    expect(await runAtPrice('2026-11-23T15:00:00Z', 0.98)).toEqual({ state: 'quiet', told: 0 })
    expect(await runAtPrice('2026-11-23T12:00:00Z', 0.96)).toEqual({ state: 'quiet', told: 0 })
    expect(await runAtPrice('2026-11-23T15:00:00Z', 0.96)).toEqual({ state: 'met', told: 1 })
    expect(await runAtPrice('2026-11-23T17:00:00Z', 0.99)).toEqual({ state: 'met', told: 1 })
    expect(await runAtPrice('2026-11-23T19:00:00Z', 0.95)).toEqual({ state: 'met', told: 1 })
    expect((await inbox())[0]?.title).toBe('A price you watch was reached')
  } finally {
    Object.assign(marketData, before)
  }
})

test('each close is checked once, and something new among what is met is told of', async () => {
  await buy('SPY261127P00810000', 1)
  const { id } = await create({ kind: 'expiry', days: 7 })
  await runJob()
  const checkedAt = async () => (await list()).find((rule) => rule.id === id)?.checkedAt
  const first = await checkedAt()
  await runAt('2026-11-23T20:59:00Z')
  expect(await checkedAt()).toBe(first)
  await runAt('2026-11-23T21:01:00Z')
  expect(await checkedAt()).toBe('2026-11-23T21:01:00.000Z')
  expect(await inbox()).toHaveLength(1)
  await buy('SPY261127P00800000', 1)
  now = new Date(NOW.getTime() + 60_000)
  await runJob()
  expect((await inbox())[0]?.text).toContain('2 options expire within 7 days')
})

const userId = async (by: TestClient) => (await by.json<{ id: string }>('/api/auth/user')).id

test('what is not known is told when patience is over, and not before', async () => {
  const { id } = await create({ kind: 'price', ticker: 'NVDA', direction: 'below', price: 1 })
  await app.db.asOwner(
    `update watch_rules set terms = jsonb_set(terms::jsonb, '{ticker}', '"NOSUCH"')::json where id = '${id}'`,
  )
  await runAt('2026-11-23T22:00:00Z')
  expect((await list())[0]?.state).toBe('quiet')
  expect(await inbox()).toEqual([])
  await runAt('2026-11-24T03:01:00Z')
  expect((await list())[0]).toMatchObject({ state: 'unknown', sentence: 'NOSUCH has no price.' })
  const told = await inbox()
  expect(told).toHaveLength(1)
  expect(told[0]?.text).toBe('Hedged: NOSUCH below 1.00. NOSUCH has no price. Not checked since Nov 20, 2026.')
})

test('a rule is changed, switched off and deleted', async () => {
  const { id } = await create(BROAD)
  expect(await change(id, { terms: { kind: 'weight', ticker: 'NVDA', limitPercent: 1 } })).toMatchObject({
    name: 'NVDA over 1% of the portfolio',
    state: 'met',
  })
  expect(await change(id, { isOn: false })).toMatchObject({ isOn: false, state: null, sentence: null })
  await runJob()
  expect((await list())[0]?.state).toBeNull()
  expect(await change(id, { isOn: true })).toMatchObject({ isOn: true, state: 'met' })
  await client.json(`/api/watch-rules/${id}`, { method: 'DELETE' })
  expect(await list()).toEqual([])
  expect((await post({ kind: 'price', ticker: '<b>', direction: 'below', price: 1 })).status).toBe(400)
})

test('one rule is free; PRO has twenty', async () => {
  const free = await app.signIn(`free${users}@example.com`)
  portfolioId = await upload(free, WORKED_EXAMPLE)
  expect((await post(BROAD, free)).status).toBe(200)
  const second = await post(BROAD, free)
  expect([second.status, await second.json()]).toEqual([403, expect.objectContaining({ requiresUpgrade: true })])
  await runJob()
  expect((await list(free))[0]).toMatchObject({ isResting: false, state: 'quiet' })
})

test('after PRO the oldest rule goes on and the others rest, which is told once', { tags: 'full' }, async () => {
  await create({ kind: 'weight', ticker: 'KO', limitPercent: 99 })
  now = new Date(NOW.getTime() + 1000)
  await create(BROAD)
  await app.db.asOwner(`update users set pro_until = '2026-11-21T00:00:00Z' where id = '${await userId(client)}'`)
  const monday = '2026-11-23T22:00:00.000Z'
  await runAt(monday)
  const checks = async () => (await list()).map(({ checkedAt }) => checkedAt)
  expect(await checks()).toEqual([monday, expect.stringMatching(/^2026-11-20/)])
  const rules = await list()
  expect(rules[1]?.sentence).toContain('NVDA is')
  expect((await inbox()).map(({ title }) => title)).toEqual(['Only one watch rule is checked now'])
  await app.db.asOwner(`update users set pro_until = '2027-11-21T00:00:00Z' where id = '${await userId(client)}'`)
  await runAt(monday)
  expect(await checks()).toEqual([monday, monday])
})

test('a rule is told through every channel that is not muted for it', async () => {
  const channels = await Promise.all(
    ['https://one.example.com/hook', 'https://two.example.com/hook'].map(async (url) => {
      const json = { type: 'webhook', url }
      const { channel } = await client.json<{ channel: { id: string } }>('/api/notifications/channels', {
        method: 'POST',
        json,
      })
      return channel.id
    }),
  )
  const [first = '', second = ''] = channels
  const owner = await userId(client)
  const sent = async () => {
    const rows = await app.db.asOwner(`select channel_id from outbox where user_id = '${owner}'`)
    return rows.map(({ channel_id: id }) => id).sort()
  }
  // Met by the check that making it includes.
  await post({ kind: 'weight', ticker: 'NVDA', limitPercent: 1 }, client, [first])
  expect(await sent()).toEqual([second])
  const { id } = await create(BROAD)
  await change(id, { mutedChannelIds: [second] })
  await change(id, { terms: { ...BROAD, limitPercent: 2 } })
  expect(await sent()).toEqual([first, second].sort())
})

test('rules are in the export, and go with the portfolio and with the account', async () => {
  await create(BROAD)
  const owner = await userId(client)
  const exported = await (await client.fetch('/api/account/export')).text()
  expect(exported).toContain('"watch_rules":[\n{')
  await client.fetch(`/api/portfolios/${portfolioId}`, { method: 'DELETE' })
  expect(await list()).toEqual([])
  portfolioId = await upload(client, WORKED_EXAMPLE)
  await create(BROAD)
  await client.fetch('/api/account', { method: 'DELETE', json: { confirmEmail: `watch${users}@example.com` } })
  expect(await app.db.asOwner(`select id from watch_rules where user_id = '${owner}'`)).toEqual([])
})
