import type { HedgeAnalysis, HedgeAnalysisEntry } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { countOf, formatInstant, formatPercent } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { describeAsked, OUTCOME_NAMES, toComparison } from './hedge-view.ts'
import { analysisQuery, useDeleteAnalysis } from './hedges.queries.ts'

interface HistoryCardProps {
  portfolioId: string
  entries: readonly HedgeAnalysisEntry[]
  shown: HedgeAnalysis | undefined
  onOpen: (analysisId: string) => void
}

/** Earlier analyses of the portfolio: open one, hold one beside the one that is shown, or delete it. */
export function HistoryCard({ portfolioId, entries, shown, onOpen }: HistoryCardProps) {
  const [comparedId, setComparedId] = useState<string | null>(null)
  const [condemned, setCondemned] = useState<HedgeAnalysisEntry | null>(null)
  const remove = useDeleteAnalysis(portfolioId)
  const compared = entries.find(({ analysisId }) => analysisId === comparedId && analysisId !== shown?.analysisId)
  if (entries.length === 0) return null
  return (
    <Card
      title="Earlier analyses"
      description={`${countOf(entries.length, 'analysis', 'analyses')} of this portfolio, newest first`}
    >
      <ul className="divide-y">
        {entries.map((entry) => {
          const { analysisId, createdAt, outcome, recommended, isCurrent, simulated } = entry
          const isShown = analysisId === shown?.analysisId
          const when = formatInstant(createdAt)
          return (
            <li key={analysisId} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-1 basis-[280px]">
                <p className="flex flex-wrap items-center gap-2">
                  <span className="font-medium">{when}</span>
                  <Badge tone="secondary">{OUTCOME_NAMES[outcome]}</Badge>
                  {!isCurrent && <Badge tone="warning">Other positions</Badge>}
                  {simulated && <span className="text-caption text-subtle-foreground">Simulated</span>}
                </p>
                <p className="text-[13px] text-muted-foreground leading-[18px]">
                  {describeAsked(entry)}
                  {recommended && `: ${recommended.instrument}, ${formatPercent(recommended.costPercent)} of value`}
                </p>
              </div>
              <div className="flex items-center gap-1.5">
                <Button
                  size="sm"
                  aria-label={`${isShown ? 'Shown:' : 'Open'} the analysis of ${when}`}
                  aria-pressed={isShown}
                  disabled={isShown}
                  onClick={() => onOpen(analysisId)}
                >
                  {isShown ? 'Shown' : 'Open'}
                </Button>
                <Button
                  size="sm"
                  variant="ghost"
                  disabled={isShown}
                  aria-label={`${analysisId === compared?.analysisId ? 'Stop comparing' : 'Compare'} the analysis of ${when}`}
                  aria-pressed={analysisId === compared?.analysisId}
                  onClick={() => setComparedId(analysisId === compared?.analysisId ? null : analysisId)}
                >
                  {analysisId === compared?.analysisId ? 'Stop comparing' : 'Compare'}
                </Button>
                <Button
                  size="icon-sm"
                  variant="ghost"
                  aria-label={`Delete the analysis of ${when}`}
                  onClick={() => setCondemned(entry)}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
      {compared && shown && <Comparison portfolioId={portfolioId} shown={shown} otherId={compared.analysisId} />}
      <ConfirmDialog
        open={condemned !== null}
        onOpenChange={(open) => {
          if (open) return
          setCondemned(null)
          remove.reset()
        }}
        title={`Delete the analysis of ${formatInstant(condemned?.createdAt)}?`}
        description="It cannot be restored. The portfolio and other analyses stay as they are."
        confirmLabel="Delete"
        busyLabel="Deleting..."
        busy={remove.isPending}
        onConfirm={() => condemned && remove.mutate(condemned.analysisId, { onSuccess: () => setCondemned(null) })}
      >
        {remove.error && (
          <Notice role="alert">
            {toUserMessage(remove.error, 'The server could not be reached. Nothing was deleted.')}
          </Notice>
        )}
      </ConfirmDialog>
    </Card>
  )
}

interface ComparisonProps {
  portfolioId: string
  shown: HedgeAnalysis
  otherId: string
}

function Comparison({ portfolioId, shown, otherId }: ComparisonProps) {
  const other = useQuery(analysisQuery(portfolioId, otherId))
  if (other.error && !other.data) {
    return (
      <LoadFailure
        title="Failed to load the analysis"
        fallback="The server could not be reached. Nothing was lost."
        query={other}
      />
    )
  }
  if (!other.data) return <Skeleton className="mt-4 h-[260px]" />
  return (
    <section
      aria-label="Comparison, scrollable"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
      tabIndex={0}
      className="mt-4 overflow-x-auto rounded-control border"
    >
      <table className="w-full min-w-[520px] text-[13px] tabular leading-[18px]">
        <caption className="sr-only">The shown analysis beside the compared one</caption>
        <thead>
          <tr className="border-b text-label text-subtle-foreground">
            <td className="h-9 px-3" />
            <th scope="col" className="px-3 text-left font-normal">
              Shown, {formatInstant(shown.createdAt)}
            </th>
            <th scope="col" className="px-3 text-left font-normal">
              {formatInstant(other.data.createdAt)}
            </th>
          </tr>
        </thead>
        <tbody>
          {toComparison([shown, other.data]).map(({ label, values: [here, there] }) => (
            <tr key={label} className="border-b last:border-b-0">
              <th scope="row" className="px-3 py-2 text-left font-normal text-muted-foreground">
                {label}
              </th>
              <td className="px-3 py-2">{here}</td>
              <td className={here === there ? 'px-3 py-2 text-muted-foreground' : 'px-3 py-2 font-medium'}>{there}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
