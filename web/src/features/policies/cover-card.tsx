// Tests: protection-card.test.tsx

import type { Policy, PolicyEntry } from '@ballast/contract'
import { type ReactNode, useMemo } from 'react'
import { type ChartData, ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { decimalsOfTick } from '../../components/charts/chart-scale.ts'
import { LineChart, type LineSeries } from '../../components/charts/line-chart.tsx'
import { LineLegend } from '../../components/charts/line-legend.tsx'
import { Card } from '../../components/ui/card.tsx'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import { type CoverSeries, toCoverSeries } from './policy-view.ts'

const HEIGHT = 200
const toPercent = (percent: number) => formatPercent(percent, 1)

interface CoverCardProps {
  policy: Policy
  history: readonly PolicyEntry[]
  title?: string
  description?: string
  actions?: ReactNode
  /** Stands above the chart. */
  children?: ReactNode
}

/** Cover over time: the loss in the policy's fall with the hedge and without it, as checked so far and as expected ahead. */
export function CoverCard({ policy, history, title = 'Cover over time', ...card }: CoverCardProps) {
  const cover = useMemo(() => toCoverSeries(policy, history), [policy, history])
  const fall = `a fall of ${formatNumber(policy.shockPercent, { decimals: 0 })}%`
  const chart = useChartFrame(toChartData(policy, cover, fall))
  const series = toSeries(policy, cover)
  return (
    <Card
      title={title}
      description={card.description ?? `Loss in ${fall}, by the day it comes: found by checks, then expected`}
      actions={
        <>
          {card.actions}
          {cover.dates.length > 1 && <ChartTools chart={chart} />}
        </>
      }
      contentClassName="grid gap-3"
    >
      {card.children}
      {cover.dates.length > 1 && (
        <div className="min-w-0">
          <LineLegend series={series} />
          <ChartFigure chart={chart} className="mt-2">
            <LineChart
              label={`Loss in ${fall} with the hedge and without it`}
              height={HEIGHT}
              dates={cover.dates}
              series={series}
              formatValue={toPercent}
              formatTick={(tick, step) => formatPercent(tick, decimalsOfTick(step))}
            />
          </ChartFigure>
        </div>
      )}
    </Card>
  )
}

function toSeries({ limitPercent }: Policy, { dates, hedged, unhedged }: CoverSeries): LineSeries[] {
  return [
    { id: 'hedged', label: 'With the hedge', values: hedged, colour: 'var(--chart-1)' },
    { id: 'unhedged', label: 'Without it', values: unhedged, colour: 'var(--subtle-foreground)', dashed: true },
    { id: 'limit', label: 'Limit', values: dates.map(() => -limitPercent), colour: 'var(--loss)', dashed: true },
  ]
}

function toChartData(policy: Policy, cover: CoverSeries, fall: string): ChartData {
  const { judgement, limitPercent } = policy
  return {
    title: 'Cover over time',
    finding: judgement?.sentence ?? 'Not checked yet.',
    asOf: judgement?.checkedAt ?? null,
    simulated: judgement?.simulated ?? false,
    columns: [
      { header: 'Day' },
      { header: `With the hedge in ${fall}`, format: toPercent },
      { header: 'Without it', format: toPercent },
      { header: 'Limit', format: toPercent },
      { header: 'Source' },
    ],
    rows: cover.dates.map((date, place) => [
      date,
      cover.hedged[place] ?? null,
      cover.unhedged[place] ?? null,
      -limitPercent,
      place < cover.ahead ? 'check' : 'expected',
    ]),
    legend: toSeries(policy, cover).map(({ label, colour }) => ({ label, colour })),
  }
}
