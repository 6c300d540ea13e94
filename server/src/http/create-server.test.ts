import { expect, test } from 'vitest'
import { createBareServer } from './testing/bare-server.ts'

test('the server’s patience is short, and longer than a proxy’s with connections that nobody uses', async () => {
  const { server } = await createBareServer()
  expect({
    headers: server.headersTimeout,
    request: server.requestTimeout,
    keepAlive: server.keepAliveTimeout,
    stalled: server.timeout,
    sockets: server.maxConnections,
  }).toEqual({ headers: 15_000, request: 60_000, keepAlive: 75_000, stalled: 30_000, sockets: 1_000 })
})
