import type {
  HedgeAnalysis,
  InboxMessage,
  NewPolicy,
  OptionChain,
  Policy,
  PolicyEntry,
  PolicyProposal,
  Portfolio,
  PortfolioOptions,
  Position,
} from '@ballast/contract'
import { repriceHedge } from '@ballast/quant'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runWholeJob } from '../../jobs/testing/run-whole-job.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { createPolicyJob } from './policy-job.ts'

let app: TestApp
let now = NOW
let analysis: HedgeAnalysis
let users = 0
let client: TestClient
let portfolioId: string

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
  const first = await signInPro(app, 'first@example.com')
  analysis = await analyse(first, await upload(first, WORKED_EXAMPLE))
})
afterAll(() => app?.close())
beforeEach(async () => {
  now = NOW
  users += 1
  client = await signInPro(app, `policies${users}@example.com`)
  portfolioId = await upload(client, WORKED_EXAMPLE)
})

const recommended = () =>
  analysis.hedgeStrategies.find(({ role }) => role === 'recommended') as HedgeAnalysis['hedgeStrategies'][number]

function fromTicket(changes: Partial<NewPolicy> = {}): NewPolicy {
  const strategy = recommended()
  return {
    limitPercent: analysis.request.limitPercent,
    shockPercent: analysis.request.shockPercent,
    endsOn: analysis.term?.lastDay ?? '',
    legs: strategy.legs.map(({ symbol, contracts, premium }) => {
      return { symbol, ordered: contracts, filled: contracts, price: premium }
    }),
    fees: strategy.cost.fees,
    placedOn: '2026-11-20',
    addPositions: true,
    analysisId: analysis.analysisId,
    strategyId: strategy.id,
    ...changes,
  }
}

const create = (wanted: NewPolicy, by = client) =>
  by.json<Policy>(`/api/portfolios/${portfolioId}/policies`, { method: 'POST', json: wanted })
const read = (id: string, by = client) => by.json<{ policy: Policy; history: PolicyEntry[] }>(`/api/policies/${id}`)
const positions = () => client.json<Position[]>(`/api/portfolios/${portfolioId}/positions`)
const inbox = () => client.json<InboxMessage[]>('/api/inbox')
const runJob = () => runWholeJob(createPolicyJob(app.dependencies))

test('a placed ticket becomes a policy, its legs are positions once, and it holds the limit that was searched for', async () => {
  const policy = await create(fromTicket())
  const strategy = recommended()
  expect(policy.cost).toBeCloseTo(strategy.cost.premium + strategy.cost.fees, 6)
  expect(policy.judgement?.state).toBe('holds')
  expect(policy.judgement?.sentence).toMatch(/^Protected to −\d+\.\d% in a fall of 20% until \w+ \d+, 2027\.$/)
  const held = (await positions()).filter(({ kind }) => kind === 'option')
  expect(held.map(({ ticker, shares, avgCost }) => [ticker, shares, avgCost])).toEqual(
    strategy.legs.map(({ symbol, contracts, premium }) => [symbol, contracts, premium]),
  )
  // Valued by the options screen, which knows nothing of policies.
  const options = await client.json<PortfolioOptions>(`/api/portfolios/${portfolioId}/options`)
  const worth = options.positions.reduce((sum, { value }) => sum + (value ?? Number.NaN), 0)
  expect(policy.judgement?.legsValue).toBeCloseTo(worth, 4)
  const [check] = (await read(policy.id)).history
  const { lossPercent, unhedgedLossPercent } = policy.judgement ?? {}
  expect(check).toMatchObject({ kind: 'check', lossPercent, unhedgedLossPercent })
  expect(Number(unhedgedLossPercent)).toBeGreaterThan(Number(lossPercent))
})

