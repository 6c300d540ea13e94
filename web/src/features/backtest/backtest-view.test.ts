import { expect, test } from 'vitest'
import { makeMetrics, RESULT } from '../../test-backtest-result.ts'
import {
  describeWorstFall,
  formatMetric,
  locateWorstFall,
  toBacktestChart,
  toComparedRows,
  toDrawdownSeries,
  toRelativeRows,
  toVerdict,
} from './backtest-view.ts'
import { describeProxy, sortByProxy } from './coverage-view.ts'
import { toHeat, toYearRows } from './monthly-view.ts'

const rowOf = (metric: string, result = RESULT) => toComparedRows(result).find((row) => row.metric === metric)

test('a higher return is better, a higher volatility and a deeper fall are worse', () => {
  expect(rowOf('totalReturn')).toMatchObject({
    portfolio: '+7.58%',
    benchmark: '+5.66%',
    difference: { text: '+1.92', verdict: 'better' },
  })
  expect(rowOf('volatility')?.difference).toEqual({ text: '+3.95', verdict: 'worse' })
  expect(rowOf('maxDrawdown')).toMatchObject({
    portfolio: '−38.73%',
    benchmark: '−33.94%',
    difference: { text: '−4.79', verdict: 'worse' },
  })
  expect(rowOf('drawdownDays')).toMatchObject({ portfolio: '77 days', difference: { text: '−13', verdict: 'better' } })
  expect(rowOf('winRate')?.difference).toEqual({ text: '0.00', verdict: 'same' })
})

test('a metric below its minimum has no figure, no difference, and the reason', () => {
  const short = { ...RESULT, metrics: makeMetrics({ annualizedReturn: null, upCapture: null }) }
  expect(rowOf('annualizedReturn', short)).toMatchObject({
    portfolio: '—',
    difference: null,
    missing: 'Not annualized: the window has fewer than 60 daily returns.',
  })
  expect(toRelativeRows(short).find(({ metric }) => metric === 'upCapture')).toMatchObject({
    figure: '—',
    missing: 'Needs at least 10 days on which the benchmark rose.',
  })
})

test('percents that can be gains bear a sign, sizes and ratios do not', () => {
  expect(formatMetric('alpha', 2.5)).toBe('+2.50%')
  expect(formatMetric('var95', 2.1)).toBe('2.10%')
  expect(formatMetric('beta', 1.114)).toBe('1.11')
  expect(formatMetric('drawdownDays', 1)).toBe('1 day')
})

test('the verdict stands without the coverage sentence, which has its own place', () => {
  expect(toVerdict(RESULT)).toMatch(/with higher downside risk\.$/)
  expect(toVerdict({ ...RESULT, coverage: { ...RESULT.coverage, sentence: null } })).toBe(RESULT.analysis)
})

test('the worst fall in words, recovered or not', () => {
  expect(describeWorstFall(RESULT.drawdowns)).toBe(
    'It fell 38.7% at worst, within 23 trading days, and needed 54 trading days to recover from the low.',
  )
  const [fall] = RESULT.drawdowns
  expect(describeWorstFall([{ ...fall!, recovery: null, daysToRecover: null }])).toContain('had not recovered')
  expect(describeWorstFall([])).toBe('It never fell below its start.')
})

test('the fall is found among the drawn points, also when its days were left out of them', () => {
  expect(locateWorstFall(RESULT)).toMatchObject({ from: 0, to: 1 })
  const [fall] = RESULT.drawdowns
  const between = [{ ...fall!, peak: '2020-02-20', trough: '2020-05-01' }]
  expect(locateWorstFall({ ...RESULT, drawdowns: between })).toMatchObject({ from: 1, to: 2 })
  expect(locateWorstFall({ ...RESULT, drawdowns: [] })).toBeNull()
})

test('drawdowns are drawn downwards, and no fall is plain zero', () => {
  const [own] = toDrawdownSeries(RESULT.results, 'SPY')
  expect(own?.values).toEqual([0, -38.73, 0, 0])
  expect(Object.is(own?.values[0], 0)).toBe(true)
})

test('the chart’s table holds both values and both drawdowns', () => {
  const chart = toBacktestChart(RESULT, 'Core')
  expect(chart.columns.map(({ header }) => header)).toEqual(['Date', 'Core', 'SPY', 'Drawdown', 'SPY drawdown'])
  expect(chart.rows[1]).toEqual(['2020-03-23', 61_270, 66_000, -38.73, -34])
})

test('months stand in their year, compounded at its end', () => {
  const [first, second] = toYearRows(RESULT.monthlyReturns)
  expect(first?.months[11]?.percent).toBe(10)
  expect(second?.months.slice(0, 3)).toMatchObject([{ percent: 20 }, { percent: -50, isPartial: true }, null])
  // 1.2 × 0.5 = 0.6
  expect(second?.totalPercent).toBeCloseTo(-40, 10)
})

test('the ground of a month grows with its return and is limited', () => {
  expect(toHeat(0)).toBe('var(--muted)')
  expect(toHeat(5)).toBe('color-mix(in oklab, var(--gain) 24%, var(--card))')
  expect(toHeat(-40)).toBe(toHeat(-10))
  expect(toHeat(-10)).toBe('color-mix(in oklab, var(--loss) 42%, var(--card))')
})

test('coverage begins with what is left out, then what something stood in for', () => {
  const [own, proxy] = RESULT.coverage.details
  const excluded = { ...own!, ticker: 'IBIT', method: 'excluded' as const, reason: 'has no history' }
  expect(sortByProxy([own!, proxy!, excluded]).map(({ ticker }) => ticker)).toEqual(['IBIT', 'PLTR', 'AAPL'])
  expect(describeProxy(excluded)).toBe('Left out: it has no history')
  expect(describeProxy(proxy!)).toBe('Sector fund XLK, scaled by beta')
  expect(describeProxy(own!)).toBe('Its own')
})

test('figures of a year are marked where the window is shorter', () => {
  const cautionsOf = (observations: number) =>
    toComparedRows({ ...RESULT, metrics: { ...RESULT.metrics, observations } }).flatMap(({ metric, caution }) =>
      caution ? [[metric, caution]] : [],
    )
  expect(cautionsOf(125)).toEqual([
    ['annualizedReturn', 'Scaled up from 125 trading days: no year went like this.'],
    ['calmarRatio', 'Scaled up from 125 trading days: no year went like this.'],
  ])
  expect(cautionsOf(252)).toEqual([])
})
