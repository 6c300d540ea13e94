import type { UsageSummary } from '@ballast/contract'
import { ChartColumn } from 'lucide-react'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { Swatch } from '../../components/charts/chart-tooltip.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Change } from '../../components/ui/change.tsx'
import { StatCard } from '../../components/ui/stat.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { DailyUsageChart } from './daily-usage-chart.tsx'
import { PurchasesCard } from './purchases-card.tsx'
import { SpendingCard } from './spending-card.tsx'
import { isEmpty, toDailyChart, toUsageStats, USE_SERIES } from './usage-view.ts'

/** 30 days at a glance: how much was used, on which days, and what was paid. */
export function UsagePanel({ summary }: { summary: UsageSummary }) {
  if (isEmpty(summary)) {
    return (
      <Card>
        <EmptyState
          icon={ChartColumn}
          title="No analytics data available"
          text="There were no uses, purchases or subscriptions in these days."
        />
      </Card>
    )
  }
  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
        {toUsageStats(summary).map(({ label, figure, caption, change }) => (
          <StatCard
            key={label}
            label={label}
            figure={figure}
            caption={caption}
            aside={change !== null && <Change percent={change} decimals={1} />}
          />
        ))}
      </div>
      <div className="grid gap-4 lg:grid-cols-[2fr_1fr]">
        <DailyCard summary={summary} />
        <SpendingCard summary={summary} />
      </div>
      <PurchasesCard />
    </div>
  )
}

function DailyCard({ summary }: { summary: UsageSummary }) {
  const chart = useChartFrame(toDailyChart(summary))
  return (
    <Card
      title="Daily usage"
      description="Last 7 days"
      className="h-full"
      actions={
        <>
          <ul aria-label="Legend" className="mr-2 flex flex-wrap gap-x-3.5 text-label text-muted-foreground">
            {USE_SERIES.map(({ id, label, colour }) => (
              <li key={id} className="flex items-center gap-1.5">
                <Swatch colour={colour} />
                {label}
              </li>
            ))}
          </ul>
          <ChartTools chart={chart} />
        </>
      }
    >
      <ChartFigure chart={chart}>
        <DailyUsageChart daily={summary.daily} />
      </ChartFigure>
    </Card>
  )
}
