// Tests: policies.test.ts

import type { HedgeLeg } from '@ballast/quant'
import { toContractKey } from '../../advice/book/build-situation.ts'
import type { JudgedTerms } from './judge-policy.ts'

/** A policy as far as measuring needs it. Fractions of the portfolio's value; the fall is negative. */
export interface PolicySubject {
  limit: number
  shock: number
  /** Last day of protection, YYYY-MM-DD. */
  endsOn: string
  /** Legs that were filled, contracts negative when sold. */
  legs: readonly SubjectLeg[]
  /** What its state is judged by, which decides what would repair it. */
  terms: JudgedTerms
  /** Trading days for which a new hedge of it would protect. */
  termDays: number
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
