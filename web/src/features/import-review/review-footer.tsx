// Tests: review-card.test.tsx

import type { ImportReview } from '@ballast/contract'
import { Button } from '../../components/ui/button.tsx'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { SuggestedName } from './review-name.tsx'
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

/** Says what will be saved, and offers the two ways out of the review. */
export function ReviewFooter({
  review,
  rowCount,
  proposesName,
  onNameChange,
  isSaving,
  onCancel,
  onConfirm,
}: ReviewFooterProps) {
  // On a phone only the buttons stay in sight; there is no room for more.
  const isPhone = useIsPhone()
  const words = (
    <>
      {describeRows(rowCount, review)}
      {proposesName && !isPhone && review.proposedName !== '' && (
        <>
          {' '}
          <SuggestedName name={review.proposedName} onChoose={onNameChange} />
        </>
      )}
    </>
  )
  return (
    <>
      {isPhone && <p className="border-t px-4 pt-3.5 text-[13px] text-muted-foreground leading-[18px]">{words}</p>}
      <footer className="sticky bottom-0 z-20 flex items-center justify-end gap-4 rounded-b-card bg-card px-4 py-3.5 max-sm:bottom-16 sm:border-t sm:px-5">
        {!isPhone && <p className="min-w-0 flex-1 text-[13px] text-muted-foreground leading-[18px]">{words}</p>}
        <div className="flex gap-2 max-sm:flex-1 max-sm:*:flex-1">
          <Button className="max-sm:h-11" disabled={isSaving} onClick={onCancel}>
            Cancel
          </Button>
          <Button
            variant="primary"
            className="max-sm:h-11"
            disabled={rowCount === 0}
            busy={isSaving}
            busyLabel="Saving..."
            onClick={onConfirm}
          >
            Confirm & Save
          </Button>
        </div>
      </footer>
    </>
  )
}
