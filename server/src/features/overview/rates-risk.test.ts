import {
  backtestResultSchema,
  correlationAnalysisSchema,
  type ImportReview,
  type Overview,
  type Position,
  pricesSchema,
} from '@ballast/contract'
import { measureTreasury, parseIsoDate } from '@ballast/quant'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../test-app.ts'
import { askIn, wordsOf } from '../ask/testing/ask-client.ts'

/* A retiree's Treasuries, from the broker's file to every screen. */

let app: TestApp
const TODAY = new Date('2026-11-23T15:00:00Z')

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => TODAY } } })
})
afterAll(() => app?.close())

const NOTE = 'T4.25-20341115'
const BILL = 'T0-20270318'
const FILE = [
  'Account Number,Account Name,Symbol,Description,Quantity,Last Price,Last Price Change,Current Value,Cost Basis Total,Average Cost Basis,Type',
  'Z11112222,Individual,VTI,VANGUARD TOTAL STOCK MARKET ETF,100,$300.00,$0.00,$30000.00,$20000.00,$200.00,Cash',
  'Z11112222,Individual,91282CLW9,UNITED STATES TREAS SER F-2034 4.25000% 11/15/2034 NTS NOTE,40000,$99.50,$0.00,$39800.00,$40000.00,$100.00,Cash',
  'Z11112222,Individual,912797KS5,UNITED STATES TREAS BILLS ZERO CPN 0.00000% 03/18/2027,50000,$98.70,$0.00,$49350.00,$49000.00,$98.00,Cash',
  '',
  '"Date downloaded Nov-20-2026 4:05 p.m ET"',
].join('\n')

async function saveFile(user: string) {
  const anna = await app.signIn(`${user}@example.com`)
  const review = await anna.json<ImportReview>('/api/imports', { method: 'POST', json: { text: FILE } })
  const positions = review.positions.map((one) => ({
    ticker: one.ticker,
    shares: one.shares,
    avgCost: one.avgCost,
    account: one.account,
    kind: one.kind,
    ...(one.kind === 'bond' && { statedPrice: one.statedPrice }),
  }))
  const saved = await anna.json<{ id: string }>('/api/portfolios/save-from-review', {
    method: 'POST',
    json: { name: 'Retired', positions, importId: review.importId },
  })
  return { anna, review, path: `/api/portfolios/${saved.id}`, id: saved.id }
}

test('the bond lines of a file are positions that count in value, and answer to yields', async () => {
  const { anna, review, path } = await saveFile('value')
  expect(review.positions.filter(({ kind }) => kind === 'bond').map(({ ticker, shares }) => [ticker, shares])).toEqual([
    [NOTE, 400],
    [BILL, 500],
  ])
  const { prices } = pricesSchema.parse(await anna.json(`${path}/prices`))
  expect(prices[NOTE]).toMatchObject({ price: 99.5, source: 'stated', asOf: '2026-11-20T21:00:00.000Z' })
  const overview = await anna.json<Overview>(`${path}/overview`)
  expect(overview.marketValue).toBeCloseTo(100 * prices.VTI!.price + 39_800 + 49_350, 4)
  expect(overview.covers.value).toEqual({ covered: 3, positions: 3, leftOut: [] })
  const { rates } = overview
  expect(rates?.covers).toEqual({ covered: 2, positions: 2, leftOut: [] })
  expect(rates?.value).toBeCloseTo(89_150, 6)
  const note = rates?.positions.find(({ ticker }) => ticker === NOTE)
  expect(note).toMatchObject({ face: 40_000, couponPercent: 4.25, maturity: '2034-11-15', price: 99.5 })
  // The same by hand: the price at the yield is the stated one, and one point more or less costs or gives this much.
  const terms = { couponPercent: 4.25, maturity: parseIsoDate('2034-11-15'), settlement: parseIsoDate('2026-11-20') }
  const at = (points: number) => 400 * measureTreasury(terms, (note?.yieldPercent ?? 0) + points).cleanPrice
  expect(at(0)).toBeCloseTo(39_800, 2)
  expect(note?.ifYieldsRise).toBeCloseTo(at(1) - at(0), 2)
  expect(note?.ifYieldsFall).toBeCloseTo(at(-1) - at(0), 2)
  // 118 days of a bill: (100 − 98.7) ÷ 98.7 × 365 ÷ 118.
  expect(rates?.positions.find(({ ticker }) => ticker === BILL)?.yieldPercent).toBeCloseTo(4.0741, 3)
  expect(rates?.ifYieldsRise).toBeCloseTo(
    rates!.positions.reduce((sum, one) => sum + one.ifYieldsRise, 0),
    6,
  )
})

