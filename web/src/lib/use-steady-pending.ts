import { useEffect, useRef, useState } from 'react'

const SHOW_AFTER_MS = 150
const SHOW_AT_LEAST_MS = 300

/**
 * Returns true when a skeleton should be shown: not for work that ends within 150 ms, and once shown for at least 300 ms,
 * so that nothing flickers.
 */
export function useSteadyPending(pending: boolean): boolean {
  const [shown, setShown] = useState(false)
  const shownAt = useRef(0)
  useEffect(() => {
    if (pending === shown) return
    const wait = pending ? SHOW_AFTER_MS : SHOW_AT_LEAST_MS - (performance.now() - shownAt.current)
    const timer = setTimeout(
      () => {
        shownAt.current = performance.now()
        setShown(pending)
      },
      Math.max(0, wait),
    )
    return () => clearTimeout(timer)
  }, [pending, shown])
  return shown
}
