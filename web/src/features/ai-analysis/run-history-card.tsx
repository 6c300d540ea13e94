import type { AiRunEntry, ComprehensiveAnalysis, DiscoveryRun } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { ToggleGroup } from '../../components/ui/toggle-group.tsx'
import { countOf, formatInstant } from '../../lib/format.ts'
import { runQuery } from './ai-analysis.queries.ts'
import { type ComparisonRow, compareAnalyses, compareDiscoveries } from './run-view.ts'

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
          <Entry
            key={entry.id}
            entry={entry}
            isShown={shownIds.includes(entry.id)}
            isCompared={entry.id === compared?.id}
            canCompare={shown[entry.kind] !== undefined}
            onOpen={() => onOpen(entry)}
            onCompare={() => setComparedId(entry.id === compared?.id ? null : entry.id)}
          />
        ))}
      </ul>
      {listed.length === 0 && <p className="text-body text-muted-foreground">None of this kind yet.</p>}
      {compared && <Comparison portfolioId={portfolioId} entry={compared} shown={shown} />}
    </Card>
  )
}

interface EntryProps {
  entry: AiRunEntry
  isShown: boolean
  isCompared: boolean
  canCompare: boolean
  onOpen: () => void
  onCompare: () => void
}

function Entry({ entry, isShown, isCompared, canCompare, onOpen, onCompare }: EntryProps) {
  const when = formatInstant(entry.createdAt)
  const which = `the ${KIND_NAMES[entry.kind].toLowerCase()} of ${when}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-[280px]">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{when}</span>
          <Badge tone="secondary">{KIND_NAMES[entry.kind]}</Badge>
          {!entry.isCurrent && <Badge tone="warning">Other positions</Badge>}
          {entry.simulated && <span className="text-caption text-subtle-foreground">Simulated</span>}
        </p>
        <p className="line-clamp-2 text-[13px] text-muted-foreground leading-[18px]">{entry.summary}</p>
      </div>
      <div className="flex items-center gap-1.5">
        <Button
          size="sm"
          aria-label={`${isShown ? 'Shown:' : 'Open'} ${which}`}
          aria-pressed={isShown}
          disabled={isShown}
          onClick={onOpen}
        >
          {isShown ? 'Shown' : 'Open'}
        </Button>
        <Button
          size="sm"
          variant="ghost"
          disabled={isShown || !canCompare}
          aria-label={`${isCompared ? 'Stop comparing' : 'Compare'} ${which}`}
          aria-pressed={isCompared}
          onClick={onCompare}
        >
          {isCompared ? 'Stop comparing' : 'Compare'}
        </Button>
      </div>
    </li>
  )
}

interface ComparisonProps {
  portfolioId: string
  entry: AiRunEntry
  shown: RunHistoryCardProps['shown']
}

function Comparison({ portfolioId, entry, shown }: ComparisonProps) {
  const other = useQuery(runQuery(portfolioId, entry.id))
  if (other.error && !other.data) {
    return (
      <LoadFailure
        title="Failed to load the run"
        fallback="The server could not be reached. Nothing was lost."
        query={other}
      />
    )
  }
  if (!other.data) return <Skeleton className="mt-4 h-[220px]" />
  const { comprehensive, discovery } = other.data
  if (comprehensive && shown.comprehensive) {
    return (
      <ComparisonTable
        here={shown.comprehensive.createdAt}
        there={comprehensive.createdAt}
        rows={compareAnalyses(shown.comprehensive, comprehensive)}
      />
    )
  }
  if (discovery && shown.discovery) {
    return (
      <ComparisonTable
        here={shown.discovery.createdAt}
        there={discovery.createdAt}
        rows={compareDiscoveries(shown.discovery, discovery)}
      />
    )
  }
  return null
}

function ComparisonTable({ here, there, rows }: { here: string; there: string; rows: readonly ComparisonRow[] }) {
  return (
    <section
      aria-label="Comparison, scrollable"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
      tabIndex={0}
      className="mt-4 overflow-x-auto rounded-control border"
    >
      <table className="w-full min-w-[520px] text-[13px] tabular leading-[18px]">
        <caption className="sr-only">The shown run beside the compared one</caption>
        <thead>
          <tr className="border-b text-label text-subtle-foreground">
            <td className="h-9 px-3" />
            <th scope="col" className="px-3 text-left font-normal">
              Shown, {formatInstant(here)}
            </th>
            <th scope="col" className="px-3 text-left font-normal">
              {formatInstant(there)}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ label, values: [shownValue, otherValue] }) => (
            <tr key={label} className="border-b align-top last:border-b-0">
              <th scope="row" className="whitespace-nowrap px-3 py-2 text-left font-normal text-muted-foreground">
                {label}
              </th>
              <td className="px-3 py-2">{shownValue}</td>
              <td className={shownValue === otherValue ? 'px-3 py-2 text-muted-foreground' : 'px-3 py-2 font-medium'}>
                {otherValue}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
