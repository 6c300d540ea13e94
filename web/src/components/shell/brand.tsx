import { PRODUCT_NAME } from '@ballast/contract'
import { cn } from '../../lib/class-names.ts'

/** A hull with water in it: the weight that keeps it upright. */
export function BrandMark({ className }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 24 24" className={cn('size-[22px]', className)}>
      <path
        d="M3.6 12.4c1.4-1.5 2.8-1.5 4.2 0s2.8 1.5 4.2 0 2.8-1.5 4.2 0 2.8 1.5 4.2 0a8.4 8.4 0 0 1-16.8 0Z"
        className="fill-primary"
      />
      <circle cx="12" cy="12" r="9.5" fill="none" strokeWidth="2" className="stroke-foreground" />
    </svg>
  )
}

/** Mark and name. */
export function Brand() {
  return (
    <span className="flex items-center gap-2.5">
      <BrandMark />
      <span className="font-semibold text-[16px] leading-none tracking-[-0.02em]">{PRODUCT_NAME}</span>
    </span>
  )
}
