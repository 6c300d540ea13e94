import { compoundReturns, parseIsoDate } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import type { DailyCloses, RiskHolding } from '../../risk/holding.ts'
import { comparedWith } from '../../risk/testing/compared-with.ts'
import { computeRiskFigures } from './risk-figures.ts'

const LAST = parseIsoDate('2026-11-20')

function series(closes: ArrayLike<number>): DailyCloses {
  const days = Int32Array.from(closes, (_, index) => LAST - closes.length + 1 + index)
  return { days, closes: Float64Array.from(closes) }
}
/** Closes from 100 on, one more than returns. */
const path = (returns: readonly number[]) => series(compoundReturns(Float64Array.from(returns), 100))
/** +a, −a, +a, … */
const alternating = (a: number, count: number) => Array.from({ length: count }, (_, i) => (i % 2 === 0 ? a : -a))

function holding(ticker: string, history: DailyCloses | undefined, value: number, units = value / 100): RiskHolding {
  return {
    ticker,
    value,
    units,
    ...(history && { history }),
    internalDiversification: 1,
    instrumentClass: 'company',
    sector: null,
  }
}

describe('the path of today’s holdings', () => {
  test('is units × closes plus cash, and the benchmark starts where it starts', () => {
    const { series: shown } = computeRiskFigures({
      holdings: [holding('A', series([100, 110, 99]), 990, 10), holding('B', series([50, 50, 60]), -120, -2)],
      cash: 500,
      ...comparedWith(series([400, 404, 396])),
    })
    expect(shown).toEqual([
      // 10 × 100 − 2 × 50 + 500 = 1,400
      { date: '2026-11-18', portfolio: 1_400, benchmark: 1_400 },
      // 10 × 110 − 2 × 50 + 500 = 1,500; 1,400 × 404 / 400 = 1,414
      { date: '2026-11-19', portfolio: 1_500, benchmark: 1_414 },
      // 10 × 99 − 2 × 60 + 500 = 1,370; 1,400 × 396 / 400 = 1,386
      { date: '2026-11-20', portfolio: 1_370, benchmark: 1_386 },
    ])
  })

  test('has 253 days at most, however long the histories are', () => {
    const long = series(Array.from({ length: 400 }, (_, i) => 100 + i))
    const figures = computeRiskFigures({ holdings: [holding('A', long, 499)], cash: 0, ...comparedWith(long) })
    expect(figures.series).toHaveLength(253)
    expect(figures.risk).toMatchObject({ observations: 252, from: figures.series[0]?.date, to: '2026-11-20' })
  })

  test('leaves out and names holdings without a close on every day', () => {
    const figures = computeRiskFigures({
      holdings: [
        holding('OLD', path(alternating(0.01, 100)), 600),
        holding('NEW', path(alternating(0.01, 30)), 300),
        holding('NONE', undefined, 100),
      ],
      cash: 0,
      ...comparedWith(path(alternating(0.01, 100))),
    })
    expect(figures.coverage).toEqual({ coveredPercent: 60, missingHistory: ['NEW', 'NONE'], proxies: [] })
    expect(figures.series[0]?.portfolio).toBe(600)
  })

  test('follows the fund that stands in for a Treasury, up to what the Treasury is worth now', () => {
    const treasury = (history: DailyCloses, followsProxy = true): RiskHolding => ({
      ...holding('T4.25-20541115', undefined, 950, 10),
      absence: 'no-history',
      proxy: { method: 'asset-class', ticker: 'TLT', history },
      ...(followsProxy && { followsProxy }),
    })
    const benchmark = path(alternating(0.01, 60))
    const fund = path(alternating(0.02, 60))
    const figures = computeRiskFigures({ holdings: [treasury(fund)], cash: 0, ...comparedWith(benchmark) })
    // 950 × 100 / last close: the fund began at 100.
    expect(figures.series[0]?.portfolio).toBeCloseTo((950 * 100) / (fund.closes.at(-1) ?? 0), 4)
    expect(figures.series.at(-1)?.portfolio).toBe(950)
    expect(figures.risk.beta).toBeCloseTo(2, 5)
    expect(figures.coverage).toEqual({
      coveredPercent: 100,
      missingHistory: [],
      proxies: [{ ticker: 'T4.25-20541115', proxy: 'TLT' }],
    })
    expect(figures.topRisk?.sentence).toBe(
      'US Treasury 4.25% due Nov 15, 2054 is 100.0% of value and 100% of the risk.',
    )

    // A young stock waits for closes of its own, and so does a Treasury whose fund has too few.
    for (const left of [treasury(fund, false), treasury(series([100, 101]))]) {
      const { coverage } = computeRiskFigures({ holdings: [left], cash: 0, ...comparedWith(benchmark) })
      expect(coverage).toEqual({ coveredPercent: 0, missingHistory: ['T4.25-20541115'], proxies: [] })
    }
  })

  test('is empty when what is owed exceeds what is held', () => {
    const figures = computeRiskFigures({
      holdings: [holding('A', path(alternating(0.01, 100)), -500)],
      cash: 100,
      ...comparedWith(path(alternating(0.01, 100))),
    })
    expect(figures.series).toEqual([])
    expect(figures.risk).toMatchObject({ beta: null, volatilityPercent: null, maxDrawdownPercent: null })
    expect(figures.topRisk).toBeNull()
  })
})