test('a portfolio is protected while it has an open policy', async () => {
  const isProtected = async () => {
    const portfolios = await client.json<Portfolio[]>('/api/portfolios')
    return portfolios.filter((portfolio) => portfolio.isProtected).map(({ id }) => id)
  }
  expect(await isProtected()).toEqual([])
  const { id } = await create(fromTicket())
  await upload(client, WORKED_EXAMPLE)
  expect(await isProtected()).toEqual([portfolioId])
  await client.json(`/api/policies/${id}/close`, { method: 'POST', json: { removePositions: false } })
  expect(await isProtected()).toEqual([])
})

test('the loss is that of the legs repriced by themselves', async () => {
  const { judgement } = await create(fromTicket())
  const { losses } = judgement as NonNullable<Policy['judgement']>
  const day = losses?.days.findIndex(({ tradingDays }) => tradingDays === 21) ?? -1
  const fall = losses?.fallsPercent.indexOf(20) ?? -1
  const { book } = analysis.repricing
  // Only older answers have no day.
  const underlyings = analysis.repricing.underlyings.map((one) => ({ ...one, today: one.today ?? '' }))
  const { legs } = recommended()
  const at = (marketReturn: number, scale: number) => {
    const shock = { marketReturn, horizonDays: 21, volatility: { kind: 'rule', scale } } as const
    const { unhedged, legValues } = repriceHedge({ book: { ...book, options: [] }, legs, fees: 0, underlyings }, shock)
    const worth = legValues.reduce((sum, one) => sum + one, 0)
    return { worth, loss: -(unhedged + worth - (judgement?.legsValue ?? 0)) / (judgement?.bookValue ?? 0) }
  }
  expect(losses?.hedgedPercent[day]?.[fall]).toBeCloseTo(100 * Math.max(at(-0.2, 0).loss, at(-0.2, 1).loss), 3)
  expect(judgement?.legsAhead[day]).toBeCloseTo(at(0, 0).worth, 2)
})

test('legs that cannot be are refused, and nothing is stored', { tags: ['full'] }, async () => {
  const [leg] = fromTicket().legs as [NewPolicy['legs'][number]]
  for (const legs of [
    [{ ...leg, symbol: 'SPY' }],
    [leg, leg],
    [{ ...leg, filled: -leg.ordered }],
    [{ ...leg, filled: leg.ordered + 1 }],
    [{ ...leg, filled: 0 }],
  ]) {
    const response = await client.fetch(`/api/portfolios/${portfolioId}/policies`, {
      method: 'POST',
      json: fromTicket({ legs }),
    })
    expect(response.status).toBe(400)
  }
  expect(await client.json('/api/policies')).toEqual([])
  expect((await positions()).some(({ kind }) => kind === 'option')).toBe(false)
})

test('a policy of somebody else is as absent as one that never was', async () => {
  const { id } = await create(fromTicket())
  const other = await signInPro(app, `other${users}@example.com`)
  for (const [method, path, json] of [
    ['GET', '', undefined],
    ['PATCH', '', { fees: 1 }],
    ['POST', '/check', undefined],
    ['POST', '/adopt', undefined],
    ['POST', '/close', { removePositions: true }],
  ] as const) {
    expect((await other.fetch(`/api/policies/${id}${path}`, { method, json })).status).toBe(404)
  }
  expect(
    (await other.fetch(`/api/portfolios/${portfolioId}/policies`, { method: 'POST', json: fromTicket() })).status,
  ).toBe(404)
})

test('fills that come later change the positions with them; closing takes them out and keeps the history', {
  tags: ['full'],
}, async () => {
  const whole = fromTicket()
  const part = whole.legs.map((leg) => ({ ...leg, filled: Math.sign(leg.ordered) }))
  const { id } = await create({ ...whole, legs: part })
  const changed = await client.json<Policy>(`/api/policies/${id}`, { method: 'PATCH', json: { legs: whole.legs } })
  expect(changed.legs.map(({ filled }) => filled)).toEqual(whole.legs.map(({ ordered }) => ordered))
  const held = (await positions()).filter(({ kind }) => kind === 'option')
  expect(held.map(({ shares }) => shares)).toEqual(whole.legs.map(({ ordered }) => ordered))
  const close = () => client.fetch(`/api/policies/${id}/close`, { method: 'POST', json: { removePositions: true } })
  const closed = await Promise.all([close(), close(), close()])
  expect(closed.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await client.json<{ policy: Policy }>(`/api/policies/${id}`)).policy.status).toBe('closed')
  expect((await positions()).some(({ kind }) => kind === 'option')).toBe(false)
  expect((await read(id)).history.map(({ kind }) => kind)).toEqual(['closed', 'check', 'changed', 'check', 'created'])
  expect((await client.fetch(`/api/policies/${id}/check`, { method: 'POST' })).status).toBe(409)
})

