import { computeShockReturn } from '../options/book-greeks.ts'
import { computeShockedVixForward } from '../options/volatility-shock.ts'
import { computeQuoteFactor, computeSmileVolatility, type VolatilitySmile } from '../options/volatility-smile.ts'
import type { HedgeContext } from './hedge-context.ts'
import type { HedgeBook, HedgeExpiry, HedgeLeg, HedgeUnderlying } from './priced-hedge.ts'
import { answerVolatility, createLegLookup, type HedgeShock, type LegLookup, repriceLeg } from './reprice-hedge.ts'

/** A book after a move, ready to be asked the same questions as before it. */
export interface MovedBook {
  readonly book: HedgeBook
  readonly lookup: LegLookup
}

/**
 * A book as it will be found after prices have moved at once: shares follow by their betas, options are worth what `repriceLeg`
 * says, and smiles keep their shape around the new price. Volatility answers as `computeShockedVolatility` says. Without a move
 * everything is as before.
 *
 * @param marketReturn above −1
 * @param ticker moves alone by that return, with its options, while all others stand still; left out where the market moves
 * @throws QuantInputError as `repriceLeg` does
 */
export function moveMarket(
  { book, underlyings, lookup, situation }: Pick<HedgeContext, 'book' | 'underlyings' | 'lookup' | 'situation'>,
  marketReturn: number,
  ticker?: string,
): MovedBook {
  const isAlone = ticker !== undefined
  const exposures = situation.holdings.map(({ ticker: own, value, beta }) => {
    const gain = !isAlone ? computeShockReturn(beta, marketReturn) : own === ticker ? marketReturn : 0
    return { value: value * (1 + gain), beta }
  })
  const shock: HedgeShock = { marketReturn, horizonDays: 0, volatility: { kind: 'rule', scale: 1 } }
  const before = isAlone ? createLegLookup(underlyings.map((one) => ({ ...one, beta: 1 }))) : lookup
  const options = book.options.map((leg) =>
    isAlone && leg.underlying !== ticker ? leg : { ...leg, premium: repriceLeg(leg, shock, before) },
  )
  const moved = underlyings.map((one) => {
    if (isAlone && one.ticker !== ticker) return one
    const legs = options.filter(({ underlying }) => underlying === one.ticker)
    return { ...moveUnderlying(isAlone ? { ...one, beta: 1 } : one, legs, shock), beta: one.beta }
  })
  const total = (of: HedgeBook) =>
    of.exposures.reduce((sum, { value }) => sum + value, 0) +
    of.options.reduce((sum, leg) => sum + leg.contracts * leg.multiplier * leg.premium, 0)
  const after = { value: book.value, exposures, options }
  return { book: { ...after, value: book.value + total(after) - total(book) }, lookup: createLegLookup(moved) }
}

function moveUnderlying(before: HedgeUnderlying, legs: readonly HedgeLeg[], shock: HedgeShock): HedgeUnderlying {
  const isPrice = before.kind === 'price'
  const spot = isPrice ? before.spot * (1 + computeShockReturn(before.beta, shock.marketReturn)) : before.spot
  const volatility30 = answerVolatility(before, { atmVolatility: before.volatility30, remainingDays: 30 }, shock)
  const move = { before: before.volatility30, after: volatility30 }
  const expiries = before.expiries
    .filter(({ expiry }) => legs.some((leg) => leg.expiry === expiry))
    .map((one): HedgeExpiry => {
      const { expiry, smile, quotes = [] } = one
      const { forward, years, atmVolatility } = smile
      const after = isPrice
        ? toMoved(smile, {
            forward: (forward * spot) / before.spot,
            atmVolatility: answerVolatility(before, { atmVolatility, remainingDays: 365 * years }, shock),
          })
        : { ...smile, forward: computeShockedVixForward(forward, move, years) }
      const logReturn = Math.log(after.forward / forward)
      const isHeld = ({ type, strike }: Pick<HedgeLeg, 'type' | 'strike'>) =>
        legs.some((leg) => leg.expiry === expiry && leg.type === type && leg.strike === strike)
      return {
        ...one,
        smile: after,
        quotes: quotes.filter(isHeld).map((quote) => ({
          ...quote,
          volatility:
            computeSmileVolatility(after, quote.strike) * computeQuoteFactor(smile, { ...quote, logReturn, years }),
        })),
      }
    })
  return { ...before, spot, volatility30, expiries }
}

/** The same shape in standardised moneyness: every log-moneyness of it and every volatility grow by one factor. */
function toMoved(
  smile: VolatilitySmile,
  { forward, atmVolatility }: Pick<VolatilitySmile, 'forward' | 'atmVolatility'>,
): VolatilitySmile {
  const factor = atmVolatility / smile.atmVolatility
  const { a, b, rho, m, sigma } = smile.svi
  const svi = { a: factor * factor * a, b: factor * b, rho, m: factor * m, sigma: factor * sigma }
  return { ...smile, forward, atmVolatility, svi }
}
