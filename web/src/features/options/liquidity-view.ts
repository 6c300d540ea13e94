import type { OptionContract } from '@ballast/contract'
import { assessTradability } from '@ballast/quant'
import { countOf, formatCompact, formatPercent } from '../../lib/format.ts'

export interface LiquidityVerdict {
  label: 'Liquid' | 'Buy only' | 'Thin'
  tone: 'gain' | 'warning' | 'destructive'
  /** Why, and what size is sensible. */
  text: string
}

/** True if one can get in and out, by the rules that a hedge is planned by. */
export function judgeLiquidity(contract: OptionContract, daysToExpiry: number): LiquidityVerdict {
  const { state, openInterest, volume } = contract
  const { canBuy, canSell, maximumContracts } = assessTradability(state, { openInterest, volume, daysToExpiry })
  const size = `an order of up to ${countOf(maximumContracts, 'contract')} is a tenth of what is open or less`
  const market = `${formatCompact(openInterest ?? 0)} open, ${formatCompact(volume ?? 0)} traded`
  if (canSell) return { label: 'Liquid', tone: 'gain', text: `${market}; ${size}.` }
  if (canBuy)
    return { label: 'Buy only', tone: 'warning', text: `${market}, but nobody bids: it can be bought, not sold.` }
  const reasons = [
    state !== 'ok' && state !== 'no-bid' && 'its quote cannot be trusted',
    (openInterest ?? 0) < 100 && (volume ?? 0) < 20 && 'fewer than 100 contracts are open and fewer than 20 traded',
    daysToExpiry < 7 && 'it expires within a week',
  ].filter((reason) => reason !== false)
  return { label: 'Thin', tone: 'destructive', text: `${market}. Not planned with: ${reasons.join(', and ')}.` }
}

/** `2.3% of the middle`: what a round trip costs; null without both sides. */
export function describeSpread({ bid, ask }: Pick<OptionContract, 'bid' | 'ask'>): string | null {
  if (bid === null || ask === null || ask <= 0 || bid <= 0) return null
  return formatPercent(((ask - bid) / (0.5 * (ask + bid))) * 100, 1)
}
