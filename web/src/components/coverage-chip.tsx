// Tests: coverage-chip.test.tsx

import type { Covers } from '@ballast/contract'
import { lazy, Suspense } from 'react'
import { Badge } from './ui/badge.tsx'

const CoverageList = lazy(async () => ({ default: (await import('./coverage-list.tsx')).CoverageList }))

/** How many positions a headline rests on, which opens to those that it leaves out; nothing where it covers all. */
export function CoverageChip({ covers }: { covers: Covers }) {
  const { covered, positions, leftOut } = covers
  if (leftOut.length === 0) return null
  return (
    <details className="max-w-[300px]">
      <summary className="w-fit cursor-pointer list-none rounded-badge">
        <Badge tone="warning">
          covers {covered.toLocaleString('en-US')} of {positions.toLocaleString('en-US')}{' '}
          {positions === 1 ? 'position' : 'positions'}
        </Badge>
      </summary>
      <Suspense>
        <CoverageList leftOut={leftOut} />
      </Suspense>
    </details>
  )
}
