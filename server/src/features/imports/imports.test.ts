import type { ImportReview } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let ann: TestClient
beforeAll(async () => {
  app = await createTestApp()
  ann = await app.signIn('ann@example.com')
})
afterAll(() => app.close())

const OWN = 'ticker,shares,avgCost,sector\nAAPL,10,150.5,Technology\nZZZQ,3,20,\n'

const sendFiles = (client: TestClient, files: readonly (readonly [name: string, content: string | Uint8Array])[]) => {
  const form = new FormData()
  for (const [name, content] of files) form.append('files', new Blob([content as string]), name)
  return client.fetch('/api/imports', { method: 'POST', body: form })
}

async function review(files: readonly (readonly [string, string | Uint8Array])[], client = ann): Promise<ImportReview> {
  const response = await sendFiles(client, files)
  expect({ status: response.status, body: response.ok ? '' : await response.text() }).toEqual({ status: 200, body: '' })
  return (await response.json()) as ImportReview
}

describe('a file', () => {
  test('becomes a review that waits', async () => {
    const made = await review([['mine.csv', OWN]])
    expect(made).toMatchObject({
      origin: 'file',
      proposedName: 'mine',
      imageCount: 0,
      sources: [{ name: 'mine.csv', kind: 'csv' }],
      totals: { lineCount: 3, byVerdict: { header: 1, position: 2 }, positionCount: 2 },
    })
    expect(made.positions.map(({ ticker, confidence, isKnownTicker }) => [ticker, confidence, isKnownTicker])).toEqual([
      ['ZZZQ', 'medium', false],
      ['AAPL', 'high', true],
    ])
    expect(await ann.json(`/api/imports/${made.importId}`)).toEqual(made)
    expect(await ann.json('/api/portfolios')).toEqual([])
  })
})
