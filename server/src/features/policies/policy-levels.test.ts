/** @module-tag full */

import type { HedgeAnalysis, InboxMessage, Policy, PolicyEntry, PolicyLevel, PolicyState } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runWholeJob } from '../../jobs/testing/run-whole-job.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload } from '../hedges/testing/hedge-client.ts'
import { checkPortfolio } from './check-policies.service.ts'
import { createLevelJob } from './level-job.ts'
import { createPolicyJob } from './policy-job.ts'
import { listCrossed, restLevels } from './policy-levels.ts'
import { createMovedMarket } from './testing/moved-market.ts'

/** Within the session after the close of NOW. */
const MORNING = '2026-11-23T15:00:00Z'
/** A level is found to a tenth of a percent; quotes in whole cents and a smile that is fitted again make up the rest. */
const MARGIN = 0.002
const signal = new AbortController().signal
let app: TestApp
let now = NOW
let move = 0
let quoted: string[] = []
let client: TestClient
let policy: Policy
let spot: number
let userId: string

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
  client = await signInPro(app, 'levels@example.com')
  userId = (await client.json<{ id: string }>('/api/auth/user')).id
  const portfolioId = await upload(client, 'SPY,500,1\n')
  policy = await place(portfolioId, await analyse(client, portfolioId))
  spot = (await app.dependencies.marketData.getQuotes({ tickers: ['SPY'] })).found.get('SPY')?.price ?? 0
  const moved = createMovedMarket({ ...app.dependencies.marketData }, { now: () => now }, () => move)
  Object.assign(app.dependencies.marketData, {
    ...moved,
    getQuotes(request) {
      quoted.push(...request.tickers)
      return moved.getQuotes(request)
    },
  } satisfies Partial<MarketData>)
})
afterAll(() => app?.close())

function place(portfolioId: string, { request, term, hedgeStrategies }: HedgeAnalysis): Promise<Policy> {
  const { legs = [], cost } = hedgeStrategies.find(({ role }) => role === 'recommended') ?? {}
  return client.json<Policy>(`/api/portfolios/${portfolioId}/policies`, {
    method: 'POST',
    json: {
      limitPercent: request.limitPercent,
      shockPercent: request.shockPercent,
      endsOn: term?.lastDay,
      legs: legs.map(({ symbol, contracts, premium }) => {
        return { symbol, ordered: contracts, filled: contracts, price: premium }
      }),
      fees: cost?.fees ?? 0,
      placedOn: '2026-11-20',
      addPositions: true,
      analysisId: null,
      strategyId: null,
    },
  })
}

async function read() {
  // A session would have ended meanwhile.
  now = NOW
  const { policy: found, history } = await client.json<{ policy: Policy; history: PolicyEntry[] }>(
    `/api/policies/${policy.id}`,
  )
  return { judgement: found.judgement, causes: history.map(({ cause, kind }) => cause ?? kind) }
}
const countMessages = async () => {
  now = NOW
  return (await client.json<InboxMessage[]>('/api/inbox')).length
}
const levelOf = (side: PolicyLevel['side']) => policy.judgement?.levels.find((one) => one.side === side) as PolicyLevel

async function askAt(marketReturn: number): Promise<PolicyState | undefined> {
  now = new Date(MORNING)
  move = marketReturn
  await checkPortfolio(app.dependencies, { userId, portfolioId: policy.portfolioId, cause: 'asked', signal })
  return (await read()).judgement?.state
}

/** Runs the job at a price of the index. */
async function runAt(instant: string, price: number) {
  now = new Date(instant)
  move = price / spot - 1
  await runWholeJob(createLevelJob(app.dependencies))
  return read()
}

test('a check says at which prices of the market its state would be another', () => {
  const { levels = [], state } = policy.judgement ?? {}
  expect(levels.map(({ ticker, side }) => `${ticker} ${side}`)).toEqual(['SPY below', 'SPY above'])
  expect(levelOf('below').price).toBeLessThan(spot)
  expect(levelOf('above').price).toBeGreaterThan(spot)
  expect(state).toBe('holds')
  expect(levels.some(({ to }) => to !== state)).toBe(true)
  expect(levels.every(({ restsUntil }) => restsUntil === null)).toBe(true)
})

