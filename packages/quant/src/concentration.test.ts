import { expect, test } from 'vitest'
import { type ConcentrationHolding, computeConcentration, type InstrumentClass } from './concentration.ts'

const holding = (
  ticker: string,
  marketValue: number,
  instrumentClass: InstrumentClass = 'company',
  sector: string | null = null,
): ConcentrationHolding => ({ ticker, marketValue, instrumentClass, sector })
const equalStocks = (count: number) => Array.from({ length: count }, (_, i) => holding(`S${i}`, 100))

test.each([
  { name: 'one stock', holdings: equalStocks(1), level: 'High', rule: 'largest-name' },
  { name: 'five equal stocks (index 0.20)', holdings: equalStocks(5), level: 'High', rule: 'herfindahl' },
  { name: 'ten equal stocks (index 0.10)', holdings: equalStocks(10), level: 'Medium', rule: 'herfindahl' },
  { name: 'twenty equal stocks', holdings: equalStocks(20), level: 'Low', rule: null },
  { name: 'a broad fund alone', holdings: [holding('SPY', 1, 'broad-fund')], level: 'Low', rule: null },
  {
    name: '85 % broad fund and one stock of 15 %',
    holdings: [holding('SPY', 85, 'broad-fund'), holding('X', 15)],
    level: 'Medium',
    rule: 'largest-name',
  },
  {
    name: 'a classic three-fund portfolio',
    holdings: [
      holding('VTI', 40, 'broad-fund'),
      holding('VXUS', 30, 'broad-fund'),
      holding('BND', 30, 'government-bond-fund'),
    ],
    level: 'Low',
    rule: null,
  },
  {
    name: 'four sector funds',
    holdings: ['A', 'B', 'C', 'D'].map((ticker) => holding(ticker, 1, 'sector-fund')),
    level: 'Medium',
    rule: 'few-holdings',
  },
  {
    name: 'twenty stocks of one sector',
    holdings: equalStocks(20).map((one) => ({ ...one, sector: 'Energy' })),
    level: 'High',
    rule: 'largest-sector',
  },
  {
    name: 'three stocks of 24 % beside a broad fund (index 0.175)',
    holdings: [holding('A', 24), holding('B', 24), holding('C', 24), holding('SPY', 28, 'broad-fund')],
    level: 'High',
    rule: 'top-three-names',
  },
  { name: 'cash alone', holdings: [holding('CASH', 1, 'cash')], level: 'Low', rule: null },
  {
    name: 'coins that are no sector',
    holdings: [holding('BTC', 100, 'coin', 'Crypto')],
    level: 'High',
    rule: 'largest-name',
  },
])('$name: $level', ({ holdings, level, rule }) => {
  const result = computeConcentration(holdings)!
  expect(result.level).toBe(level)
  expect(result.detail.rule).toBe(rule)
})

test('a bound is met in spite of rounding', () => {
  // 0.1 + 0.2 + 0.05 = 0.35000000000000003, and the same the other way round is 0.35
  const holdings = [holding('A', 0.1), holding('A', 0.2), holding('A', 0.05), holding('F', 0.65, 'broad-fund')]
  expect(computeConcentration(holdings)!.level).toBe('High')
  expect(computeConcentration(holdings.reverse())!.level).toBe('High')
})

test('the detail says why', () => {
  const { detail } = computeConcentration([
    holding('A', 50, 'company', 'Technology'),
    holding('SPY', 40, 'broad-fund', 'Technology'),
    holding('CASH', 10, 'cash'),
  ])!
  // index = 0.5² + 0.03·0.4² = 0.2548
  expect(detail.hhi).toBeCloseTo(0.2548, 12)
  expect(detail.effectiveNames).toBeCloseTo(1 / 0.2548, 12)
  expect(detail.maxName).toEqual({ ticker: 'A', weight: 0.5 })
  expect(detail.maxSector).toEqual({ sector: 'Technology', weight: 0.5 })
  expect(detail).toMatchObject({ holdings: 2, rule: 'largest-name', measured: 0.5, bound: 0.35 })
})

test('several lots of one ticker are one holding, and a short counts by its size', () => {
  const { detail } = computeConcentration([holding('A', 60), holding('B', -100), holding('A', 40)])!
  expect(detail.maxName).toEqual({ ticker: 'A', weight: 0.5 })
  expect(detail.hhi).toBeCloseTo(0.5, 12)
})

test('nothing of value has no concentration, and a bad value is named', () => {
  expect(computeConcentration([])).toBeNull()
  expect(computeConcentration([holding('A', 0)])).toBeNull()
  expect(() => computeConcentration([holding('A', 1), holding('B', Number.NaN)])).toThrow(
    'holdings.marketValue[1] is NaN',
  )
})
