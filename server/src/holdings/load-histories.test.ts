import { expect, test } from 'vitest'
import type { DailyHistory } from '../market-data/market-data.ts'
import { createFixedMarket } from '../market-data/testing/fixed-market.ts'
import { convertHistory, loadHistories } from './load-histories.ts'

const history = (
  ticker: string,
  currency: string,
  closes: Readonly<Record<string, number>>,
  more: Partial<DailyHistory> = {},
): DailyHistory => ({
  ticker,
  currency,
  source: 'yahoo',
  dates: Object.keys(closes),
  closes: Float64Array.from(Object.values(closes)),
  adjustedCloses: Float64Array.from(Object.values(closes), (close) => close / 2),
  splits: [],
  fetchedAt: '2026-11-20T21:00:00.000Z',
  stale: false,
  ...more,
})

test('each close is converted at the rate of its day, or at the last one of at most five days before', () => {
  const sap = history('SAP.DE', 'EUR', { '2026-11-02': 100, '2026-11-03': 110, '2026-11-06': 120, '2026-11-20': 130 })
  const rate = history('EURUSD=X', 'USD', { '2026-11-02': 1.1, '2026-11-03': 1.2 }, { stale: true })
  const converted = convertHistory(sap, rate)
  expect(converted).toMatchObject({ ticker: 'SAP.DE', currency: 'USD', stale: true })
  expect(converted?.dates).toEqual(['2026-11-02', '2026-11-03', '2026-11-06'])
  const [first = 0, second = 0, third = 0] = converted?.closes ?? []
  expect(first).toBeCloseTo(110, 10)
  expect(second).toBeCloseTo(132, 10)
  expect(third).toBeCloseTo(144, 10)
  expect(converted?.adjustedCloses[0]).toBeCloseTo(55, 10)
})

test('rates that begin after the first close convert nothing', () => {
  const sap = history('SAP.DE', 'EUR', { '2003-11-03': 100, '2003-12-03': 110 })
  expect(convertHistory(sap, history('EURUSD=X', 'USD', { '2003-12-01': 1.2 }))).toBeUndefined()
})

test('with rates all is in dollars; without, a history stays as it is; what is in dollars costs no question', async () => {
  const closes = { 'SAP.DE': [100, 110], 'VOD.L': [1, 2], 'EURUSD=X': [1.1, 1.2], SPY: [400, 404] }
  const market = createFixedMarket({
    quotes: { 'SAP.DE': { price: 1, currency: 'EUR' }, 'VOD.L': { price: 1, currency: 'GBP' } },
    closes,
  })
  const asked: string[] = []
  const counted = {
    ...market,
    getDailyHistory: (request: Parameters<typeof market.getDailyHistory>[0]) => {
      asked.push(...request.tickers)
      return market.getDailyHistory(request)
    },
  }
  const { found, missing } = await loadHistories(counted, { tickers: ['SAP.DE', 'VOD.L', 'SPY'], from: '2026-11-01' })
  expect([...found.values()].map(({ ticker, currency }) => [ticker, currency])).toEqual([
    ['SAP.DE', 'USD'],
    ['VOD.L', 'GBP'],
    ['SPY', 'USD'],
  ])
  expect(found.get('SAP.DE')?.closes[1]).toBeCloseTo(132, 10)
  expect(missing.get('GBPUSD=X')).toBe('no-price')
  asked.length = 0
  await loadHistories(counted, { tickers: ['SPY'], from: '2026-11-01' })
  expect(asked).toEqual(['SPY'])
})
