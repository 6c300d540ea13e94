import type { BacktestResult } from '@ballast/contract'
import { makeMetrics, RESULT } from '../../test-backtest-result.ts'

interface ReplayFields {
  totalReturn: number
  replayedValue: number
  cashPercent?: number
}

/** A replay of 2008 with the stated result; the index lost 55.2% and the worst fall was 51.3%. */
export function makeReplay({ totalReturn, replayedValue, cashPercent = 0 }: ReplayFields): BacktestResult {
  const cash = {
    ticker: '(cash)',
    method: 'cash',
    proxy: null,
    beta: null,
    from: null,
    to: null,
    reason: null,
  } as const
  return {
    ...RESULT,
    metrics: makeMetrics({ totalReturn, maxDrawdown: 51.3 }),
    benchmarkMetrics: makeMetrics({ totalReturn: -55.2 }),
    replayedValue,
    scenario: { ...RESULT.scenario, id: 'gfc-2007', first: '2007-10-09', last: '2009-03-09' },
    coverage: { ...RESULT.coverage, details: [{ ...cash, weightPercent: cashPercent }] },
  }
}
