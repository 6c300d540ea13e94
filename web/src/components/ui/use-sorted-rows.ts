// Tests: virtual-table.test.tsx

import { type ReactNode, useMemo, useState } from 'react'

export interface Column<Row> {
  id: string
  header: string
  /** For a column of buttons, which need no header for the eye. */
  headerHidden?: boolean
  align?: 'left' | 'right'
  /** A grid track: `minmax(120px, 1.4fr)` or `96px`. */
  width: string
  cell: (row: Row) => ReactNode
  /** Makes the column sortable. `null` is "unknown" and comes last in both directions. */
  sortValue?: (row: Row) => number | string | null
}

export interface Sort {
  columnId: string
  direction: 'ascending' | 'descending'
}

/** The rows in the chosen order, and how to choose another: first by the column, then the other way round. */
export function useSortedRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], initialSort?: Sort) {
  const [sort, setSort] = useState(initialSort)
  const [announcement, setAnnouncement] = useState('')
  const sorted = useMemo(() => sortRows(rows, columns, sort), [rows, columns, sort])
  const toggleSort = (columnId: string) => {
    const column = columns.find(({ id }) => id === columnId)
    if (!column) return
    const next: Sort = { columnId, direction: nextDirection(sort, column) }
    setSort(next)
    setAnnouncement(`Sorted by ${column.header}, ${next.direction}`)
  }
  return { sorted, sort, toggleSort, announcement }
}

/** Numbers are first looked at from the largest, text from A. */
function nextDirection<Row>(sort: Sort | undefined, column: Column<Row>): Sort['direction'] {
  if (sort?.columnId === column.id) return sort.direction === 'ascending' ? 'descending' : 'ascending'
  return column.align === 'right' ? 'descending' : 'ascending'
}

const COLLATOR = new Intl.Collator('en-US', { numeric: true })

/** A sorted copy; rows that compare equal keep their order, rows without a value come last. */
export function sortRows<Row>(rows: readonly Row[], columns: readonly Column<Row>[], sort: Sort | undefined) {
  const sortValue = columns.find(({ id }) => id === sort?.columnId)?.sortValue
  if (!sort || !sortValue) return rows
  const sign = sort.direction === 'ascending' ? 1 : -1
  return rows
    .map((row) => ({ row, value: sortValue(row) }))
    .sort((a, b) => {
      if (a.value === null || b.value === null) return Number(a.value === null) - Number(b.value === null)
      if (typeof a.value === 'number' && typeof b.value === 'number') return sign * (a.value - b.value)
      return sign * COLLATOR.compare(String(a.value), String(b.value))
    })
    .map(({ row }) => row)
}
