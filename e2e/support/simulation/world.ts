import { makePro } from '../../../server/src/accounts/testing/pro-user.ts'
import { chooseShown, createChooser } from '../../../server/src/ai/testing/chooser.ts'
import { createModelServer, type ModelServer } from '../../../server/src/ai/testing/model-server.ts'
import { systemClock } from '../../../server/src/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../server/src/database/test-database.ts'
import { type StripeStandIn, startStripeStandIn } from '../../../server/src/payments/testing/stripe-stand-in.ts'
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts'
import { findFreePort } from '../free-port.ts'
import { type RunningServer, type ServerEnvironment, startServer, stopServer } from '../server-process.ts'
import { startYahooStandIn } from '../yahoo-stand-in.ts'
import type { Link } from './plan.ts'
import { SimulatedUser } from './simulated-user.ts'

const TOKENS = { monthly: 7, purchased: 60 }

/** A server, what it depends on behind proxies that can fail, and its users. */
export interface SimulatedWorld {
  db: TestDatabase
  stripe: StripeStandIn
  proxies: Record<Link, FaultProxy>
  users: SimulatedUser[]
  server(): RunningServer
  /** As a power cut would, and then a new process. */
  killAndRestart(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a world on the PostgreSQL of `TEST_DATABASE_URL`.
 *
 * @param market `sample`: analyses have all they need; `yahoo`: prices come over the network
 */
export async function startWorld(userCount: number, market: 'sample' | 'yahoo'): Promise<SimulatedWorld> {
  const db = await createTestDatabase()
  if (db.url === undefined)
    throw new Error('A simulation needs a PostgreSQL: TEST_DATABASE_URL, as `npm test` sets it.')
  const model: ModelServer = await createModelServer(createChooser(chooseShown))
  const yahoo = await startYahooStandIn()
  const stripe = await startStripeStandIn(db, systemClock)
  const proxyOf = (url: string) => startFaultProxy(Number(new URL(url).port))
  const proxies: Record<Link, FaultProxy> = {
    database: await proxyOf(db.url),
    provider: await proxyOf(yahoo.url),
    model: await proxyOf(model.url),
    payments: await proxyOf(stripe.url),
  }
  const through = (url: string, link: Link) => {
    const changed = new URL(url)
    changed.port = String(proxies[link].port)
    return changed.href.replace(/\/$/, '')
  }
  const environment: ServerEnvironment = {
    PORT: String(await findFreePort()),
    DATABASE_URL: through(db.url, 'database'),
    MARKET_DATA: market,
    YAHOO_BASE_URL: through(yahoo.url, 'provider'),
    AI_PROVIDER: 'openai-compatible',
    AI_MODEL: 'parrot',
    AI_BASE_URL: through(model.url, 'model'),
    ...stripe.environment,
    STRIPE_API_BASE: through(stripe.url, 'payments'),
    LOG_LEVEL: 'warn',
  }
  let server = await startServer(environment)
  const users = await Promise.all(
    Array.from({ length: userCount }, async (_, number) => {
      const user = await SimulatedUser.signIn(server.url, `simulated-${number}@example.com`, stripe)
      await makePro(db, user.id, TOKENS)
      return user
    }),
  )
  return {
    db,
    stripe,
    proxies,
    users,
    server: () => server,
    async killAndRestart() {
      server.signal('SIGKILL')
      await server.ended
      server = await startServer(environment)
    },
    async close() {
      for (const proxy of Object.values(proxies)) proxy.setFault()
      await stopServer(server)
      await Promise.all([model, yahoo, stripe, ...Object.values(proxies)].map((one) => one.close()))
      await db.close()
    },
  }
}