describe('risk', () => {
  test('of a stock that moves twice as much as the benchmark, by hand', () => {
    const { risk } = computeRiskFigures({
      holdings: [holding('A', path(alternating(0.02, 60)), 1_000)],
      cash: 0,
      ...comparedWith(path(alternating(0.01, 60))),
    })
    // cov(2b, b) / var(b) = 2
    expect(risk.beta).toBeCloseTo(2, 5)
    // 30 returns of +2 % and 30 of −2 %: mean 0, sd = √(60 × 0.02² / 59) = 2.0168 %; × √252 = 32.0162 %
    expect(risk.volatilityPercent).toBeCloseTo(2 * Math.sqrt(60 / 59) * Math.sqrt(252), 5)
    expect(risk.benchmarkVolatilityPercent).toBeCloseTo(1 * Math.sqrt(60 / 59) * Math.sqrt(252), 5)
    // The peak is the first day's 1.02; what follows is 30 falls and 29 rises: 1 − 0.98 × (0.98 × 1.02)²⁹ = 3.1302 %
    expect(risk.maxDrawdownPercent).toBeCloseTo(100 * (1 - 0.98 * (0.98 * 1.02) ** 29), 5)
    expect(risk.benchmarkMaxDrawdownPercent).toBeCloseTo(100 * (1 - 0.99 * (0.99 * 1.01) ** 29), 5)
    // One stock is one bet.
    expect(risk.diversification).toMatchObject({ score: 0, effectiveBets: 1, label: 'Poorly diversified' })
    expect(risk.concentration).toBe('High')
  })

  test('of stock and cash half and half is near half of the stock’s', () => {
    const stock = path(alternating(0.001, 80))
    const { risk } = computeRiskFigures({ holdings: [holding('A', stock, 100)], cash: 100, ...comparedWith(stock) })
    expect(risk.beta).toBeCloseTo(0.5, 3)
  })

  test('two equal, uncorrelated holdings score 50: 1 − 1/2', () => {
    // Products of +a, −a and +a, +a, −a, −a sum to zero over each four days.
    const slow = Array.from({ length: 80 }, (_, i) => (i % 4 < 2 ? 0.01 : -0.01))
    const { risk } = computeRiskFigures({
      holdings: [holding('A', path(alternating(0.01, 80)), 500), holding('B', path(slow), 500)],
      cash: 0,
      ...comparedWith(path(slow)),
    })
    expect(risk.diversification).toMatchObject({ score: 50, label: 'Moderately diversified' })
    expect(risk.diversification?.spreadPercent).toBeCloseTo(50, 3)
    expect(risk.diversification?.independencePercent).toBeCloseTo(100, 3)
  })

  test('needs 60 returns; with 59 there is a path and no figure', () => {
    const short = path(alternating(0.01, 59))
    const figures = computeRiskFigures({ holdings: [holding('A', short, 100)], cash: 0, ...comparedWith(short) })
    expect(figures.series).toHaveLength(60)
    expect(figures.risk).toMatchObject({
      observations: 59,
      beta: null,
      volatilityPercent: null,
      maxDrawdownPercent: null,
      benchmarkVolatilityPercent: null,
      diversification: null,
    })
    expect(figures.topRisk).toMatchObject({ riskSharePercent: null, sentence: 'A is 100.0% of value.' })
  })

  test('nothing held and no benchmark are answered, not thrown', () => {
    const none = computeRiskFigures({ holdings: [], cash: 0, ...comparedWith(null) })
    expect(none).toMatchObject({ series: [], topRisk: null, coverage: { coveredPercent: 0, missingHistory: [] } })
    expect(none.risk).toMatchObject({ observations: 0, from: null, concentration: null, diversification: null })
    const stock = path(alternating(0.01, 100))
    const alone = computeRiskFigures({ holdings: [holding('A', stock, 100)], cash: 0, ...comparedWith(null) })
    expect(alone.coverage.missingHistory).toEqual(['A'])
  })
})

