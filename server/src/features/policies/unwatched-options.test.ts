/** @module-tag full */

import type { NewPolicy, Policy, PolicyEntry, Portfolio, Position, UnwatchedOption } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runWholeJob } from '../../jobs/testing/run-whole-job.ts'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { createPolicyJob } from './policy-job.ts'

const TERMS = {
  limitPercent: 30,
  shockPercent: 20,
  endsOn: '2027-02-19',
  fees: 0,
  placedOn: '2026-11-20',
  addPositions: false,
  analysisId: null,
  strategyId: null,
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
})
afterAll(() => app?.close())

test('options bought elsewhere can be watched, once', async () => {
  const client = await signInPro(app, 'elsewhere@example.com')
  const portfolioId = await upload(client, WORKED_EXAMPLE)
  const of = (path: string) => `/api/portfolios/${portfolioId}/${path}`
  const [bought, sold] = ['SPY270219P00730000', 'SPY270219P00640000']
  const list = () => client.json<UnwatchedOption[]>(of('unwatched-options'))
  expect(await list()).toEqual([])
  for (const [ticker, shares, avgCost] of [
    [bought, 3, 12.5],
    [bought, 1, 10.5],
    [sold, -2, null],
  ] as const) {
    await client.json(of('positions'), { method: 'POST', json: { ticker, shares, avgCost } })
  }
  const unwatched = await list()
  expect(unwatched).toEqual([
    { symbol: sold, contracts: -2, price: null },
    { symbol: bought, contracts: 4, price: 12 },
  ])
  const wanted: NewPolicy = {
    ...TERMS,
    legs: unwatched.map(({ symbol, contracts, price }) => {
      return { symbol, ordered: contracts, filled: contracts, price: price ?? 5 }
    }),
  }
  const policy = await client.json<Policy>(of('policies'), { method: 'POST', json: wanted })
  expect(policy.judgement?.lossPercent).not.toBeNull()
  expect(policy.cost).toBe(100 * (4 * 12 - 2 * 5))
  const positions = await client.json<Position[]>(of('positions'))
  expect(positions.filter(({ kind }) => kind === 'option')).toHaveLength(3)
  const { history } = await client.json<{ history: PolicyEntry[] }>(`/api/policies/${policy.id}`)
  expect(history.map(({ kind }) => kind)).toEqual(['check', 'created'])
  expect(await list()).toEqual([])

  // Sold at the broker: the policy watches more than is held, which leaves nothing that was sold.
  const lot = positions.find(({ ticker, shares }) => ticker === bought && shares === 1)
  await client.fetch(of(`positions/${lot?.id}`), { method: 'DELETE' })
  expect(await list()).toEqual([])
})

test('an option that a policy of a book watches is watched in the portfolio that holds it, and the other way round', async () => {
  const client = await signInPro(app, 'books@example.com')
  const [first, second, other] = [
    await upload(client, `${WORKED_EXAMPLE}\nSPY270219P00730000,4,12.00,\n`),
    await upload(client, `${WORKED_EXAMPLE}\nSPY270219P00700000,2,9.00,\n`),
    await upload(client, 'AAPL,10,100\nSPY270219P00730000,1,12.00,\n'),
  ]
  const { id: group } = await client.json<Portfolio>('/api/portfolio-groups', {
    method: 'POST',
    json: { name: 'Both', portfolioIds: [first, second] },
  })
  const books = await client.json<Portfolio[]>('/api/portfolios?book=true')
  const all = books.find(({ isBook, isGroup }) => isBook && !isGroup)?.id ?? ''
  const list = async (id: string) =>
    (await client.json<UnwatchedOption[]>(`/api/portfolios/${id}/unwatched-options`)).map(
      ({ symbol, contracts }) => `${contracts} ${symbol.slice(11, 15)}`,
    )
  const keep = (id: string, [strike, filled]: readonly [number, number], more: Partial<NewPolicy> = {}) =>
    client.json<Policy>(`/api/portfolios/${id}/policies`, {
      method: 'POST',
      json: { ...TERMS, legs: [{ symbol: `SPY270219P00${strike}000`, ordered: filled, filled, price: 12 }], ...more },
    })
  expect(await list(all)).toEqual(['2 0700', '5 0730'])

  const watched = await keep(group, [730, 3])
  expect(await Promise.all([first, second, other, group, all].map(list))).toEqual([
    ...[['1 0730'], ['2 0700'], ['1 0730']],
    ...[
      ['2 0700', '1 0730'],
      ['2 0700', '2 0730'],
    ],
  ])
  await client.json(`/api/policies/${watched.id}/close`, { method: 'POST', json: { removePositions: false } })
  await keep(second, [700, 2])
  expect(await Promise.all([first, second, group, all].map(list))).toEqual([['4 0730'], [], ['4 0730'], ['5 0730']])

  // Options that the policy adds to one portfolio leave those of another unwatched.
  const path = `/api/portfolios/${group}/policies`
  const leg = { symbol: 'SPY270219P00730000', ordered: 1, filled: 1, price: 12 }
  const added = { ...TERMS, legs: [leg], addPositions: true }
  const refused = await client.fetch(path, { method: 'POST', json: { ...added, positionsIn: other } })
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { error: 'The options can be added only to a portfolio that the policy protects.' },
  ])
  expect(await list(other)).toEqual(['1 0730'])
  await client.json(path, { method: 'POST', json: { ...added, positionsIn: second } })
  expect(await Promise.all([first, second, group].map(list))).toEqual([['4 0730'], [], ['4 0730']])
})

test('a changed policy whose check failed is checked by the next round, and once', async () => {
  const client = await signInPro(app, 'failed@example.com')
  const portfolioId = await upload(client, `${WORKED_EXAMPLE}\nSPY270219P00730000,4,12.00,\n`)
  const leg = { symbol: 'SPY270219P00730000', ordered: 4, filled: 4, price: 12 }
  const { id } = await client.json<Policy>(`/api/portfolios/${portfolioId}/policies`, {
    method: 'POST',
    json: { ...TERMS, legs: [leg] },
  })
  const causes = async () => {
    const { history } = await client.json<{ history: PolicyEntry[] }>(`/api/policies/${id}`)
    return history.map(({ kind, cause }) => cause ?? kind)
  }
  const { marketData } = app.dependencies
  const { getDailyHistory } = marketData
  marketData.getDailyHistory = async () => Promise.reject(new Error('no connection'))
  try {
    await client.json(`/api/policies/${id}`, { method: 'PATCH', json: { limitPercent: 25 } })
  } finally {
    marketData.getDailyHistory = getDailyHistory
  }
  expect(await causes()).toEqual(['changed', 'placed', 'created'])
  const runJob = () => runWholeJob(createPolicyJob(app.dependencies))
  // Both take it as due: the second to measure it finds it checked.
  await Promise.all([runJob(), runJob()])
  expect(await causes()).toEqual(['close', 'changed', 'placed', 'created'])
})