test('who buys more is told by the next run, once, and the limit holds again after selling', async () => {
  const { id } = await create(fromTicket())
  await runJob()
  expect(await inbox()).toEqual([])
  const bought = await client.json<Position>(`/api/portfolios/${portfolioId}/positions`, {
    method: 'POST',
    json: { ticker: 'NVDA', shares: 1500 },
  })
  await Promise.all([runJob(), runJob()])
  await runJob()
  const broken = (await read(id)).policy
  expect(broken.judgement?.state).toBe('too-little')
  const [repair] = broken.judgement?.repairs ?? []
  expect(repair?.lossPercent).toBeLessThanOrEqual(broken.limitPercent + 1e-6)
  expect((await inbox())[0]?.text).toContain(repair?.text)
  const told = await inbox()
  expect(told.map(({ title, link }) => [title, link])).toEqual([['Your hedge is too small now', `/policies/${id}`]])
  expect(await client.json('/api/inbox/unread')).toEqual({ unread: 1 })
  expect(await client.json('/api/inbox/read', { method: 'POST' })).toEqual({ read: 1 })
  expect(await client.json('/api/inbox/unread')).toEqual({ unread: 0 })
  await client.fetch(`/api/portfolios/${portfolioId}/positions/${bought.id}`, { method: 'DELETE' })
  now = new Date(NOW.getTime() + 60_000)
  await runJob()
  expect((await inbox()).map(({ title }) => title)).toContain('Your hedge holds its limit again')
})

test('a repair opens nothing that the accounts may not hold', async () => {
  const { id } = await create(fromTicket())
  const put = (path: string, method: string, json: object) =>
    client.json(`/api/portfolios/${portfolioId}/${path}`, { method, json })
  await put('positions', 'POST', { ticker: 'NVDA', shares: 300 })
  const listOpens = async () => {
    const { judgement } = await client.json<Policy>(`/api/policies/${id}/check`, { method: 'POST' })
    return judgement?.repairs.flatMap(({ orders }) => orders).filter(({ closes }) => !closes) ?? []
  }
  expect((await listOpens()).some(({ contracts }) => contracts < 0)).toBe(true)
  await put('accounts', 'PUT', { account: null, level: 'long', kind: 'ira' })
  expect(new Set((await listOpens()).map(({ contracts }) => Math.sign(contracts)))).toEqual(new Set([1]))
})

test('the cheapest repair, once placed, keeps the limit again', { tags: ['full'] }, async () => {
  const { id } = await create(fromTicket())
  const json = { ticker: 'NVDA', shares: 300 }
  await client.json(`/api/portfolios/${portfolioId}/positions`, { method: 'POST', json })
  await runJob()
  const { policy } = await read(id)
  const [repair] = policy.judgement?.repairs ?? []
  const costs = policy.judgement?.repairs.map(({ cost }) => cost) ?? []
  expect(costs).toEqual([...costs].sort((a, b) => a - b))
  const legs = new Map(policy.legs.map(({ symbol, filled, price }) => [symbol, { contracts: filled, price }]))
  for (const { symbol, contracts, premium } of repair?.orders ?? []) {
    const before = legs.get(symbol)
    legs.set(symbol, { contracts: (before?.contracts ?? 0) + contracts, price: before?.price ?? premium })
  }
  const changed = await client.json<Policy>(`/api/policies/${id}`, {
    method: 'PATCH',
    json: {
      legs: [...legs].flatMap(([symbol, { contracts, price }]) =>
        contracts === 0 ? [] : [{ symbol, ordered: contracts, filled: contracts, price }],
      ),
    },
  })
  // Bought at the ask and worth the middle: the check may stand that much better than the search said.
  expect(changed.judgement?.lossPercent).toBeLessThanOrEqual(changed.limitPercent)
  expect(['holds', 'more-than-needed']).toContain(changed.judgement?.state)
})