describe('the top risk', () => {
  const fast = alternating(0.01, 80)
  const slow = Array.from({ length: 80 }, (_, i) => (i % 4 < 2 ? 0.01 : -0.01))
  const slower = Array.from({ length: 80 }, (_, i) => (i % 8 < 4 ? 0.01 : -0.01))
  const of = (holdings: RiskHolding[], cash = 0) =>
    computeRiskFigures({ holdings, cash, ...comparedWith(path(fast)) }).topRisk

  test('is one holding that makes up half of the risk by itself', () => {
    // Uncorrelated and equally volatile: shares of risk are as w², 0.6² : 0.4² = 0.36 : 0.16 = 69 % : 31 %.
    const risk = of([holding('NVDA', path(fast), 600), holding('KO', path(slow), 400)])
    expect(risk).toMatchObject({ tickers: ['NVDA'], weightPercent: 60, averageCorrelation: null })
    expect(risk?.riskSharePercent).toBeCloseTo((100 * 0.36) / 0.52, 1)
    expect(risk?.sentence).toBe('NVDA is 60.0% of value and 69% of the risk.')
  })

  test('is the smallest group that makes up half of the risk, when it falls together', () => {
    // A, B and C are the same series: each carries 0.2 × 0.6 of 0.6² + 2 × 0.2² = 0.44, that is 27 %; two make 55 %.
    const risk = of([
      holding('A', path(fast), 200),
      holding('B', path(fast), 200),
      holding('C', path(fast), 200),
      holding('D', path(slow), 200),
      holding('E', path(slower), 200),
    ])
    expect(risk).toMatchObject({ tickers: ['A', 'B'], weightPercent: 40 })
    expect(risk?.averageCorrelation).toBeCloseTo(1, 6)
    expect(risk?.riskSharePercent).toBeCloseTo((100 * 0.24) / 0.44, 1)
    expect(risk?.sentence).toBe('A and B are 40.0% of value and tend to fall together.')
  })

  test('is the largest alone when the group would not fall together', () => {
    const risk = of([holding('A', path(fast), 340), holding('B', path(slow), 330), holding('C', path(slower), 330)])
    expect(risk?.tickers).toEqual(['A'])
    // 0.34² of 0.34² + 2 × 0.33² = 0.1156 of 0.3334
    expect(risk?.sentence).toBe('A is 34.0% of value and 35% of the risk.')
  })

  test('measures shares of value against the whole, cash included', () => {
    const risk = of([holding('A', path(fast), 250)], 750)
    expect(risk?.sentence).toBe('A is 25.0% of value and 100% of the risk.')
  })
})
