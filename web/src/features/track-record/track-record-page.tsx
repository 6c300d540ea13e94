import { useQuery } from '@tanstack/react-query'
import { History } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Card } from '../../components/ui/card.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { Tabs } from '../../components/ui/tabs.tsx'
import { downloadFile } from '../../lib/download.ts'
import { formatDate, formatShare } from '../../lib/format.ts'
import { useMarketDataStatus } from '../../lib/market-data-status.ts'
import { CalibrationCard } from './calibration-card.tsx'
import { ChainCard } from './chain-card.tsx'
import { EvidenceSheet } from './evidence-sheet.tsx'
import { OutcomesCard } from './outcomes-card.tsx'
import { RecordSummary } from './record-summary.tsx'
import { ScoringCard } from './scoring-card.tsx'
import {
  downloadRecommendations,
  type RecordClass,
  recommendationsQuery,
  replayedQuery,
  trackRecordQuery,
} from './track-record.queries.ts'
import { type OutcomeRow, toOutcomeRow, toReplayCsv } from './track-record-view.ts'

export type RecordTab = RecordClass | 'replayed'

interface TrackRecordPageProps {
  /** Null shows the class that the data at hand are of. */
  tab: RecordTab | null
  onTabChange: (tab: RecordTab) => void
}

/** How recommendations turned out: what counts, how they add up, and every single one. */
export function TrackRecordPage({ tab, onTabChange }: TrackRecordPageProps) {
  const { data: source } = useMarketDataStatus()
  const shown = tab ?? (source?.simulated === false ? 'live' : 'simulated')
  return (
    <Tabs
      label="Which record"
      value={shown}
      onValueChange={onTabChange}
      className="[&>[role=tablist]]:max-w-[420px]"
      tabs={[
        { value: 'live', label: 'Live', content: <OwnRecord recordClass="live" /> },
        { value: 'simulated', label: 'Simulated', content: <OwnRecord recordClass="simulated" /> },
        { value: 'replayed', label: 'Replayed', content: <ReplayedRecord /> },
      ]}
    />
  )
}

function OwnRecord({ recordClass }: { recordClass: RecordClass }) {
  const answer = useQuery(trackRecordQuery)
  const list = useQuery(recommendationsQuery(recordClass))
  const [opened, setOpened] = useState<OutcomeRow | null>(null)
  const rows = useMemo(() => list.data?.map(toOutcomeRow) ?? [], [list.data])
  const failed = answer.error && !answer.data ? answer : list.error && !list.data ? list : null
  if (failed) return <Failed query={failed} />
  return (
    <Loading pending={!answer.data || !list.data} label="Loading the track record" skeleton={<RecordSkeleton />}>
      {() =>
        answer.data && (
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
            {recordClass === 'simulated' && (
              <Notice>
                <b className="font-semibold">Simulated.</b> These were made and scored on generated prices. They say how
                the rules work, not how a market does, and never enter the live record.
              </Notice>
            )}
            <RecordSummary record={answer.data[recordClass]} />
            <CalibrationCard record={answer.data[recordClass]} />
            <OutcomesCard
              title="All recommendations"
              rows={rows}
              isReplay={false}
              saveCsv={() => downloadRecommendations(recordClass)}
              onOpenRow={setOpened}
              empty={
                <EmptyState
                  icon={History}
                  title={`No ${recordClass} recommendation has been made yet`}
                  text="We keep each analysis, hedge and discovery here with the prices of its day, good or bad."
                />
              }
            />
            <ScoringCard needed={answer.data[recordClass].needed} />
            <ChainCard chains={answer.data.chains} />
            {opened && <EvidenceSheet row={opened} onClose={() => setOpened(null)} />}
          </div>
        )
      }
    </Loading>
  )
}

function ReplayedRecord() {
  const answer = useQuery(replayedQuery)
  const replay = answer.data?.replay
  const rows = useMemo(
    () => (replay?.rows ?? []).map((row, place): OutcomeRow => ({ ...row, id: `${row.madeOn} ${place}`, made: null })),
    [replay],
  )
  if (answer.error && !answer.data) return <Failed query={answer} />
  return (
    <Loading pending={!answer.data} label="Loading the replayed record" skeleton={<RecordSkeleton />}>
      {() =>
        replay ? (
          <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] gap-4">
            <Card
              title={
                <span className="flex flex-wrap items-center gap-2">
                  {replay.portfolioName}
                  <Badge tone="warning">Replayed, not live</Badge>
                  {replay.simulated && <Badge tone="warning">Simulated</Badge>}
                </span>
              }
              description={`${replay.engine}, monthly from ${formatDate(replay.from)} to ${formatDate(replay.to)}`}
            >
              <p className="max-w-[100ch] text-body leading-[22px]">{replay.notice}</p>
              <p className="mt-2 text-label text-muted-foreground">
                Held on every date:{' '}
                {replay.weights.map(({ ticker, percent }) => `${ticker} ${formatShare(percent)}`).join(', ')}.
              </p>
            </Card>
            <RecordSummary record={replay.record} />
            <CalibrationCard record={replay.record} />
            <OutcomesCard
              title="All replayed months"
              rows={rows}
              isReplay
              saveCsv={async () => downloadFile('ballast-replayed-not-live.csv', toReplayCsv(rows))}
              empty={<p className="px-5 py-8 text-center text-muted-foreground">The replay holds no month.</p>}
            />
            <ScoringCard needed={replay.record.needed} />
          </div>
        ) : (
          <Card>
            <EmptyState
              icon={History}
              title="No replay has been made"
              text="The operator can let the built-in engine advise over past months, with only what was known then: npm run replay."
            />
          </Card>
        )
      }
    </Loading>
  )
}

function Failed({ query }: { query: { error: unknown; isFetching: boolean; refetch: () => unknown } }) {
  return (
    <Card>
      <LoadFailure
        title="Failed to load the track record"
        fallback="The server could not be reached. Nothing was lost."
        query={query}
      />
    </Card>
  )
}

function RecordSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-[112px] rounded-card" />
      <Skeleton className="h-[130px] rounded-card" />
      <Skeleton className="h-[320px] rounded-card" />
      <Skeleton className="h-[480px] rounded-card" />
    </div>
  )
}
