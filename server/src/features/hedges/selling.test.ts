import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, readWhole, signInPro, upload } from './testing/hedge-client.ts'
import { findLooseFigures } from './testing/loose-figures.ts'

let app: TestApp
let anna: TestClient
let gained: string
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  anna = await signInPro(app, 'anna@example.com', 100)
  // Half of everything is gain, nearly.
  gained = await upload(
    anna,
    'AAPL,100,140\nMSFT,50,230\nNVDA,300,200\nJPM,80,150\nXOM,100,60\nKO,100,35\nTLT,100,90\n',
  )
})
afterAll(() => app?.close())

test('in an IRA selling is said first, without tax; else its gains and the rate from which the hedge costs less', {
  tags: ['full'],
}, async () => {
  const ira = await analyse(anna, gained, { account: 'ira' })
  const taxed = await analyse(anna, gained)
  const rich = await analyse(anna, gained, { gainsTaxPercent: 30 })
  // Σ V·β of 34.3 % of the shares · 4.5 % · 60/252; of the gains, those of 34.3 % of each lot.
  expect(ira.summary).toMatch(
    /^Selling is expected to cost less than a hedge: with 34\.3% of every position sold, .* stays within 15%\. Selling costs about \$833 of expected return over 60 trading days, free of tax in an IRA; the hedge is expected to cost \$873\./,
  )
  const sold =
    0.3434 * (taxed.riskAssessment.value - 100 * 140 - 50 * 230 - 300 * 200 - 80 * 150 - 60 * 100 - 35 * 100 - 90 * 100)
  const figureOf = ({ facts }: typeof taxed, key: string) => Number(facts.find((fact) => fact.key === key)?.value)
  expect(figureOf(taxed, 'selling.gainUsd') / sold).toBeCloseTo(1, 2)
  expect(readWhole(taxed)).toMatch(
    /and the tax on gains of \$25,313\. At a tax rate above 0\.3% on these gains the hedge is expected to cost less\./,
  )
  const breakEven = (figureOf(taxed, 'selling.hedgeCost') - 833) / 25_313
  expect(figureOf(taxed, 'selling.breakEvenTaxPercent')).toBeCloseTo(100 * breakEven, 1)
  expect(readWhole(rich)).toContain(
    'Selling costs about $833 of expected return over 60 trading days and $7,594 of tax on gains of $25,313.',
  )
  expect(rich.request.gainsTaxPercent).toBe(30)
  const selling = rich.hedgeStrategies.find(({ family }) => family === 'reduce-exposure')!
  expect(selling.caveats.map(({ text }) => text).join(' ')).toMatch(
    /The cost shown includes \$7,594 of tax on gains of \$25,313\./,
  )
  expect(selling.cost.tax).toBeCloseTo(0.3 * figureOf(rich, 'selling.gainUsd'), 6)
  for (const found of [ira, taxed]) expect(readWhole(found)).toContain('does better in 5 of 6 past crises')
  for (const answer of [ira, taxed, rich]) expect(findLooseFigures(answer)).toEqual([])
})

test('without the costs of what is held, the tax is not known and that is said', async () => {
  const unknown = await upload(anna, 'AAPL,100,\nMSFT,50,230\nNVDA,300,\n', 'Unknown')
  const found = await analyse(anna, unknown)
  expect(readWhole(found)).toMatch(/taxes aside, because the cost of \$[\d,]+ of it is not known/)
})

test('where the budget buys no hedge that keeps the limit, and selling keeps it, that is said before what the budget buys', {
  tags: ['full'],
}, async () => {
  const rows = 'AAPL,100,1\nMSFT,100,1\nJPM,100,1\nXOM,200,1\n'
  const wish = { account: 'ira', limitPercent: 12, longOnly: true, noSpreads: true, budgetPercent: 0.7 } as const
  const answer = await analyse(anna, await upload(anna, rows, 'Puts only'), wish)
  expect(answer.outcome).toBe('cannot-be-met')
  expect(answer.summary).toMatch(
    /^A loss of at most 12% in a market fall of 20% cannot be had for .*\. Selling keeps the limit: with \d\d\.\d% of every position sold, .* stays within 12%\. .*The best that the budget buys is/,
  )
  expect(findLooseFigures(answer)).toEqual([])
  // There is no cash at all, so that all of the ticket is missing.
  const { implementation, cost } = answer.hedgeStrategies.find(({ role }) => role === 'recommended')!
  const missing = /Your cash does not pay for it: pay in \$([\d,]+), or sell shares for that first\./.exec(
    implementation,
  )
  expect(Number(missing?.[1]?.replace(',', ''))).toBeCloseTo(cost.premium + cost.fees, -1)
})
