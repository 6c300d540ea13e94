// Tests: split-ticket.test.ts

import { type AccountKind, APPROVAL_LEVELS, type ApprovalLevel } from './permitted-legs.ts'

/** Approval of an account by its broker: no options at all, or one of `APPROVAL_LEVELS`. */
export const ACCOUNT_LEVELS = ['none', ...APPROVAL_LEVELS] as const
/** One of `ACCOUNT_LEVELS`. */
export type AccountLevel = 'none' | ApprovalLevel

/** An option of a ticket. */
export interface SplitLeg {
  readonly underlying: string
  /** First letters of the symbol; legs of one root and multiplier are one order. */
  readonly root: string
  readonly type: 'call' | 'put'
  readonly strike: number
  /** Day of expiry, in days since 1970-01-01. */
  readonly expiryDay: number
  /** Whole contracts, negative when sold. */
  readonly contracts: number
  /** Per share, in currency. */
  readonly premium: number
  readonly multiplier: number
}

/** A brokerage account, with what it may hold and what is free in it. */
export interface SplitAccount {
  /** Null when nobody has said: then options may be bought and none sold. */
  readonly level: AccountLevel | null
  readonly kind: AccountKind
  /** Shares by ticker that no call has been sold against. */
  readonly freeShares: ReadonlyMap<string, number>
  /** Shares by ticker that held puts cover; none when left out. */
  readonly coveredShares?: ReadonlyMap<string, number>
  /** Cash in currency that no sold put needs; null when it is not known, and then nothing is limited by it. */
  readonly cash: number | null
}

/**
 * Obstacle that keeps contracts out of an account: its options level; shares that a sold call needs; cash for the premium
 * or for the shares that a sold put may deliver; a bought put in the same account that a sold one needs beside it.
 */
export type SplitObstacle = 'level' | 'shares' | 'cash' | 'pair'

const CENT = 0.005

/**
 * Returns the obstacle that keeps an account from holding contracts of a ticket; null when it may hold them.
 *
 * - Bought options need the level `long`; at `covered` puts alone may be bought, one for each hundred free
 *   shares that no put covers yet.
 * - A sold call needs free shares in the account, unless the level is `uncovered` in a margin account.
 * - A sold put needs a bought put of the ticket in the same account, of no lower strike and no earlier end, each bought put
 *   for one, where the ticket buys any on that underlying. In a margin account of the level `spreads` that secures it; else
 *   known cash must pay for the shares, as `findSecuredCash` has it.
 * - Known cash pays the net premium and the fees.
 *
 * @param counts contracts by leg, not negative
 * @param feePerContract in currency
 */
export function findSplitObstacle(
  account: SplitAccount,
  legs: readonly SplitLeg[],
  counts: readonly number[],
  feePerContract: number,
): SplitObstacle | null {
  const { level: known, kind, freeShares, coveredShares, cash } = account
  const level = known ?? 'long'
  const reaches = (needed: AccountLevel) => ACCOUNT_LEVELS.indexOf(level) >= ACCOUNT_LEVELS.indexOf(needed)
  const held = legs.flatMap((leg, index) => {
    const count = counts[index] ?? 0
    return count > 0 ? [{ ...leg, count, isBought: leg.contracts > 0 }] : []
  })
  if (held.length === 0) return null
  if (level === 'none' || (known === null && held.some(({ isBought }) => !isBought))) return 'level'
  if (!reaches('long') && held.some(({ isBought, type }) => isBought && type === 'call')) return 'level'
  for (const underlying of new Set(held.map((leg) => leg.underlying))) {
    const own = held.filter((leg) => leg.underlying === underlying)
    const free = Math.max(0, freeShares.get(underlying) ?? 0)
    const sharesOf = (type: 'call' | 'put', isBought: boolean) =>
      own.reduce(
        (sum, leg) => sum + (leg.type === type && leg.isBought === isBought ? leg.count * leg.multiplier : 0),
        0,
      )
    const covered = coveredShares?.get(underlying) ?? 0
    if (!reaches('long') && sharesOf('put', true) > Math.max(0, free - covered) + CENT) return 'level'
    const isUncovered = kind === 'margin' && reaches('uncovered')
    if (!isUncovered && sharesOf('call', false) > free + CENT) return 'shares'
    const buysPuts = legs.some((leg) => leg.underlying === underlying && leg.type === 'put' && leg.contracts > 0)
    if (buysPuts && !arePaired(own)) return 'pair'
  }
  const sold = held.filter(({ isBought, type }) => !isBought && type === 'put')
  // Without a bought put nothing secures a sold one but cash.
  const isSpread = kind === 'margin' && reaches('spreads') && arePaired(held)
  const secured = isSpread
    ? 0
    : sold.reduce((sum, { count, multiplier, strike }) => sum + count * multiplier * strike, 0)
  if (secured > 0 && cash === null) return reaches('spreads') ? 'cash' : 'level'
  const paid = held.reduce(
    (sum, { isBought, count, premium, multiplier }) =>
      sum + count * ((isBought ? premium : -premium) * multiplier + feePerContract),
    0,
  )
  return cash !== null && secured + paid > Math.max(0, cash) + CENT ? 'cash' : null
}

type HeldLeg = SplitLeg & { count: number; isBought: boolean }

/**
 * Returns true when each sold put has its own bought one, of no lower strike and no earlier end: the sold ones from the
 * highest strike down, each with the earliest end that will do among those whose strike reaches it.
 */
function arePaired(held: readonly HeldLeg[]): boolean {
  const puts = held.filter(({ type }) => type === 'put')
  const left = puts.filter(({ isBought }) => isBought).map((leg) => ({ ...leg }))
  left.sort((a, b) => a.expiryDay - b.expiryDay)
  const sold = puts.filter(({ isBought }) => !isBought).sort((a, b) => b.strike - a.strike)
  for (const { underlying, strike, expiryDay, multiplier, count } of sold) {
    let open = count * multiplier
    for (const leg of left) {
      if (leg.underlying !== underlying || leg.strike < strike || leg.expiryDay < expiryDay) continue
      const used = Math.min(open, leg.count * leg.multiplier)
      leg.count -= used / leg.multiplier
      open -= used
    }
    if (open > CENT) return false
  }
  return true
}
