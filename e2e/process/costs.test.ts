/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  countRows,
  invitePeople,
  listExcesses,
  listRowsBeyond,
  measureFlood,
  type People,
  prepareFloods,
} from '../support/cost-of-one-user.ts'
import { makeDataFolder, type RunningServer, startServer, stopServer } from '../support/server-process.ts'

let server: RunningServer
let people: People
beforeAll(async () => {
  const ADMIN_EMAILS = 'eve@example.com'
  server = await startServer({ DATA_DIR: await makeDataFolder(), RATE_LIMITS: '1', ADMIN_EMAILS })
  people = await invitePeople(server)
})
afterAll(() => stopServer(server))

test('whatever one user sends, memory, threads and answers stay within bounds and others are served', async () => {
  const excesses: Record<string, string[]> = {}
  for (const flood of await prepareFloods()) {
    excesses[flood.name] = listExcesses(flood, await measureFlood(server, people, flood))
  }
  expect(Object.keys(excesses).length).toBeGreaterThanOrEqual(14)
  expect(Object.entries(excesses).filter(([, found]) => found.length > 0)).toEqual([])
  expect(listRowsBeyond(await countRows(people.eve))).toEqual([])
})
