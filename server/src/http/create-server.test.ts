import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createServer } from './create-server.ts'

test('the server’s patience is short, and longer than a proxy’s with connections that nobody uses', async () => {
  const { server } = await createServer({
    config: { publicUrl: new URL('http://127.0.0.1'), trustedProxies: [], rateLimits: 'off', formActionOrigins: [] },
    log: createLog('silent'),
    authenticate: async () => undefined,
    rateCounter: { hit: async () => ({ current: 1, millisecondsToReset: 0 }) },
    translateError: () => undefined,
  })
  expect({
    headers: server.headersTimeout,
    request: server.requestTimeout,
    keepAlive: server.keepAliveTimeout,
    stalled: server.timeout,
    sockets: server.maxConnections,
  }).toEqual({ headers: 15_000, request: 60_000, keepAlive: 75_000, stalled: 30_000, sockets: 1_000 })
})
