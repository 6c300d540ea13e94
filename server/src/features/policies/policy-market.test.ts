import type { BackgroundWork, HedgeAnalysis, InboxMessage, Policy } from '@ballast/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { runWholeJob } from '../../jobs/testing/run-whole-job.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { decodeChain, encodeChain } from '../../market-data/options/option-chain.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { createPolicyJob } from './policy-job.ts'

let app: TestApp
let client: TestClient
let market: MarketData
let now = NOW
let policy: Policy
let symbol: string

beforeAll(async () => {
  app = await createTestApp({
    environment: { ADMIN_EMAILS: 'admin@example.com' },
    overrides: { clock: { now: () => now } },
  })
  market = { ...app.dependencies.marketData }
  client = await signInPro(app, 'quotes@example.com')
  const portfolioId = await upload(client, WORKED_EXAMPLE)
  const { hedgeStrategies, request, term } = await analyse(client, portfolioId)
  const { legs, cost } = hedgeStrategies.find(
    ({ role }) => role === 'recommended',
  ) as HedgeAnalysis['hedgeStrategies'][0]
  policy = await client.json<Policy>(`/api/portfolios/${portfolioId}/policies`, {
    method: 'POST',
    json: {
      limitPercent: request.limitPercent,
      shockPercent: request.shockPercent,
      endsOn: term?.lastDay,
      legs: legs.map(({ symbol: one, contracts, premium }) => {
        return { symbol: one, ordered: contracts, filled: contracts, price: premium }
      }),
      fees: cost.fees,
      placedOn: '2026-11-20',
      addPositions: true,
      analysisId: null,
      strategyId: null,
    },
  })
  symbol = policy.legs[0]?.symbol ?? ''
})
afterAll(() => app?.close())
afterEach(() => {
  now = NOW
  Object.assign(app.dependencies.marketData, market)
})

/** Takes the quotes of some contracts out of the market. */
function withdraw(isGone: (one: { symbol: string; expiry: string }) => boolean): void {
  Object.assign(app.dependencies.marketData, {
    async getOptionChain(request) {
      const answer = await market.getOptionChain(request)
      if (answer.kind !== 'chain') return answer
      const chain = decodeChain(answer.encoded)
      return { ...answer, encoded: encodeChain({ ...chain, contracts: chain.contracts.filter((one) => !isGone(one)) }) }
    },
    async getOptionMarks(request) {
      const { found, missing } = await market.getOptionMarks(request)
      const gone = [...found].filter(([one, { terms }]) => isGone({ symbol: one, expiry: terms.expiry }))
      return {
        found: new Map([...found].filter((one) => !gone.includes(one))),
        missing: new Map([...missing, ...gone.map(([one]) => [one, 'not-listed'] as const)]),
      }
    },
  } satisfies Partial<MarketData>)
}

async function checkAt(instant: string) {
  now = new Date(instant)
  await app.db.asOwner('update policies set checked_day = null')
  // Any process may make it.
  await runWholeJob(createPolicyJob(app.dependencies))
  now = NOW
  const { policy: found } = await client.json<{ policy: Policy }>(`/api/policies/${policy.id}`)
  return found.judgement
}

const titles = async () => (await client.json<InboxMessage[]>('/api/inbox')).map(({ title }) => title)

test.each(['together with others', 'by itself'])(
  'a leg that nobody quotes is valued by its smile, which is said: %s',
  async (way) => {
    const check = async () => {
      if (way === 'together with others') return checkAt(NOW.toISOString())
      return (await client.json<Policy>(`/api/policies/${policy.id}/check`, { method: 'POST' })).judgement
    }
    const quoted = await check()
    withdraw((one) => one.symbol === symbol)
    const valued = await check()
    expect(valued?.state).toBe(quoted?.state)
    const [before = 0, after = 0] = [quoted?.legValues[symbol], valued?.legValues[symbol]]
    expect(Math.abs(after / before - 1)).toBeLessThan(0.02)
    expect(after).not.toBe(before)
    expect(valued?.lossPercent).toBeCloseTo(quoted?.lossPercent ?? 0, 1)
    expect(quoted?.sentence).not.toContain('no quote')
    expect(valued?.sentence).toMatch(
      /^Protected to .* The SPY \d+ put of Feb 19, 2027 has no quote, so its value is computed from the volatility of other strikes\.$/,
    )
  },
)

test('where no strike of its expiry is quoted it cannot be judged, with why and since when', async () => {
  const [leg] = policy.legs
  withdraw(({ expiry }) => expiry === leg?.expiry)
  const judgement = await checkAt('2026-11-23T22:00:00Z')
  expect(judgement?.state).toBe('cannot-be-judged')
  expect(judgement?.sentence).toBe(
    `Not checked since Friday, Nov 20, 2026: the SPY ${leg?.strike} put of Feb 19, 2027 has no quote, nor do enough other strikes to value it by.`,
  )
  expect(judgement?.advice).toContain('Ballast checks it again after the next close')
})

test('a provider that does not answer is not told as having no quotes, and is asked again before anything is told', async () => {
  expect((await checkAt(NOW.toISOString()))?.state).toBe('holds')
  const told = await titles()
  const admin = await app.signIn('admin@example.com')
  const readFailing = async () => (await admin.json<BackgroundWork>('/api/admin/background-work')).failingChecks
  app.dependencies.marketData.getOptionMarks = async ({ symbols }) => ({
    found: new Map(),
    missing: new Map(symbols.map((one) => [one, 'provider-down'])),
  })
  const asked = await client.fetch(`/api/policies/${policy.id}/check`, { method: 'POST' })
  expect([asked.status, ((await asked.json()) as { error: string }).error]).toEqual([
    503,
    'This hedge cannot be checked now: the provider did not answer about SPY. Try again in some minutes.',
  ])
  // On Sunday, long after the close: the first try is no reason to tell anything.
  expect((await checkAt('2026-11-22T15:00:00Z'))?.state).toBe('holds')
  expect(await titles()).toEqual(told)
  expect(await readFailing()).toEqual({ portfolios: 1, newestReason: 'the provider did not answer about SPY' })
  const late = await checkAt('2026-11-22T22:00:00Z')
  expect(late?.sentence).toBe('Not checked since Friday, Nov 20, 2026: the provider did not answer about SPY.')
  expect((await titles())[0]).toBe('Your hedge could not be checked')
  expect(await readFailing()).toEqual({ portfolios: 0, newestReason: null })
})
