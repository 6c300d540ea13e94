import { useSyncExternalStore } from 'react'

/** Follows a media query; for layouts that differ in what they contain, not only in how it is arranged. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (notify) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', notify)
      return () => media.removeEventListener('change', notify)
    },
    () => window.matchMedia(query).matches,
  )
}

/** True under 640 px, where everything is one column and tables become two-line rows. */
export function useIsPhone(): boolean {
  return useMediaQuery('(width < 40rem)')
}
