import { Card } from '../../components/ui/card.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'

const ROWS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]

/** The overview in its final geometry while its positions load. */
export function OverviewSkeleton() {
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-3 gap-4 max-sm:order-2 max-sm:gap-2">
        {[0, 1, 2].map((place) => (
          <div key={place} className="rounded-card border bg-card p-4 shadow-card sm:h-[113px] sm:px-5">
            <Skeleton className="h-4 w-24 max-w-full" />
            <Skeleton className="mt-2 h-7 w-40 max-w-full" />
            <Skeleton className="mt-2.5 h-4 w-32 max-w-full max-sm:hidden" />
          </div>
        ))}
      </div>
      <PerformanceSkeleton />
      <div className="grid gap-4 max-sm:order-3 lg:grid-cols-12">
        <Card title="Asset Allocation" description="Share of cost basis" className="lg:col-span-4">
          <div className="mx-auto size-[200px] animate-skeleton rounded-full border-[40px] border-muted" />
          <div className="mt-6 grid gap-3">
            {ROWS.map((row) => (
              <Skeleton key={row} className="h-4 w-full" />
            ))}
          </div>
        </Card>
        <Card
          title="Portfolio Positions"
          padded={false}
          className="lg:col-span-8"
          contentClassName="h-[608px] overflow-hidden"
        >
          {ROWS.map((row) => (
            <div key={row} className="flex h-[52px] items-center gap-4 border-b px-5">
              <Skeleton className="h-4 w-24" />
              <Skeleton className="ml-auto h-4 w-1/2" />
            </div>
          ))}
        </Card>
      </div>
      <Card title="Sector Analysis" description="Portfolio exposure by sector" className="max-sm:order-4">
        <div className="grid gap-x-6 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
          {ROWS.slice(0, 6).map((row) => (
            <div key={row} className="grid gap-2.5">
              <Skeleton className="h-5 w-2/3" />
              <Skeleton className="h-1.5 w-full" />
              <Skeleton className="h-4 w-1/2" />
            </div>
          ))}
        </div>
      </Card>
    </div>
  )
}

/** The strip while its figures are computed. */
export function PerformanceSkeleton() {
  return (
    <Card title="Performance and risk" description="Last 12 months, current positions" className="max-sm:order-1">
      <div className="grid gap-5 lg:h-[301px] lg:grid-cols-[212px_minmax(0,1fr)_224px]">
        <div className="grid content-start gap-4">
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-9 w-40" />
          <Skeleton className="h-4 w-32" />
          <Skeleton className="h-4 w-36" />
        </div>
        <Skeleton className="h-[176px] lg:h-full" />
        <div className="grid grid-cols-2 content-around gap-4">
          {[0, 1, 2, 3].map((place) => (
            <div key={place}>
              <Skeleton className="h-4 w-16" />
              <Skeleton className="mt-2 h-6 w-20" />
            </div>
          ))}
        </div>
      </div>
    </Card>
  )
}
