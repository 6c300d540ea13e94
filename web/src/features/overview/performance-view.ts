// Tests: overview-page.test.tsx

import { MARKET_INDEX, type Overview } from '@ballast/contract'
import type { ChartData } from '../../components/charts/chart-data.ts'
import type { LineSeries } from '../../components/charts/line-chart.tsx'
import { formatDate, formatPercentChange, formatValue } from '../../lib/format.ts'

type Strip = Pick<Overview, 'series' | 'asOf' | 'simulated'>

/** The two lines: today's holdings, and the benchmark from the same start. */
export function toPerformanceSeries({ series }: Pick<Overview, 'series'>): LineSeries[] {
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
      label: `${MARKET_INDEX}, same start`,
      values: series.map(({ benchmark }) => benchmark),
      colour: 'var(--subtle-foreground)',
      dashed: true,
    },
  ]
}

/** The same figures for the table and the downloads, with the sentence that says what they show. */
export function toPerformanceChart({ series, asOf, simulated }: Strip): ChartData {
  return {
    title: 'Performance and risk',
    finding: toFinding(series),
    asOf,
    simulated,
    columns: [
      { header: 'Date' },
      { header: 'Portfolio', format: formatValue },
      { header: MARKET_INDEX, format: formatValue },
    ],
    rows: series.map(({ date, portfolio, benchmark }) => [date, portfolio, benchmark]),
    legend: toPerformanceSeries({ series }).map(({ label, colour }) => ({ label, colour })),
  }
}

function toFinding(series: Overview['series']): string {
  const first = series[0]
  const last = series.at(-1)
  if (!first || !last) return 'There is no price history.'
  const change = (from: number, to: number) => (from === 0 ? null : (to / from - 1) * 100)
  const own = formatPercentChange(change(first.portfolio, last.portfolio), 1)
  const benchmark = formatPercentChange(change(first.benchmark, last.benchmark), 1)
  return `Today's positions went ${own} from ${formatDate(first.date)} to ${formatDate(last.date)}, ${MARKET_INDEX} ${benchmark}.`
}
