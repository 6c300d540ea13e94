// Tests: backtest-page.test.tsx

import {
  type BacktestRequest,
  type BacktestResult,
  type BacktestScenario,
  CUSTOM_SCENARIO,
  MAX_COMPARED_SCENARIOS,
} from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { RotateCw, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Sparkline } from '../../components/charts/sparkline.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Select } from '../../components/ui/select.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { formatDate, formatNumber, formatPercent, formatPercentChange, formatShare, NO_DATA } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { backtestQuery } from './backtest.queries.ts'

interface CompareCardProps {
  scenarios: readonly BacktestScenario[]
  /** The run that stands above; the others differ from it in their period alone. */
  request: BacktestRequest
  result: BacktestResult
}

/** Up to four scenarios side by side, held and rebalanced alike; the run above joins the first that is added. */
export function CompareCard({ scenarios, request, result }: CompareCardProps) {
  const [added, setAdded] = useState<readonly string[]>([])
  const others = added.filter((id) => id !== request.scenarioId)
  const isFull = others.length + 1 >= MAX_COMPARED_SCENARIOS
  const open = scenarios.filter(({ id }) => id !== request.scenarioId && id !== CUSTOM_SCENARIO && !others.includes(id))
  return (
    <Card
      title="Compare scenarios"
      description={`Up to ${MAX_COMPARED_SCENARIOS} periods side by side, same portfolio and settings`}
      actions={
        <Select
          aria-label="Add a scenario to compare"
          value=""
          disabled={isFull}
          onChange={(event) => event.target.value && setAdded([...others, event.target.value])}
          className="w-[220px]!"
        >
          <option value="">{isFull ? 'Four are compared' : 'Add a scenario'}</option>
          {open.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      }
    >
      {others.length > 0 && (
        <ul className="grid gap-3 sm:grid-cols-2 xl:grid-cols-4">
          <li>
            <Column title={result.scenario.name} result={result} />
          </li>
          {others.map((id) => (
            <li key={id}>
              <OtherScenario
                title={scenarios.find((scenario) => scenario.id === id)?.name ?? id}
                request={{ ...withoutRange(request), scenarioId: id }}
                onRemove={() => setAdded(others.filter((other) => other !== id))}
              />
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}

function withoutRange({ start: _start, end: _end, ...request }: BacktestRequest): BacktestRequest {
  return request
}

interface OtherScenarioProps {
  title: string
  request: BacktestRequest
  onRemove: () => void
}

function OtherScenario({ title, request, onRemove }: OtherScenarioProps) {
  const run = useQuery(backtestQuery(request))
  const remove = (
    <Button variant="ghost" size="icon-sm" aria-label={`Remove ${title}`} onClick={onRemove}>
      <X aria-hidden="true" />
    </Button>
  )
  if (run.data) return <Column title={title} result={run.data.result} action={remove} />
  return (
    <Frame title={title} action={remove}>
      {run.error ? (
        <div role="alert" className="grid gap-3 text-[13px] text-muted-foreground leading-[18px]">
          <p>{toUserMessage(run.error, 'The server could not be reached.')}</p>
          <Button size="sm" className="justify-self-start" busy={run.isFetching} onClick={() => void run.refetch()}>
            <RotateCw aria-hidden="true" />
            Try Again
          </Button>
        </div>
      ) : (
        <div aria-busy="true" className="grid gap-3">
          <span role="status" className="sr-only">
            Running {title}
          </span>
          <Skeleton className="h-10 w-full" />
          <Skeleton className="h-28 w-full" />
        </div>
      )}
    </Frame>
  )
}

const toPoints = (percent: number | null) =>
  percent === null ? NO_DATA : `${formatNumber(percent, { signed: true })} points`

function Column({ title, result, action }: { title: string; result: BacktestResult; action?: ReactNode }) {
  const { metrics, benchmarkMetrics, benchmark, relativeReturnPercent, coverage, scenario } = result
  const lines = [
    ['Total return', formatPercentChange(metrics.totalReturn)],
    [benchmark, formatPercentChange(benchmarkMetrics?.totalReturn)],
    ['Difference', toPoints(relativeReturnPercent)],
    ['Max drawdown', formatPercentChange(-metrics.maxDrawdown)],
    ['Volatility', formatPercent(metrics.volatility)],
    ['Sharpe ratio', formatNumber(metrics.sharpeRatio)],
    ['Own prices', formatShare(coverage.ownPercent)],
  ] as const
  return (
    <Frame title={title} action={action}>
      <p className="text-caption text-subtle-foreground">
        {formatDate(scenario.first)} to {formatDate(scenario.last)}
      </p>
      <Sparkline values={result.results.map((day) => day.portfolioValue)} area className="my-2 h-12 w-full" />
      <dl className="grid gap-1 text-table tabular">
        {lines.map(([name, figure]) => (
          <div key={name} className="flex justify-between gap-3">
            <dt className="text-muted-foreground">{name}</dt>
            <dd className="font-medium">{figure}</dd>
          </div>
        ))}
      </dl>
    </Frame>
  )
}

function Frame({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section aria-label={title} className="h-full rounded-tile border p-3.5">
      <div className="flex min-h-[30px] items-center justify-between gap-2">
        <h3 className="truncate font-semibold text-[13px] leading-[18px]">{title}</h3>
        {action}
      </div>
      {children}
    </section>
  )
}
