// Tests: virtual-table.test.tsx

import { type KeyboardEvent, useRef, useState } from 'react'

interface RowCursorOptions {
  rowCount: number
  /** How many rows PageUp and PageDown move. */
  pageSize: number
  scrollToRow: (index: number) => void
  openRow: (index: number) => void
  /** The row that is the stop for Tab before any was chosen. */
  initialIndex?: number
}

/**
 * One row is the table's stop for Tab; arrow keys move it. A row that is not in the page yet is scrolled to and takes the
 * focus as soon as it is drawn.
 */
export function useRowCursor({ rowCount, pageSize, scrollToRow, openRow, initialIndex = 0 }: RowCursorOptions) {
  // An object, so that moving to the row already chosen draws once more: only a drawn row can take the focus.
  const [chosen, setChosen] = useState({ index: initialIndex })
  const current = Math.min(chosen.index, Math.max(0, rowCount - 1))
  const awaitsFocus = useRef<number | undefined>(undefined)

  const moveTo = (index: number) => {
    const next = Math.min(rowCount - 1, Math.max(0, index))
    awaitsFocus.current = next
    setChosen({ index: next })
    scrollToRow(next)
  }

  const onKeyDown = (event: KeyboardEvent) => {
    const target = event.target as HTMLElement
    const onRow = target.getAttribute('role') === 'row'
    // Buttons and fields inside a cell keep their own keys.
    if (!onRow && target !== event.currentTarget) return
    if (rowCount === 0 || event.altKey || event.ctrlKey || event.metaKey) return
    if (event.key === 'Enter' && onRow) {
      // Else the same press would also press what takes the focus when the row opens, such as a dialog's first button.
      event.preventDefault()
      return openRow(current)
    }
    const next = onRow
      ? nextIndex(event.key, current, rowCount, pageSize)
      : event.key === 'ArrowDown'
        ? current
        : undefined
    if (next === undefined) return
    event.preventDefault()
    moveTo(next)
  }

  const rowProps = (index: number) => ({
    tabIndex: index === current ? 0 : -1,
    onFocus: () => setChosen((before) => (before.index === index ? before : { index })),
    ref: (element: HTMLElement | null) => {
      if (!element || awaitsFocus.current !== index) return
      awaitsFocus.current = undefined
      element.focus({ preventScroll: true })
    },
  })

  return { onKeyDown, rowProps }
}

function nextIndex(key: string, current: number, rowCount: number, pageSize: number): number | undefined {
  switch (key) {
    case 'ArrowDown':
      return current + 1
    case 'ArrowUp':
      return current - 1
    case 'PageDown':
      return current + pageSize
    case 'PageUp':
      return current - pageSize
    case 'Home':
      return 0
    case 'End':
      return rowCount - 1
    default:
      return undefined
  }
}
