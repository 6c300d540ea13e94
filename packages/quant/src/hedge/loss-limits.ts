import { inputErrors } from '../errors.ts'
import type { HedgeBook } from './priced-hedge.ts'
import { type HedgeShock, type LegLookup, repriceBook, type VolatilityAnswer } from './reprice-hedge.ts'

/** The most that may be lost at one fall of the market. */
export interface LossLimit {
  /** Negative. */
  readonly marketReturn: number
  /** Positive fraction of the book's value. */
  readonly largestLoss: number
}

/** Distance between the falls at which a limit is held, and how much more may be lost beyond the shock. */
const GRID_STEP = 0.025
const BEYOND = [
  { further: 0.05, allowance: 0.025 },
  { further: 0.1, allowance: 0.05 },
] as const
const LARGEST_FALL = 0.95

/**
 * The loss curve that a limit means: the limit at every fall of 2.5, 5, 7.5 … % down to the shock, 2.5 points more five
 * points beyond it and 5 points more ten points beyond it.
 *
 * A limit at the shock alone buys lottery tickets on that one point; holding it on the way down, and softly beyond,
 * gives hedges that also pay for smaller and for larger falls.
 *
 * @param limit largest loss, a fraction > 0 (0 is allowed and means no loss at all)
 * @param shock fall of the market, −0.8 to −0.01
 * @throws QuantInputError naming which of the two cannot be
 */
export function createLossLimits({ limit, shock }: { readonly limit: number; readonly shock: number }): LossLimit[] {
  if (!(limit >= 0 && limit < 1)) throw inputErrors.badNumber('limit', null, limit, 'a fraction from 0 to below 1')
  if (!(shock >= -0.8 && shock <= -0.01)) {
    throw inputErrors.badNumber('shock', null, shock, 'a fall of the market from −0.8 to −0.01')
  }
  const steps = Math.ceil(-shock / GRID_STEP - 1e-9)
  const grid = Array.from({ length: steps }, (_, k) => ({
    marketReturn: k === steps - 1 ? shock : -GRID_STEP * (k + 1),
    largestLoss: limit,
  }))
  const beyond = BEYOND.map(({ further, allowance }) => ({
    marketReturn: shock - further,
    largestLoss: limit + allowance,
  }))
  return [...grid, ...beyond.filter(({ marketReturn }) => marketReturn > -LARGEST_FALL)]
}

/** The three valuations under which a hedge must hold: intrinsic value, volatility unmoved, volatility answering. */
export const ROBUST_VALUATIONS: readonly VolatilityAnswer[] = [
  { kind: 'expiry' },
  { kind: 'rule', scale: 0 },
  { kind: 'rule', scale: 1 },
]

/** One state of the world in which a package must gain enough. */
export interface RequiredGain {
  readonly shock: HedgeShock
  /** Profit of the book without the hedge, in currency. */
  readonly unhedged: number
  /** What the hedge must at least gain there, net of its cost, in currency; negative where it may lose. */
  readonly gain: number
}

/**
 * What a hedge must gain for the limits to hold, one entry per fall and valuation:  gain ≥ −limit·V − P&L(book).
 *
 * @param horizonDays trading days until the falls have happened
 * @throws QuantInputError as `repriceHedge` does
 */
export function computeRequiredGains(
  book: HedgeBook,
  limits: readonly LossLimit[],
  horizonDays: number,
  lookup: LegLookup,
): RequiredGain[] {
  return limits.flatMap(({ marketReturn, largestLoss }) =>
    ROBUST_VALUATIONS.map((volatility) => {
      const shock = { marketReturn, horizonDays, volatility }
      const unhedged = repriceBook(book, shock, lookup)
      return { shock, unhedged, gain: -largestLoss * book.value - unhedged }
    }),
  )
}
