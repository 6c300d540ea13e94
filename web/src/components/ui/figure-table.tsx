// Tests: ../../features/pricing/pricing-page.test.tsx, ../../features/backtest/backtest-page.test.tsx

import type { ReactNode } from 'react'
import { cn } from '../../lib/class-names.ts'

export interface FigureColumn {
  header: string
  align?: 'left' | 'right'
  /** Leaves the column out on a phone; its cells must say so too, with `max-sm:hidden`. */
  hiddenOnPhone?: boolean
}

/** `edge`: outer columns at the edge of a card without padding. `inset`: within its padding. `tiles`: coloured cells. */
const LOOKS = {
  edge: 'text-table [&_:is(td,th)]:px-1.5 sm:[&_:is(td,th)]:px-2 [&_:is(td,th):first-child]:pl-4 [&_:is(td,th):last-child]:pr-4 sm:[&_:is(td,th):first-child]:pl-5 sm:[&_:is(td,th):last-child]:pr-5 [&_:is(td,th)]:h-9 [&_tbody_tr:not(:first-child)]:border-t',
  inset:
    'text-table [&_:is(td,th)]:px-1.5 sm:[&_:is(td,th)]:px-3 [&_:is(td,th):first-child]:pl-0 [&_:is(td,th):last-child]:pr-0 [&_:is(td,th)]:h-9 [&_tbody_tr:not(:first-child)]:border-t',
  tiles:
    'border-separate border-spacing-0.5 text-label [&_:is(td,th)]:px-1.5 [&_:is(td,th)]:py-1 [&_:is(td,th):first-child]:pl-0 [&_td]:rounded-xs [&_td]:text-right',
} as const

interface FigureTableProps {
  /** Title of the table for readers who do not see it. */
  caption: string
  columns: readonly FigureColumn[]
  look?: keyof typeof LOOKS
  /** Classes of the area that scrolls: its greatest height. */
  className?: string
  /** Classes of the table: its least width. */
  tableClassName?: string
  /** One or more `tbody`. */
  children: ReactNode
}

/** A plain table of figures, which the keyboard scrolls. */
export function FigureTable(props: FigureTableProps) {
  const { caption, columns, look = 'edge', className, tableClassName, children } = props
  return (
    <section
      aria-label={`${caption}, scrollable`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
      tabIndex={0}
      className={cn('overflow-auto -outline-offset-2', className)}
    >
      <table className={cn('w-full tabular', LOOKS[look], tableClassName)}>
        <caption className="sr-only">{caption}</caption>
        <thead className="sticky top-0 bg-card">
          <tr className="border-b text-label text-subtle-foreground">
            {columns.map(({ header, align = 'left', hiddenOnPhone }) => (
              <th
                key={header}
                scope="col"
                className={cn(
                  'whitespace-nowrap font-normal',
                  align === 'right' ? 'text-right' : 'text-left',
                  hiddenOnPhone && 'max-sm:hidden',
                )}
              >
                {header}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  )
}
