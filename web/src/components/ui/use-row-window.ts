// Tests: virtual-table.test.tsx

import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'
import { usePrinting } from '../../lib/use-printing.ts'

interface RowWindowOptions {
  scroller: RefObject<HTMLElement | null>
  rowCount: number
  /** All rows have this one height in px, so where a row lies is a multiplication and nothing has to be measured. */
  rowHeight: number
  /** Height of what is above the first row inside the scroll area and sticks to its top, in px. */
  headerHeight: number
  /** Height of the scroll area in px. */
  height: number
  /** Rows kept beyond each edge, so that scrolling shows no gaps. */
  overscan: number
  /** Where the list is first shown, in px from its top. */
  initialTop?: number
}

/**
 * The rows of a long list that are in sight, and on paper all of them. Our own, because the rows have one height: a general virtualiser brings
 * measuring, lanes and anchoring that weigh as much as the whole overview.
 */
export function useRowWindow({
  scroller,
  rowCount,
  rowHeight,
  headerHeight,
  height,
  overscan,
  initialTop = 0,
}: RowWindowOptions) {
  const [scrollTop, setScrollTop] = useState(initialTop)
  useLayoutEffect(() => {
    if (scroller.current && initialTop > 0) scroller.current.scrollTop = initialTop
  }, [scroller, initialTop])
  useEffect(() => {
    const element = scroller.current
    if (!element) return
    // Rows change only when a whole row has passed; the frames between belong to the browser.
    const onScroll = () => setScrollTop(Math.floor(element.scrollTop / rowHeight) * rowHeight)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => element.removeEventListener('scroll', onScroll)
  }, [scroller, rowHeight])
  const isPrinting = usePrinting()
  const firstInSight = Math.floor(scrollTop / rowHeight)
  const inSight = Math.ceil((height - headerHeight) / rowHeight) + 1
  const first = Math.max(0, Math.min(firstInSight, rowCount - inSight) - overscan)
  const end = Math.min(rowCount, firstInSight + inSight + overscan)

  /** Brings a row into sight, under the header and not behind it, by the shortest way. */
  const scrollToRow = (index: number) => {
    const element = scroller.current
    if (!element) return
    const top = index * rowHeight
    const lowest = top + rowHeight + headerHeight - height
    if (element.scrollTop > top) element.scrollTop = top
    else if (element.scrollTop < lowest) element.scrollTop = lowest
  }
  return isPrinting ? { first: 0, end: rowCount, scrollToRow, isPrinting } : { first, end, scrollToRow, isPrinting }
}
