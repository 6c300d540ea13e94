import { Skeleton } from '../../components/ui/skeleton.tsx'

export function PricingSkeleton() {
  return (
    <div className="grid gap-4 md:grid-cols-2">
      <Skeleton className="h-[440px] rounded-dialog" />
      <Skeleton className="h-[440px] rounded-dialog" />
    </div>
  )
}
