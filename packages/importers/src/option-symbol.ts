import { toOptionSymbol } from '@ballast/contract'

export { toOptionSymbol }

/**
 * The OCC-21 symbol of terms that stand in columns of their own, as text.
 *
 * @param expiry ISO date, or any spelling of a date that a text of `toOptionSymbol` may have
 * @param strike decimal text, in dollars
 */
export function toOptionSymbolOf(terms: {
  underlying: string
  expiry: string
  strike: string
  right: string
}): string | undefined {
  const right = terms.right.trim().toUpperCase().slice(0, 1)
  return toOptionSymbol(`${terms.underlying.trim()} ${terms.expiry.trim()} ${terms.strike.trim()} ${right}`)
}
