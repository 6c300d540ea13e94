// biome-ignore-all lint/a11y/useSemanticElements: a <tr> that is taken out of the flow loses its role in some browsers
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take focus by use-row-cursor.ts, which sets their tabIndex
// biome-ignore-all lint/a11y/useKeyWithClickEvents: the scroll area handles Enter for the row that has the focus
import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { cn } from '../../lib/class-names.ts'
import { ColumnHeader } from './column-header.tsx'
import { useRowCursor } from './use-row-cursor.ts'
import { useRowWindow } from './use-row-window.ts'
import { type Column, type Sort, useSortedRows } from './use-sorted-rows.ts'

export type { Column, Sort } from './use-sorted-rows.ts'

const HEADER_HEIGHT = 36

interface VirtualTableProps<Row> {
  /** Names the table: "Portfolio positions". */
  label: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
  rowKey: (row: Row) => string
  rowHeight?: number
  /** Height of the scroll area in px; shorter when the rows need less. */
  height?: number
  overscan?: number
  initialSort?: Sort
  /** Enter on a row, and a click on it. */
  onOpenRow?: (row: Row) => void
  /** Below this width in px the table scrolls sideways inside its region. */
  minWidth?: number
  /** False on phones, where two-line rows explain themselves. The header stays for screen readers. */
  headerShown?: boolean
  /** False where the fields in the cells are the stops of the keyboard, and not the rows. */
  rowsTakeFocus?: boolean
  rowClassName?: (row: Row) => string | undefined
  className?: string
  /** Shown when there are no rows. */
  empty?: ReactNode
}

/** For a column whose least width is none. */
const DEFAULT_SHARE = 160

/** A column's share of a sheet, by the least width in px that it has on the screen. */
const toShareOfSheet = (width: string) =>
  `minmax(0, ${Number.parseInt(width.replace('minmax(', ''), 10) || DEFAULT_SHARE}fr)`

/**
 * A table that keeps only the rows in sight (and a few around them) in the page, yet tells assistive technology how many
 * there are and which one this is. Up and Down move between rows, Home and End jump, Enter opens.
 */
export function VirtualTable<Row>({
  label,
  rows,
  columns,
  rowKey,
  rowHeight = 52,
  height = 600,
  overscan = 5,
  initialSort,
  onOpenRow,
  minWidth,
  headerShown = true,
  rowsTakeFocus = true,
  rowClassName,
  className,
  empty,
}: VirtualTableProps<Row>) {
  const scroller = useRef<HTMLDivElement>(null)
  const { sorted, sort, toggleSort, announcement } = useSortedRows(rows, columns, initialSort)
  const headerHeight = headerShown ? HEADER_HEIGHT : 0
  const shownHeight = Math.min(height, headerHeight + sorted.length * rowHeight)
  const rowWindow = useRowWindow({
    scroller,
    rowCount: sorted.length,
    rowHeight,
    headerHeight,
    height: shownHeight,
    overscan,
  })
  const cursor = useRowCursor({
    rowCount: sorted.length,
    pageSize: Math.max(1, Math.floor((shownHeight - headerHeight) / rowHeight)),
    scrollToRow: rowWindow.scrollToRow,
    openRow: (index) => {
      const row = sorted[index]
      if (row !== undefined) onOpenRow?.(row)
    },
  })
  if (rows.length === 0 && empty !== undefined) return empty

  const tracks = columns.map(({ width }) => (rowWindow.isPrinting ? toShareOfSheet(width) : width))
  const grid = { gridTemplateColumns: tracks.join(' ') }
  return (
    <section
      ref={scroller}
      aria-label={`${label}, scrollable`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
      tabIndex={0}
      onKeyDown={(event: KeyboardEvent) => cursor.onKeyDown(event)}
      className={cn('relative overflow-auto overscroll-contain contain-content -outline-offset-2', className)}
      style={{ height: rowWindow.isPrinting ? undefined : shownHeight }}
    >
      <div
        role="table"
        aria-label={label}
        aria-rowcount={sorted.length + 1}
        style={{ minWidth: rowWindow.isPrinting ? undefined : minWidth }}
      >
        <div role="rowgroup" className={cn('sticky top-0 z-10 border-b bg-card', !headerShown && 'sr-only')}>
          <div
            role="row"
            aria-rowindex={1}
            className="grid h-9 items-center gap-3 px-4 sm:px-5 print:gap-1"
            style={grid}
          >
            {columns.map((column) => (
              <ColumnHeader key={column.id} column={column} sort={sort} onToggle={() => toggleSort(column.id)} />
            ))}
          </div>
        </div>
        <div
          role="rowgroup"
          className="relative"
          style={{ height: rowWindow.isPrinting ? undefined : sorted.length * rowHeight }}
        >
          {sorted.slice(rowWindow.first, rowWindow.end).map((row, place) => {
            const index = rowWindow.first + place
            return (
              <div
                key={rowKey(row)}
                role="row"
                aria-rowindex={index + 2}
                {...(rowsTakeFocus && cursor.rowProps(index))}
                onClick={onOpenRow && (() => onOpenRow(row))}
                className={cn(
                  'contain-strict absolute inset-x-0 top-0 grid items-center print:static print:transform-none! print:gap-1 print:contain-none gap-3 border-b px-4 text-table -outline-offset-2 last:border-b-0 hover:bg-accent/45 sm:px-5',
                  onOpenRow && 'cursor-pointer',
                  rowClassName?.(row),
                )}
                style={{ ...grid, height: rowHeight, transform: `translateY(${index * rowHeight}px)` }}
              >
                {columns.map((column) => (
                  <div
                    key={column.id}
                    role="cell"
                    className={cn('min-w-0', column.align === 'right' && 'text-right tabular')}
                  >
                    {column.cell(row)}
                  </div>
                ))}
              </div>
            )
          })}
        </div>
      </div>
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </section>
  )
}
