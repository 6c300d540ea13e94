import { BoundedCache } from '../bounded-cache.ts'
import type { Clock } from '../clock.ts'
import type { ChangeFeed } from './database.ts'

const GOOD_FOR_MILLISECONDS = 60_000
/** A statement about many users names them all at once: they are looked for together, not one by one. */
const MAX_NAMED = 1_000

interface Remembered<Value> {
  userId: string
  value: Value
  at: number
}

/** Keeps a value that was read, unless it may be out of date by now. */
export type Remember<Value> = (key: string, userId: string, value: Value) => void

/**
 * Rows of single users, remembered between requests for a minute at most and only while the database tells of changes.
 * Whatever changes for a user makes all that is remembered of them forgotten, in every process.
 */
export class UserMemory<Value> {
  readonly #cache: BoundedCache<Remembered<Value>>
  readonly #feed: ChangeFeed
  readonly #clock: Clock
  /** Users named since the last look, whose entries are still there and may not be used. */
  readonly #named = new Set<string>()
  #changes = 0

  /** @param maxEntries how many values are kept; what was used longest ago goes first */
  constructor(feed: ChangeFeed, clock: Clock, maxEntries: number) {
    this.#feed = feed
    this.#clock = clock
    this.#cache = new BoundedCache(maxEntries)
    feed.watch((userId) => this.forget(userId))
  }

  get(key: string): Value | undefined {
    this.#dropNamed()
    if (!this.#feed.isLive()) return undefined
    const known = this.#cache.get(key)
    if (!known) return undefined
    const age = this.#clock.now().getTime() - known.at
    return age >= 0 && age < GOOD_FOR_MILLISECONDS ? known.value : undefined
  }

  /**
   * To be called before reading what is to be remembered. What was read before a change is good for its request, which
   * came before the change, and not for later ones: then the result keeps nothing.
   */
  beginReading(): Remember<Value> {
    this.#dropNamed()
    const changesBefore = this.#changes
    const wasLive = this.#feed.isLive()
    const at = this.#clock.now().getTime()
    return (key, userId, value) => {
      if (wasLive && this.#changes === changesBefore) this.#cache.set(key, { userId, value, at }, 1)
    }
  }

  /**
   * Forgets a user, or everybody. The database tells of each change by itself a moment after it was made; whoever made it
   * says so here, too, so that the next request of the same process already sees it.
   */
  forget(userId: string | undefined): void {
    this.#changes += 1
    if (userId === undefined) this.#cache.deleteWhere(() => true)
    else this.#named.add(userId)
    if (this.#named.size >= MAX_NAMED) this.#dropNamed()
  }

  #dropNamed(): void {
    if (this.#named.size === 0) return
    this.#cache.deleteWhere(({ userId }) => this.#named.has(userId))
    this.#named.clear()
  }
}
