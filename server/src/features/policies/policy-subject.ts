// Tests: policies.test.ts

import type { PolicyLevel, PolicyRepair } from '@ballast/contract'
import type { HedgeLeg, RenewalPoint } from '@ballast/quant'
import { toContractKey } from '../../advice/book/build-book-model.ts'
import type { PolicyWishes } from '../../database/schema/policies.ts'

/** A policy as far as measuring needs it. Fractions of the portfolio's value; the fall is negative. */
export interface PolicySubject {
  limit: number
  shock: number
  /** Last day of protection, YYYY-MM-DD. */
  endsOn: string
  /** Legs that were filled, contracts negative when sold. */
  legs: readonly SubjectLeg[]
  /** True where its ticket sells an option, filled or not. */
  sells: boolean
  /** Terms by which its state is judged, which decides what would repair it. */
  terms: JudgedTerms
  /** Trading days for which a new hedge of it would protect. */
  termDays: number
  /** Wishes of its owner for the hedge; null where nobody said anything. */
  wishes: PolicyWishes | null
}

export interface SubjectLeg {
  symbol: string
  underlying: string
  type: 'call' | 'put'
  strike: number
  expiry: string
  contracts: number
  multiplier: number
}

/** Terms of a policy by which it is judged; money in dollars. */
export interface JudgedTerms {
  limitPercent: number
  shockPercent: number
  endsOn: string
  /** Cost of the fills; negative for a credit. */
  cost: number
  /** Cover of the legs when the policy was first checked; null before that. */
  baseline: { unhedgedLoss: number; cover: number } | null
  /** Day of the newest check that could measure it; null when none could. */
  measuredDay: string | null
  /** True once the last session of the last day of protection is over. */
  isOver: boolean
}

export interface MeasuredPolicy {
  kind: 'measured'
  /** Day of the quotes in New York, YYYY-MM-DD. */
  today: string
  /** Calendar days until the end. */
  daysLeft: number
  bookValue: number
  /** Loss in the fall on the worst day until the end, with the legs and without them; fractions, a gain is negative. */
  loss: number
  unhedgedLoss: number
  /** How far the loss exceeds the limit at the worst fall of its loss curve; 0 or less where the limit holds. */
  excess: number
  /** Value of the legs at the middle of their quotes, in dollars, and by symbol. */
  legsValue: number
  legValues: Record<string, number>
  /** The most that the legs can be worth at expiry; null when that has no limit. */
  mostLegsValue: number | null
  /** Symbols of legs that nobody quotes and the smile of their expiry values; left out where there is none. */
  valuedBySmile?: readonly string[]
  /** True where the limit would hold with a quarter of the packages fewer, or with none where there is one. */
  holdsWithLess: boolean
  losses: {
    days: { date: string; tradingDays: number }[]
    fallsPercent: number[]
    unhedgedPercent: number[][]
    hedgedPercent: number[][]
  }
  /** Value of the legs on the days of `losses`, in dollars, if no price moves until then. */
  legsAhead: number[]
  /** Repairs, the cheapest first; empty while it holds. */
  repairs: PolicyRepair[]
  renewals: RenewalPoint[]
  /** Prices at which its state would change. */
  levels: Omit<PolicyLevel, 'restsUntil'>[]
}

export type PolicyMeasure = MeasuredPolicy | UnknownPolicy

/** Why nobody can tell where a policy stands. */
export interface UnknownPolicy {
  kind: 'unknown'
  /** The end of a sentence. */
  reason: string
  /** True where only quotes are missing, which the owner can do nothing about. */
  isForWantOfQuotes?: true
}

/** A contract as the listings of a situation know it. */
export const toLegKey = ({
  underlying,
  expiry,
  type,
  strike,
}: Pick<HedgeLeg, 'underlying' | 'expiry' | 'type' | 'strike'>) => toContractKey(underlying, expiry, type, strike)

/** Legs at what they are worth now. */
export function priceLegs(legs: readonly SubjectLeg[], options: readonly HedgeLeg[]): HedgeLeg[] {
  const prices = new Map(options.map((one) => [toLegKey(one), one.premium]))
  return legs.map(({ symbol: _symbol, ...leg }) => ({ ...leg, premium: prices.get(toLegKey(leg)) ?? 0 }))
}
