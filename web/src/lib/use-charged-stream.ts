import type { Call } from '@ballast/contract'
import { useState } from 'react'
import { createClickKeys } from './click-keys.ts'
import { toPlanRefusal } from './plan-refusal.ts'
import { keepRefusedRun } from './refused-run.ts'
import { useEventStream } from './use-event-stream.ts'

/**
 * `useEventStream` for a call that costs tokens: a double click, or a click after the connection broke or was stopped, pays
 * once. What the plan or the tokens do not allow is kept for after the payment: see `usePaidRun`.
 */
export function useChargedStream<C extends Call & { isCharged: true }>(call: C) {
  const [keys] = useState(createClickKeys)
  const { start, ...run } = useEventStream(call, keys)
  return {
    ...run,
    start: async (input: Parameters<typeof start>[0]) => {
      const end = await start(input)
      if (toPlanRefusal(end.error)) keepRefusedRun(call.path, input)
      return end
    },
  }
}
