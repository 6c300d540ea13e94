import type { InboxMessage, Policy, PolicyEntry } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runWholeJob } from '../../jobs/testing/run-whole-job.ts'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { checkPortfolio } from './check-policies.service.ts'
import { createPolicyJob } from './policy-job.ts'
import { placePut } from './testing/placed-policy.ts'

let app: TestApp
let now = NOW
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
})
afterAll(() => app?.close())

const PLACED = placePut('SPY270219P00730000', 15)

test('a policy that is broken already is told of shortly before its end, once', async () => {
  const client = await signInPro(app, 'near@example.com')
  const path = `/api/portfolios/${await upload(client, WORKED_EXAMPLE)}/policies`
  const { id, judgement } = await client.json<Policy>(path, { method: 'POST', json: PLACED })
  expect(judgement?.state).toBe('too-little')
  for (const day of ['2027-01-28', '2027-01-29', '2027-02-01']) {
    now = new Date(`${day}T22:00:00Z`)
    await runWholeJob(createPolicyJob(app.dependencies))
  }
  // A session does not last for months.
  now = NOW
  const { policy } = await client.json<{ policy: Policy }>(`/api/policies/${id}`)
  expect(policy.judgement).toMatchObject({ state: 'too-little', measuredDay: '2027-02-01' })
  const inbox = await client.json<InboxMessage[]>('/api/inbox')
  expect(inbox.map(({ title, createdAt }) => [title, createdAt.slice(0, 10)])).toEqual([
    ['Your hedge expires soon', '2027-01-29'],
    ['Your hedge is too small now', '2026-11-20'],
  ])
})

test.each([
  ['repriced with others', 17],
  ['repaired', 12],
])(
  'contracts that an import brought again count once, until their owner says which they are: %s',
  async (_, limitPercent) => {
    const client = await signInPro(app, `again${limitPercent}@example.com`)
    const portfolioId = await upload(client, WORKED_EXAMPLE)
    const path = `/api/portfolios/${portfolioId}/policies`
    const json = { ...PLACED, limitPercent }
    const { id, judgement } = await client.json<Policy>(path, { method: 'POST', json })
    const positions = PLACED.legs.map(({ symbol, filled, price }) => ({
      ticker: symbol,
      shares: filled,
      avgCost: price,
    }))
    await client.json('/api/portfolios/save-from-review', {
      method: 'POST',
      json: { name: 'Hedged', positions, portfolioId, mode: 'add' },
    })
    await runWholeJob(createPolicyJob(app.dependencies))
    const { policy, history } = await client.json<{ policy: Policy; history: PolicyEntry[] }>(`/api/policies/${id}`)
    expect(policy.importedAgain).toBe(true)
    expect(history[0]).toMatchObject({ cause: 'close', lossPercent: judgement?.lossPercent })
  },
)

test('a limit that is changed while its policy is measured is judged anew, and what was measured is left', async () => {
  const client = await signInPro(app, 'changed@example.com')
  const portfolioId = await upload(client, WORKED_EXAMPLE)
  const path = `/api/portfolios/${portfolioId}/policies`
  const { id, judgement } = await client.json<Policy>(path, { method: 'POST', json: PLACED })
  expect(judgement?.state).toBe('too-little')
  const { id: userId } = await client.json<{ id: string }>('/api/auth/user')
  const change = () => client.json(`/api/policies/${id}`, { method: 'PATCH', json: { limitPercent: 40 } })
  const { workers } = app.dependencies
  const run: typeof workers.run = (...task) => workers.run(...task).finally(change)
  const { signal } = new AbortController()
  const dependencies = { ...app.dependencies, workers: { ...workers, run } }
  await checkPortfolio(dependencies, { userId, portfolioId, cause: 'asked', signal })
  const { policy } = await client.json<{ policy: Policy }>(`/api/policies/${id}`)
  expect(policy.judgement?.state).toBe('more-than-needed')
})
