import type { HedgeAnalysis, Policy, Position } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { connectAssistant, makeAccessToken } from './testing/mcp-client.ts'

let app: TestApp
let ann: TestClient
let portfolioId: string
let analysis: HedgeAnalysis
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  ann = await signInPro(app, 'ann@example.com', 5)
  portfolioId = await upload(ann, WORKED_EXAMPLE)
  analysis = await analyse(ann, portfolioId)
})
afterAll(() => app.close())

/** Arguments with which an assistant reports the recommended ticket once its owner has placed it. */
function placed() {
  const { request, term, hedgeStrategies } = analysis
  const legs = hedgeStrategies.find(({ role }) => role === 'recommended')?.legs ?? []
  return {
    portfolioId,
    limitPercent: request.limitPercent,
    shockPercent: request.shockPercent,
    endsOn: term?.lastDay ?? '',
    placedOn: '2026-11-20',
    legs: legs.map(({ symbol, contracts, premium }) => ({
      symbol,
      ordered: contracts,
      filled: contracts,
      price: premium,
    })),
  }
}

const listPolicies = () => ann.json<Policy[]>('/api/policies')

test('a policy is created with its scope, checked, and then read with its state and repair', async () => {
  const writer = await connectAssistant(app.url, (await makeAccessToken(ann, ['write:policies'])).token)
  const { policy } = await writer.answer<{ policy: Policy }>('create_policy', placed())
  await writer.close()
  expect(policy.judgement?.state).toBe('holds')
  const held = await ann.json<Position[]>(`/api/portfolios/${portfolioId}/positions`)
  expect(held.filter(({ kind }) => kind === 'option').map(({ ticker }) => ticker)).toEqual(
    policy.legs.map(({ symbol }) => symbol),
  )

  await ann.json(`/api/portfolios/${portfolioId}/positions`, {
    method: 'POST',
    json: { ticker: 'NVDA', shares: 900, avgCost: 100 },
  })
  const checked = await ann.json<Policy>(`/api/policies/${policy.id}/check`, { method: 'POST' })
  expect(checked.judgement?.state).toBe('too-little')
  const reader = await connectAssistant(app.url, (await makeAccessToken(ann, ['read:portfolios'])).token)
  const { content } = await reader.use('list_policies')
  expect(content[0]).toMatchObject({ text: expect.stringMatching(/^1 policy\. too-little: 1\. All market data/) })
  const read = await reader.answer<{ policy: Policy }>('get_policy', { policyId: policy.id })
  expect(read.policy.judgement?.repairs).toEqual(checked.judgement?.repairs)
  expect(read.policy.judgement?.repairs[0]?.orders.length).toBeGreaterThan(0)
  expect((await reader.use('get_policy', { policyId: policy.id })).content[0]).toMatchObject({
    text: expect.stringContaining(checked.judgement?.repairs[0]?.text ?? 'a repair'),
  })
  await reader.close()
})

test('creating needs its own scope: every other scope together does not allow it', async () => {
  const before = await listPolicies()
  const others = await makeAccessToken(ann, ['read:portfolios', 'run:analysis', 'spend:tokens'])
  const assistant = await connectAssistant(app.url, others.token)
  const { tools } = await assistant.client.listTools()
  expect(tools.map(({ name }) => name)).not.toContain('create_policy')
  expect(await assistant.refusal('create_policy', placed())).toContain('It needs the scope write:policies')
  await assistant.close()
  expect(await listPolicies()).toEqual(before)
})

test('the same message sent again creates one policy', async () => {
  const before = await listPolicies()
  const { token } = await makeAccessToken(ann, ['write:policies'])
  const send = () =>
    fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${token}`,
        'mcp-session-id': 'a-label',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name: 'create_policy', arguments: { ...placed(), addPositions: false } },
      }),
    }).then((response) => response.text())
  await Promise.all([send(), send()])
  await send()
  expect(await listPolicies()).toHaveLength(before.length + 1)
})

test('without PRO policies are readable, and creating one is refused with the way to PRO', async () => {
  const bob = await app.signIn('bob@example.com')
  const own = await upload(bob, WORKED_EXAMPLE)
  const assistant = await connectAssistant(app.url, (await makeAccessToken(bob)).token)
  expect(await assistant.answer('list_policies')).toEqual({ policies: [] })
  expect(await assistant.refusal('create_policy', { ...placed(), portfolioId: own })).toContain('PRO')
  await assistant.close()
})

test('a policy of somebody else is as absent as one that never was', async () => {
  const eve = await signInPro(app, 'eve@example.com')
  const assistant = await connectAssistant(app.url, (await makeAccessToken(eve)).token)
  const [policy] = await listPolicies()
  expect(await assistant.answer('list_policies', { withClosed: true })).toEqual({ policies: [] })
  expect(await assistant.refusal('get_policy', { policyId: policy?.id })).toBe(
    await assistant.refusal('get_policy', { policyId: '00000000-0000-4000-8000-000000000000' }),
  )
  expect(await assistant.refusal('create_policy', placed())).toContain('There is no such')
  await assistant.close()
})
