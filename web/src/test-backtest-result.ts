import type { BacktestMetrics, BacktestResult, BacktestScenario } from '@ballast/contract'

/** Metrics of a window that is long enough for all of them. */
export function makeMetrics(fields: Partial<BacktestMetrics> = {}): BacktestMetrics {
  return {
    totalReturn: 7.58,
    maxDrawdown: 38.73,
    sharpeRatio: 0.62,
    volatility: 23.31,
    annualizedReturn: 15.87,
    sortinoRatio: 0.79,
    calmarRatio: 0.41,
    winRate: 55.2,
    var95: 2.1,
    cvar95: 3.2,
    beta: 1.11,
    alpha: 2.5,
    trackingError: 8.1,
    informationRatio: 0.3,
    upCapture: 104,
    downCapture: 98,
    drawdownDays: 77,
    recovered: true,
    bestDay: { date: '2020-03-24', percent: 9.1 },
    worstDay: { date: '2020-03-16', percent: -10.2 },
    observations: 125,
    flags: [],
    ...fields,
  }
}

const SENTENCE =
  '1 of 2 positions (40% of value) did not trade then; replaced by XLK; stock-specific risk is understated.'
const VERDICT =
  'Over COVID crash (2020-02-19 to 2020-08-18) the portfolio gained 7.58%. It outperformed the benchmark (SPY) by 1.92 percentage points, with higher downside risk.'

export const RESULT: BacktestResult = {
  covers: { covered: 2, positions: 2, leftOut: [] },
  results: [
    {
      date: '2020-02-19',
      portfolioValue: 100_000,
      benchmarkValue: 100_000,
      portfolioDrawdownPercent: 0,
      benchmarkDrawdownPercent: 0,
    },
    {
      date: '2020-03-23',
      portfolioValue: 61_270,
      benchmarkValue: 66_000,
      portfolioDrawdownPercent: 38.73,
      benchmarkDrawdownPercent: 34,
    },
    {
      date: '2020-06-08',
      portfolioValue: 100_500,
      benchmarkValue: 97_000,
      portfolioDrawdownPercent: 0,
      benchmarkDrawdownPercent: 3,
    },
    {
      date: '2020-08-18',
      portfolioValue: 107_580,
      benchmarkValue: 105_660,
      portfolioDrawdownPercent: 0,
      benchmarkDrawdownPercent: 0,
    },
  ],
  metrics: makeMetrics(),
  benchmarkMetrics: makeMetrics({
    totalReturn: 5.66,
    maxDrawdown: 33.94,
    volatility: 19.36,
    winRate: 55.2,
    drawdownDays: 90,
  }),
  scenario: { id: 'covid-2020', name: 'COVID crash', description: 'A fall.', first: '2020-02-19', last: '2020-08-18' },
  initialValue: 100_000,
  replayedValue: 250_000,
  benchmark: 'SPY',
  benchmarkCover: null,
  relativeReturnPercent: 1.92,
  basis: 'weights-today',
  rebalance: 'none',
  ownDataOnly: false,
  analysis: `${VERDICT} ${SENTENCE}`,
  coverage: {
    ownPercent: 60,
    proxyPercent: 40,
    excludedPercent: 0,
    details: [
      { ticker: 'AAPL', weightPercent: 60, method: 'own', proxy: null, beta: null, from: null, to: null, reason: null },
      {
        ticker: 'PLTR',
        weightPercent: 40,
        method: 'sector-fund',
        proxy: 'XLK',
        beta: 1.6,
        from: '2020-02-19',
        to: '2020-08-18',
        reason: null,
      },
    ],
    sentence: SENTENCE,
  },
  drawdowns: [
    {
      peak: '2020-02-19',
      trough: '2020-03-23',
      recovery: '2020-06-08',
      depthPercent: 38.73,
      daysDown: 23,
      daysToRecover: 54,
    },
  ],
  benchmarkDrawdowns: [],
  monthlyReturns: [
    { year: 2019, month: 12, portfolioPercent: 10, benchmarkPercent: 3, isPartial: false },
    { year: 2020, month: 1, portfolioPercent: 20, benchmarkPercent: 1, isPartial: false },
    { year: 2020, month: 2, portfolioPercent: -50, benchmarkPercent: -8, isPartial: true },
  ],
  assumptions: ['No transaction costs.'],
  downsampled: false,
  unpriced: {},
  source: 'sample',
  simulated: true,
  stale: false,
  asOf: '2026-11-20T21:00:00.000Z',
}

export const SCENARIOS: BacktestScenario[] = [
  {
    id: 'recent-6m',
    name: 'Last 6 months',
    description: 'The half year up to the last close.',
    kind: 'recent',
    start: '2026-05-20',
    end: '2026-11-20',
    indexReturnPercent: null,
    spark: [1, 2, 1.5],
  },
  {
    id: 'covid-2020',
    name: 'COVID crash',
    description: 'A third of the value in 23 trading days.',
    kind: 'crisis',
    start: '2020-02-19',
    end: '2020-03-23',
    indexReturnPercent: -33.92,
    spark: [3, 2, 1],
  },
  {
    id: 'custom',
    name: 'Custom range',
    description: 'Any range.',
    kind: 'custom',
    start: null,
    end: null,
    indexReturnPercent: null,
    spark: null,
  },
]
