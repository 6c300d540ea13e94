import type { HedgeLeg } from './priced-hedge.ts'

/** Where a sold call takes the gains of what it is on. */
export interface CappedGain {
  readonly underlying: string
  readonly strike: number
  /** From today's price to the strike, a fraction. */
  readonly rise: number
}

/** The sold call of a ticket that is reached first; null for a ticket that sells none, or none whose price is known. */
export function findCappedGain(
  legs: readonly Pick<HedgeLeg, 'underlying' | 'type' | 'strike' | 'contracts'>[],
  underlyings: readonly { readonly ticker: string; readonly spot: number }[],
): CappedGain | null {
  const caps = legs.flatMap(({ underlying, type, strike, contracts }): CappedGain[] => {
    const spot = underlyings.find(({ ticker }) => ticker === underlying)?.spot
    return type === 'call' && contracts < 0 && spot !== undefined
      ? [{ underlying, strike, rise: strike / spot - 1 }]
      : []
  })
  return caps.reduce<CappedGain | null>((first, one) => (first === null || one.rise < first.rise ? one : first), null)
}
