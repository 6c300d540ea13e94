import type { MessagePort } from 'node:worker_threads'

/** Posts every number below `most`, and answers at once. */
export function countUp({ most, progress }: { most: number; progress?: MessagePort }): string {
  for (let number = 0; number < most; number++) progress?.postMessage(number)
  return 'counted'
}
