// Tests: ai-analysis-page.test.tsx

import type { AiRunEntry, ComprehensiveAnalysis, DiscoveryRun } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { EarlierRun, RunComparison } from '../../components/earlier-runs.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { countOf } from '../../lib/format.ts'
import { runQuery } from './ai-analysis.queries.ts'
import { compareAnalyses, compareDiscoveries } from './run-view.ts'

interface RunHistoryCardProps {
  portfolioId: string
  entries: readonly AiRunEntry[]
  shown: { comprehensive: ComprehensiveAnalysis | undefined; discovery: DiscoveryRun | undefined }
  onOpen: (entry: AiRunEntry) => void
}

type Filter = 'all' | AiRunEntry['kind']

export const KIND_NAMES = {
  comprehensive: 'Comprehensive analysis',
  discovery: 'Option discovery',
} as const satisfies Record<AiRunEntry['kind'], string>

/** Earlier runs of the portfolio: open one, or hold one beside the one that is shown. */
export function RunHistoryCard({ portfolioId, entries, shown, onOpen }: RunHistoryCardProps) {
  const [filter, setFilter] = useState<Filter>('all')
  const [comparedId, setComparedId] = useState<string | null>(null)
  const shownIds = [shown.comprehensive?.analysisId, shown.discovery?.runId]
  const compared = entries.find(({ id }) => id === comparedId && !shownIds.includes(id))
  const listed = entries.filter(({ kind }) => filter === 'all' || kind === filter)
  if (entries.length === 0) return null
  return (
    <Card
      folded
      title="Earlier runs"
      description={`${countOf(entries.length, 'run')} on this portfolio, newest first`}
      actions={
        <ToggleGroup
          label="Kind of run"
          value={filter}
          onValueChange={setFilter}
          options={[
            { value: 'all', label: 'All' },
            { value: 'comprehensive', label: 'Analysis' },
            { value: 'discovery', label: 'Discovery' },
          ]}
        />
      }
    >
      <ul
        aria-label="Earlier runs"
        className="max-h-[420px] divide-y overflow-y-auto"
        // A list that scrolls must take the focus to be scrolled by keyboard.
        tabIndex={listed.length > 5 ? 0 : undefined}
      >
        {listed.map((entry) => (
          <EarlierRun
            key={entry.id}
            name={`the ${KIND_NAMES[entry.kind].toLowerCase()}`}
            badge={KIND_NAMES[entry.kind]}
            {...entry}
            isShown={shownIds.includes(entry.id)}
            isCompared={entry.id === compared?.id}
            canCompare={shown[entry.kind] !== undefined}
            onOpen={() => onOpen(entry)}
            onCompare={() => setComparedId(entry.id === compared?.id ? null : entry.id)}
          />
        ))}
      </ul>
      {listed.length === 0 && <p className="text-body text-muted-foreground">No run of this kind yet.</p>}
      {compared && <Comparison portfolioId={portfolioId} entry={compared} shown={shown} />}
    </Card>
  )
}

interface ComparisonProps {
  portfolioId: string
  entry: AiRunEntry
  shown: RunHistoryCardProps['shown']
}

function Comparison({ portfolioId, entry, shown }: ComparisonProps) {
  const other = useQuery(runQuery(portfolioId, entry.id))
  return (
    <Loaded
      query={other}
      title="Failed to load the run"
      fallback="The server could not be reached. Nothing was lost."
      label="Loading the run"
      skeleton={<Skeleton className="mt-4 h-[220px]" />}
    >
      {({ comprehensive, discovery }) => {
        if (comprehensive && shown.comprehensive) {
          const [here, there] = [shown.comprehensive, comprehensive]
          return <RunComparison here={here.createdAt} there={there.createdAt} rows={compareAnalyses(here, there)} />
        }
        if (!discovery || !shown.discovery) return null
        const [here, there] = [shown.discovery, discovery]
        return <RunComparison here={here.createdAt} there={there.createdAt} rows={compareDiscoveries(here, there)} />
      }}
    </Loaded>
  )
}
