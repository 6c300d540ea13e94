/** @module-tag full */

import { expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { makeMigratedFolder, startServer, stopServer } from '../support/server-process.ts'
import { startSpender } from '../support/spender-process.ts'

const GIVEN_BACK_WITHIN_MILLISECONDS = 120_000

async function buy(client: ApiClient, path: string, body?: unknown): Promise<void> {
  const response = await client.send('POST', path, body)
  const { url } = (await response.json()) as { url: string }
  expect((await client.request(`${url}/pay`, { method: 'POST' })).status).toBe(303)
}
const tokensOf = async (client: ApiClient) =>
  (await client.getJson<{ discoveryTokens: number }>('/api/auth/user')).discoveryTokens

test('tokens that a killed process had set aside come back after the start, without anybody asking', async () => {
  const DATA_DIR = await makeMigratedFolder()
  const server = await startServer({ DATA_DIR })
  const client = new ApiClient(server.url)
  await client.signIn('killed@example.com')
  await buy(client, '/api/stripe/create-subscription-checkout')
  await expect.poll(() => tokensOf(client)).toBe(7)
  await buy(client, '/api/stripe/create-token-checkout', { packageId: 'small' })
  await expect.poll(() => tokensOf(client)).toBe(17)
  const { id: userId } = await client.getJson<{ id: string }>('/api/auth/user')
  expect(await stopServer(server)).toBe(0)

  // Its clock is a minute slow, so that its leases have run out for the server that starts after it.
  const doomed = await startSpender({ DATA_DIR, CLOCK_OFFSET_SECONDS: '-60' })
  await doomed.hang({ userId, keys: ['one', 'two', 'three'] })
  await doomed.kill()

  const PORT = new URL(server.url).port
  const restarted = await startServer({ DATA_DIR, PORT })
  await expect.poll(() => tokensOf(client), { timeout: GIVEN_BACK_WITHIN_MILLISECONDS, interval: 200 }).toBe(17)
  const { entries } = await client.getJson<{ entries: { kind: string }[] }>('/api/billing/ledger?limit=6')
  expect(entries.map(({ kind }) => kind)).toEqual(['refund', 'refund', 'refund', 'use', 'use', 'use'])
  expect(await stopServer(restarted)).toBe(0)
})