test('before its end a policy is renewed: tickets with a later end, and what waiting costs', {
  tags: ['full'],
}, async () => {
  const [leg] = fromTicket().legs as [NewPolicy['legs'][number]]
  const options = await client.json<OptionChain>('/api/options/near-term/SPY')
  const near = options.options.find(
    ({ contractType, expirationDate, delta }) =>
      contractType === 'put' &&
      expirationDate <= '2026-12-11' &&
      expirationDate > '2026-11-27' &&
      Math.abs(delta ?? 0) > 0.3,
  )
  expect(near).toBeDefined()
  const { judgement } = await create(
    fromTicket({
      limitPercent: 40,
      endsOn: near?.expirationDate ?? '',
      placedOn: '2026-09-01',
      legs: [{ ...leg, symbol: near?.symbol ?? '', ordered: 2, filled: 2, price: near?.ask ?? 0 }],
    }),
  )
  expect(judgement?.state).toBe('expires-soon')
  expect(judgement?.repairs.length).toBeGreaterThan(0)
  for (const { endsOn } of judgement?.repairs ?? []) expect(endsOn > (near?.expirationDate ?? '')).toBe(true)
})

test('options sold at the broker leave a policy that cannot be checked, with the reason', {
  tags: ['full'],
}, async () => {
  const { id } = await create(fromTicket())
  for (const { id: positionId, kind } of await positions()) {
    if (kind === 'option')
      await client.fetch(`/api/portfolios/${portfolioId}/positions/${positionId}`, { method: 'DELETE' })
  }
  await runJob()
  const { policy } = await read(id)
  expect(policy.judgement).toMatchObject({ state: 'cannot-be-judged', lossPercent: null, legsValue: null })
  expect(policy.judgement?.sentence).toContain('the portfolio does not hold')
})

test('the same contracts imported again are found, and adopting them counts them once', {
  tags: ['full'],
}, async () => {
  const { id } = await create(fromTicket())
  expect((await read(id)).policy.importedAgain).toBe(false)
  const imported = fromTicket().legs.map(({ symbol, ordered, price }) => ({
    ticker: symbol,
    shares: ordered,
    avgCost: price,
  }))
  await client.json('/api/portfolios/save-from-review', {
    method: 'POST',
    json: { name: 'Hedged', positions: imported, portfolioId, mode: 'add' },
  })
  expect((await read(id)).policy.importedAgain).toBe(true)
  await client.json(`/api/policies/${id}/adopt`, { method: 'POST' })
  const held = (await positions()).filter(({ kind }) => kind === 'option')
  expect(held.map(({ ticker, shares }) => [ticker, shares])).toEqual(
    imported.map(({ ticker, shares }) => [ticker, shares]),
  )
  expect((await read(id)).policy.importedAgain).toBe(false)
})

test('an imported option is recognised as the hedge of an earlier analysis, until it is a policy', {
  tags: ['full'],
}, async () => {
  const own = await analyse(client, portfolioId)
  const strategy = own.hedgeStrategies.find(({ role }) => role === 'recommended')
  const proposals = () => client.json<PolicyProposal[]>(`/api/portfolios/${portfolioId}/policy-proposals`)
  expect(await proposals()).toEqual([])
  const bought =
    strategy?.legs.map(({ symbol, contracts }) => ({ ticker: symbol, shares: contracts, avgCost: 9.5 })) ?? []
  await client.json('/api/portfolios/save-from-review', {
    method: 'POST',
    json: { name: 'Hedged', positions: bought, portfolioId, mode: 'add' },
  })
  const [proposal, ...others] = await proposals()
  expect(others).toEqual([])
  expect(proposal).toMatchObject({ analysisId: own.analysisId, strategyId: strategy?.id, limitPercent: 15 })
  expect(proposal?.legs.map(({ symbol, filled, price }) => [symbol, filled, price])).toEqual(
    bought.map(({ ticker, shares }) => [ticker, shares, 9.5]),
  )
  const { legs = [], strategyId = null } = proposal ?? {}
  await create(fromTicket({ legs, strategyId, analysisId: own.analysisId, addPositions: false }))
  expect(await proposals()).toEqual([])
})