test('a check on quotes between the levels finds the same state, and one beyond them the state that was expected', async () => {
  const [low, high] = [levelOf('below').price / spot - 1, levelOf('above').price / spot - 1]
  for (const part of [0, 0.25, 0.5, 0.75, 1]) {
    const between = low + MARGIN + part * (high - low - 2 * MARGIN)
    expect([part, await askAt(between)]).toEqual([part, 'holds'])
  }
  for (const level of policy.judgement?.levels ?? []) {
    const beyond = level.price / spot - 1 + (level.side === 'below' ? -MARGIN : MARGIN)
    const state = await askAt(beyond)
    expect([level.side, state === 'decayed' ? 'too-little' : state]).toEqual([level.side, level.to])
  }
  expect(await askAt(0)).toBe('holds')
})

test('while the exchange is open, a price that reaches a level brings a check, which is told once', async () => {
  const side = levelOf('above').to === 'holds' ? 'below' : 'above'
  const level = levelOf(side)
  const beyond = level.price * (1 + (side === 'below' ? -MARGIN : MARGIN))
  const [before, messages] = [await read(), await countMessages()]
  quoted = []
  expect((await runAt('2026-11-23T15:10:00Z', (spot + level.price) / 2)).causes).toEqual(before.causes)
  // One question for each ticker, and nothing more where no level is reached.
  expect(quoted).toEqual(['SPY'])
  expect((await runAt('2026-11-23T12:00:00Z', beyond)).causes).toEqual(before.causes)

  const checked = await runAt('2026-11-23T15:10:00Z', beyond)
  expect(checked.causes).toEqual(['level', ...before.causes])
  expect(checked.judgement?.state).not.toBe('holds')
  expect(await countMessages()).toBe(messages + 1)

  // The price swings around the level: it rests for an hour.
  expect((await runAt('2026-11-23T15:30:00Z', (spot + level.price) / 2)).causes).toEqual(checked.causes)
  const later = await runAt('2026-11-23T16:15:00Z', (spot + level.price) / 2)
  expect(later.causes).toEqual(['level', ...checked.causes])
  expect(later.judgement?.state).toBe('holds')
  expect((await runAt('2026-11-23T18:00:00Z', beyond)).judgement?.state).toBe(checked.judgement?.state)
  expect(await countMessages()).toBe(messages + 3)

  // The close is another check: what it finds is told where it is new, and once.
  for (const instant of ['2026-11-23T21:30:00Z', '2026-11-23T21:40:00Z']) {
    now = new Date(instant)
    await runWholeJob(createPolicyJob(app.dependencies))
    await runWholeJob(createLevelJob(app.dependencies))
    const closed = await read()
    expect(closed.causes.slice(0, 2)).toEqual(['close', 'level'])
    expect(await countMessages()).toBe(messages + 3 + Number(closed.judgement?.state !== checked.judgement?.state))
  }
})

test('a policy whose owner is not on PRO waits for no price', async () => {
  await app.db.asOwner('update users set pro_until = null, is_admin = false')
  quoted = []
  await runAt('2026-11-24T15:00:00Z', 1)
  expect(quoted).toEqual([])
})

test('levels are reached at their price, and rest where they part the states of one that was', () => {
  const level = (side: PolicyLevel['side'], price: number, to: PolicyState) => ({ ticker: 'SPY', side, price, to })
  const [below, above] = [level('below', 600, 'paid-out'), level('above', 700, 'too-little')]
  const prices = (price: number) => new Map([['SPY', price]])
  expect(listCrossed([below, above], prices(600))).toEqual([below])
  expect(listCrossed([below, above], prices(650))).toEqual([])
  expect(listCrossed([below, above], prices(700))).toEqual([above])
  expect(listCrossed([below, above], new Map([['AAPL', 1]]))).toEqual([])

  const at = new Date(MORNING)
  const rest = (state: PolicyState, after: readonly ReturnType<typeof level>[], price: number, when = at) =>
    restLevels({ state, levels: after }, before, { now: when, prices: prices(price) }).map(
      ({ restsUntil }) => restsUntil,
    )
  const before = {
    state: 'holds' as PolicyState,
    levels: [
      { ...below, restsUntil: null },
      { ...above, restsUntil: '2026-11-23T15:30:00.000Z' },
    ],
  }
  const until = '2026-11-23T16:00:00.000Z'
  // Back to the state before, which is the same boundary; and still the boundary that rested before.
  expect(rest('paid-out', [level('above', 601, 'holds'), level('below', 500, 'too-little')], 600)).toEqual([
    until,
    null,
  ])
  expect(rest('decayed', [level('below', 699, 'holds')], 650)).toEqual(['2026-11-23T15:30:00.000Z'])
  expect(rest('decayed', [level('below', 699, 'holds')], 650, new Date('2026-11-23T15:31:00Z'))).toEqual([null])
})
