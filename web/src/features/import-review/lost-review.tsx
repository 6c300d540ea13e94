import { ApiError } from '@ballast/contract'
import { FileX } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { LoadFailure } from '../../components/ui/load-failure.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'

interface LostReviewProps {
  query: { error: unknown; isFetching: boolean; refetch: () => unknown }
  onClose: () => void
}

/** Stands where a review should be that could not be loaded again. */
export function LostReview({ query, onClose }: LostReviewProps) {
  const isGone = query.error instanceof ApiError && query.error.status === 404
  return (
    <Card title="Review Extracted Positions">
      {isGone ? (
        <EmptyState
          icon={FileX}
          title="This import is no longer there"
          text="It was saved or discarded already, or it is older than 24 hours. Upload the file again to review it."
          actions={<Button onClick={onClose}>Close</Button>}
        />
      ) : (
        <LoadFailure
          title="Failed to load the review"
          fallback="The server could not be reached. Your review is kept for 24 hours."
          query={query}
        />
      )}
    </Card>
  )
}
