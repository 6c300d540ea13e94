// Tests: overview-page.test.tsx

import type { Overview } from '@ballast/contract'
import { type ReactNode, useMemo, useState } from 'react'
import { ChartFigure, type ChartFrame, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { LineChart, type LineSeries } from '../../components/charts/line-chart.tsx'
import { LineLegend } from '../../components/charts/line-legend.tsx'
import { Card } from '../../components/ui/card.tsx'
import { formatAxisMoney, formatValue } from '../../lib/format.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { toCoverageNotes } from './overview-view.ts'
import { toPerformanceChart, toPerformanceSeries } from './performance-view.ts'
import { RiskFigures } from './risk-figures.tsx'
import { ValueFigures } from './value-figures.tsx'

interface PerformanceCardProps {
  overview: Overview
  /** Lead to where the risk is taken apart, and to what limits it. */
  riskLinks?: ReactNode
  /** Says what it is compared with, and changes it. */
  comparedWith?: ReactNode
}

/** The strip under the three cards: what it is worth, how it went, how it is at risk. */
export function PerformanceCard({ overview, riskLinks, comparedWith }: PerformanceCardProps) {
  const series = useMemo(() => toPerformanceSeries(overview), [overview])
  const chart = useChartFrame(useMemo(() => toPerformanceChart(overview), [overview]))
  const [cursor, setCursor] = useState<number | null>(null)
  const notes = toCoverageNotes(overview)
  const atCursor = cursor === null ? undefined : overview.series[cursor]
  const hasSeries = overview.series.length > 1

  return (
    <Card
      title="Performance and risk"
      description="Last 12 months, current positions"
      actions={
        hasSeries && (
          <>
            {comparedWith}
            <LineLegend
              series={series}
              values={
                atCursor && {
                  portfolio: formatValue(atCursor.portfolio),
                  benchmark: formatValue(atCursor.benchmark),
                }
              }
            />
            <ChartTools chart={chart} />
          </>
        )
      }
    >
      <div className="grid gap-5 print:grid-cols-[212px_minmax(0,1fr)] lg:grid-cols-[212px_minmax(0,1fr)_224px] lg:gap-0 lg:divide-x">
        <ValueFigures overview={overview} />
        <div className="min-w-0 lg:px-5">
          <ValueChart overview={overview} chart={chart} series={series} cursor={cursor} onCursorChange={setCursor} />
        </div>
        <RiskFigures overview={overview} riskLinks={riskLinks} />
      </div>
      {notes.length > 0 && (
        <ul className="mt-4 grid gap-1 border-t pt-3 text-label text-muted-foreground">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </Card>
  )
}

interface ValueChartProps {
  overview: Overview
  chart: ChartFrame
  series: readonly LineSeries[]
  cursor: number | null
  onCursorChange: (index: number | null) => void
}

function ValueChart({ overview, chart, series, cursor, onCursorChange }: ValueChartProps) {
  const isPhone = useIsPhone()
  const dates = useMemo(() => overview.series.map(({ date }) => date), [overview])
  if (dates.length < 2) {
    return (
      <p className="grid h-[176px] place-items-center text-center text-body text-muted-foreground lg:h-[296px]">
        There is not enough price history to draw the last 12 months.
      </p>
    )
  }
  return (
    <ChartFigure chart={chart}>
      <LineChart
        label={`Value of today's positions and of ${overview.benchmark} over one year`}
        dates={dates}
        series={series}
        height={isPhone ? 176 : 296}
        formatValue={formatValue}
        formatTick={formatAxisMoney}
        cursor={cursor}
        onCursorChange={onCursorChange}
      />
    </ChartFigure>
  )
}
