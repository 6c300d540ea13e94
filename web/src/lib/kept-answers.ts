// Tests: kept-answers.test.tsx, e2e/offline.e2e.ts

import { useSyncExternalStore } from 'react'

/** The service worker marks an answer that it had kept with the time at which that was fetched. */
const FETCHED_AT = 'x-fetched-at'

let oldest: string | undefined
const listeners = new Set<() => void>()

/** Notes whether an answer came from the network or is one that was kept, and how old that is. */
export function noteOrigin({ headers }: Response): void {
  const fetchedAt = headers.get(FETCHED_AT) ?? undefined
  const next = fetchedAt && (oldest === undefined || fetchedAt < oldest) ? fetchedAt : fetchedAt && oldest
  if (next === oldest) return
  oldest = next
  for (const notify of listeners) notify()
}

/** When the oldest of the figures in sight was fetched, while there is no connection; `undefined` when all are current. */
export function useOldestKept(): string | undefined {
  return useSyncExternalStore(subscribe, () => oldest)
}

function subscribe(notify: () => void): () => void {
  listeners.add(notify)
  return () => listeners.delete(notify)
}
