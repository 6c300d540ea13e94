// Tests: review-card.test.tsx

import { type RefObject, useCallback } from 'react'

/** Frames that a row far away may take to be drawn after the table was scrolled to it. */
const PATIENCE_FRAMES = 20

/**
 * Moves the focus to something in a row, wherever the row is: the table is scrolled to it first, since rows out of sight
 * are not in the page.
 *
 * @param container around the table
 */
export function useRowFocus(container: RefObject<HTMLElement | null>, rowHeight: number) {
  return useCallback(
    (index: number, selector: string) => {
      const scroller = container.current?.querySelector('section')
      const isInSight =
        scroller &&
        index * rowHeight >= scroller.scrollTop &&
        (index + 2) * rowHeight < scroller.scrollTop + scroller.clientHeight
      if (scroller && !isInSight) scroller.scrollTop = Math.max(0, (index - 1) * rowHeight)
      let framesLeft = PATIENCE_FRAMES
      const tryToFocus = () => {
        const row = container.current?.querySelector(`[role=row][aria-rowindex="${index + 2}"]`)
        const target = row?.querySelector<HTMLElement>(selector)
        if (target) return target.focus()
        framesLeft -= 1
        if (framesLeft > 0) requestAnimationFrame(tryToFocus)
      }
      requestAnimationFrame(tryToFocus)
    },
    [container, rowHeight],
  )
}
