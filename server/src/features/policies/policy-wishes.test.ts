import type { HedgeRequestBody, NewPolicy, Policy } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { placePut } from './testing/placed-policy.ts'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  client = await signInPro(app, 'wishes@example.com')
})
afterAll(() => app?.close())

const PUT_ON_NVDA = placePut('NVDA270219P00180000', 12)

/** Places puts on NVDA that a search with wishes is said to have found, and buys far more. @returns underlyings of what repairs open */
async function repairAfter(wishes: HedgeRequestBody): Promise<Set<string>> {
  const portfolioId = await upload(client, WORKED_EXAMPLE)
  const { analysisId, term } = await analyse(client, portfolioId, wishes)
  const placed: NewPolicy = { ...PUT_ON_NVDA, endsOn: term?.lastDay ?? '', analysisId }
  const path = `/api/portfolios/${portfolioId}/policies`
  const { judgement } = await client.json<Policy>(path, { method: 'POST', json: placed })
  expect(judgement?.state).toBe('too-little')
  return new Set(
    judgement?.repairs.flatMap(({ orders }) => orders.flatMap((one) => (one.closes ? [] : one.underlying))),
  )
}

test('a repair opens nothing that its owner ruled out of the search', { tags: ['full'] }, async () => {
  expect(await repairAfter({})).toContain('SPY')
  expect(await repairAfter({ underlyings: 'single-names' })).not.toContain('SPY')
  expect(await repairAfter({ allowOptions: false })).toEqual(new Set())
})

test('a spread of which only the bought leg is filled so far may be repaired by selling', {
  tags: 'full',
}, async () => {
  const legs = [
    { symbol: 'SPY270219P00730000', ordered: 4, filled: 1, price: 15 },
    { symbol: 'SPY270219P00620000', ordered: -3, filled: 0, price: 5 },
  ]
  const opensSold = async (json: NewPolicy) => {
    const portfolioId = await upload(client, WORKED_EXAMPLE)
    const { judgement } = await client.json<Policy>(`/api/portfolios/${portfolioId}/policies`, { method: 'POST', json })
    expect(judgement?.state).toBe('too-little')
    return judgement?.repairs.some(({ orders }) => orders.some(({ closes, contracts }) => !closes && contracts < 0))
  }
  expect(await opensSold({ ...PUT_ON_NVDA, legs })).toBe(true)
  expect(await opensSold({ ...PUT_ON_NVDA, legs: legs.slice(0, 1) })).toBe(false)
})
