/** @module-tag full */

import type { BackgroundWork } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { NOW, signInPro } from '../hedges/testing/hedge-client.ts'
import { addWebhook, createDesk, createReceiver, tell } from '../inbox/testing/delivery-desk.ts'

let app: TestApp
let receiver: Awaited<ReturnType<typeof createReceiver>>
beforeAll(async () => {
  app = await createTestApp({
    environment: { ADMIN_EMAILS: 'admin@example.com' },
    overrides: { clock: { now: () => NOW } },
  })
  receiver = await createReceiver()
})
afterAll(async () => {
  await Promise.all([receiver?.close(), app?.close()])
})

const PATH = '/api/admin/background-work'

test('an admin sees how jobs ended, what waits, and what is tried again; nobody else does', async () => {
  const user = await signInPro(app, 'user@example.com')
  await addWebhook(app, user, receiver.url)
  await tell(app, user, 'One')
  receiver.answer(500)
  const desk = createDesk(app)
  await desk.deliver()
  await desk.close()
  await tell(app, user, 'Two')
  await app.dependencies.jobs.runAll()

  const admin = await app.signIn('admin@example.com')
  const seen = await admin.json<BackgroundWork>(PATH)
  expect(seen.deliveries).toMatchObject({ givenUp: 0, delivered: 0 })
  expect(seen.deliveries.waiting).toBe(2)
  expect(seen.deliveries.retrying).toBeGreaterThanOrEqual(1)
  expect(seen.duePortfolios).toBe(0)
  expect(seen.jobs.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['policies', 'watch', 'delivery', 'sweeping']),
  )
  expect(seen.jobs.every(({ failuresInRow, lastError }) => failuresInRow === 0 && lastError === null)).toBe(true)
  expect(seen.server).toMatchObject({
    version: app.dependencies.version,
    node: process.version,
    database: { engine: app.db.engine, isReachable: true },
    threads: { waiting: 0 },
    marketData: { source: 'sample', simulated: true },
    analysisEngine: 'Built-in quantitative engine',
    mail: 'local',
  })
  expect(seen.server.memoryMebibytes).toBeGreaterThan(20)
  expect((await user.fetch(PATH)).status).toBe(403)
  expect((await app.client().fetch(PATH)).status).toBe(401)
})
