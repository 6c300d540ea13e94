// Tests: e2e/upload.e2e.ts, e2e/import-review.e2e.ts

import type { ImportReview } from '@ballast/contract'
import { useQuery } from '@tanstack/react-query'
import { useBlocker } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useCallback, useRef, useState } from 'react'
import { Card } from '../components/ui/card.tsx'
import { Skeleton } from '../components/ui/skeleton.tsx'
import { DiscardDialog } from '../features/import-review/discard-dialog.tsx'
import { importQuery, useDiscardImport } from '../features/import-review/import-review.queries.ts'
import { LostReview } from '../features/import-review/lost-review.tsx'
import { portfoliosQuery } from '../features/portfolios/portfolios.queries.ts'
import type { SavedPortfolio } from '../features/upload/upload.queries.ts'
import { UploadCard } from '../features/upload/upload-card.tsx'
import { cn } from '../lib/class-names.ts'
import { focusHeading } from '../lib/heading-focus.ts'
import { isOwnPortfolio } from '../lib/is-own-portfolio.ts'
import { useImportAddress } from './-import-address.ts'

const ReviewCard = lazy(async () => ({
  default: (await import('../features/import-review/review-card.tsx')).ReviewCard,
}))

interface UploadDeskProps {
  onUploaded: (saved: SavedPortfolio) => void
  /** Stands beside the card while there is no review. */
  beside?: ReactNode
  takesFocus?: boolean
  actions?: ReactNode
}

/** The Upload Portfolio card, and the review of what it read to its right. */
export function UploadDesk({ onUploaded, beside, takesFocus = false, actions }: UploadDeskProps) {
  const { importId, setImportId } = useImportAddress()
  const [name, setName] = useState('')
  const [opened, setOpened] = useState<{ review: ImportReview; version: number } | undefined>(undefined)
  // Another card after a save: everything in it is cleared.
  const [cardNumber, setCardNumber] = useState(0)
  const [isEdited, setIsEdited] = useState(false)
  const [waiting, setWaiting] = useState<(() => void) | undefined>(undefined)
  const nameField = useRef<HTMLInputElement>(null)
  const portfolios = useQuery(portfoliosQuery)
  const discard = useDiscardImport()
  const isOpened = opened !== undefined && opened.review.importId === importId
  const stored = useQuery({ ...importQuery(importId ?? ''), enabled: importId !== undefined && !isOpened })
  const review = isOpened ? opened.review : stored.data
  const isAtRisk = isEdited && importId !== undefined
  // What was edited lives in the page alone: leaving it loses that, so it is asked first, by the browser on a reload.
  const leaving = useBlocker({
    shouldBlockFn: ({ current, next, action }) => isAtRisk && (current.pathname !== next.pathname || action === 'BACK'),
    enableBeforeUnload: () => isAtRisk,
    withResolver: true,
  })

  const openReview = useCallback(
    (read: ImportReview) => {
      setOpened((before) => ({ review: read, version: (before?.version ?? 0) + 1 }))
      setIsEdited(false)
      setImportId(read.importId)
    },
    [setImportId],
  )
  // The review itself stays until the address has changed, or it would be asked for once more.
  const close = () => {
    setIsEdited(false)
    setImportId(undefined)
  }
  const finish = (saved: SavedPortfolio) => {
    close()
    setName('')
    setCardNumber((before) => before + 1)
    onUploaded(saved)
    // What was saved is shown from its beginning, wherever on the page it was confirmed.
    window.scrollTo({ top: 0 })
    focusHeading()
  }

  const isReviewing = importId !== undefined
  return (
    <div
      className={cn(
        'grid gap-4',
        isReviewing
          ? 'items-start lg:grid-cols-[minmax(320px,4fr)_minmax(0,8fr)]'
          : beside && 'items-stretch lg:grid-cols-2',
      )}
    >
      <UploadCard
        key={cardNumber}
        name={name}
        onNameChange={setName}
        nameField={nameField}
        onUploaded={finish}
        onRead={openReview}
        beforeReading={(read) => (isEdited && isReviewing ? setWaiting(() => read) : read())}
        isReviewing={isReviewing}
        takesFocus={takesFocus && !isReviewing}
        actions={!isReviewing && actions}
      />
      {!isReviewing && beside}
      {isReviewing && !review && stored.error && <LostReview query={stored} onClose={close} />}
      {isReviewing && !review && !stored.error && <ReviewSkeleton />}
      {isReviewing && review && (
        <Suspense fallback={<ReviewSkeleton />}>
          <ReviewCard
            key={`${review.importId} ${opened?.version ?? 0}`}
            review={review}
            portfolios={portfolios.data?.filter(isOwnPortfolio) ?? []}
            name={name}
            onNameChange={setName}
            onNameMissing={() => nameField.current?.focus()}
            onReviewChange={openReview}
            onEditedChange={setIsEdited}
            onCancel={() => {
              discard.mutate(review.importId)
              close()
              nameField.current?.focus()
            }}
            onSaved={finish}
          />
        </Suspense>
      )}
      {leaving.status === 'blocked' && <DiscardDialog onClose={leaving.reset} onConfirm={leaving.proceed} />}
      {waiting && (
        <DiscardDialog
          onClose={() => setWaiting(undefined)}
          onConfirm={() => {
            setWaiting(undefined)
            waiting()
          }}
        />
      )}
    </div>
  )
}

function ReviewSkeleton() {
  return (
    <Card title="Review Extracted Positions">
      <div aria-busy="true" className="grid gap-3">
        <span role="status" className="sr-only">
          Loading the review
        </span>
        {['a', 'b', 'c', 'd', 'e', 'f'].map((row) => (
          <Skeleton key={row} className="h-8 w-full" />
        ))}
      </div>
    </Card>
  )
}