test('a fund of Treasuries of its term stands in by name where a history is needed', async () => {
  const { anna, path, id } = await saveFile('stand-in')
  const analysis = correlationAnalysisSchema.parse(await anna.json(`${path}/correlation-analysis`))
  expect(analysis.covers.value).toEqual({ covered: 3, positions: 3, leftOut: [] })
  const replay = backtestResultSchema.parse(
    await anna.json('/api/backtest/scenario', {
      method: 'POST',
      json: { portfolioId: id, scenarioId: 'bear-2022' },
    }),
  )
  const proxies = replay.coverage.details.filter(({ method }) => method === 'asset-class')
  expect(proxies.map(({ ticker, proxy }) => [ticker, proxy]).sort()).toEqual([
    [BILL, 'SHV'],
    [NOTE, 'IEF'],
  ])
  expect(replay.covers).toEqual({ covered: 3, positions: 3, leftOut: [] })
})

test('a price can be stated anew, a download holds it, and one that was paid back has none', async () => {
  const { anna, path } = await saveFile('edit')
  const held = await anna.json<Position[]>(`${path}/positions`)
  const bill = held.find(({ ticker }) => ticker === BILL)
  expect(bill).toMatchObject({ kind: 'bond', statedPrice: 98.7, statedOn: '2026-11-20', avgCost: 98 })
  const after = await anna.json<Position>(`${path}/positions/${bill?.id}`, {
    method: 'PATCH',
    json: { statedPrice: 98.9 },
  })
  expect(after).toMatchObject({ statedPrice: 98.9, statedOn: '2026-11-23', shares: 500 })
  const csv = await (await anna.fetch(`${path}/export`)).text()
  const again = await anna.json<{ id: string }>('/api/portfolios/upload', {
    method: 'POST',
    json: { name: 'Again', data: `${csv}T2-20260315,10,99,,,USD,bond,99.9,2026-03-01\r\n` },
  })
  const overview = await anna.json<Overview>(`/api/portfolios/${again.id}/overview`)
  expect(overview.unpriced).toEqual({ 'T2-20260315': 'matured' })
  expect(overview.rates?.covers).toEqual({
    covered: 2,
    positions: 3,
    leftOut: [{ ticker: 'T2-20260315', reason: 'matured' }],
  })
  expect(overview.rates?.value).toBeCloseTo(39_800 + 500 * 98.9, 6)
})

test('the book of market sensitivities names the Treasuries that it leaves out', async () => {
  const { anna, path } = await saveFile('greeks')
  const options = await anna.json<{ notCounted: { ticker: string; reason: string }[] }>(`${path}/options`)
  expect(options.notCounted.map(({ ticker }) => ticker).sort()).toEqual([BILL, NOTE])
})

test('without Treasuries there is nothing to say of yields, and what names none is refused', async () => {
  const anna = await app.signIn('none@example.com')
  const upload = (data: string) => anna.fetch('/api/portfolios/upload', { method: 'POST', json: { name: 'A', data } })
  const { id } = (await (await upload('ticker,shares\nVTI,10')).json()) as { id: string }
  expect((await anna.json<Overview>(`/api/portfolios/${id}/overview`)).rates).toBeNull()
  const refused = await upload('ticker,shares,kind\nVTI,10,bond')
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('not the ticker of a Treasury')
})

test('what yields do to Treasuries without a price is unknown, not zero', async () => {
  const anna = await app.signIn('unpriced@example.com')
  const json = { name: 'Unpriced', data: 'ticker,shares,avgCost\nT4.25-20541115,900,60\nKO,10,1\n' }
  const { id } = await anna.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })
  const { rates } = await anna.json<Overview>(`/api/portfolios/${id}/overview`)
  expect(rates).toMatchObject({ covers: { covered: 0, positions: 1 }, positions: [] })
  expect([rates?.value, rates?.accruedInterest, rates?.ifYieldsRise, rates?.ifYieldsFall]).toEqual([
    null,
    null,
    null,
    null,
  ])
  expect(wordsOf(await askIn(anna, id, 'What happens to my bonds if yields rise?'))).toEqual([
    'Ballast cannot tell what yields do to your Treasuries, because data is missing.',
  ])
})
