// Tests: ../features/options/options-page.test.tsx

import { useEffect, useState } from 'react'

const TYPING_PAUSE_MS = 150

/** Returns a text once the typing rests, so that not every letter is searched for. */
export function usePaused(text: string): string {
  const [paused, setPaused] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [text])
  return paused
}
