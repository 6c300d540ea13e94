// Tests: ../../features/overview/overview-page.test.tsx

import { type ReactNode, useId } from 'react'
import { cn } from '../../lib/class-names.ts'

interface CardProps {
  /** Without a title the card is a plain surface and no region of the page. */
  title?: ReactNode
  /** One line under the title. */
  description?: ReactNode
  /** Stand at the right of the title: a refresh, an export, a toggle. */
  actions?: ReactNode
  /** False where the content reaches the card's edges, as tables do; the head keeps its padding. */
  padded?: boolean
  className?: string
  contentClassName?: string
  children?: ReactNode
}

export function Card({ title, description, actions, padded = true, className, contentClassName, children }: CardProps) {
  const titleId = useId()
  const Surface = title ? 'section' : 'div'
  return (
    <Surface
      aria-labelledby={title ? titleId : undefined}
      className={cn('min-w-0 rounded-card border bg-card shadow-card', className)}
    >
      {title && (
        <header className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 px-4 pt-4 pb-3 sm:px-5 sm:pt-[18px]">
          <div className="min-w-0">
            <h2 id={titleId} className="text-title">
              {title}
            </h2>
            {description && <p className="text-[13px] text-muted-foreground leading-[18px]">{description}</p>}
          </div>
          {actions && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </header>
      )}
      <div className={cn(padded && (title ? 'px-4 pb-4 sm:px-5 sm:pb-5' : 'p-4 sm:p-5'), contentClassName)}>
        {children}
      </div>
    </Surface>
  )
}
