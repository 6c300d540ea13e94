import { Info, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { Button } from './button.tsx'

interface NoticeProps {
  /** `alert` when it answers something the person just did. */
  role?: 'note' | 'alert'
  /** Without it the notice stays as long as its reason. */
  onDismiss?: () => void
  className?: string
  children: ReactNode
}

/** A remark in the flow of the page: a hint, or why something did not happen and what to do instead. */
export function Notice({ role = 'note', onDismiss, className, children }: NoticeProps) {
  return (
    <div
      role={role}
      className={cn(
        'flex items-start gap-3 rounded-tile border bg-card px-3.5 py-2.5 text-[13px] leading-[18px]',
        className,
      )}
    >
      <Info aria-hidden="true" className="mt-px size-4 shrink-0 text-primary" />
      <div className="min-w-0 flex-1">{children}</div>
      {onDismiss && (
        <Button variant="ghost" size="icon-sm" className="-my-1.5 -mr-1.5" aria-label="Dismiss" onClick={onDismiss}>
          <X aria-hidden="true" />
        </Button>
      )}
    </div>
  )
}
