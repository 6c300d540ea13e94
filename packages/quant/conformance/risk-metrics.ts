import { parseIsoDate } from '../src/index.ts'
import type { DataFiles } from './data-files.ts'
import type { Recorder } from './recorder.ts'
import { type Schema, statesSchema } from './registry.ts'
import { compareFigures, computeFigures, type Figures } from './risk-figures.ts'
import { cutToCommonDates, findSeries, type PriceColumn } from './windows.ts'

interface RiskMetricsCase extends PriceColumn {
  readonly id: string
  readonly start?: string
  readonly end?: string
  readonly rf: number
  readonly benchmark?: PriceColumn | null
  readonly expected: Figures
}

/** Metrics of one column of a price file over a window, against a benchmark where there is one. */
export const riskMetrics: Schema = {
  name: 'risk-metrics/1',
  recognises: statesSchema('risk-metrics/1'),
  check: (content, recorder, data) => {
    for (const one of (content as { cases: RiskMetricsCase[] }).cases) checkCase(one, recorder, data)
  },
}

function checkCase(one: RiskMetricsCase, recorder: Recorder, data: DataFiles): void {
  const columns = one.benchmark ? [one, one.benchmark] : [one]
  const series = columns.map((column) => findSeries(data, column))
  if (series.some((found) => found === undefined)) {
    recorder.skip(one.id, `needs ${columns.map(({ prices }) => prices).join(' and ')}; name their folder by --prices`)
    return
  }
  recorder.attempt(one.id, () => {
    const { dates, closes } = cutToCommonDates(
      series.filter((found) => found !== undefined),
      one.start,
      one.end,
    )
    const [values = new Float64Array(), benchmark = null] = closes
    compareFigures(recorder, one.id, computeFigures({ dates, values, benchmark }, one.rf), one.expected)
  })
}

interface EdgeCase {
  readonly id: string
  readonly values: readonly number[]
  readonly dates: readonly string[]
  readonly rf: number
  readonly expected: Figures
}

/** The same metrics of series written out in the file: flat, monotone, two points and the like. */
export const riskMetricsEdge: Schema = {
  name: 'risk-metrics-edge/1',
  recognises: statesSchema('risk-metrics-edge/1'),
  check: (content, recorder) => {
    for (const { id, values, dates, rf, expected } of (content as { cases: EdgeCase[] }).cases) {
      recorder.attempt(id, () => {
        const window = {
          dates: Int32Array.from(dates, parseIsoDate),
          values: Float64Array.from(values),
          benchmark: null,
        }
        compareFigures(recorder, id, computeFigures(window, rf), expected, { hasTiedDrawdowns: true })
      })
    }
  },
}
