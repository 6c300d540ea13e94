import { createLog } from '../../log.ts'
import { createServer } from '../create-server.ts'

/** A server without a database and without users, for a test to mount its calls on. */
export const createBareServer = (changes: Partial<Parameters<typeof createServer>[0]> = {}) =>
  createServer({
    config: { publicUrl: new URL('http://127.0.0.1'), trustedProxies: [], rateLimits: 'off', formActionOrigins: [] },
    log: createLog('silent'),
    authenticate: async () => undefined,
    rateCounter: { hit: async () => ({ current: 1, millisecondsToReset: 0 }) },
    translateError: () => undefined,
    ...changes,
  })
