import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MarketData } from '../../market-data/market-data.ts'
import { createSampleMarketData } from '../../market-data/sample/sample-market-data.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { NOW, upload } from '../hedges/testing/hedge-client.ts'
import { askIn, wordsOf } from './testing/ask-client.ts'

/** KO pays half a dollar a quarter. */
const PAID = ['2026-03-16', '2026-06-15', '2026-09-15']
const AMOUNT = 0.5

const clock = { now: () => NOW }
const sample = createSampleMarketData({ clock })
const paying: MarketData = {
  ...sample,
  status: () => ({ ...sample.status(), simulated: false }),
  async getDailyHistory(asked) {
    const histories = await sample.getDailyHistory(asked)
    const found = [...histories.found].map(([ticker, history]) => {
      const { dates, closes } = history
      const factorOf = (exDate: string) => 1 - AMOUNT / (closes[dates.findIndex((day) => day >= exDate) - 1] ?? 0)
      const adjustedCloses = closes.map((close, t) =>
        PAID.filter((exDate) => (dates[t] ?? '') < exDate).reduce((value, exDate) => value * factorOf(exDate), close),
      )
      return [ticker, ticker === 'KO' ? { ...history, adjustedCloses } : history] as const
    })
    return { ...histories, found: new Map(found) }
  },
}

let app: TestApp
let ann: TestClient
let portfolioId: string
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock, marketData: paying } })
  ann = await app.signIn('ann@example.com')
  portfolioId = await upload(ann, 'KO,100,50\nNVDA,10,100\n')
})
afterAll(() => app.close())

test('the next dividend is told with the expiries around it', async () => {
  const turn = await askIn(ann, portfolioId, 'is there a dividend of KO before expiry?')
  const [first, second] = wordsOf(turn)
  // Ninety-two days after the last one, as between the others.
  expect(first).toBe('The next dividend of KO is usual around Dec 16, 2026: $0.50 a share.')
  expect(second).toMatch(
    /^The next expiry, Nov 2\d, 2026, comes before the dividend\. The first expiry after the dividend is Dec \d\d, 2026\.$/,
  )
  expect(
    turn.figures[0]?.rows.map(({ cells }) => cells.map((parts) => parts.map(({ text }) => text).join(''))),
  ).toEqual([
    ['Sep 15, 2026', '$0.50'],
    ['Jun 15, 2026', '$0.50'],
    ['Mar 16, 2026', '$0.50'],
  ])
})

test('what pays none says so', async () => {
  const turn = await askIn(ann, portfolioId, 'when does NVDA go ex-dividend?')
  expect(wordsOf(turn)[0]).toBe('The closes of NVDA show no dividend in the last year.')
})

test('the income of a year is shares times what was paid', async () => {
  const turn = await askIn(ann, portfolioId, 'what do I earn in dividends a year?')
  expect(wordsOf(turn)).toEqual(['Over the last year, the shares that you hold now paid $150 in dividends.'])
  const income = turn.facts.find(({ kind }) => kind === 'ask.income')
  expect(income?.value).toBeCloseTo(100 * PAID.length * AMOUNT, 9)
})
