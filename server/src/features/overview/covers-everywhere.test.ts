import {
  backtestResultSchema,
  correlationAnalysisSchema,
  namePosition,
  overviewSchema,
  pricesSchema,
} from '@ballast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { NOW } from '../hedges/testing/hedge-client.ts'
import { anyBook, expectCounted, type Line, toCsv } from './testing/any-book.ts'

/* Whatever is held: each headline names its basis, counts what it covers, and shares are of all that they say they are of. */

let app: TestApp

beforeAll(async () => {
  // What expires and matures does so by this day, whenever the test is run.
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
})
afterAll(() => app?.close())

const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)

async function checkBook(lines: readonly Line[], user: number): Promise<void> {
  const anna = await app.signIn(`owner${user}@example.com`)
  const created = await anna.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Any', data: toCsv(lines) },
  })
  const path = `/api/portfolios/${created.id}`
  const isUnpriced = (line: Line) => line.unpriced
  const prices = pricesSchema.parse(await anna.json(`${path}/prices`))

  const overview = overviewSchema.parse(await anna.json(`${path}/overview`))
  expectCounted(overview.covers.value, lines, isUnpriced)
  expectCounted(
    overview.covers.gain,
    lines,
    (line) => line.unpriced ?? (line.kind !== 'cash' && line.avgCost === null ? 'no-cost' : null),
  )
  expect(overview.covers.risk.leftOut).toEqual(expect.arrayContaining(overview.covers.value.leftOut))
  const priced = lines.filter((line) => line.unpriced === null)
  const toValue = ({ kind, ticker, shares: held }: Line) =>
    kind === 'cash' ? held : held * (kind === 'option' ? 100 : 1) * prices.prices[ticker]!.price
  const worth = sumOf(priced.map(toValue))
  if (priced.length === 0) expect(overview.marketValue).toBeNull()
  else expect(overview.marketValue).toBeCloseTo(worth, 3)
  expect(Math.abs(overview.topRisk?.weightPercent ?? 0)).toBeLessThanOrEqual(100 + 1e-6)

  const bonds = lines.filter(({ kind }) => kind === 'bond')
  if (bonds.length === 0) expect(overview.rates).toBeNull()
  else {
    expectCounted(overview.rates!.covers, bonds, isUnpriced)
    const ofBonds = sumOf(bonds.filter((line) => line.unpriced === null).map(toValue))
    expect(overview.rates?.value).toBeCloseTo(ofBonds, 3)
    expect(sumOf(overview.rates!.positions.map(({ value }) => value))).toBeCloseTo(ofBonds, 3)
  }

  const analysis = correlationAnalysisSchema.parse(await anna.json(`${path}/correlation-analysis`))
  expect(analysis.covers.value).toEqual(overview.covers.value)
  // One thing has one value, whichever call tells it.
  expect(analysis.unpriced).toEqual(overview.unpriced)
  expect(analysis.concentrationRisk ?? null).toBe(overview.risk.concentration)
  expect(analysis.diversificationScore).toBe(overview.risk.diversification?.score ?? null)
  // Both are rounded, each to its own decimals.
  if (overview.risk.beta === null) expect(analysis.portfolioBeta).toBeNull()
  else expect(analysis.portfolioBeta).toBeCloseTo(overview.risk.beta, 5)
  // A weight is a share of all that has a price: securities, cash, and options at their price.
  const weights = new Map(analysis.marketCorrelations.map((one) => [one.ticker, one.weightPercent]))
  if (priced.some(({ kind }) => kind !== 'cash')) {
    const gross = sumOf(priced.map((line) => Math.abs(toValue(line))))
    const ofOthers = sumOf(
      priced.filter(({ kind }) => kind === 'cash' || kind === 'option').map((line) => Math.abs(toValue(line))),
    )
    expect(sumOf([...weights.values()].map(Math.abs)) + (100 * ofOthers) / gross).toBeCloseTo(100, 4)
  }
  const [top] = overview.topRisk?.tickers ?? []
  if (top && overview.topRisk?.tickers.length === 1) {
    expect(overview.topRisk.weightPercent).toBeCloseTo(weights.get(top) ?? Number.NaN, 4)
  }
  const largest = analysis.concentration?.largestName
  if (largest) expect(largest.weightPercent).toBeCloseTo(Math.abs(weights.get(largest.ticker) ?? Number.NaN), 4)

  const response = await anna.fetch('/api/backtest/scenario', {
    method: 'POST',
    json: { portfolioId: created.id, scenarioId: 'recent-6m' },
  })
  if (response.status === 422) return
  const replay = backtestResultSchema.parse(await response.json())
  const { coverage, covers } = replay
  const excluded = new Set(coverage.details.filter(({ method }) => method === 'excluded').map(({ ticker }) => ticker))
  expectCounted(covers, lines, (line) => {
    if (line.kind === 'option') return line.unpriced === 'expired' ? 'expired' : 'option-not-replayed'
    return line.unpriced ?? (line.kind !== 'cash' && excluded.has(line.ticker) ? 'no-history' : null)
  })
  expect(coverage.ownPercent + coverage.proxyPercent + coverage.excludedPercent).toBeCloseTo(100, 6)
  expect(sumOf(coverage.details.map(({ weightPercent }) => Math.abs(weightPercent)))).toBeCloseTo(100, 6)
  for (const { ticker, weightPercent } of coverage.details) {
    const weight = weights.get(ticker)
    if (weight !== undefined) expect(weightPercent).toBeCloseTo(weight, 4)
  }
  // The sentence counts as the chip does.
  for (const [, all] of coverage.sentence?.matchAll(/\d+ of (\d+) positions/g) ?? []) {
    expect(Number(all)).toBe(covers.positions)
  }
  expect(replay.unpriced).toMatchObject(overview.unpriced)
  for (const { ticker } of covers.leftOut) expect(coverage.sentence).toContain(namePosition(ticker))
}

/** So many portfolios a user may have, and so many requests a minute are answered. */
const BOOKS_OF_A_USER = 5

async function checkBooks(numRuns: number): Promise<void> {
  let count = 0
  await fc.assert(
    fc.asyncProperty(anyBook, (lines) => checkBook(lines, Math.floor(count++ / BOOKS_OF_A_USER))),
    { numRuns },
  )
}

const MANY = process.env.BALLAST_LONG ? 500 : 100
test('any book: every call says what it covers, and by what', { timeout: 600_000 }, () => checkBooks(5))

test(`any of ${MANY} books`, { tags: 'full', timeout: 3_600_000 }, () => checkBooks(MANY))
