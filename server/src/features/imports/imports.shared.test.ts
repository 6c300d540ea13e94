import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { ImportReview } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const SHARED = resolve(import.meta.dirname, '../../../..', process.env.BALLAST_SHARED ?? '../shared')
const FOLDER = join(SHARED, 'data/broker-exports')

interface Expected {
  positions: { ticker: string; shares: number; avgCost: number | null }[] | null
}

/** Mapped from their ISIN, as the fixture allows. */
const MAPPED: Record<string, string> = { AAPL: 'US0378331005', VWRL: 'IE00B3RBWM25', SHEL: 'GB00BP6MXD84' }
const COST_TOLERANCE = 1e-4

if (!existsSync(FOLDER)) {
  console.warn(`Recorded broker files are absent (looked in ${FOLDER}): they were NOT imported.`)
  test('recorded broker files are absent and were not imported', () => expect(existsSync(FOLDER)).toBe(false))
} else {
  const files = ['synthetic', 'recorded'].flatMap((folder) =>
    readdirSync(join(FOLDER, folder))
      .filter((name) => !name.endsWith('.expected.json'))
      .map((name) => [name, join(FOLDER, folder, name)] as const),
  )

  describe('broker files, from the upload to the stored portfolio', () => {
    let app: TestApp
    let ann: TestClient
    beforeAll(async () => {
      app = await createTestApp()
      ann = await app.signIn('ann@example.com')
    })
    afterAll(() => app.close())

    test.each(files)('%s', async (name, path) => {
      const expected = JSON.parse(readFileSync(`${path}.expected.json`, 'utf8')) as Expected
      const form = new FormData()
      // Under a name that says nothing: the layout is told by the content.
      form.append('files', new Blob([readFileSync(path)]), 'export.dat')
      const response = await ann.fetch('/api/imports', { method: 'POST', body: form })
      expect(response.status).toBe(200)
      const review = (await response.json()) as ImportReview
      expect(review.lines).not.toEqual([])
      if (!expected.positions || expected.positions.length === 0) return
      const wanted = new Set(expected.positions.map(({ ticker }) => ticker))
      const readable = review.positions.filter(({ shares }) => shares !== null && shares !== 0)
      const saved = await ann.json<{ id: string; importId: string }>('/api/portfolios/save-from-review', {
        method: 'POST',
        json: {
          name,
          importId: review.importId,
          positions: readable.map(({ ticker, shares, avgCost, currency, account, kind }) => {
            return { ticker, shares, avgCost, currency, account, kind }
          }),
        },
      })
      expect(saved.importId).toBe(review.importId)
      const stored = await ann.json<{ ticker: string; shares: number; avgCost: number | null; kind: string }[]>(
        `/api/portfolios/${saved.id}/positions`,
      )
      const totals = new Map<string, { shares: number; cost: number | null }>()
      for (const { ticker, shares, avgCost } of stored) {
        const key = wanted.has(ticker) ? ticker : (MAPPED[ticker] ?? ticker)
        const before = totals.get(key) ?? { shares: 0, cost: 0 }
        const cost = avgCost === null || before.cost === null ? null : before.cost + shares * avgCost
        totals.set(key, { shares: before.shares + shares, cost })
      }
      for (const { ticker, shares, avgCost } of expected.positions) {
        const total = totals.get(ticker)
        expect({ ticker, shares: total?.shares }).toEqual({ ticker, shares: expect.closeTo(shares, 9) })
        const average = total && total.cost !== null ? total.cost / total.shares : null
        // A price is not a cost: the fixture says that no cost is as right as the price.
        if (avgCost === null || (average === null && name.startsWith('wealthfolio')))
          expect({ ticker, average }).toEqual({ ticker, average: null })
        else expect(Math.abs((average ?? Number.NaN) - avgCost)).toBeLessThanOrEqual(COST_TOLERANCE)
      }
    })
  })
}
