// Tests: policies.test.ts

import { type NewPolicyLeg, type PolicyLeg, toOptionTerms } from '@ballast/contract'
import type { StoredPolicyLeg } from '../../database/schema/index.ts'
import { formatFigure } from '../../grounding/fact-text.ts'
import { errors } from '../../http/errors.ts'

/** Shares per contract of ordinary listed options; adjusted ones are refused. */
const MULTIPLIER = 100

/** Cost of the fills with their fees, in dollars; negative for a credit. */
export function toCost({ legs, fees }: { legs: readonly StoredPolicyLeg[]; fees: number }): number {
  return legs.reduce((sum, { filled, price, multiplier }) => sum + filled * price * multiplier, fees)
}

/**
 * Legs from a form as they will be stored.
 *
 * @param before legs that are replaced: a lot that was added for one stays its own
 * @throws AppError 400 naming a leg that is no option, occurs twice, or was filled the wrong way or by too much
 */
export function readLegs(inputs: readonly NewPolicyLeg[], before: readonly StoredPolicyLeg[] = []): StoredPolicyLeg[] {
  const seen = new Set<string>()
  return inputs.map(({ symbol, ordered, filled, price }) => {
    const terms = toOptionTerms(symbol)
    if (terms === undefined || terms.isAdjusted) {
      throw errors.badRequest(`${symbol} is not the symbol of an ordinary option, such as SPY270219P00730000.`)
    }
    if (seen.has(symbol)) throw errors.badRequest(`${symbol} is twice among the legs. Put its fills together.`)
    seen.add(symbol)
    if (filled !== 0 && (Math.sign(filled) !== Math.sign(ordered) || Math.abs(filled) > Math.abs(ordered))) {
      throw errors.badRequest(`${filled} contracts of ${symbol} cannot be filled where the ticket asks for ${ordered}.`)
    }
    const positionId = before.find((leg) => leg.symbol === symbol)?.positionId ?? null
    return { symbol, ordered, filled, price, multiplier: MULTIPLIER, positionId }
  })
}

/** A stored leg with its terms. */
export function toLeg({ symbol, ordered, filled, price, multiplier }: StoredPolicyLeg): PolicyLeg {
  const terms = toOptionTerms(symbol)
  if (terms === undefined) throw new Error(`A stored leg is no option: ${symbol}`)
  const { underlying, type, strike, expiry } = terms
  return { symbol, ordered, filled, price, multiplier, underlying, type, strike, expiry }
}

/** "SPY Feb 19, 2027: 4 × 730 put, −3 × 620 put"; other underlyings and expiries after a semicolon. */
export function nameLegs(legs: readonly StoredPolicyLeg[]): string {
  const groups = Object.entries(
    Object.groupBy(legs.map(toLeg), ({ underlying, expiry }) => `${underlying.replace(/^\^/, '')} ${expiry}`),
  )
  return groups
    .map(([key, group = []]) => {
      const [underlying = '', expiry = ''] = key.split(' ')
      const parts = group.map(({ ordered, strike, type }) => `${formatFigure(ordered, 'count')} × ${strike} ${type}`)
      return `${underlying} ${formatFigure(expiry, 'date')}: ${parts.join(', ')}`
    })
    .join('; ')
}
