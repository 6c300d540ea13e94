// Tests: account-room.test.ts, cheapest-package.test.ts

import { parseIsoDate } from '../civil-day.ts'
import { findSplitObstacle, type SplitAccount, type SplitLeg } from './account-rules.ts'
import type { OptionLine } from './hedge-market.ts'
import type { HedgeRequest } from './hedge-request.ts'
import { allowsUncoveredCalls } from './permitted-legs.ts'
import { splitTicket } from './split-ticket.ts'

/** Contracts of an option, negative when sold. */
export interface RoomLeg {
  readonly line: OptionLine
  readonly contracts: number
}

/** Room that accounts have for a ticket: every contract has to lie in one that may hold it. */
export interface AccountRoom {
  /** True if a ticket can be split so that no contract is left over (see `splitTicket`). */
  readonly fits: (legs: readonly RoomLeg[]) => boolean
  /** The most calls that can be sold against shares that are free in the same account. */
  readonly countCoveredCalls: (ticker: string, multiplier: number) => number
}

/** Tickets of more legs are not split. */
const MOST_LEGS = 8

/**
 * Makes the room of accounts, which remembers what was asked. Calls lie beside their shares, unless the request allows
 * others.
 *
 * @returns null where no accounts are given: then nothing is limited by them
 */
export function createAccountRoom(
  accounts: readonly SplitAccount[] | undefined,
  request: HedgeRequest,
): AccountRoom | null {
  if (accounts === undefined) return null
  const own = allowsUncoveredCalls(request) ? accounts : accounts.map(coverCalls)
  const known = new Map<string, boolean>()
  const decide = (legs: readonly SplitLeg[]) => {
    const counts = legs.map(({ contracts }) => Math.abs(contracts))
    // Most tickets fit into one account, which is found much faster than a split.
    if (own.some((account) => findSplitObstacle(account, legs, counts, request.fee) === null)) return true
    return own.length > 1 && splitTicket(legs, own, request.fee).unplaced.every((left) => left === 0)
  }
  return {
    fits: (legs) => {
      if (legs.length > MOST_LEGS) return true
      const key = legs.map(toKey).join(' ')
      const found = known.get(key) ?? decide(legs.map(toSplitLeg))
      known.set(key, found)
      return found
    },
    countCoveredCalls: (ticker, multiplier) =>
      own.reduce((sum, { level, freeShares }) => {
        const maySell = level !== null && level !== 'none'
        return sum + (maySell ? Math.max(0, Math.floor((freeShares.get(ticker) ?? 0) / multiplier + 1e-9)) : 0)
      }, 0),
  }
}

/** The same account for a ticket whose calls all have their shares: none is put where it would be naked. */
export function coverCalls(account: SplitAccount): SplitAccount {
  return account.level === 'uncovered' ? { ...account, level: 'spreads' } : account
}

const toKey = ({ line: { underlying, type, strike, expiry }, contracts }: RoomLeg) =>
  `${contracts} ${underlying} ${type} ${strike} ${expiry}`

function toSplitLeg({ line, contracts }: RoomLeg): SplitLeg {
  const { underlying, type, strike, expiry, multiplier, ask, bid } = line
  const premium = contracts < 0 ? bid : ask
  return { underlying, root: underlying, type, strike, expiryDay: parseIsoDate(expiry), contracts, premium, multiplier }
}

/** The most contracts up to a number whose ticket fits, where fewer of a ticket that fits do too; all without accounts. */
export function countFitting(
  room: AccountRoom | null,
  most: number,
  toTicket: (contracts: number) => readonly RoomLeg[],
): number {
  if (room === null || most < 1 || room.fits(toTicket(most))) return most
  let [fitting, beyond] = [0, most]
  while (beyond - fitting > 1) {
    const middle = Math.floor((fitting + beyond) / 2)
    if (room.fits(toTicket(middle))) fitting = middle
    else beyond = middle
  }
  return fitting
}
