import { describe, expect, test } from 'vitest'
import type { LotPrice, LotPrices } from '../../holdings/load-prices.ts'
import { makeLot as lot } from '../../holdings/testing/make-lot.ts'
import { valueLots } from '../../holdings/value-lots.ts'
import type { ExchangeRate } from '../../market-data/market-data.ts'
import type { StoredLot } from '../../portfolios/position.repository.ts'
import { computeTotals } from './overview-totals.ts'

const price = (value: number, previousClose: number | null = null): LotPrice => ({
  price: value,
  previousClose,
  asOf: '2026-11-20T21:00:00.000Z',
  session: 'closed',
  source: 'sample',
  stale: false,
  fetchedAt: '2026-11-20T21:00:00.000Z',
})
const euro: ExchangeRate = { from: 'EUR', to: 'USD', rate: 1.1, asOf: '2026-11-20T21:00:00.000Z', source: 'sample' }
const given = (prices: Record<string, LotPrice>, more: Partial<LotPrices> = {}): LotPrices => ({
  prices: new Map(Object.entries(prices)),
  missing: new Map(),
  rates: new Map(),
  ...more,
})
const totalsOf = (lots: StoredLot[], prices: LotPrices) => computeTotals(valueLots(lots, prices).priced)

describe('totals', () => {
  test('are sums over lots, a short position by its sign, cash in the value only', () => {
    const lots = [lot('AAPL', '10', '150'), lot('TSLA', '-5', '250'), lot('CASH', '1000', '1', { kind: 'cash' })]
    const totals = totalsOf(lots, given({ AAPL: price(200, 190), TSLA: price(300, 310) }))
    // 10 × 200 − 5 × 300 + 1,000 = 2,000 − 1,500 + 1,000
    expect(totals.marketValue).toBe(1_500)
    // 10 × (200 − 190) − 5 × (300 − 310) = 100 + 50; of |10 × 190| + |5 × 310| + 1,000 = 4,450
    expect(totals.dayChange).toEqual({ value: 150, percent: 3.370787 })
    // (2,000 − 1,500) + (−1,500 + 1,250) = 500 − 250; of |1,500| + |−1,250| = 2,750
    expect(totals.totalGain).toEqual({ value: 250, percent: 9.090909 })
    expect(totals.moves).toEqual([
      { ticker: 'AAPL', price: 200, changePercent: 5.263158 },
      { ticker: 'TSLA', price: 300, changePercent: -3.225806 },
    ])
  })

  test('leave out and name what has no price, and never take its cost for a value', () => {
    const lots = [
      lot('AAPL', '1', null),
      lot('GONE', '100', '50'),
      lot('AAPL261218C00250000', '2', '3', { kind: 'option', multiplier: 100 }),
    ]
    const valued = valueLots(
      lots,
      given(
        { AAPL: price(200) },
        {
          missing: new Map([
            ['GONE', 'unknown-ticker'],
            ['AAPL261218C00250000', 'option'],
          ]),
        },
      ),
    )
    expect(valued.unpriced).toEqual({ GONE: 'unknown-ticker', AAPL261218C00250000: 'option' })
    expect(valued.withoutCost).toEqual(['AAPL'])
    expect(computeTotals(valued.priced)).toEqual({ marketValue: 200, dayChange: null, totalGain: null, moves: [] })
  })

  test('convert a cost in another currency, or leave that lot out of the gain', () => {
    const lots = [lot('SAP.DE', '10', '100', { currency: 'EUR' })]
    // The price is in USD already: 10 × 121 − 10 × 100 × 1.1 = 1,210 − 1,100
    const withRate = totalsOf(lots, given({ 'SAP.DE': price(121) }, { rates: new Map([['EUR', euro]]) }))
    expect(withRate.totalGain).toEqual({ value: 110, percent: 10 })
    expect(totalsOf(lots, given({ 'SAP.DE': price(121) })).totalGain).toBeNull()
  })

  test('are null, not zero, when nothing is known', () => {
    expect(computeTotals([])).toEqual({ marketValue: null, dayChange: null, totalGain: null, moves: [] })
  })

  test('cash alone has a value and neither a change nor a gain', () => {
    const totals = totalsOf([lot('CASH', '5', '1', { kind: 'cash' })], given({}))
    expect(totals).toEqual({ marketValue: 5, dayChange: null, totalGain: null, moves: [] })
  })

  test('a percentage of nothing is null', () => {
    const totals = totalsOf([lot('GIFT', '5', '0')], given({ GIFT: price(10) }))
    expect(totals.totalGain).toEqual({ value: 50, percent: null })
  })

  test('the three largest moves are listed, up or down', () => {
    const tickers = ['A', 'B', 'C', 'D']
    const prices = { A: price(101, 100), B: price(90, 100), C: price(105, 100), D: price(103, 100) }
    const { moves } = totalsOf(
      tickers.map((ticker) => lot(ticker, '1', null)),
      given(prices),
    )
    expect(moves.map(({ ticker }) => ticker)).toEqual(['B', 'C', 'D'])
  })
})
