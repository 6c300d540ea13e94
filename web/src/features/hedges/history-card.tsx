// Tests: hedges-page.test.tsx

import type { HedgeAnalysis, HedgeAnalysisEntry } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { EarlierRun, RunComparison } from '../../components/earlier-runs.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { Loaded } from '../../components/ui/loaded.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { countOf, formatInstant, formatPercent } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { compareAnalyses, describeAsked, OUTCOME_NAMES } from './hedge-view.ts'
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
      folded
      title="Earlier analyses"
      description={`${countOf(entries.length, 'analysis', 'analyses')} of this portfolio, newest first`}
    >
      <ul className="divide-y">
        {entries.map((entry) => {
          const { analysisId, recommended } = entry
          const isCompared = analysisId === compared?.analysisId
          const cost = recommended && `: ${recommended.instrument}, ${formatPercent(recommended.costPercent)} of value`
          return (
            <EarlierRun
              key={analysisId}
              name="the analysis"
              badge={OUTCOME_NAMES[entry.outcome]}
              {...entry}
              summary={`${describeAsked(entry)}${cost ?? ''}`}
              isShown={analysisId === shown?.analysisId}
              isCompared={isCompared}
              onOpen={() => onOpen(analysisId)}
              onCompare={() => setComparedId(isCompared ? null : analysisId)}
            >
              <Button
                size="icon-sm"
                variant="ghost"
                aria-label={`Delete the analysis of ${formatInstant(entry.createdAt)}`}
                onClick={() => setCondemned(entry)}
              >
                <Trash2 aria-hidden="true" />
              </Button>
            </EarlierRun>
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

function Comparison({ portfolioId, shown, otherId }: { portfolioId: string; shown: HedgeAnalysis; otherId: string }) {
  const other = useQuery(analysisQuery(portfolioId, otherId))
  return (
    <Loaded
      query={other}
      title="Failed to load the analysis"
      fallback="The server could not be reached. Nothing was lost."
      label="Loading the analysis"
      skeleton={<Skeleton className="mt-4 h-[260px]" />}
    >
      {(earlier) => (
        <RunComparison here={shown.createdAt} there={earlier.createdAt} rows={compareAnalyses(shown, earlier)} />
      )}
    </Loaded>
  )
}
