import { expect, test } from 'vitest'
import { createLog } from '../log.ts'
import { createServer } from './create-server.ts'

test('the server’s patience is short', async () => {
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
    sockets: server.maxConnections,
  }).toEqual({ headers: 15_000, request: 60_000, keepAlive: 5_000, sockets: 1_000 })
})
