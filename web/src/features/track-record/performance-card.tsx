// Tests: track-record-page.test.tsx

import type { TrackRecord } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { ArrowRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { ButtonLink } from '../../components/ui/button-link.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { formatCount, formatPercent } from '../../lib/format.ts'
import { useMarketDataStatus } from '../../lib/market-data-status.ts'
import { trackRecordQuery } from './track-record.queries.ts'
import {
  describeInterval,
  describeMaturity,
  describePoints,
  formatPoints,
  hasPercentages,
} from './track-record-view.ts'

/** How recommendations really turned out, of the class that the data at hand are of; the way to all of them. */
export function PerformanceCard() {
  const answer = useQuery(trackRecordQuery)
  const { data: source } = useMarketDataStatus()
  const record = answer.data && source && (source.simulated ? answer.data.simulated : answer.data.live)
  return (
    <section aria-labelledby="performance-title" className="min-w-0 rounded-card border bg-card shadow-card">
      {answer.error && !answer.data ? (
        <LoadFailure
          title="Failed to load the track record"
          fallback="The server could not be reached. Nothing was lost."
          query={answer}
        />
      ) : (
        <Loading
          pending={!record}
          label="Loading the track record"
          skeleton={
            <div className="px-5 py-4">
              <Skeleton className="h-[52px]" />
            </div>
          }
        >
          {() => record && <Performance record={record} />}
        </Loading>
      )}
    </section>
  )
}

function Performance({ record }: { record: TrackRecord }) {
  return (
    <div className="grid items-center gap-x-6 gap-y-4 px-4 py-4 sm:px-5 lg:grid-cols-[200px_minmax(0,1fr)_auto]">
      <div>
        <div className="flex flex-wrap items-center gap-2">
          <h2 id="performance-title" className="text-title">
            Historical Performance
          </h2>
          {record.simulated && <Badge tone="warning">Simulated</Badge>}
        </div>
        <p className="text-[13px] text-muted-foreground leading-[18px]">
          {record.simulated ? 'On simulated prices; live ones are counted apart' : 'Scored against doing nothing'}
        </p>
      </div>
      {hasPercentages(record) ? <Percentages record={record} /> : <Counts record={record} />}
      <ButtonLink size="sm" className="justify-self-start lg:justify-self-end" to="/track-record">
        Track record
        <ArrowRight aria-hidden="true" />
      </ButtonLink>
    </div>
  )
}

function Percentages({ record }: { record: TrackRecord }) {
  const interval = describeInterval(record.successRateInterval)
  const range = describePoints(record.averageImprovementInterval)
  return (
    <dl className="grid gap-4 sm:grid-cols-3 lg:[&>*]:border-l lg:[&>*]:pl-6">
      <Figure
        label="Success rate"
        figure={formatPercent(record.successRatePercent, 0)}
        caption={
          <>
            {interval && `95% range ${interval}`}
            {record.baseRatePercent !== null && (
              <>
                <br />
                {formatPercent(record.baseRatePercent, 0)} for blindly selling a fifth
              </>
            )}
          </>
        }
      />
      <Figure
        label="Average improvement"
        figure={`${formatPoints(record.averageImprovement)} pp`}
        caption={range ? `95% range ${range}` : 'against taking no action'}
      />
      <Figure label="Recommendations" figure={formatCount(record.made)} caption={describeMaturity(record)} />
    </dl>
  )
}

function Counts({ record }: { record: TrackRecord }) {
  return (
    <dl className="grid gap-4 sm:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:[&>*]:border-l lg:[&>*]:pl-6">
      <div>
        <dt className="sr-only">State of the record</dt>
        <dd className="max-w-[60ch] text-body leading-[21px]">{record.sentence}</dd>
      </div>
      <Figure
        label="Recommendations"
        figure={formatCount(record.made)}
        caption={`${formatCount(record.scored)} matured`}
      />
    </dl>
  )
}

function Figure({ label, figure, caption }: { label: string; figure: string; caption: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-label text-muted-foreground">{label}</dt>
      <dd className="text-stat tabular">{figure}</dd>
      <dd className="text-caption text-subtle-foreground">{caption}</dd>
    </div>
  )
}
