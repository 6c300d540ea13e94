import { createHash } from 'node:crypto'
import { actFor } from '../acting-user.ts'
import { BoundedCache } from '../bounded-cache.ts'
import { errors } from './errors.ts'

const MINUTE_MILLISECONDS = 60_000
/** An office behind one address may come back on Monday with as many sessions that have run out. */
const UNKNOWN_PER_MINUTE = 120
const MAX_TOKENS = 20_000
const MAX_ADDRESSES = 10_000

/** Stands before the look-up of a cookie or bearer token in the database. */
export interface TokenGuard {
  /**
   * Looks a token up, unless there was none a moment ago, so that tokens that are made up cost the database little. The look-up
   * takes the turn of the token's owner, as far as an earlier one told who that is, and else that of the address.
   *
   * @throws AppError 429 when the address has brought too many unknown tokens in this minute; one that was good before is
   *   looked up all the same, so that nobody is kept out by a neighbour behind the same address
   */
  check<T>(brought: BroughtToken<T>): Promise<T | undefined>
}

/** A token as it came, and how to find whose it is. */
interface BroughtToken<T> {
  token: string
  address: string
  /** Asks the database; undefined when it knows no such token. */
  look(): Promise<T | undefined>
  /** Id of the user to whom what was found belongs. */
  ownerOf(found: T): string
}

/**
 * A guard with a memory of its own, bounded in size: each process counts for itself.
 *
 * @param multiplier from `RATE_LIMITS`
 * @param now in milliseconds, by a clock that does not jump
 */
export function createTokenGuard(multiplier: number | 'off', now: () => number = () => performance.now()): TokenGuard {
  const seen = new BoundedCache<{ owner: string | undefined; until: number }>(MAX_TOKENS)
  const counts = new BoundedCache<{ unknown: number; resetAt: number }>(MAX_ADDRESSES)
  const budget = multiplier === 'off' ? Number.POSITIVE_INFINITY : Math.max(1, UNKNOWN_PER_MINUTE * multiplier)

  function countOf(address: string) {
    const known = counts.get(address)
    if (known && now() < known.resetAt) return known
    const count = { unknown: 0, resetAt: now() + MINUTE_MILLISECONDS }
    counts.set(address, count, 1)
    return count
  }

  async function lookStrangerUp<T>(address: string, look: () => Promise<T | undefined>): Promise<T | undefined> {
    const count = countOf(address)
    if (count.unknown >= budget) throw errors.tooManyRequests(Math.max(1, Math.ceil((count.resetAt - now()) / 1000)))
    // Counted before the answer comes: a thousand at once are a thousand, too.
    count.unknown += 1
    let isUnknown = false
    try {
      const found = await look()
      isUnknown = found === undefined
      return found
    } finally {
      if (!isUnknown) count.unknown -= 1
    }
  }

  return {
    async check({ token, address, look, ownerOf }) {
      // No token is kept in memory for longer than its request.
      const key = createHash('sha256').update(token).digest('base64url')
      const known = seen.get(key)
      const owner = known?.owner
      if (known && owner === undefined && now() < known.until) return undefined
      // Whose turn it is says nothing about access: the database is asked all the same.
      const found = await (owner === undefined
        ? actFor(address, () => lookStrangerUp(address, look))
        : actFor(owner, look))
      seen.set(key, { owner: found && ownerOf(found), until: now() + MINUTE_MILLISECONDS }, 1)
      return found
    },
  }
}
