import { PRODUCT_NAME } from '@ballast/contract'
import { type RefObject, useEffect, useRef } from 'react'

// Set when the screen changes inside the app; the next heading that appears takes the focus once. On the first load the
// focus stays where the browser puts it, so that the skip link is the first stop.
let headingAwaitsFocus = false

/** Called by the router when it leaves one screen for another. */
export function announceScreenChange(): void {
  headingAwaitsFocus = true
}

/** Moves the focus to the screen's h1 when work has ended on it, or to the one that takes its place. */
export function focusHeading(): void {
  headingAwaitsFocus = true
  document.querySelector('h1')?.focus({ preventScroll: true })
}

/** Names the document after the screen, and moves the focus to the screen's h1 after a change of screen. */
export function useScreenHeading(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = title === PRODUCT_NAME ? title : `${title} · ${PRODUCT_NAME}`
  }, [title])
  useEffect(() => {
    if (!headingAwaitsFocus) return
    headingAwaitsFocus = false
    heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
