/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER } from '../../accounts/testing/pro-user.ts'
import { requestComprehensive } from '../../features/ai-analysis/testing/analysis-client.ts'
import { requestDiscovery } from '../../features/discovery/testing/discovery-client.ts'
import {
  countTokens,
  NOW,
  requestAnalysis,
  signInPro,
  upload,
  WORKED_EXAMPLE,
} from '../../features/hedges/testing/hedge-client.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let client: TestClient
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  client = await signInPro(app, 'ann@example.com', 3)
})
afterAll(() => app?.close())

const ASKS: readonly (readonly [name: string, ask: (who: TestClient, portfolioId: string) => Promise<Response>])[] = [
  ['a discovery', (who, id) => requestDiscovery(who, id)],
  ['a comprehensive analysis', (who, id) => requestComprehensive(who, id)],
  ['a hedge analysis', (who, id) => requestAnalysis(who, id)],
]

test.each(ASKS)(
  '%s of a portfolio that is deleted meanwhile is answered with its absence, and is free',
  async (_, ask) => {
    const { marketData } = app.dependencies
    const { getDailyHistory } = marketData
    const id = await upload(client, WORKED_EXAMPLE)
    let deleted: number | undefined
    marketData.getDailyHistory = async (request) => {
      deleted ??= (await client.fetch(`/api/portfolios/${id}`, { method: 'DELETE' })).status
      return getDailyHistory.call(marketData, request)
    }
    const { status } = await ask(client, id)
    marketData.getDailyHistory = getDailyHistory
    expect([deleted, status]).toEqual([200, 404])
    expect(await countTokens(client)).toBe(3)
    expect(await auditTokens(app.db)).toEqual(BOOKS_IN_ORDER)
  },
)
