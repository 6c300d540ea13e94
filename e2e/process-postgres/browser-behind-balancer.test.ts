/**
 * @module-tag full
 * @module-tag long
 */

import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toolPath } from '../../scripts/launch/tools.ts'
import { runProgram } from '../../scripts/test/child-processes.ts'
import { findOrInstallChromium } from '../../scripts/test/chromium.ts'
import { createTestDatabase, type TestDatabase } from '../../server/src/database/test-database.ts'
import { type Balancer, startBalancer } from '../support/balancer.ts'
import { BROWSER_SERVER, RUNNING_URL } from '../support/browser-server.ts'
import { findFreePort } from '../support/free-port.ts'
import { makeDataFolder, type RunningServer, startServer, stopServer } from '../support/server-process.ts'

const SECONDS_BETWEEN_RESTARTS = 20

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
  await Promise.all(servers.map(stopServer))
  await balancer.close()
  await database.close()
})

test('two servers behind a balancer serve the main journeys of every screen while one of them is restarted again and again', async () => {
  let restarts = 0
  let isOver = false
  const restartAgainAndAgain = async () => {
    for (;;) {
      for (let seconds = 0; seconds < SECONDS_BETWEEN_RESTARTS && !isOver; seconds += 1) await sleep(1000)
      if (isOver) return
      const [, second] = servers
      // Of one that is killed, `several-servers.test.ts`: what it was doing is told to have failed, and may be tried again.
      await stopServer(second!)
      servers[1] = await start(Number(new URL(second!.url).port))
      restarts += 1
    }
  }
  const report = path.join(await makeDataFolder(), 'report.json')
  const restarting = restartAgainAndAgain()
  await runProgram([toolPath('playwright'), 'test', '--reporter=line,json'], {
    CHROMIUM: await findOrInstallChromium(),
    BALLAST_JOURNEYS: 'only',
    [RUNNING_URL]: balancer.url,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  })
  isOver = true
  await restarting
  const { stats } = JSON.parse(await readFile(report, 'utf8')) as { stats: { expected: number; unexpected: number } }
  expect(stats.unexpected).toBe(0)
  expect(stats.expected).toBeGreaterThan(30)
  expect(restarts).toBeGreaterThan(3)
})
