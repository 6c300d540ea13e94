/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { chooseShown, createChooser } from '../../server/src/ai/testing/chooser.ts'
import { createModelServer, type ModelServer } from '../../server/src/ai/testing/model-server.ts'
import { ApiClient } from '../support/api-client.ts'
import { makeDataFolder, type ServerProcess, startServer, stopServer } from '../support/server-process.ts'

const TOKENS = 7
/** A server that is told to stop has ten seconds; starting anew is not among them. */
const STOP_MILLISECONDS = 12_000
const GIVEN_BACK_WITHIN_MILLISECONDS = 150_000

/** Ways to end. What a killed process had set aside comes back after a minute or two: too long for every day. */
const ENDS = process.env.BALLAST_LONG ? [stopServer, kill] : [stopServer]

let model: ModelServer
beforeAll(async () => {
  model = await createModelServer()
})
afterAll(() => model.close())

const tokensOf = async (client: ApiClient) =>
  (await client.getJson<{ discoveryTokens: number }>('/api/auth/user')).discoveryTokens

function analyse(client: ApiClient, portfolioId: string, key: string): Promise<Response | undefined> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const path = `/api/portfolios/${portfolioId}/analyze-hedges`
  return client.request(path, { method: 'POST', headers, body: '{}' }).catch(() => undefined)
}

async function kill(server: ServerProcess): Promise<void> {
  server.signal('SIGKILL')
  await server.ended
}

test('a server that ends while its model thinks lets go of it at once, and the token comes back', async () => {
  const environment = {
    DATA_DIR: await makeDataFolder(),
    AI_PROVIDER: 'openai',
    AI_MODEL: 'gpt-5',
    AI_BASE_URL: model.url,
    AI_API_KEY: 'sk-canary-12345',
  }
  let server = await startServer(environment)
  const PORT = new URL(server.url).port
  const client = new ApiClient(server.url)
  await client.signIn('thinking@example.com')
  const checkout = await client.send('POST', '/api/stripe/create-subscription-checkout')
  const { url } = (await checkout.json()) as { url: string }
  expect((await client.request(`${url}/pay`, { method: 'POST' })).status).toBe(303)
  await expect.poll(() => tokensOf(client)).toBe(TOKENS)
  const data = 'ticker,shares,avgCost\nAAPL,100,1\nNVDA,300,1\nKO,100,1\n'
  const uploaded = await client.send('POST', '/api/portfolios/upload', { name: 'Thinking', data })
  const { id } = (await uploaded.json()) as { id: string }

  for (const end of ENDS) {
    model.play([{ fault: 'never' }])
    const asked = model.requests.length
    const answer = analyse(client, id, `${end.name}-${asked}`)
    await expect.poll(() => model.requests.length, { timeout: 20_000 }).toBe(asked + 1)
    const start = performance.now()
    await end(server)
    expect(performance.now() - start).toBeLessThan(STOP_MILLISECONDS)
    await expect.poll(() => model.connections()).toBe(0)
    expect((await answer)?.ok ?? false).toBe(false)
    expect(server.output()).not.toContain('canary')
    server = await startServer({ ...environment, PORT })
    await expect.poll(() => tokensOf(client), { timeout: GIVEN_BACK_WITHIN_MILLISECONDS, interval: 500 }).toBe(TOKENS)
  }

  model.play(createChooser(chooseShown))
  expect((await analyse(client, id, 'at last'))?.status).toBe(200)
  expect(await tokensOf(client)).toBe(TOKENS - 1)
  expect(await stopServer(server)).toBe(0)
})
