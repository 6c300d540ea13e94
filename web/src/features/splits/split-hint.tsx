import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { splitsQuery } from './splits.queries.ts'

// Splits are rare: nearly every visit sees none, and loads nothing for them.
const SplitNotices = lazy(async () => ({ default: (await import('./split-notices.tsx')).SplitNotices }))

/** Hint about splits of a portfolio's positions that wait for a decision. */
export function SplitHint({ portfolioId }: { portfolioId: string }) {
  const { data } = useQuery(splitsQuery(portfolioId))
  if (!data || data.suggested.length + data.applied.length === 0) return null
  return (
    <Suspense>
      <SplitNotices portfolioId={portfolioId} />
    </Suspense>
  )
}
