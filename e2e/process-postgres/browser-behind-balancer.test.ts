/**
 * @module-tag full
 * @module-tag long
 */

import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runBrowserSuite } from '../../scripts/test/playwright-suite.ts'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import { type Balancer, startBalancer } from '../support/balancer.ts'
import { BROWSER_SERVER, RUNNING_URL } from '../support/browser-server.ts'
import { findFreePort } from '../support/free-port.ts'
import { type RunningServer, startServer, stopServer } from '../support/server-process.ts'

const SECONDS_BETWEEN_KILLS = 20

let database: TestDatabase
let balancer: Balancer
let servers: RunningServer[]
let start: (port: number) => Promise<RunningServer>

beforeAll(async () => {
  database = await createTestDatabase()
  const ports = [await findFreePort(), await findFreePort()]
  balancer = await startBalancer(await findFreePort(), ports)
  const shared = { ...BROWSER_SERVER, DATABASE_URL: database.url!, PUBLIC_URL: balancer.url }
  start = (port) => startServer({ ...shared, PORT: String(port) })
  servers = await Promise.all(ports.map(start))
})
afterAll(async () => {
  Reflect.deleteProperty(process.env, RUNNING_URL)
  await Promise.all(servers.map(stopServer))
  await balancer.close()
  await database.close()
})

test('two servers behind a balancer serve the main journeys of every screen while one of them is killed again and again', async () => {
  let kills = 0
  let isOver = false
  const killAgainAndAgain = async () => {
    for (;;) {
      for (let seconds = 0; seconds < SECONDS_BETWEEN_KILLS && !isOver; seconds += 1) await sleep(1000)
      if (isOver) return
      const [, second] = servers
      second!.signal('SIGKILL')
      await second!.ended
      servers[1] = await start(Number(new URL(second!.url).port))
      kills += 1
    }
  }
  process.env[RUNNING_URL] = balancer.url
  const killing = killAgainAndAgain()
  const { failed, passed } = await runBrowserSuite({ name: 'browser', journeys: 'only' })
  isOver = true
  await killing
  expect(failed).toBe(0)
  expect(passed).toBeGreaterThan(30)
  expect(kills).toBeGreaterThan(3)
})
