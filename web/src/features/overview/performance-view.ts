// Tests: overview-page.test.tsx

import type { Overview } from '@ballast/contract'
import type { ChartData } from '../../components/charts/chart-data.ts'
import type { LineSeries } from '../../components/charts/line-chart.tsx'
import { formatDate, formatPercentChange, formatValue } from '../../lib/format.ts'

type Lines = Pick<Overview, 'series' | 'benchmark'>
type Strip = Lines & Pick<Overview, 'asOf' | 'simulated'>

/** The two lines: today's holdings, and the benchmark from the same start. */
export function toPerformanceSeries({ series, benchmark: label }: Lines): LineSeries[] {
  return [
    {
      id: 'portfolio',
      label: 'Portfolio',
      values: series.map(({ portfolio }) => portfolio),
      colour: 'var(--chart-1)',
      area: true,
    },
    {
      id: 'benchmark',
      label: `${label}, same start`,
      values: series.map(({ benchmark }) => benchmark),
      colour: 'var(--subtle-foreground)',
      dashed: true,
    },
  ]
}

/** The same figures for the table and the downloads, with the sentence that says what they show. */
export function toPerformanceChart({ series, benchmark: label, asOf, simulated }: Strip): ChartData {
  return {
    title: 'Performance and risk',
    finding: toFinding({ series, benchmark: label }),
    asOf,
    simulated,
    columns: [{ header: 'Date' }, { header: 'Portfolio', format: formatValue }, { header: label, format: formatValue }],
    rows: series.map(({ date, portfolio, benchmark }) => [date, portfolio, benchmark]),
    legend: toPerformanceSeries({ series, benchmark: label }).map(({ label, colour }) => ({ label, colour })),
  }
}

function toFinding({ series, benchmark: label }: Lines): string {
  const first = series[0]
  const last = series.at(-1)
  if (!first || !last) return 'There is no price history.'
  const change = (from: number, to: number) => (from === 0 ? null : (to / from - 1) * 100)
  const own = formatPercentChange(change(first.portfolio, last.portfolio), 1)
  const covered = series.flatMap(({ date, benchmark }) => (benchmark === null ? [] : [{ date, benchmark }]))
  const [start, end] = [covered[0], covered.at(-1)]
  const whole = `Today's positions went ${own} from ${formatDate(first.date)} to ${formatDate(last.date)}`
  if (!start || !end) return `${whole}. Nothing is compared with ${label}.`
  const benchmark = formatPercentChange(change(start.benchmark, end.benchmark), 1)
  const days = covered.length < series.length ? ` from ${formatDate(start.date)} to ${formatDate(end.date)}` : ''
  return `${whole}, ${label} ${benchmark}${days}.`
}
