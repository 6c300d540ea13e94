import type { ImportReview } from '@ballast/contract'
import { Button } from '../../components/ui/button.tsx'
import { describeRows } from './review-words.ts'

interface ReviewFooterProps {
  review: ImportReview
  rowCount: number
  /** True while a new portfolio has no name yet. */
  proposesName: boolean
  onNameChange: (name: string) => void
  isSaving: boolean
  onCancel: () => void
  onConfirm: () => void
}

/** What will be saved, and the two ways out of the review. */
export function ReviewFooter({
  review,
  rowCount,
  proposesName,
  onNameChange,
  isSaving,
  onCancel,
  onConfirm,
}: ReviewFooterProps) {
  return (
    <footer className="sticky bottom-0 z-20 flex flex-wrap items-center justify-end gap-x-4 gap-y-2 rounded-b-card border-t bg-card px-4 py-3.5 max-sm:bottom-16 sm:px-5">
      <p className="min-w-0 flex-1 basis-[240px] text-[13px] text-muted-foreground leading-[18px]">
        {describeRows(rowCount, review)}
        {proposesName && review.proposedName !== '' && (
          <>
            {' '}
            Name it{' '}
            <button
              type="button"
              className="touch-target -my-1 py-1 font-semibold text-primary hover:underline"
              onClick={() => onNameChange(review.proposedName)}
            >
              {review.proposedName}
            </button>
            ?
          </>
        )}
      </p>
      <div className="flex gap-2">
        <Button disabled={isSaving} onClick={onCancel}>
          Cancel
        </Button>
        <Button variant="primary" disabled={rowCount === 0} busy={isSaving} busyLabel="Saving..." onClick={onConfirm}>
          Confirm & Save
        </Button>
      </div>
    </footer>
  )
}
