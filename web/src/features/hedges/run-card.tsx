// Tests: hedges-page.test.tsx

import type { StreamStep } from '@ballast/contract'
import { StepList } from '../../components/step-list.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'
import { Spinner } from '../../components/ui/spinner.tsx'

/** How far the analysis is; after a stop, how far it came. */
export function RunCard({ steps, isRunning }: { steps: readonly StreamStep[]; isRunning: boolean }) {
  return (
    <Card
      title={isRunning ? 'Analyzing the portfolio' : 'Stopped'}
      description={
        isRunning
          ? 'Every step is computed from your positions and the option chains.'
          : 'Nothing of the run was kept. A token that it had taken is given back.'
      }
    >
      {steps.length > 0 ? (
        <StepList label="Steps of the analysis" steps={steps} isRunning={isRunning} />
      ) : (
        isRunning && (
          <p role="status" className="flex items-center gap-3">
            <Spinner />
            Starting
          </p>
        )
      )}
    </Card>
  )
}

/** Blocks in the geometry of a result. */
export function HedgesSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-[62px] rounded-card" />
      <Skeleton className="h-[96px] rounded-card" />
      <Skeleton className="h-[190px] rounded-card" />
      <div className="grid gap-4 lg:grid-cols-3">
        <Skeleton className="h-[520px] rounded-card" />
        <Skeleton className="h-[520px] rounded-card max-lg:hidden" />
        <Skeleton className="h-[520px] rounded-card max-lg:hidden" />
      </div>
    </div>
  )
}
