import { Card } from '../../components/ui/card.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'

const FIGURES = ['Average IV', 'Put/call ratio', 'Total open interest', 'Volume pattern', 'Expected move']

/** Blocks over the chain while it is not known which portfolio the screen is about, nor whether a hint is wanted. */
export function OptionsSkeleton() {
  return (
    <div className="grid gap-4">
      <Skeleton className="h-11 w-full" />
      <div className="grid min-w-0 gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <Card title="Your holdings">
          <Skeleton className="h-[30px] w-64 max-w-full" />
        </Card>
        <Card title="Search">
          <Skeleton className="h-10 w-full" />
        </Card>
      </div>
    </div>
  )
}

/** A chain in its final geometry while it is fetched. */
export function ChainSkeleton() {
  return (
    <div className="grid gap-4">
      <div className="grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-5">
        {FIGURES.map((title) => (
          <div key={title} className="rounded-card border bg-card px-4 py-4 shadow-card sm:px-5 last:max-lg:col-span-2">
            <p className="text-label text-muted-foreground leading-6">{title}</p>
            <Skeleton className="mt-1 h-8 w-24" />
            <Skeleton className="mt-2 h-5 w-36 max-w-full" />
          </div>
        ))}
      </div>
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_320px]">
        <Card>
          <Skeleton className="h-6 w-52" />
          <LadderSkeleton />
        </Card>
        <div className="grid content-start gap-4 max-xl:hidden">
          {['IV smile', 'Open interest by strike', 'Unusual volume'].map((title) => (
            <Card key={title} title={title}>
              <Skeleton className="h-[200px] w-full" />
            </Card>
          ))}
        </div>
      </div>
    </div>
  )
}

export function LadderSkeleton() {
  return <Skeleton className="mt-4 h-[880px] w-full" />
}
