import type { ImportReview, Portfolio } from '@ballast/contract'
import { Plus } from 'lucide-react'
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { Badge } from '../../components/ui/badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { ColumnMapper } from './column-mapper.tsx'
import { DifferencePanel } from './difference-panel.tsx'
import { DiscardDialog } from './discard-dialog.tsx'
import { type SavedReview, useMapColumns } from './import-review.queries.ts'
import { LinesPanel } from './lines-panel.tsx'
import { ReviewFooter } from './review-footer.tsx'
import { ReviewName } from './review-name.tsx'
import { countNeedingLook, countToSave } from './review-state.ts'
import { ReviewTable } from './review-table.tsx'
import { describeNeedingLook, describeReview } from './review-words.ts'
import { SaveTargetField } from './save-target.tsx'
import { SourcesSummary } from './sources-summary.tsx'
import { type ReviewRows, useReviewRows, useReviewSaving } from './use-review.ts'

interface ReviewCardProps {
  review: ImportReview
  /** Where else the positions can go. */
  portfolios: readonly Portfolio[]
  /** Name of the new portfolio, as typed beside the review. */
  name: string
  onNameChange: (name: string) => void
  /** The name is missing: whoever has its field moves the focus there. */
  onNameMissing: () => void
  /** The file was read again with other columns. */
  onReviewChange: (review: ImportReview) => void
  onEditedChange: (isEdited: boolean) => void
  onCancel: () => void
  onSaved: (saved: SavedReview) => void
}

/** Card of what was read, to be looked over and mended before anything is stored. */
export function ReviewCard(props: ReviewCardProps) {
  const { review, portfolios, name, onNameChange, onNameMissing, onReviewChange, onEditedChange, onCancel, onSaved } =
    props
  const reviewRows = useReviewRows(review, onEditedChange)
  const { rows, container, change, remove } = reviewRows
  const isPhone = useIsPhone()
  const nameField = useRef<HTMLInputElement>(null)
  const saving = useReviewSaving({
    review,
    reviewRows,
    portfolios,
    name,
    onSaved,
    onNameMissing: isPhone ? () => nameField.current?.focus() : onNameMissing,
  })
  useProposedName(review, { name, onNameChange })
  const mapping = useMapColumns(review.importId, onReviewChange)
  // What is done once the person agrees to lose what was edited.
  const [toDoAfterDiscard, setToDoAfterDiscard] = useState<(() => void) | undefined>(undefined)
  const askFirst = (work: () => void) => (reviewRows.edited ? setToDoAfterDiscard(() => work) : work())
  const heading = useReviewHeading(isPhone)
  const isNew = saving.target.portfolioId === undefined
  const traits = useMemo(() => findTraits(review), [review])
  const needLook = countNeedingLook(rows)

  return (
    <Card
      title={
        <span ref={heading} tabIndex={-1} className="scroll-mt-46 outline-none">
          Review Extracted Positions
        </span>
      }
      description={describeReview(review.origin)}
      padded={false}
      // What takes the focus must not end up behind the buttons that stick to the bottom.
      contentClassName="[&_:is(button,input,select)]:scroll-mb-36 sm:[&_:is(button,input,select)]:scroll-mb-20"
      actions={
        needLook > 0 && (
          <button
            type="button"
            title="Show the first of them"
            className="touch-target rounded-badge"
            onClick={reviewRows.showNextDoubt}
          >
            <Badge tone="destructive">{describeNeedingLook(needLook)}</Badge>
          </button>
        )
      }
    >
      {isPhone && isNew && (
        <ReviewName name={name} proposed={review.proposedName} onNameChange={onNameChange} field={nameField} />
      )}
      <SourcesSummary review={review} />
      {review.mapping && (
        <ColumnMapper
          mapping={review.mapping}
          sourceName={review.sources.length > 1 ? review.sources[review.mapping.source]?.name : undefined}
          busy={mapping.isPending}
          error={mapping.error}
          onMap={(columns) => askFirst(() => mapping.mutate(columns))}
        />
      )}
      <ReviewTable rows={rows} {...traits} onChange={change} onRemove={remove} container={container} />
      <RowActions reviewRows={reviewRows} />
      <LinesPanel review={review} />
      {portfolios.length > 0 && (
        <div className="border-t">
          <SaveTargetField
            portfolios={portfolios}
            target={saving.target}
            onTargetChange={saving.setTarget}
            holder={saving.holder}
            proposedMode={saving.comparison.data?.proposedMode}
          />
          {saving.target.portfolioId && <DifferencePanel comparison={saving.comparison} />}
        </div>
      )}
      <ReviewFooter
        review={review}
        rowCount={countToSave(rows)}
        proposesName={isNew && name.trim() === ''}
        onNameChange={onNameChange}
        isSaving={saving.isSaving}
        onCancel={() => askFirst(onCancel)}
        onConfirm={saving.confirm}
      />
      {toDoAfterDiscard && (
        <DiscardDialog
          onClose={() => setToDoAfterDiscard(undefined)}
          onConfirm={() => {
            setToDoAfterDiscard(undefined)
            toDoAfterDiscard()
          }}
        />
      )}
    </Card>
  )
}

function RowActions({ reviewRows }: { reviewRows: ReviewRows }) {
  const { removed, add, restore } = reviewRows
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-5">
      <Button size="sm" onClick={add}>
        <Plus aria-hidden="true" />
        Add a position
      </Button>
      <p role="status" className="text-[13px] text-muted-foreground leading-[18px]">
        {removed && `${removed.ticker || 'A row'} removed.`}
      </p>
      {removed && (
        <Button variant="ghost" size="sm" onClick={restore}>
          Bring it back
        </Button>
      )}
    </div>
  )
}

/** A name that is known is filled in once, as the review opens; whoever empties it has it empty. */
function useProposedName(
  { proposedName }: ImportReview,
  { name, onNameChange }: Pick<ReviewCardProps, 'name' | 'onNameChange'>,
) {
  const fillIn = useEffectEvent(() => {
    if (name.trim() === '' && proposedName !== '') onNameChange(proposedName)
  })
  useEffect(() => fillIn(), [])
}

/** Finds what the columns have to make room for. */
function findTraits({ positions }: ImportReview) {
  return {
    hasAccounts: new Set(positions.map(({ account }) => account)).size > 1,
    hasOptions: positions.some(({ kind }) => kind === 'option'),
  }
}

/**
 * The focus goes to the heading as the review opens, so that the next Tab is its first field. On a phone, where the review
 * stands below the card, it comes to the top of the page, under the message that says what was found.
 */
function useReviewHeading(isPhone: boolean) {
  const heading = useRef<HTMLElement>(null)
  const open = useEffectEvent(() => {
    heading.current?.focus({ preventScroll: isPhone })
    if (isPhone) heading.current?.scrollIntoView({ block: 'start' })
  })
  useEffect(() => open(), [])
  return heading
}
