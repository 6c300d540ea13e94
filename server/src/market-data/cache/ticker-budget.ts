import { LIMITS } from '@ballast/contract'
import { findActingUser } from '../../acting-user.ts'
import { BoundedCache } from '../../bounded-cache.ts'
import type { Clock } from '../../clock.ts'

const HOUR_MILLISECONDS = 60 * 60_000
/** Most tickers of all users together; beyond, the user who asked longest ago begins a new hour. */
const REMEMBERED_TICKERS = 500_000

export interface TickerBudget {
  /** Those of the tickers that the provider may be asked for on behalf of whoever acts now. */
  admit(tickers: readonly string[]): string[]
}

interface Hour {
  endsAt: number
  tickers: Set<string>
}

/**
 * Shares the provider out: of tickers that nobody has asked for before, each user may bring so many in an hour, in each process.
 * A ticker counts once, whatever is asked about it. What is beyond is not asked now; it comes in a later hour, or when somebody
 * else brings it. Work of the service's own has no limit.
 */
export function createTickerBudget(clock: Clock, perHour: number = LIMITS.newTickersPerHour): TickerBudget {
  const hours = new BoundedCache<Hour>(REMEMBERED_TICKERS)
  return {
    admit(tickers) {
      const user = findActingUser()
      if (user === undefined || tickers.length === 0) return [...tickers]
      const now = clock.now().getTime()
      const known = hours.get(user)
      const hour = known && known.endsAt > now ? known : { endsAt: now + HOUR_MILLISECONDS, tickers: new Set<string>() }
      const admitted = tickers.filter((ticker) => {
        if (hour.tickers.size < perHour) hour.tickers.add(ticker)
        return hour.tickers.has(ticker)
      })
      hours.set(user, hour, hour.tickers.size)
      return admitted
    },
  }
}
