// Tests: curve-chart.test.tsx, charts.test.tsx

import { type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** The width of an element in px as it changes; `initial` until it is measured, and where nothing can be measured. */
export function useElementWidth<E extends HTMLElement>(initial: number): [RefObject<E | null>, number] {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(initial)
  useLayoutEffect(() => {
    if (!element.current || typeof ResizeObserver === 'undefined') return
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(entry.contentRect.width)
    })
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}
