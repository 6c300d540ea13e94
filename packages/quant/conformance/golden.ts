import * as quant from '../src/index.ts'
import { checkGoldenAmerican, checkGoldenEuropean } from './golden-options.ts'
import type { Recorder } from './recorder.ts'
import type { Schema } from './registry.ts'

interface GoldenMetrics {
  readonly P: readonly number[]
  readonly B: readonly number[]
  readonly rf: number
  readonly expect: Record<string, number>
}

/** Part of a golden file: the metrics of §1 on ten days of a portfolio and its benchmark. Nine digits are stated. */
export function checkGoldenMetrics({ P, B, rf, expect }: GoldenMetrics, recorder: Recorder): void {
  const values = Float64Array.from(P)
  const benchmark = Float64Array.from(B)
  const returns = quant.computeSimpleReturns(values)
  const benchmarkReturns = quant.computeSimpleReturns(benchmark)
  const riskFree = { riskFreeRate: rf }
  const totalReturn = quant.computeTotalReturn(values)
  const annualReturn = quant.computeAnnualizedReturn(totalReturn, returns.length)
  const maxDrawdown = quant.computeMaxDrawdown(values).depth
  const capture = quant.computeCaptureRatios(returns, benchmarkReturns)
  const found: Record<string, number | null> = {
    totalReturn,
    annVol: quant.computeVolatility(returns),
    sharpe: quant.computeSharpeRatio(returns, riskFree),
    sortino: quant.computeSortinoRatio(returns, riskFree),
    annReturn: annualReturn,
    maxDrawdown,
    calmar: quant.computeCalmarRatio(annualReturn, maxDrawdown),
    winRate: quant.computeWinRate(returns),
    beta: quant.computeBeta(returns, benchmarkReturns),
    alpha: quant.computeJensenAlpha(returns, benchmarkReturns, riskFree),
    corr: quant.computeCorrelation(returns, benchmarkReturns),
    te: quant.computeTrackingError(returns, benchmarkReturns),
    ir: quant.computeInformationRatio(returns, benchmarkReturns),
    upCapture: capture.up,
    downCapture: capture.down,
    hVaR95: quant.computeHistoricalVar(returns),
    hCVaR95: quant.computeCvar(returns),
    cfVaR95: quant.computeCornishFisherVar(returns),
  }
  for (const [field, expected] of Object.entries(expect)) {
    recorder.compareNumber('metrics', field, found[field], expected, { absolute: 1e-9, relative: 2e-9 })
  }
}

/** The parts of a golden file that this library answers, by their key. */
const PARTS: Record<string, (part: unknown, recorder: Recorder) => void> = {
  metrics: (part, recorder) => checkGoldenMetrics(part as GoldenMetrics, recorder),
  bsm: checkGoldenEuropean,
  american_QdFp: checkGoldenAmerican,
}

/** Values of a simulated market, which is no part of this library. */
const FOREIGN_PARTS = new Set(['market', 'chainSPY', 'endToEnd'])

/** A mixed file of figures without a `schema` field: metrics, option prices, and values of a simulated market. */
export const golden: Schema = {
  name: 'golden',
  recognises: (content) => typeof content === 'object' && content !== null && 'metrics' in content && 'bsm' in content,
  check: (content, recorder) => {
    for (const [key, part] of Object.entries(content as Record<string, unknown>)) {
      const check = PARTS[key]
      if (check) recorder.attempt(key, () => check(part, recorder))
      else if (FOREIGN_PARTS.has(key))
        recorder.skip(key, 'values of a simulated market, which is no part of the library')
      else recorder.compareExactly(key, 'part of a golden file', 'not known here', 'known')
    }
  },
}

/** Inputs of a simulated market: known, so that they do not count as unknown, and without answers to compare. */
export const simulatedMarketInputs: Schema = {
  name: 'inputs of a simulated market, no answers',
  isInput: true,
  recognises: (content) =>
    typeof content === 'object' && content !== null && 'knots' in content && 'instruments' in content,
  check: () => undefined,
}
