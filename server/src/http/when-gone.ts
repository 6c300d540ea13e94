import type { EventEmitter } from 'node:events'

/**
 * Calls back once the connection of an answer is closed, at once where it is closed already: `close` is told a single time, and a
 * client may go away while their session is looked up.
 */
export function whenGone(raw: EventEmitter & { readonly destroyed?: boolean }, listener: () => void): void {
  if (raw.destroyed) listener()
  else raw.once('close', listener)
}
