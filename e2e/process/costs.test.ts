/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { invitePeople, type People, sendFloods } from '../support/cost-of-one-user.ts'
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
  const { floods, ...beyond } = await sendFloods(server, people)
  expect(floods).toBeGreaterThanOrEqual(14)
  expect(beyond).toEqual({ excesses: [], rows: [] })
})
