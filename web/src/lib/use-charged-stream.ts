import type { Call } from '@ballast/contract'
import { useState } from 'react'
import { createClickKeys } from './click-keys.ts'
import { useEventStream } from './use-event-stream.ts'

/**
 * `useEventStream` for a call that costs tokens: a double click, or a click after the connection broke or was stopped, pays
 * once.
 */
export function useChargedStream<C extends Call & { isCharged: true }>(call: C) {
  const [keys] = useState(createClickKeys)
  return useEventStream(call, keys)
}
