// Tests: history-card.test.tsx

import type { PortfolioHistory } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { CalendarClock } from 'lucide-react'
import { useMemo } from 'react'
import { ChartFigure, ChartTools, useChartFrame } from '../../components/charts/chart-frame.tsx'
import { decimalsOfTick } from '../../components/charts/chart-scale.ts'
import { LineChart } from '../../components/charts/line-chart.tsx'
import { LineLegend } from '../../components/charts/line-legend.tsx'
import { CoverageChip } from '../../components/coverage-chip.tsx'
import { ExplainedFigure, nameSource } from '../../components/explained.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { formatDate, formatPercent, formatPercentChange, formatValue } from '../../lib/format.ts'
import { isWhatIf } from '../../lib/is-what-if.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { historyQuery, saveHistory } from './history.queries.ts'
import { HistoryAnswers, HistoryQuestion } from './history-changes.tsx'
import { EXPLANATIONS, toChart, toFinding, toRows, toSeries } from './history-view.ts'

const TITLE = 'How this portfolio has done'
const formatTick = (percent: number) => formatPercent(percent, decimalsOfTick(percent))

/**
 * Value of what was held at each close since the first known day, beside what is held today over the same days.
 *
 * @param props.isReadOnly true for the portfolio of another user, who alone says what happened
 */
export function HistoryCard({ portfolioId, isReadOnly = false }: { portfolioId: string; isReadOnly?: boolean }) {
  const query = useQuery(historyQuery(portfolioId))
  return (
    <Loaded
      query={query}
      title="Failed to load the history"
      fallback="The server could not be reached. Your portfolios are safe."
      label="Loading the history"
      skeleton={<HistorySkeleton />}
      frame={(failure) => <Card title={TITLE}>{failure}</Card>}
    >
      {(data) => <LoadedHistory portfolioId={portfolioId} isReadOnly={isReadOnly} history={data} />}
    </Loaded>
  )
}

export function HistorySkeleton() {
  return (
    <Card title={TITLE}>
      <Skeleton className="h-[360px] w-full" />
    </Card>
  )
}

interface LoadedHistoryProps {
  portfolioId: string
  isReadOnly: boolean
  history: PortfolioHistory
}

function LoadedHistory({ portfolioId, isReadOnly, history }: LoadedHistoryProps) {
  const { first, figures, changes } = history
  if (!figures) {
    return (
      <Card title={TITLE}>
        <EmptyState
          icon={CalendarClock}
          title="Here you will see how you have done"
          text={
            first === null
              ? 'It begins with the first close after your import. Returns need a second one.'
              : `It begins with the close of ${formatDate(first)}. Returns come with the next close.`
          }
        />
        {!isReadOnly && <HistoryAnswers changes={changes} />}
      </Card>
    )
  }
  return <FilledHistory portfolioId={portfolioId} isReadOnly={isReadOnly} history={history} />
}

function FilledHistory({ portfolioId, isReadOnly, history }: LoadedHistoryProps) {
  const isPhone = useIsPhone()
  const { first, last, points, changes, covers, todaysLeftOut, stale } = history
  const chart = useChartFrame(useMemo(() => toChart(history), [history]))
  const series = useMemo(() => toSeries(history), [history])
  const dates = useMemo(() => points.map(({ date }) => date), [points])
  return (
    <Card
      title={TITLE}
      description={`Each close from ${formatDate(first)} to ${formatDate(last)}`}
      actions={
        <>
          <LineLegend series={series} />
          <ChartTools chart={chart} />
        </>
      }
      contentClassName="grid gap-4"
    >
      {isWhatIf(portfolioId) && (
        <Notice>A what-if was never held. This is the history of the portfolio that it starts from.</Notice>
      )}
      {stale && <Notice>The market data service did not answer. This uses closes that were fetched earlier.</Notice>}
      <p className="text-body">{toFinding(history)}</p>
      {!isReadOnly && <HistoryQuestion changes={changes} />}
      <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
        <ChartFigure chart={chart}>
          <LineChart
            label="Growth as it was held, and of today’s positions over the past"
            dates={dates}
            series={series}
            height={isPhone ? 240 : 340}
            formatValue={formatPercentChange}
            formatTick={formatTick}
            moreAt={(index) => [
              { label: 'Value held', colour: 'transparent', value: formatValue(points[index]?.value ?? null) },
            ]}
          />
        </ChartFigure>
        <FigureList portfolioId={portfolioId} history={history} />
      </div>
      <CoverageChip covers={covers} />
      {todaysLeftOut.length > 0 && (
        <p className="text-label text-muted-foreground">
          The dashed line leaves out {nameSome(todaysLeftOut)}: no close on the first day.
        </p>
      )}
      {!isReadOnly && <HistoryAnswers changes={changes} />}
    </Card>
  )
}

function nameSome(tickers: readonly string[]): string {
  const rest = tickers.length - 5
  return rest > 0 ? `${tickers.slice(0, 5).join(', ')} and ${rest} more` : tickers.join(', ')
}

function FigureList({ portfolioId, history }: { portfolioId: string; history: PortfolioHistory }) {
  const { first, last, closes, source } = history
  const facts = [
    { name: 'Window', text: `${formatDate(first)} to ${formatDate(last)}` },
    { name: 'Closes', text: String(closes) },
    { name: 'Source', text: nameSource(source) },
  ]
  return (
    <dl className="grid content-start">
      {toRows(history).map(({ figure, label, text, note }) => (
        <div key={figure} className="flex items-baseline justify-between gap-4 border-b py-2 last:border-b-0">
          <dt>
            <ExplainedFigure
              explanation={EXPLANATIONS[figure]}
              facts={facts}
              saveInputs={() => saveHistory(portfolioId)}
            >
              {label}
            </ExplainedFigure>
          </dt>
          <dd className="text-right font-semibold tabular">
            {text}
            {note && <span className="block font-normal text-caption text-subtle-foreground">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
