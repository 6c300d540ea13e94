// Tests: features/metrics/metrics.test.ts

import { channel } from 'node:diagnostics_channel'

/**
 * Events by which the parts of a server can be measured; each costs nothing while nobody listens. No event names a user,
 * a portfolio, a ticker or anything else of somebody's own: all of it may become a label that is kept for years.
 */
export interface Measurements {
  /** An answer was sent. `route` is the pattern of its address. */
  request: { method: string; route: string; status: number; seconds: number }
  /** A provider of market data was asked; `resting` when it was left alone instead. */
  'provider-call': { provider: string; outcome: string; seconds: number }
  /** A run of the language model ended. */
  'model-run': { feature: string; outcome: string; inputTokens: number; outputTokens: number; seconds: number }
  /** Work in a thread ended, or was refused; `waited` is the time in the queue. */
  'thread-task': { outcome: 'done' | 'failed' | 'refused'; waited: number; seconds: number }
  /** Something that is remembered was asked for. */
  cache: { cache: 'results' | 'sessions'; hit: boolean }
  /** A job of the background ended in this process. */
  job: { job: string; outcome: 'done' | 'failed'; seconds: number }
  /** Rows that had run out were forgotten. */
  swept: { rows: number }
}

const toChannel = (name: keyof Measurements) => channel(`ballast.${name}`)

/** Tells whoever measures in this process. */
export function measure<Name extends keyof Measurements>(name: Name, event: Measurements[Name]): void {
  toChannel(name).publish(event)
}

/** Hears all events of a kind in this process. @returns what ends it */
export function listenTo<Name extends keyof Measurements>(
  name: Name,
  hear: (event: Measurements[Name]) => void,
): () => void {
  const listener = (event: unknown) => hear(event as Measurements[Name])
  const source = toChannel(name)
  source.subscribe(listener)
  return () => source.unsubscribe(listener)
}

/** Seconds since a time by `performance.now()`. */
export const secondsSince = (start: number): number => (performance.now() - start) / 1000
