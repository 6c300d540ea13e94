import { LoaderCircle } from 'lucide-react'
import { cn } from '../../lib/class-names.ts'

/** The turning ring of work in progress; words beside it say what is being done. Its class names give it its size. */
export function Spinner({ className = 'size-4' }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cn('animate-spin', className)} />
}

/** Fills its place while it is not yet known what belongs there, such as who is signed in. */
export function FullPageSpinner({ label }: { label: string }) {
  return (
    <div role="status" className="grid min-h-[60vh] place-items-center">
      <Spinner className="size-6 text-primary" />
      <span className="sr-only">{label}</span>
    </div>
  )
}
