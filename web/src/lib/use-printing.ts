// Tests: e2e/print.e2e.ts

import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useMediaQuery } from './use-media-query.ts'

/** True while the page is put on paper, where nothing can be scrolled to and all rows of a list must stand. */
export function usePrinting(): boolean {
  const isForPaper = useMediaQuery('print')
  const [isPrinting, setIsPrinting] = useState(false)
  useEffect(() => {
    // The browser lays the sheets out as soon as this event is handled.
    const begin = () => flushSync(() => setIsPrinting(true))
    const end = () => setIsPrinting(false)
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', end)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', end)
    }
  }, [])
  return isForPaper || isPrinting
}
