// Tests: crisis-card.test.tsx

import { ApiError, type BacktestResult } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { LineChart } from '../../components/charts/line-chart.tsx'
import { CoverageChip } from '../../components/coverage-chip.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { Slider } from '../../components/ui/slider.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatAxisMoney, formatValue } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { crisisQuery } from './crisis.queries.ts'
import { CRISIS_YEARS, type CrisisYear, toCrisisAnswer, toHoldLess } from './crisis-view.ts'

const CHART_HEIGHT = 190
const DEFAULT_LIMIT_PERCENT = 20

interface CrisisCardProps {
  portfolioId: string
  /** Leads to what protection against a crisis costs. */
  renderHedgeLink: (scenarioId: string) => ReactNode
}

/** "If 2008 came again": what it would do to today's holdings, and the two ways to lose less. */
export function CrisisCard({ portfolioId, renderHedgeLink }: CrisisCardProps) {
  const [year, setYear] = useState<CrisisYear>('2008')
  const { scenarioId } = CRISIS_YEARS.find((crisis) => crisis.year === year) ?? CRISIS_YEARS[0]
  const replay = useQuery(crisisQuery(portfolioId, scenarioId))
  return (
    <Card
      title={`If ${year} came again`}
      description="A replay of the past with what you hold today, not a forecast"
      actions={
        <ToggleGroup
          label="Crisis"
          value={year}
          onValueChange={setYear}
          options={CRISIS_YEARS.map((crisis) => ({ value: crisis.year, label: crisis.year }))}
        />
      }
    >
      {replay.error instanceof ApiError && replay.error.status === 422 ? (
        <p className="text-[13px] text-muted-foreground leading-[18px]">{toUserMessage(replay.error, '')}</p>
      ) : (
        <Loaded
          query={replay}
          title="This crisis could not be replayed"
          fallback="The server could not be reached. Your positions are safe."
          label={`Replaying ${year}`}
          skeleton={<CrisisSkeleton />}
        >
          {(result) => <ReplayedCrisis result={result} year={year} hedgeLink={renderHedgeLink(scenarioId)} />}
        </Loaded>
      )}
    </Card>
  )
}

/** Blocks in the shape of the answer. */
export function CrisisSkeleton() {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Skeleton className="h-[322px]" />
      <Skeleton className="h-[322px] max-lg:h-[376px]" />
    </div>
  )
}

function ReplayedCrisis({ result, year, hedgeLink }: { result: BacktestResult; year: string; hedgeLink: ReactNode }) {
  const answer = toCrisisAnswer(result)
  return (
    <div className="grid min-w-0 gap-6 print:grid-cols-2 lg:min-h-[322px] lg:grid-cols-2">
      <div className="min-w-0">
        <p className={cn('text-stat tabular', answer.lossPercent > 0 ? 'text-loss' : 'text-gain')}>{answer.headline}</p>
        <p className="mt-1 mb-2 text-[13px] text-muted-foreground leading-[18px]">{answer.detail}</p>
        <CoverageChip covers={result.covers} />
        <LineChart
          label={`Today’s positions and ${result.benchmark}, over ${year}`}
          height={CHART_HEIGHT}
          dates={result.results.map(({ date }) => date)}
          series={toSeries(result)}
          formatValue={formatValue}
          formatTick={formatAxisMoney}
        />
      </div>
      <WaysToLoseLess result={result} hedgeLink={hedgeLink} />
    </div>
  )
}

function toSeries({ results, replayedValue, initialValue, benchmark }: BacktestResult) {
  const scale = replayedValue / initialValue
  return [
    {
      id: 'portfolio',
      label: 'Your positions',
      values: results.map((day) => day.portfolioValue * scale),
      colour: 'var(--chart-1)',
      area: true,
    },
    {
      id: 'benchmark',
      label: benchmark,
      values: results.map((day) => day.benchmarkValue && day.benchmarkValue * scale),
      colour: 'var(--subtle-foreground)',
      dashed: true,
    },
  ]
}

function WaysToLoseLess({ result, hedgeLink }: { result: BacktestResult; hedgeLink: ReactNode }) {
  const [limitPercent, setLimitPercent] = useState(DEFAULT_LIMIT_PERCENT)
  const answer = toCrisisAnswer(result)
  const holdLess = toHoldLess(answer, result, limitPercent)
  const limit = (result.replayedValue * limitPercent) / 100
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <Slider
        label="The most you could stand to lose"
        value={limitPercent}
        least={5}
        most={50}
        step={1}
        text={`${limitPercent}%, ${formatValue(limit)}`}
        onChange={setLimitPercent}
      />
      {holdLess === null ? (
        <p className="text-[13px] text-muted-foreground leading-[18px]">
          This crisis stays within that. You need to change nothing for it.
        </p>
      ) : (
        <>
          <Way title="Hold less: free" text={holdLess.text} />
          <Way
            title="Insure it: costs a premium"
            text="Options pay when the market falls. You keep your positions and what they earn, less the premium."
          >
            {hedgeLink}
          </Way>
        </>
      )}
    </div>
  )
}

function Way({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <div className="rounded-tile border p-3.5">
      <h3 className="font-semibold text-[13px] leading-[18px]">{title}</h3>
      <p className="mt-1 text-[13px] text-muted-foreground leading-[18px]">{text}</p>
      {children && <div className="mt-3">{children}</div>}
    </div>
  )
}
