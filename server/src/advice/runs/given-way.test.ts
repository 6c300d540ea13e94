/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER } from '../../accounts/testing/pro-user.ts'
import { requestComprehensive } from '../../features/ai-analysis/testing/analysis-client.ts'
import { requestDiscovery } from '../../features/discovery/testing/discovery-client.ts'
import { countTokens, NOW, signInPro, upload, WORKED_EXAMPLE } from '../../features/hedges/testing/hedge-client.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  client = await signInPro(app, 'ann@example.com', 3)
})
afterAll(() => app?.close())

test.each([
  ['a discovery', requestDiscovery],
  ['a comprehensive analysis', requestComprehensive],
] as const)(
  '%s that is asked for again by its key, and has given way since, says so and charges nothing',
  async (_, ask) => {
    const id = await upload(client, WORKED_EXAMPLE)
    const first = await ask(client, id, { key: `given-way ${id}` })
    expect(first.status).toBe(200)
    const before = await countTokens(client)
    await app.db.asOwner(`delete from ai_runs where portfolio_id = '${id}'`)
    const again = await ask(client, id, { key: `given-way ${id}` })
    expect(again.status).toBe(409)
    expect(JSON.stringify(await again.json())).toMatch(/made before and has given way to newer runs since\. Make a new/)
    expect(await countTokens(client)).toBe(before)
    expect(await auditTokens(app.db)).toEqual(BOOKS_IN_ORDER)
  },
)
