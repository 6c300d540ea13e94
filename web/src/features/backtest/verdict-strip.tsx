// Tests: backtest-page.test.tsx

import type { BacktestResult } from '@ballast/contract'
import { TrendingDown, TrendingUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { CoverageChip } from '../../components/coverage-chip.tsx'
import { Explained, type FigureSource } from '../../components/explained.tsx'
import { Card } from '../../components/ui/card.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatNumber, formatPercent, formatPercentChange } from '../../lib/format.ts'
import { describeWorstFall, toDollarVerdict, toVerdict } from './backtest-view.ts'

interface VerdictStripProps {
  result: BacktestResult
  from: FigureSource
  action?: ReactNode
}

/** The answer in a sentence, and the four figures it rests on. */
export function VerdictStrip({ result, from, action }: VerdictStripProps) {
  const { metrics, benchmarkMetrics, benchmark } = result
  const isGain = metrics.totalReturn >= 0
  const Icon = isGain ? TrendingUp : TrendingDown
  return (
    <Card contentClassName="flex flex-wrap items-center gap-x-6 gap-y-4">
      <div className="flex min-w-0 flex-1 basis-[420px] items-start gap-3.5 max-sm:basis-full">
        <span
          className={cn(
            'grid size-9 shrink-0 place-items-center rounded-tile',
            isGain ? 'tint-gain text-gain' : 'tint-loss text-loss',
          )}
        >
          <Icon aria-hidden="true" className="size-5" />
        </span>
        <div className="min-w-0">
          <p className="font-semibold text-title">{toDollarVerdict(result)}</p>
          <p className="mt-0.5 text-body">{toVerdict(result)}</p>
          <CoverageChip covers={result.covers} />
          <p className="text-[13px] text-muted-foreground leading-[18px]">{describeWorstFall(result.drawdowns)}</p>
          {result.coverage.sentence && (
            <p className="mt-1 text-[13px] text-warning leading-[18px]">{result.coverage.sentence}</p>
          )}
          {action && <div className="mt-3">{action}</div>}
        </div>
      </div>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 max-sm:w-full sm:grid-cols-4 sm:[&>div+div]:border-l sm:[&>div+div]:pl-6">
        <Figure
          name={<Explained metric="totalReturn" from={from} />}
          figure={formatPercentChange(metrics.totalReturn)}
          tone={isGain ? 'text-gain' : 'text-loss'}
          aside={`${benchmark} ${formatPercentChange(benchmarkMetrics?.totalReturn)}`}
        />
        <Figure
          name={<Explained metric="maxDrawdown" from={from} />}
          figure={formatPercentChange(-metrics.maxDrawdown)}
          aside={`${benchmark} ${formatPercentChange(benchmarkMetrics && -benchmarkMetrics.maxDrawdown)}`}
        />
        <Figure
          name={<Explained metric="sharpeRatio" from={from} />}
          figure={formatNumber(metrics.sharpeRatio)}
          aside={`${benchmark} ${formatNumber(benchmarkMetrics?.sharpeRatio)}`}
        />
        <Figure
          name={<Explained metric="volatility" from={from} />}
          figure={formatPercent(metrics.volatility)}
          aside={`${benchmark} ${formatPercent(benchmarkMetrics?.volatility)}`}
        />
      </dl>
    </Card>
  )
}

function Figure({ name, figure, tone, aside }: { name: ReactNode; figure: string; tone?: string; aside: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-muted-foreground">{name}</dt>
      <dd className={cn('text-small-stat tabular', tone)}>{figure}</dd>
      <dd className="text-caption text-subtle-foreground tabular">{aside}</dd>
    </div>
  )
}
