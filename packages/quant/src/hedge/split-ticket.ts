// Tests: split-ticket.test.ts

import { inputErrors } from '../errors.ts'
import { findSplitObstacle, type SplitAccount, type SplitLeg, type SplitObstacle } from './account-rules.ts'

/** A ticket over accounts. */
export interface TicketSplit {
  /** Contracts by account and leg, not negative: `[account][leg]`. */
  readonly counts: readonly (readonly number[])[]
  /** Contracts by leg that no account can take. */
  readonly unplaced: readonly number[]
  /** For each leg with contracts left over, what keeps one more out of each account: `[leg][account]`; else empty. */
  readonly obstacles: readonly (readonly SplitObstacle[])[]
}

/** States of contracts left over that are looked at; with more, contracts move in blocks. */
const MOST_STATES = 1_000
const UNKNOWN = -1
const FORBIDDEN = -2
/** Orders count less than any number of accounts. */
const ACCOUNT_COST = 1_000

/**
 * Splits the options of a ticket over accounts, none of which gets what it may not hold (`findSplitObstacle`). Of all
 * splits into whole contracts it finds one that leaves the fewest bought contracts over, then the fewest sold ones, then
 * uses the fewest accounts, then the fewest orders; of equal splits the first accounts have more.
 *
 * Exact, by dynamic programming over what is left after each account, as long as the product of the legs' contracts plus
 * one is at most 1,000. Above that contracts move in equal blocks, the smallest that keep within it; every rule still holds.
 *
 * @param legs eight at most
 * @param feePerContract in currency
 * @throws QuantInputError when there are more legs, a number of contracts is not whole or is 0, or the fee is negative
 */
export function splitTicket(
  legs: readonly SplitLeg[],
  accounts: readonly SplitAccount[],
  feePerContract = 0,
): TicketSplit {
  requireTicket(legs, feePerContract)
  const wanted = legs.map(({ contracts }) => Math.abs(contracts))
  const grid = createGrid(wanted)
  const none = 0
  const all = grid.states - 1
  const isAllowed = (account: SplitAccount, counts: readonly number[]) =>
    findSplitObstacle(account, legs, counts, feePerContract) === null

  // Cost of reaching each state of what is left, and what was left before the last account.
  let costs = new Float64Array(grid.states).fill(Infinity)
  costs[all] = 0
  const before = accounts.map((account) => {
    const known = new Int32Array(grid.keys).fill(UNKNOWN)
    const next = new Float64Array(grid.states).fill(Infinity)
    const from = new Int32Array(grid.states).fill(-1)
    // The least left first: of equal splits the first accounts have more.
    for (let state = none; state <= all; state++) {
      const cost = costs[state] ?? Infinity
      if (cost === Infinity) continue
      for (const rest of grid.listRests(state)) {
        const key = grid.keyOf(state, rest)
        if (known[key] === UNKNOWN) {
          const counts = grid.countsOf(state, rest)
          known[key] = isAllowed(account, counts) ? costOf(legs, counts) : FORBIDDEN
        }
        const total = cost + (known[key] ?? 0)
        if (known[key] === FORBIDDEN || !(total < (next[rest] ?? Infinity))) continue
        next[rest] = total
        from[rest] = state
      }
    }
    costs = next
    return from
  })

  const leftOf = (state: number, sign: number) =>
    grid.leftOf(state).reduce((sum, left, leg) => sum + ((legs[leg]?.contracts ?? 0) * sign > 0 ? left : 0), 0)
  let chosen = all
  for (let state = none; state <= all; state++) {
    if (costs[state] === Infinity) continue
    const rank = (one: number) => [leftOf(one, 1), leftOf(one, -1), costs[one] ?? 0]
    if (isBefore(rank(state), rank(chosen))) chosen = state
  }
  const counts: number[][] = []
  let state = chosen
  for (const from of before.toReversed()) {
    const earlier = from[state] ?? all
    counts.unshift(grid.countsOf(earlier, state))
    state = earlier
  }
  const unplaced = grid.leftOf(chosen)
  return {
    counts,
    unplaced,
    obstacles: unplaced.map((left, leg) =>
      left === 0
        ? []
        : accounts.map((account, place) => {
            const findWith = (isAdded: (other: number) => boolean) => {
              const more = legs.map((_, other) => (counts[place]?.[other] ?? 0) + (isAdded(other) ? 1 : 0))
              return findSplitObstacle(account, legs, more, feePerContract)
            }
            const found = findWith((other) => other === leg) ?? 'pair'
            // A bought put beside it would not help where something else is in the way.
            return found === 'pair' ? (findWith((other) => other === leg || isBoughtPut(legs[other])) ?? found) : found
          }),
    ),
  }
}

