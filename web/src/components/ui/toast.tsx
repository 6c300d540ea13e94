import { lazy, Suspense, useState, useSyncExternalStore } from 'react'

export interface ToastMessage {
  title: string
  description?: string
  /** Something failed or is missing: read out at once. */
  destructive: boolean
}

type ToastText = Omit<ToastMessage, 'destructive'>

let queue: readonly ToastMessage[] = []
const listeners = new Set<() => void>()

function setQueue(next: readonly ToastMessage[]): void {
  queue = next
  for (const notify of listeners) notify()
}

/** Good news, read out when the reader pauses. */
export function showSuccess(text: ToastText): void {
  setQueue([...queue, { ...text, destructive: false }])
}

/** Something failed or is missing, read out at once. */
export function showError(text: ToastText): void {
  setQueue([...queue, { ...text, destructive: true }])
}

// Loaded with the first toast: most visits to a screen see none.
const ToastStage = lazy(async () => ({ default: (await import('./toast-stage.tsx')).ToastStage }))

/** Stands once in the app; toasts appear one at a time under the bar, for 5 seconds. */
export function Toaster() {
  const waiting = useSyncExternalStore(
    (notify) => {
      listeners.add(notify)
      return () => listeners.delete(notify)
    },
    () => queue,
  )
  const [loaded, setLoaded] = useState(false)
  if (!loaded && waiting.length > 0) setLoaded(true)
  if (!loaded) return null
  return (
    <Suspense>
      <ToastStage
        waiting={waiting}
        onTaken={(taken) => setQueue(queue.filter((message) => !taken.includes(message)))}
      />
    </Suspense>
  )
}
