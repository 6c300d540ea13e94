/** @module-tag full */

import type { ImportReview } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const OWN = 'ticker,shares,avgCost,sector\nAAPL,10,150.5,Technology\n'

/** Threads give way to every other program, so on a busy machine the first one takes long to start. */
const PATIENCE_MS = 120_000

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const upload = (client: TestClient, text: string) => {
  const form = new FormData()
  form.append('files', new Blob([text]), 'mine')
  return client.fetch('/api/imports', { method: 'POST', body: form })
}

describe('more than can be looked at is refused before it is taken apart, in words', { timeout: PATIENCE_MS }, () => {
  test.each([
    ['cells', `${'1,'.repeat(100)}\n`.repeat(39_000), 'cells in it, more than 1,500,000'],
    ['columns', `${'c,'.repeat(20_000)}\n`.repeat(150), 'cells in it, more than 1,500,000'],
    ['entries', `[${'{"ticker":"AAPL","shares":1},'.repeat(60_000)}{}]`, 'more than 40,000 entries'],
    ['lists', `[${'[],'.repeat(2_500_000)}[]]`, 'more than 100,000 lists and objects'],
    ['lines', '\n'.repeat(4_000_000), 'lines, more than 40,000'],
    ['typed lines', 'I own 50 shares of Apple at 150\n'.repeat(39_000), '39,000 lines, more than 20,000'],
  ])('%s', async (_, content, words) => {
    const ann = await app.signIn('ann@example.com')
    const review = (await (await upload(ann, content)).json()) as ImportReview
    expect(review.problems[0]?.message).toContain(words)
    expect(review.lines.length).toBeLessThan(100)
  })
})

test('of very many uploads of one person at once most are told to come again, and another one is not', {
  timeout: PATIENCE_MS,
}, async () => {
  const [eve, bob] = await Promise.all([app.signIn('eve@example.com'), app.signIn('bob@example.com')])
  const rows = Array.from({ length: 2_000 }, (_, row) => `Q${row},1,2`).join('\n')
  const flood = Array.from({ length: 40 }, (_, index) => upload(eve, `ticker,shares,avgCost\n${rows}\nX${index},1,2\n`))
  const other = await upload(bob, OWN)
  const answers = await Promise.all(flood)
  expect(other.status).toBe(200)
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeGreaterThan(0)
  for (const { status, headers } of refused) {
    expect([status, Number(headers.get('retry-after'))]).toEqual([429, 5])
  }
})
