/** @module-tag full */

import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePro } from '../../server/src/accounts/testing/pro-user.ts'
import { createModelServer, type ModelServer } from '../../server/src/ai/testing/model-server.ts'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import { ApiClient } from '../support/api-client.ts'
import { type ServerPair, startPair, stopPair } from '../support/server-pair.ts'

let db: TestDatabase
let model: ModelServer
let pair: ServerPair
let browser: ApiClient
beforeAll(async () => {
  db = await createTestDatabase()
  if (db.url === undefined) throw new Error('These tests need TEST_DATABASE_URL, as `npm test` sets it.')
  // Asked for words it never says any, so that there is something to take back.
  model = await createModelServer([{ fault: 'never' }])
  pair = await startPair({
    DATABASE_URL: db.url,
    MARKET_DATA: 'sample',
    AI_PROVIDER: 'openai',
    AI_MODEL: 'gpt-5',
    AI_BASE_URL: model.url,
    AI_API_KEY: 'sk-canary-12345',
  })
  browser = new ApiClient(pair.first.url)
  await browser.signIn('assistant@example.com')
})
afterAll(async () => {
  await stopPair(pair)
  await model.close()
  await db.close()
})

async function makeToken(): Promise<{ id: string; token: string }> {
  const response = await browser.send('POST', '/api/access-tokens', {
    name: 'Pair',
    scopes: ['read:portfolios', 'run:analysis', 'spend:tokens'],
    lifetimeDays: 7,
  })
  return (await response.json()) as { id: string; token: string }
}

/** A client behind a load balancer that sends each request to another of the two. */
async function connect(token: string): Promise<{ client: Client; turns: string[] }> {
  const turns: string[] = []
  const transport = new StreamableHTTPClientTransport(new URL('/mcp', pair.first.url), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    fetch(_url, init) {
      const server = turns.length % 2 === 0 ? pair.first : pair.second
      turns.push(server.url)
      return fetch(new URL('/mcp', server.url), init)
    },
  })
  const client = new Client({ name: 'pair', version: '1' })
  await client.connect(transport as Transport)
  return { client, turns }
}

test('one conversation goes on whichever process each request reaches', async () => {
  const { client, turns } = await connect((await makeToken()).token)
  for (let n = 0; n < 4; n++) expect((await client.callTool({ name: 'list_portfolios' })).isError).toBeFalsy()
  expect(new Set(turns).size).toBe(2)
  await client.close()
})

test('a token that one process revokes opens nothing at the other, from the very next request', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, token } = await makeToken()
    const ping = (url: string) =>
      fetch(`${url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          connection: 'close',
          authorization: `Bearer ${token}`,
        },
        body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
      })
    expect((await ping(pair.second.url)).status).toBe(200)
    expect((await browser.send('DELETE', `/api/access-tokens/${id}`)).status).toBe(200)
    expect((await ping(pair.second.url)).status).toBe(401)
  }
})

test('a question is taken back by a message that reaches the other process, and its token is given back', async () => {
  const { id: userId } = await browser.getJson<{ id: string }>('/api/auth/user')
  await makePro(db, userId, { monthly: 0, purchased: 4 })
  const data = 'ticker,shares,avgCost\nAAPL,100,1\nNVDA,300,1\nKO,100,1\n'
  const saved = await browser.send('POST', '/api/portfolios/upload', { name: 'Pair', data })
  const { id: portfolioId } = (await saved.json()) as { id: string }
  const { token } = await makeToken()
  const send = (url: string, body: object) =>
    fetch(`${url}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        connection: 'close',
        authorization: `Bearer ${token}`,
        'mcp-session-id': 'a-client',
      },
      body: JSON.stringify({ jsonrpc: '2.0', ...body }),
    })
  const countTokens = async () => (await browser.getJson<{ discoveryTokens: number }>('/api/auth/user')).discoveryTokens
  const asked = send(pair.first.url, {
    id: 1,
    method: 'tools/call',
    params: { name: 'search_hedges', arguments: { portfolioId }, _meta: { progressToken: 1 } },
  })
  const reader = (await asked).body!.getReader()
  await expect.poll(() => model.requests.length).toBe(1)
  expect(await countTokens()).toBe(3)
  await send(pair.second.url, { method: 'notifications/cancelled', params: { requestId: 1 } })
  let rest = ''
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read())
    rest += new TextDecoder().decode(chunk.value)
  expect(rest).not.toContain('structuredContent')
  await expect.poll(countTokens).toBe(4)
})
