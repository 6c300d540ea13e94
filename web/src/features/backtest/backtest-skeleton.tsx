import { Card } from '../../components/ui/card.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'

/** The choices in their final geometry while the scenarios load. */
export function BacktestSkeleton() {
  return (
    <div className="grid gap-4 lg:grid-cols-[280px_minmax(0,1fr)]">
      <Card title="Select Portfolio" contentClassName="grid gap-4">
        {[0, 1, 2, 3].map((line) => (
          <Skeleton key={line} className="h-9 w-full" />
        ))}
      </Card>
      <Card title="Scenario">
        <Skeleton className="h-[420px] w-full" />
      </Card>
    </div>
  )
}

/** A result in its final geometry while it is computed for the first time. */
export function ResultSkeleton() {
  return (
    <div className="grid gap-4">
      <Card>
        <Skeleton className="h-14 w-full" />
      </Card>
      <div className="grid gap-4 lg:grid-cols-[minmax(0,1fr)_430px]">
        <Card title="Value over time">
          <Skeleton className="h-[540px] w-full" />
        </Card>
        <Card title="Metrics">
          <Skeleton className="h-[540px] w-full" />
        </Card>
      </div>
    </div>
  )
}
