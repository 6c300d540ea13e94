import type { HedgeLeg, HedgeUnderlying } from './priced-hedge.ts'

/**
 * Underlyings with no more than some legs need to be repriced: their expiries, and the quotes of these very contracts.
 * Plain data to send to a browser.
 */
export function selectUnderlyings(
  underlyings: readonly HedgeUnderlying[],
  legs: readonly Pick<HedgeLeg, 'underlying' | 'type' | 'strike' | 'expiry'>[],
) {
  const expiries = new Set(legs.map(({ underlying, expiry }) => `${underlying} ${expiry}`))
  const contracts = new Set(
    legs.map(({ underlying, expiry, type, strike }) => `${underlying} ${expiry} ${type} ${strike}`),
  )
  return underlyings.flatMap((underlying) => {
    const needed = underlying.expiries
      .filter(({ expiry }) => expiries.has(`${underlying.ticker} ${expiry}`))
      .map(({ expiry, smile, dividendYield, quotes = [] }) => ({
        expiry,
        smile: { ...smile, svi: { ...smile.svi } },
        dividendYield,
        quotes: quotes
          .filter(({ type, strike }) => contracts.has(`${underlying.ticker} ${expiry} ${type} ${strike}`))
          .map((quote) => ({ ...quote })),
      }))
    return needed.length === 0 ? [] : [{ ...underlying, expiries: needed }]
  })
}
