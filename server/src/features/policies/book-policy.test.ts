/** @module-tag full */

import type { HedgeAnalysis, InboxMessage, NewPolicy, Policy, Portfolio, Position } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runWholeJob } from '../../jobs/testing/run-whole-job.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { createPolicyJob } from './policy-job.ts'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  client = await signInPro(app, 'book@example.com')
})
afterAll(() => app?.close())

const optionsOf = async (portfolioId: string) =>
  (await client.json<Position[]>(`/api/portfolios/${portfolioId}/positions`)).filter(({ kind }) => kind === 'option')

test('a policy of all portfolios as one is judged over what they hold together, told about, repaired and closed', async () => {
  const first = await upload(client, WORKED_EXAMPLE)
  const second = await upload(client, WORKED_EXAMPLE)
  const portfolios = await client.json<Portfolio[]>('/api/portfolios?book=true')
  const book = portfolios.find(({ isBook }) => isBook)?.id ?? ''
  const analysis = await analyse(client, book)
  const strategy = analysis.hedgeStrategies.find(({ role }) => role === 'recommended')
  const { legs, cost, id: strategyId } = strategy as HedgeAnalysis['hedgeStrategies'][0]
  const wanted: NewPolicy = {
    limitPercent: analysis.request.limitPercent,
    shockPercent: analysis.request.shockPercent,
    endsOn: analysis.term?.lastDay ?? '',
    legs: legs.map(({ symbol, contracts, premium }) => {
      return { symbol, ordered: contracts, filled: contracts, price: premium }
    }),
    fees: cost.fees,
    placedOn: '2026-11-20',
    addPositions: true,
    analysisId: analysis.analysisId,
    strategyId,
  }
  const path = `/api/portfolios/${book}/policies`
  const homeless = await client.fetch(path, { method: 'POST', json: wanted })
  expect([homeless.status, (await homeless.json()) as object]).toMatchObject([
    409,
    { error: expect.stringContaining('Change one of your portfolios instead') },
  ])

  const policy = await client.json<Policy>(path, { method: 'POST', json: { ...wanted, positionsIn: second } })
  expect(policy.judgement?.state).toBe('holds')
  expect((await optionsOf(second)).map(({ ticker, shares }) => [ticker, shares])).toEqual(
    legs.map(({ symbol, contracts }) => [symbol, contracts]),
  )
  expect(await optionsOf(first)).toEqual([])
  const { bookValue, legsValue } = policy.judgement ?? {}
  expect(Number(bookValue) - Number(legsValue)).toBeCloseTo(analysis.repricing.book.value, 4)

  await client.json(`/api/portfolios/${first}/positions`, { method: 'POST', json: { ticker: 'NVDA', shares: 3000 } })
  await runWholeJob(createPolicyJob(app.dependencies))
  const [message] = await client.json<InboxMessage[]>('/api/inbox')
  expect(message).toMatchObject({ title: 'Your hedge is too small now', link: `/policies/${policy.id}` })

  const doubled = policy.legs.map(({ symbol, filled, price }) => {
    return { symbol, ordered: 2 * filled, filled: 2 * filled, price }
  })
  const changed = await client.json<Policy>(`/api/policies/${policy.id}`, { method: 'PATCH', json: { legs: doubled } })
  expect(changed.legs.map(({ filled }) => filled)).toEqual(doubled.map(({ filled }) => filled))
  expect((await optionsOf(second)).map(({ shares }) => shares)).toEqual(doubled.map(({ filled }) => filled))
  await client.json(`/api/policies/${policy.id}/close`, { method: 'POST', json: { removePositions: true } })
  expect(await optionsOf(second)).toEqual([])
})
