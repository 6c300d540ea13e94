// Tests: virtual-table.test.tsx

// biome-ignore-all lint/a11y/useSemanticElements: belongs to a table of roles, see virtual-table.tsx
// biome-ignore-all lint/a11y/useFocusableInteractive: the button inside takes the focus
import { ChevronDown, ChevronUp } from 'lucide-react'
import { cn } from '../../lib/class-names.ts'
import type { Column, Sort } from './use-sorted-rows.ts'

interface ColumnHeaderProps<Row> {
  column: Column<Row>
  sort: Sort | undefined
  onToggle: () => void
}

/** The head of a column: a button when the column can be sorted, with a caret on the sorted one. */
export function ColumnHeader<Row>({ column, sort, onToggle }: ColumnHeaderProps<Row>) {
  const direction = sort?.columnId === column.id ? sort.direction : undefined
  const Caret = direction === 'ascending' ? ChevronUp : ChevronDown
  const alignment = column.align === 'right' ? 'justify-end text-right' : 'text-left'
  return (
    <div role="columnheader" aria-sort={direction} className={cn('flex min-w-0 text-label', alignment)}>
      {column.sortValue ? (
        <button
          type="button"
          onClick={onToggle}
          className={cn(
            'inline-flex min-h-6 items-center gap-1 whitespace-nowrap rounded-badge hover:text-foreground',
            direction ? 'font-medium text-foreground' : 'text-subtle-foreground',
          )}
        >
          {direction && <Caret aria-hidden="true" className="size-3.5" />}
          {column.header}
        </button>
      ) : (
        <span className={column.headerHidden ? 'sr-only' : 'truncate text-subtle-foreground'}>{column.header}</span>
      )}
    </div>
  )
}
