import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'
import { useScreenHeading } from '../../lib/heading-focus.ts'

interface PageHeadProps {
  /** The screen's h1 and the document's title. */
  title: string
  subtitle?: ReactNode
  /** The portfolio selector and the page's action, at the right. */
  actions?: ReactNode
  className?: string
}

/** The head of every screen. */
export function PageHead({ title, subtitle, actions, className }: PageHeadProps) {
  const heading = useScreenHeading(title)
  return (
    <div
      className={cn('flex flex-wrap items-end justify-between gap-x-6 gap-y-3 pt-5 pb-4 sm:pt-7 sm:pb-5', className)}
    >
      <div className="min-w-0">
        <h1 ref={heading} tabIndex={-1} className="text-h1-phone sm:text-h1">
          {title}
        </h1>
        {subtitle && <p className="text-body text-muted-foreground">{subtitle}</p>}
      </div>
      {actions && <div className="flex items-center gap-2.5 max-sm:w-full max-lg:flex-wrap">{actions}</div>}
    </div>
  )
}
