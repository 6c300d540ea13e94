/** @module-tag full */

import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { ApiClient } from '../support/api-client.ts'
import { makeDataFolder, startServer, stopServer } from '../support/server-process.ts'

/** Moments of an analysis, in milliseconds after its first step, at which the server is told to stop. */
const MOMENTS = process.env.BALLAST_LONG ? Array.from({ length: 40 }, (_, n) => 15 * n) : [0, 60, 150]
const TICKERS = 'AAPL MSFT NVDA JPM XOM KO TLT GOOGL AMZN META TSLA V MA UNH HD PG JNJ COST WMT BAC'.split(' ')
const TOKENS = 7

interface Kept {
  tokens: number
  analyses: number
}

async function look(client: ApiClient, portfolioId: string): Promise<Kept> {
  const { discoveryTokens } = await client.getJson<{ discoveryTokens: number }>('/api/auth/user')
  const analyses = await client.getJson<unknown[]>(`/api/portfolios/${portfolioId}/hedge-analyses`)
  return { tokens: discoveryTokens, analyses: analyses.length }
}

async function begin(client: ApiClient, portfolioId: string, key: string): Promise<Response> {
  return client.request(`/api/portfolios/${portfolioId}/analyze-hedges`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'text/event-stream', 'idempotency-key': key },
    body: '{}',
  })
}

test('a server that is told to stop during an analysis has either charged and kept it or done neither', async () => {
  const DATA_DIR = await makeDataFolder()
  let server = await startServer({ DATA_DIR })
  const client = new ApiClient(server.url)
  const PORT = new URL(server.url).port
  await client.signIn('stopped@example.com')
  const checkout = await client.send('POST', '/api/stripe/create-subscription-checkout')
  const { url } = (await checkout.json()) as { url: string }
  expect((await client.request(`${url}/pay`, { method: 'POST' })).status).toBe(303)
  const data = `ticker,shares,avgCost\n${TICKERS.map((ticker) => `${ticker},120,1`).join('\n')}\n`
  const uploaded = await client.send('POST', '/api/portfolios/upload', { name: 'Stopped', data })
  const { id } = (await uploaded.json()) as { id: string }
  await expect.poll(async () => (await look(client, id)).tokens).toBe(TOKENS)

  let kept: Kept = { tokens: TOKENS, analyses: 0 }
  for (const [place, moment] of MOMENTS.entries()) {
    const response = await begin(client, id, `stop-${place}`)
    // Without a token there is nothing to stop: all moments that could finish have.
    if (response.status === 403) break
    expect(response.status).toBe(200)
    const reader = response.body!.getReader()
    await reader.read()
    await sleep(moment)
    const ended = stopServer(server)
    for (let isDone = false; !isDone; )
      isDone = await reader
        .read()
        .then(({ done }) => done)
        .catch(() => true)
    expect(await ended).toBe(0)

    server = await startServer({ DATA_DIR, PORT })
    const now = await look(client, id)
    expect(now.tokens, `after a stop ${moment} ms into the analysis`).toBe(TOKENS - now.analyses)
    expect(now.analyses - kept.analyses).toBeLessThanOrEqual(1)
    kept = now
  }
  expect(await stopServer(server)).toBe(0)
})
