import type { SplitSuggestion } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Notice } from '../../components/ui/notice.tsx'
import { showError } from '../../components/ui/toast.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useApplySplit, useUndoSplit } from './split-changes.queries.ts'
import { describeAdjustment, describeSuggestion, toRatio } from './split-view.ts'
import { splitsQuery } from './splits.queries.ts'

/** Splits since the upload that nobody has decided on, and the one adjusted just now with its undo. */
export function SplitNotices({ portfolioId }: { portfolioId: string }) {
  const { data } = useQuery(splitsQuery(portfolioId))
  const [adjusted, setAdjusted] = useState<readonly string[]>([])
  const fresh = data?.applied.filter(({ adjustmentId }) => adjusted.includes(adjustmentId)) ?? []
  return (
    <>
      {data?.suggested.map((split) => (
        <SuggestedSplit
          key={`${split.ticker} ${split.date}`}
          portfolioId={portfolioId}
          split={split}
          onAdjusted={(adjustmentId) => setAdjusted([...adjusted, adjustmentId])}
        />
      ))}
      {fresh.map((split) => (
        <Notice
          key={split.adjustmentId}
          onDismiss={() => setAdjusted(adjusted.filter((id) => id !== split.adjustmentId))}
        >
          <div className="flex flex-wrap items-start gap-x-3 gap-y-3">
            <p className="min-w-0 flex-1 basis-[240px]">{describeAdjustment(split)}</p>
            <UndoSplitButton portfolioId={portfolioId} adjustmentId={split.adjustmentId} ticker={split.ticker} />
          </div>
        </Notice>
      ))}
    </>
  )
}

interface SuggestedSplitProps {
  portfolioId: string
  split: SplitSuggestion
  onAdjusted: (adjustmentId: string) => void
}

function SuggestedSplit({ portfolioId, split, onAdjusted }: SuggestedSplitProps) {
  const { ticker, date, note } = split
  const apply = useApplySplit(portfolioId)
  const decide = (action: 'adjust' | 'dismiss') =>
    apply.mutate(
      { ticker, date, action },
      {
        onSuccess: ({ adjustmentId }) => action === 'adjust' && onAdjusted(adjustmentId),
        onError: (error) =>
          showError({ title: 'Adjustment failed', description: toUserMessage(error, 'Failed to adjust the shares') }),
      },
    )
  return (
    <Notice>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-3">
        <div className="min-w-0 flex-1 basis-[240px]">
          <p>{describeSuggestion(split)}</p>
          {note && <p className="text-muted-foreground">{note}</p>}
        </div>
        <div className="-my-1.5 flex gap-2">
          <Button
            size="sm"
            busy={apply.isPending}
            aria-label={`Adjust shares ${toRatio(split)} of ${ticker}`}
            onClick={() => decide('adjust')}
          >
            Adjust shares {toRatio(split)}
          </Button>
          <Button
            variant="ghost"
            size="sm"
            disabled={apply.isPending}
            aria-label={`Dismiss the split of ${ticker}`}
            onClick={() => decide('dismiss')}
          >
            Dismiss
          </Button>
        </div>
      </div>
    </Notice>
  )
}

interface UndoSplitButtonProps {
  portfolioId: string
  adjustmentId: string
  ticker: string
}

export function UndoSplitButton({ portfolioId, adjustmentId, ticker }: UndoSplitButtonProps) {
  const undo = useUndoSplit(portfolioId)
  return (
    <Button
      size="sm"
      busy={undo.isPending}
      busyLabel="Undoing..."
      aria-label={`Undo the split of ${ticker}`}
      onClick={() =>
        undo.mutate(adjustmentId, {
          onError: (error) =>
            showError({ title: 'Undo failed', description: toUserMessage(error, 'Failed to undo the adjustment') }),
        })
      }
    >
      Undo
    </Button>
  )
}
