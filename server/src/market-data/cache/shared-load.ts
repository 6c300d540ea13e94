import { setTimeout as sleep } from 'node:timers/promises'
import type { Clock } from '../../clock.ts'
import type { LeaseRepository } from '../../database/lease.repository.ts'

/** Longer than the provider calls of one load may take, so that no lease ends under a call that is still going on. */
const LEASE_MS = 30_000
const WAIT_FOR_OTHERS_MS = 3_000
const POLL_MS = 50
/** So few that their provider calls end within a lease and their rows fit into one statement. */
const KEYS_PER_LOAD = 500

export interface SharedLoadOptions {
  /** Begins the names of the leases, e.g. `yahoo:quote`. */
  name: string
  /** Time in which the requests of all callers are collected into one load. */
  collectMs: number
  leases: LeaseRepository
  /** This process, in the leases. */
  holder: string
  clock: Clock
  /** Those of `keys` that were stored at or after `since`. */
  listStoredSince(keys: readonly string[], since: Date): Promise<Set<string>>
  /** Asks the provider and stores what it says; stores nothing and returns when the provider fails. */
  load(keys: readonly string[]): Promise<void>
}

/**
 * Makes sure that a thing is loaded once, however many callers in however many processes want it at the same time:
 * requests are collected, a key under way is joined, and a key that another process loads is waited for, 3 s at most.
 */
export interface SharedLoad {
  /**
   * Resolves when every key has been loaded, has failed, or was waited for long enough: look into the store then.
   *
   * @param readAt when the caller looked into the store, taken before looking: what was stored since is not loaded again
   */
  load(keys: readonly string[], readAt: Date): Promise<void>
}

interface Batch {
  keys: Set<string>
  since: Date
  done: Promise<void>
}

export function createSharedLoad(options: SharedLoadOptions): SharedLoad {
  const { name, collectMs, leases, holder, clock } = options
  const underWay = new Map<string, Promise<void>>()
  let open: Batch | undefined
  const toLeaseName = (key: string) => `${name}:${key}`

  async function loadOwn(keys: readonly string[], since: Date): Promise<void> {
    // Between the caller's look at the store and the lease, another process may have loaded it.
    const stored = await options.listStoredSince(keys, since)
    const wanted = keys.filter((key) => !stored.has(key))
    if (wanted.length > 0) await options.load(wanted)
  }

  async function waitForOthers(keys: readonly string[], since: Date): Promise<void> {
    const patience = performance.now() + WAIT_FOR_OTHERS_MS
    while (performance.now() < patience) {
      const held = await leases.listHeld(keys.map(toLeaseName), clock.now())
      const stored = await options.listStoredSince(keys, since)
      if (keys.every((key) => stored.has(key) || !held.has(toLeaseName(key)))) return
      await sleep(POLL_MS)
    }
  }

  async function run(keys: readonly string[], since: Date): Promise<void> {
    for (let start = 0; start < keys.length; start += KEYS_PER_LOAD) {
      await runSome(keys.slice(start, start + KEYS_PER_LOAD), since)
    }
  }

  async function runSome(keys: readonly string[], since: Date): Promise<void> {
    const now = clock.now()
    const names = keys.map(toLeaseName)
    const expiresAt = new Date(now.getTime() + LEASE_MS)
    const taken = await leases.acquire({ names, holder, now, expiresAt })
    try {
      const own = keys.filter((key) => taken.has(toLeaseName(key)))
      if (own.length > 0) await loadOwn(own, since)
    } finally {
      await leases.release([...taken], holder)
    }
    const others = keys.filter((key) => !taken.has(toLeaseName(key)))
    if (others.length > 0) await waitForOthers(others, since)
  }

  function openBatch(readAt: Date): Batch {
    const batch: Batch = { keys: new Set(), since: readAt, done: sleep(collectMs).then(close) }
    async function close(): Promise<void> {
      open = undefined
      try {
        await run([...batch.keys], batch.since)
      } finally {
        for (const key of batch.keys) underWay.delete(key)
      }
    }
    return batch
  }

  return {
    async load(keys, readAt) {
      const waits = new Set<Promise<void>>()
      for (const key of keys) {
        let done = underWay.get(key)
        if (!done) {
          open ??= openBatch(readAt)
          if (readAt < open.since) open.since = readAt
          open.keys.add(key)
          done = open.done
          underWay.set(key, done)
        }
        waits.add(done)
      }
      await Promise.all(waits)
    },
  }
}
