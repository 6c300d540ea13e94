import { describe, expect, test } from 'vitest'
import { type BacktestHolding, prepareHoldings } from './backtest-holdings.ts'
import { describeCoverage } from './backtest-text.ts'
import { getRow, type PriceMatrix } from './price-matrix.ts'

const none = Number.NaN
const prices: PriceMatrix = {
  dates: Int32Array.of(10, 11, 12, 13),
  tickers: ['OLD', 'MID', 'NEW', 'HALT', 'XLK', 'TWIN'],
  // biome-ignore format: one row per ticker
  values: Float64Array.of(
    10, 11, 12, 13,
    none, none, 50, 55,
    none, none, none, none,
    5, 6, none, none,
    100, 110, 99, 108.9,
    20, 22, 24, 30,
  ),
  rows: 6,
  columns: 4,
}
const hold = (ticker: string, weight: number, proxies: BacktestHolding['proxies'] = []): BacktestHolding => ({
  ticker,
  weight,
  proxies,
})
const sector = { method: 'sector', ticker: 'XLK', beta: 1.5 } as const
const rf0 = { riskFreeRate: 0 }

test('own history from the first day is taken as it is', () => {
  const { prices: paths, weights, coverage } = prepareHoldings(prices, [hold('OLD', 1, [sector])])
  expect([...getRow(paths, 0)]).toEqual([10, 11, 12, 13])
  expect([...weights]).toEqual([1])
  expect(coverage).toMatchObject({ ownWeight: 1, proxiedWeight: 0, excludedWeight: 0 })
  expect(describeCoverage(coverage)).toBeNull()
})

test('a listing within the window takes its proxy before, and its own returns after', () => {
  const { prices: paths, coverage } = prepareHoldings(prices, [hold('MID', 1, [sector])], rf0)
  // XLK +10 %, −10 %: 1.5 × → 100, 115, 97.75; then its own +10 %
  const path = getRow(paths, 0)
  expect(path[1]).toBeCloseTo(115, 12)
  expect(path[2]).toBeCloseTo(97.75, 12)
  expect(path[3]).toBeCloseTo(97.75 * 1.1, 12)
  expect(coverage).toMatchObject({ proxiedWeight: 1 })
  expect(coverage.details[0]).toEqual({ ticker: 'MID', method: 'sector', proxy: 'XLK', beta: 1.5, from: 10, to: 12 })
})

test('a beta-adjusted proxy earns the risk-free rate on what the beta leaves', () => {
  const { prices: paths } = prepareHoldings(prices, [hold('NEW', 1, [{ ...sector, beta: 0 }])], { riskFreeRate: 0.252 })
  expect(getRow(paths, 0)[3]).toBeCloseTo(100 * 1.001 ** 3, 10)
})

test('a predecessor is taken without adjustment, and the first candidate with history wins', () => {
  const twin = { method: 'predecessor', ticker: 'TWIN', beta: 9 } as const
  const missing = { method: 'predecessor', ticker: 'NOWHERE', beta: 1 } as const
  const { prices: paths, coverage } = prepareHoldings(prices, [hold('NEW', 1, [missing, twin, sector])])
  expect(getRow(paths, 0)[3]).toBeCloseTo(150, 10)
  expect(coverage.details[0]).toMatchObject({ method: 'predecessor', proxy: 'TWIN', beta: null })
})

test('a holding that stops trading stays at its last close', () => {
  expect([...getRow(prepareHoldings(prices, [hold('HALT', 1)]).prices, 0)]).toEqual([5, 6, 6, 6])
})

describe('coverage', () => {
  const result = prepareHoldings(prices, [hold('OLD', 0.4), hold('NEW', 0.2, [sector]), hold('MID', 0.4)])

  test('what has no history and no stand-in is left out, and the others are scaled up', () => {
    expect(result.prices.tickers).toEqual(['OLD', 'NEW'])
    expect(result.weights[0]).toBeCloseTo(2 / 3, 12)
    expect(result.weights[1]).toBeCloseTo(1 / 3, 12)
    expect(result.coverage.ownWeight).toBeCloseTo(0.4, 12)
    expect(result.coverage.excludedWeight).toBeCloseTo(0.4, 12)
    expect(result.coverage.details[2]).toMatchObject({ ticker: 'MID', method: 'excluded', proxy: null })
  })

  test('leaves every other holding on its side, and what is held and owed in the same proportion', () => {
    for (const short of [-0.3, -0.6, -0.9, -1.4]) {
      const left = prepareHoldings(prices, [hold('OLD', 0.2), hold('NEW', short, [sector]), hold('MID', 0.8 - short)])
      const [long, owed] = left.weights
      expect(long).toBeGreaterThan(0)
      expect(owed! / long!).toBeCloseTo(short / 0.2, 12)
      // As much is at stake as before: 0.2 + |short| + 0.8 + |short|.
      expect(long! - owed!).toBeCloseTo(1 - 2 * short, 12)
    }
  })

  test('is said in words', () => {
    expect(describeCoverage(result.coverage)).toBe(
      '1 of 3 positions (20.0% of value) did not trade then; replaced by XLK; stock-specific risk is understated. ' +
        '1 of 3 positions (40.0% of value) had neither history nor a proxy and are left out: MID.',
    )
  })

  test('an empty portfolio, and bad input', () => {
    expect(prepareHoldings(prices, []).weights).toHaveLength(0)
    expect(prepareHoldings(prices, [hold('NOWHERE', 1)]).coverage.excludedWeight).toBe(1)
    expect(() => prepareHoldings(prices, [hold('OLD', none)])).toThrow('holdings.weight[0] is NaN')
  })
})
