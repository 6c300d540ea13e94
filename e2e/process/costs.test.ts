/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  invitePeople,
  type People,
  sendFloods,
  startWatchedServer,
  type WatchedServer,
} from '../support/cost-of-one-user.ts'
import { makeDataFolder, stopServer } from '../support/server-process.ts'

let server: WatchedServer
let people: People
beforeAll(async () => {
  const ADMIN_EMAILS = 'eve@example.com'
  server = await startWatchedServer({ DATA_DIR: await makeDataFolder(), RATE_LIMITS: '1', ADMIN_EMAILS })
  people = await invitePeople(server)
})
afterAll(() => stopServer(server))

test('whatever one user sends, turns, memory, threads and answers stay within bounds and others are served', async () => {
  const { floods, ...beyond } = await sendFloods(server, people)
  expect(floods).toBeGreaterThanOrEqual(16)
  expect(beyond).toEqual({ excesses: [], rows: [] })
})
