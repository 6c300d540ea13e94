import { type BacktestRequest, type BacktestScenario, toPortfolioId } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { ChartLine } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Card } from '../../components/ui/card.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Loading } from '../../components/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '../../components/ui/state-message.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatInstant } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { type BacktestRun, backtestQuery, toFigureSource } from './backtest.queries.ts'
import { type BacktestOptions, DEFAULT_OPTIONS, findRangeFault, toRequest } from './backtest-options.ts'
import { ResultSkeleton } from './backtest-skeleton.tsx'
import { CompareCard } from './compare-card.tsx'
import { CoverageCard } from './coverage-card.tsx'
import { DrawdownsCard } from './drawdowns-card.tsx'
import { MetricsCard } from './metrics-card.tsx'
import { MonthlyCard } from './monthly-card.tsx'
import { ScenarioCard } from './scenario-card.tsx'
import { SetupCard } from './setup-card.tsx'
import { ValueCard } from './value-card.tsx'
import { VerdictStrip } from './verdict-strip.tsx'

interface BacktestPageProps {
  portfolio: { id: string; name: string; benchmark: { label: string } } | undefined
  /** Says what the portfolio is compared with, and changes it. */
  comparedWith?: ReactNode
  selector: ReactNode
  scenarios: readonly BacktestScenario[]
  /** Renders the next step after a scenario was run. */
  renderAction?: ((scenarioId: string) => ReactNode) | undefined
}

const NO_PORTFOLIO = 'Please select a portfolio to run backtests'

/** Choices above, the answer below. A new choice of portfolio begins without an answer. */
export function BacktestPage({ portfolio, comparedWith, selector, scenarios, renderAction }: BacktestPageProps) {
  const [options, setOptions] = useState<BacktestOptions>(DEFAULT_OPTIONS)
  const [asked, setAsked] = useState<BacktestRequest | null>(null)
  const request =
    portfolio && asked && isAlike(asked.portfolioId, portfolio.id) ? { ...asked, portfolioId: portfolio.id } : null
  const run = useQuery({
    ...backtestQuery(request ?? toRequest('', options)),
    enabled: request !== null,
    placeholderData: (before) => (before && isAlike(before.request.portfolioId, portfolio?.id) ? before : undefined),
  })
  const rangeFault = findRangeFault(options)
  const start = () => {
    if (!portfolio) return
    const next = toRequest(portfolio.id, options)
    if (request && JSON.stringify(next) === JSON.stringify(request)) void run.refetch()
    else setAsked(next)
  }
  return (
    <div className="grid min-w-0 gap-4">
      <div className="grid min-w-0 gap-4 lg:grid-cols-[280px_minmax(0,1fr)]">
        <SetupCard
          selector={selector}
          comparedWith={comparedWith}
          options={options}
          onChange={setOptions}
          obstacle={portfolio ? rangeFault : NO_PORTFOLIO}
          running={run.isFetching}
          onRun={start}
        />
        <ScenarioCard scenarios={scenarios} options={options} onChange={setOptions} rangeFault={rangeFault} />
      </div>
      {/* What follows leaves the sight with the press of the button, not when the answer comes. */}
      <div className={cn('min-w-0', request && 'min-h-dvh')}>
        <Outcome portfolio={portfolio} request={request} run={run} scenarios={scenarios} renderAction={renderAction} />
      </div>
    </div>
  )
}

/** True for a portfolio and a what-if of it, too: the same is asked about both. */
const isAlike = (portfolioId: string, other: string | undefined) =>
  other !== undefined && toPortfolioId(portfolioId) === toPortfolioId(other)

interface OutcomeProps extends Pick<BacktestPageProps, 'portfolio' | 'scenarios' | 'renderAction'> {
  request: BacktestRequest | null
  run: {
    data: BacktestRun | undefined
    error: Error | null
    isFetching: boolean
    refetch: () => unknown
  }
}

function Outcome({ portfolio, request, run, scenarios, renderAction }: OutcomeProps) {
  if (!portfolio || !request) {
    return (
      <Card>
        <EmptyState
          icon={ChartLine}
          title={portfolio ? 'Choose a scenario and run the backtest' : NO_PORTFOLIO}
          text={`You will see the value over time against ${portfolio?.benchmark.label ?? 'a benchmark'}, the deepest falls, the metrics, and where each price comes from.`}
        />
      </Card>
    )
  }
  if (run.error && !run.isFetching) {
    return (
      <Card>
        <ErrorState
          title="The backtest did not run"
          text={toUserMessage(run.error, 'The server could not be reached. Your choices are kept.')}
          onRetry={() => void run.refetch()}
        />
      </Card>
    )
  }
  return (
    <Loading pending={run.data === undefined} label="Running the simulation" skeleton={<ResultSkeleton />}>
      {() =>
        run.data && (
          <div
            aria-busy={run.isFetching || undefined}
            className={cn('min-w-0 transition-opacity duration-180', run.isFetching && 'opacity-50')}
          >
            <Result name={portfolio.name} run={run.data} scenarios={scenarios} renderAction={renderAction} />
          </div>
        )
      }
    </Loading>
  )
}

interface ResultProps extends Pick<BacktestPageProps, 'renderAction'> {
  name: string
  run: BacktestRun
  scenarios: readonly BacktestScenario[]
}

function Result({ name, run: { request, result }, scenarios, renderAction }: ResultProps) {
  const from = useMemo(() => toFigureSource(request, result), [request, result])
  return (
    <div className="grid min-w-0 gap-4">
      {result.stale && (
        <Notice>
          The market data service did not answer. This replay uses the history that was fetched earlier, at{' '}
          {formatInstant(result.asOf)}.
        </Notice>
      )}
      <VerdictStrip result={result} from={from} action={renderAction?.(request.scenarioId)} />
      <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,1fr)_430px]">
        <div className="grid min-w-0 content-start gap-4">
          <ValueCard result={result} name={name} from={from} />
          <DrawdownsCard result={result} />
        </div>
        <MetricsCard result={result} from={from} />
      </div>
      <MonthlyCard result={result} />
      <CoverageCard result={result} />
      <CompareCard key={request.portfolioId} scenarios={scenarios} request={request} result={result} />
    </div>
  )
}