test('without PRO policies are readable and rest, which is told once', async () => {
  const { id } = await create(fromTicket())
  const { id: userId } = await client.json<{ id: string }>('/api/auth/user')
  await app.db.asOwner(`update users set pro_until = '2026-11-01T00:00:00Z' where id = '${userId}'`)
  app.dependencies.sessions.forget(userId)
  await runJob()
  await runJob()
  expect((await inbox()).map(({ title }) => title)).toEqual(['Your policies are not checked any more'])
  const { policy } = await read(id)
  expect(policy).toMatchObject({ isChecked: false, status: 'open' })
  for (const [method, path, json] of [
    ['POST', `/api/policies/${id}/check`, undefined],
    ['POST', `/api/portfolios/${portfolioId}/policies`, fromTicket()],
  ] as const) {
    const response = await client.fetch(path, { method, json })
    expect([response.status, await response.json()]).toMatchObject([403, { requiresUpgrade: true }])
  }
})

test('a day without quotes is told of, and not before the evening', { tags: ['full'] }, async () => {
  const { id } = await create(fromTicket())
  const { getDailyHistory } = app.dependencies.marketData
  app.dependencies.marketData.getDailyHistory = async () => ({ found: new Map(), missing: new Map() })
  try {
    // Monday, an hour after the close, then eight hours after it.
    now = new Date('2026-11-23T22:00:00Z')
    await runJob()
    // Sessions end while nobody is there: the owner comes back at the time of the others.
    now = NOW
    expect((await read(id)).policy.judgement?.state).toBe('holds')
    now = new Date('2026-11-24T05:00:00Z')
    await runJob()
    await runJob()
    // Another day without quotes is no other day of the last check, and nothing new.
    now = new Date('2026-11-24T22:00:00Z')
    await runJob()
    now = new Date('2026-11-25T05:00:00Z')
    await runJob()
  } finally {
    now = NOW
    app.dependencies.marketData.getDailyHistory = getDailyHistory
  }
  expect((await read(id)).policy.judgement?.sentence).toBe(
    'Not checked since Friday, Nov 20, 2026: the provider gave no price history of SPY.',
  )
  expect((await inbox()).map(({ title }) => title)).toEqual(['Your hedge could not be checked'])
})

test('a policy is over after the close of its last day', { tags: ['full'] }, async () => {
  const { id } = await create(fromTicket())
  now = new Date(`${analysis.term?.lastDay}T22:00:00Z`)
  await runJob()
  now = NOW
  expect((await read(id)).policy.judgement?.state).toBe('expired')
})

test('the export holds policies and messages, and they go with the account', async () => {
  await create(fromTicket({ limitPercent: 5 }))
  const file = (await (await client.fetch('/api/account/export')).json()) as { tables: Record<string, unknown[]> }
  expect(file.tables.policies).toHaveLength(1)
  expect(file.tables.policy_history?.length).toBeGreaterThan(1)
  expect(file.tables.inbox_messages).toHaveLength(1)
  const { id: userId, email } = await client.json<{ id: string; email: string }>('/api/auth/user')
  await client.fetch('/api/account', { method: 'DELETE', json: { confirmEmail: email } })
  for (const table of ['policies', 'policy_history', 'inbox_messages']) {
    expect(await app.db.asOwner(`select 1 from ${table} where user_id = '${userId}'`)).toEqual([])
  }
})
