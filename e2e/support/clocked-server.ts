/**
 * The whole server as a process whose clock its parent sets: a policy lives for months, and a test has minutes. It is built of
 * the parts that `run-server.ts` builds, with another clock; the product itself has no such switch. Started by
 * `clocked-server-process.ts`.
 */
import { createApp } from '../../server/src/app.ts'
import { parseConfig } from '../../server/src/config.ts'
import { createDependencies } from '../../server/src/dependencies.ts'
import { createLog } from '../../server/src/log.ts'

/** Order of its parent: another time, and checks and deliveries made once. Each is answered with `done`. */
export interface ClockOrder {
  /** ISO 8601; time goes on from there. */
  now?: string
  runsJobs: boolean
}

let start = { instant: Date.parse(process.env.CLOCK ?? ''), at: performance.now() }
const clock = { now: () => new Date(start.instant + performance.now() - start.at) }
const config = parseConfig(process.env)
const dependencies = await createDependencies(config, { log: createLog(config.logLevel), clock })
const app = await createApp(dependencies)

process.on('message', async ({ now, runsJobs }: ClockOrder) => {
  if (now !== undefined) start = { instant: Date.parse(now), at: performance.now() }
  // The others observe markets for minutes.
  for (const name of runsJobs ? ['policies', 'delivery'] : []) await dependencies.jobs.runAll([name])
  process.send?.('done')
})
process.on('disconnect', () => process.exit())
await app.listen({ port: config.port, host: config.host })
process.send?.('ready')