function requireTicket(legs: readonly SplitLeg[], feePerContract: number): void {
  if (!(feePerContract >= 0)) throw inputErrors.badNumber('feePerContract', null, feePerContract, 'at least 0')
  if (legs.length > 8) throw inputErrors.badNumber('legs', null, legs.length, 'eight at most')
  legs.forEach(({ contracts }, index) => {
    if (Number.isSafeInteger(contracts) && contracts !== 0) return
    throw inputErrors.badNumber('contracts', index, contracts, 'a whole number other than 0')
  })
}

const isBoughtPut = (leg: SplitLeg | undefined) => leg?.type === 'put' && leg.contracts > 0

/** Cost that an account with these contracts adds to a split: itself, and its orders. */
function costOf(legs: readonly SplitLeg[], counts: readonly number[]): number {
  const orders = new Set(
    legs.flatMap(({ root, underlying, multiplier }, leg) =>
      (counts[leg] ?? 0) > 0 ? [`${root} ${underlying} ${multiplier}`] : [],
    ),
  )
  return orders.size === 0 ? 0 : ACCOUNT_COST + orders.size
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  const place = a.findIndex((value, index) => value !== b[index])
  return place >= 0 && (a[place] ?? 0) < (b[place] ?? 0)
}

/** States of what is left of each leg, numbered: 0 is nothing, the last one is everything. */
function createGrid(wanted: readonly number[]) {
  const stepsWith = (block: number) => wanted.map((amount) => Math.ceil(amount / block) + 1)
  const product = (factors: readonly number[]) => factors.reduce((a, b) => a * b, 1)
  const most = Math.max(1, ...wanted)
  let block = 1
  while (block < most && product(stepsWith(block)) > MOST_STATES) block++
  const steps = stepsWith(block)
  const states = product(steps)
  const digits = Array.from({ length: states }, (_, state) => {
    let rest = state
    return steps.map((step) => {
      const digit = rest % step
      rest = Math.floor(rest / step)
      return digit
    })
  })
  const left = digits.map((of) => of.map((digit, leg) => Math.min(digit * block, wanted[leg] ?? 0)))
  const leftOf = (state: number) => left[state] ?? []
  /** Legs of which everything is left, and that in a number of blocks of which one is not full. */
  const partial = left.map((of) =>
    of.reduce((bits, amount, leg) => (amount === wanted[leg] && amount % block !== 0 ? bits + 2 ** leg : bits), 0),
  )
  function listRests(of: readonly number[]): number[] {
    let found = [0]
    let place = 1
    for (const [leg, step] of steps.entries()) {
      const size = place
      found = Array.from({ length: (of[leg] ?? 0) + 1 }, (_, digit) => found.map((rest) => rest + digit * size)).flat()
      place *= step
    }
    return found
  }
  const rests = digits.map(listRests)
  return {
    states,
    /** Least number that no key reaches. */
    keys: states * 2 ** wanted.length,
    leftOf,
    countsOf: (state: number, rest: number) => leftOf(state).map((amount, leg) => amount - (leftOf(rest)[leg] ?? 0)),
    /** States with no more of any leg than this one. */
    listRests: (state: number) => rests[state] ?? [],
    /** The same only for steps with the same counts: these follow from the difference, and from which last blocks are whole. */
    keyOf: (state: number, rest: number) => (state - rest) * 2 ** wanted.length + (partial[state] ?? 0),
  }
}
