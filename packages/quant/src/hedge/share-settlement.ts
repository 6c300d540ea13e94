import { signOf } from '../options/option-contract.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import type { HedgeLeg, HedgeUnderlying } from './priced-hedge.ts'

/** Share of the contracts of each option (see `toLegKey`) that are settled in shares, above 0; others are not in it. */
export type ShareSettlements = ReadonlyMap<string, number>

/** Names an option, bought or sold. */
export const toLegKey = ({ underlying, expiry, type, strike }: HedgeLeg): string =>
  `${underlying} ${expiry} ${type} ${strike}`

type Settled = Pick<HedgeSituation, 'holdings' | 'cash' | 'options'>

/**
 * Finds the sold options that are settled in shares where they end in the money, since their owner has no say in it: calls
 * take shares that are held, and puts deliver shares that the cash pays for. Whole contracts, those that expire first before
 * others. A bought option that lives as long sets one free: a call of any strike, a put of the same strike or a higher one,
 * which is sure to be in the money too.
 *
 * All others are settled in cash: what is bought, what nothing covers, and options on an index, which are European.
 *
 * @see The Options Clearing Corporation, "Characteristics and Risks of Standardized Options", 2024, chapter 8
 */
export function findShareSettlements(
  { holdings, cash, options }: Settled,
  underlyings: readonly Pick<HedgeUnderlying, 'ticker' | 'kind' | 'style'>[],
): ShareSettlements {
  const settled = new Map<string, number>()
  if (options.every(({ contracts }) => contracts >= 0)) return settled
  const american = new Set(
    underlyings.filter(({ kind, style }) => kind === 'price' && style === 'american').map(({ ticker }) => ticker),
  )
  const shares = new Map(holdings.map((holding) => [holding.ticker, Math.max(0, holding.shares)]))
  const free = new Map(options.filter(({ contracts }) => contracts > 0).map((leg) => [leg, leg.contracts]))
  const sold = options
    .filter(({ contracts, underlying }) => contracts < 0 && american.has(underlying))
    .toSorted((a, b) => (a.expiry < b.expiry ? -1 : Number(a.expiry > b.expiry)))
  let money = Math.max(0, cash)
  for (const leg of sold) {
    const { underlying, type, strike, multiplier } = leg
    const count = -leg.contracts - takeFree(free, leg)
    const price = type === 'call' ? 1 : strike
    const stock = type === 'call' ? (shares.get(underlying) ?? 0) : money
    const taken = Math.min(count, Math.floor(stock / (price * multiplier) + 1e-9))
    if (taken <= 0) continue
    if (type === 'call') shares.set(underlying, stock - taken * multiplier)
    else money -= taken * multiplier * strike
    settled.set(toLegKey(leg), taken / -leg.contracts)
  }
  return settled
}

/** Takes the bought options that stand against a sold one, and counts them. */
function takeFree(free: Map<HedgeLeg, number>, sold: HedgeLeg): number {
  let left = -sold.contracts
  for (const [leg, count] of free) {
    const isOther = leg.underlying !== sold.underlying || leg.type !== sold.type || leg.expiry < sold.expiry
    if (isOther || (leg.type === 'put' && leg.strike < sold.strike)) continue
    const taken = Math.min(left, count)
    free.set(leg, count - taken)
    left -= taken
  }
  return -sold.contracts - left
}

/** The same legs with what `findShareSettlements` found of them. */
export function markSettlements(legs: readonly HedgeLeg[], settled: ShareSettlements): readonly HedgeLeg[] {
  if (settled.size === 0) return legs
  return legs.map((leg) => {
    const share = settled.get(toLegKey(leg))
    return share === undefined ? leg : { ...leg, settledInShares: share }
  })
}

/** Delta of an option that has ended at a spot, by the shares that came or went; 0 where it was settled in cash. */
export function computeSettledDelta({ type, strike, settledInShares = 0 }: HedgeLeg, spot: number): number {
  return signOf(type) * (spot - strike) > 0 ? signOf(type) * settledInShares : 0
}
