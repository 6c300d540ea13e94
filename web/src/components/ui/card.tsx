// Tests: ../../features/overview/overview-page.test.tsx

import { ChevronDown } from 'lucide-react'
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
  /** One of `Folds`: its head is all that is seen until it is opened. */
  folded?: boolean
  children?: ReactNode
}

export function Card(props: CardProps) {
  const { title, description, actions, padded = true, className, contentClassName, folded = false, children } = props
  const titleId = useId()
  if (folded) {
    return (
      <section aria-labelledby={titleId} className={cn('min-w-0', className)}>
        <details className="group">
          <summary className="flex list-none flex-wrap items-center gap-x-2.5 gap-y-0.5 sm:flex-nowrap touch-target px-4 py-2 hover:bg-accent/45 sm:px-5 [&::-webkit-details-marker]:hidden">
            <ChevronDown
              aria-hidden="true"
              className="size-4 shrink-0 text-muted-foreground transition-transform duration-120 group-open:rotate-180"
            />
            <h3 id={titleId} className="shrink-0 font-semibold text-[14px] leading-5">
              {title}
            </h3>
            {description && (
              <span className="min-w-0 text-[13px] text-muted-foreground leading-[18px] max-sm:basis-full max-sm:pl-6.5">
                {description}
              </span>
            )}
          </summary>
          <div className={cn('px-4 pt-1 pb-4 sm:px-5 sm:pb-5', contentClassName)}>
            {actions && <div className="mb-3 flex flex-wrap items-center justify-end gap-2">{actions}</div>}
            {children}
          </div>
        </details>
      </section>
    )
  }
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

/** Cards that few readers need; each is opened by its head. */
export function Folds({ title, children }: { title?: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      {title && <h2 className="mb-2 text-title">{title}</h2>}
      <div className="divide-y rounded-card border bg-card shadow-card empty:hidden">{children}</div>
    </div>
  )
}
