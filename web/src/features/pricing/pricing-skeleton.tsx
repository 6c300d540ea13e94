import { PageHead } from '../../components/shell/page-head.tsx'
import { Skeleton } from '../../components/ui/skeleton.tsx'

export function PricingSkeleton() {
  return (
    <>
      <PageHead title="Pricing Plans" subtitle={<Skeleton className="my-0.5 h-4 w-56" />} />
      <div className="grid gap-4 md:grid-cols-2">
        <Skeleton className="h-[380px] rounded-dialog" />
        <Skeleton className="h-[380px] rounded-dialog" />
      </div>
    </>
  )
}
