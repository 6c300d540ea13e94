import { makePro } from '../../../server/src/accounts/testing/pro-user.ts'
import { chooseShown, createChooser } from '../../../server/src/ai/testing/chooser.ts'
import { createModelServer, type ModelServer } from '../../../server/src/ai/testing/model-server.ts'
import { systemClock } from '../../../server/src/clock.ts'
import { createTestDatabase, type TestDatabase } from '../../../server/src/database/test-database.ts'
import { type FakeStripe, startFakeStripe } from '../../../server/src/payments/testing/fake-stripe.ts'
import { type Balancer, startBalancer } from '../balancer.ts'
import { startFakeYahoo } from '../fake-yahoo.ts'
import { type FaultProxy, startFaultProxy } from '../fault-proxy.ts'
import { findFreePort } from '../free-port.ts'
import { type RunningServer, type ServerEnvironment, startServer, stopServer } from '../server-process.ts'
import type { Link } from './plan.ts'
import { SimulatedUser } from './simulated-user.ts'

const TOKENS = { monthly: 7, purchased: 60 }

/** A server, what it depends on behind proxies that can fail, and its users. */
export interface SimulatedWorld {
  db: TestDatabase
  stripe: FakeStripe
  proxies: Record<Link, FaultProxy>
  users: SimulatedUser[]
  /** The only one, or the first of several; its address is that of the balancer before them. */
  server(): RunningServer
  /** As a power cut would, and then a new process; of several servers each in turn. */
  killAndRestart(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a world on the PostgreSQL of `TEST_DATABASE_URL`.
 *
 * @param market `sample`: analyses have all they need; `yahoo`: prices come over the network
 * @param serverCount more than one stand behind a balancer
 */
export async function startWorld(
  userCount: number,
  market: 'sample' | 'yahoo',
  serverCount = 1,
): Promise<SimulatedWorld> {
  const db = await createTestDatabase()
  if (db.url === undefined)
    throw new Error('A simulation needs a PostgreSQL: TEST_DATABASE_URL, as `npm test` sets it.')
  const model: ModelServer = await createModelServer(createChooser(chooseShown))
  const yahoo = await startFakeYahoo()
  const stripe = await startFakeStripe(db, systemClock)
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
  const ports = await Promise.all(Array.from({ length: serverCount }, findFreePort))
  const balancer: Balancer | undefined = ports.length > 1 ? await startBalancer(await findFreePort(), ports) : undefined
  const environment: ServerEnvironment = {
    ...(balancer && { PUBLIC_URL: balancer.url }),
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
  const start = (port: number) => startServer({ ...environment, PORT: String(port) })
  const servers: RunningServer[] = []
  const [firstPort = 0, ...otherPorts] = ports
  servers.push(await start(firstPort))
  const server = () => ({ ...servers[0]!, url: balancer?.url ?? servers[0]!.url })
  let killed = 0
  const users: SimulatedUser[] = []
  for (let number = 0; number < userCount; number += 1) {
    const user = await SimulatedUser.signIn(server().url, `simulated-${number}@example.com`, stripe)
    await makePro(db, user.id, TOKENS)
    users.push(user)
  }
  // The embedded sign-in belongs to one machine: its steps must meet one server, so the others come after it.
  for (const port of otherPorts) servers.push(await start(port))
  return {
    db,
    stripe,
    proxies,
    users,
    server,
    async killAndRestart() {
      const index = killed % servers.length
      killed += 1
      servers[index]!.signal('SIGKILL')
      await servers[index]!.ended
      servers[index] = await start(ports[index]!)
    },
    async close() {
      for (const proxy of Object.values(proxies)) proxy.setFault()
      await Promise.all(servers.map(stopServer))
      await balancer?.close()
      await Promise.all([model, yahoo, stripe, ...Object.values(proxies)].map((one) => one.close()))
      await db.close()
    },
  }
}
