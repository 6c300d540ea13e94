import { inputErrors } from '../errors.ts'
import type { HedgeBook } from './priced-hedge.ts'
import {
  type HedgeShock,
  type LegLookup,
  repriceOptions,
  repriceShares,
  type VolatilityAnswer,
} from './reprice-hedge.ts'

/** The most that may be lost at one fall of the market. */
export interface LossLimit {
  /** Negative. */
  readonly marketReturn: number
  /** Positive fraction of the book's value. */
  readonly largestLoss: number
}

/** Losses are read to the hundredth of a percent. */
const READ_TO = 5e-5

/**
 * Returns true when a loss keeps within a limit, both read to the hundredth of a percent. Everything that says "within
 * the limit" or "more than the limit" asks this.
 *
 * @param loss fraction of the value, negative for a gain
 */
export const keepsLimit = (loss: number, limit: number): boolean => loss <= limit + READ_TO

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
 * - `limit`: largest loss, a fraction > 0 (0 is allowed and means no loss at all)
 * - `shock`: fall of the market, −0.8 to −0.01
 *
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

/** How options are valued on each day of the market's fall: volatility unmoved, and volatility answering. */
const VALUATIONS: readonly VolatilityAnswer[] = [
  { kind: 'rule', scale: 0 },
  { kind: 'rule', scale: 1 },
]

/**
 * The states in which a limit must hold at one fall of the market: on each day, volatility unmoved and volatility
 * answering, and on the last day intrinsic value too. The last day comes first: it rules out most hedges.
 *
 * @param lossDays trading days of the fall, ascending (see `listLossDays`)
 */
export function listLossStates(lossDays: readonly number[], marketReturn: number): HedgeShock[] {
  const last = lossDays.at(-1)
  if (last === undefined) return []
  const intrinsic = { marketReturn, horizonDays: last, volatility: { kind: 'expiry' } } as const
  const priced = [...lossDays]
    .reverse()
    .flatMap((horizonDays) => VALUATIONS.map((volatility) => ({ marketReturn, horizonDays, volatility })))
  return [intrinsic, ...priced]
}

/** One state of the world in which a package must gain enough. */
export interface RequiredGain {
  readonly shock: HedgeShock
  /** Profit of the book without the hedge, in currency. */
  readonly unhedged: number
  /** Least gain of the hedge there, net of its cost, in currency; negative where it may lose. */
  readonly gain: number
}

/**
 * Computes what a hedge must gain for the limits to hold, one entry per fall and state:  gain ≥ −limit·V − P&L(book).
 *
 * @param lossDays trading days on which the market may fall (see `listLossDays`)
 * @throws QuantInputError as `repriceHedge` does
 */
export function computeRequiredGains(
  book: HedgeBook,
  limits: readonly LossLimit[],
  lossDays: readonly number[],
  lookup: LegLookup,
): RequiredGain[] {
  return limits.flatMap(({ marketReturn, largestLoss }) => {
    const shares = repriceShares(book, marketReturn)
    return listLossStates(lossDays, marketReturn).map((shock) => {
      const unhedged = shares + repriceOptions(book, shock, lookup)
      return { shock, unhedged, gain: -largestLoss * book.value - unhedged }
    })
  })
}

/** The most that a book loses in one move of the market, or in the worst of several, whenever it comes. */
export interface WorstLoss {
  /** Fraction of the book's value; a gain is negative. */
  readonly loss: number
  /** The state that costs so much. */
  readonly shock: HedgeShock
}

/**
 * The worst of all states in which the market makes one move (see `listLossStates`).
 *
 * @throws QuantInputError as `repriceHedge` does
 */
export function findWorstLoss(
  book: HedgeBook,
  lossDays: readonly number[],
  marketReturn: number,
  lookup: LegLookup,
): WorstLoss {
  return findWorstOf(book, lossDays, [marketReturn], lookup)
}

/**
 * The worst of every fall down to the one that a limit is meant for. Without options that is the fall itself; options that
 * are held may cost more on the way there.
 *
 * @param request whose shock is the deepest fall
 * @throws QuantInputError as `repriceHedge` does
 */
export function findLargestLoss({
  book,
  lossDays,
  lookup,
  request,
}: {
  readonly book: HedgeBook
  readonly lossDays: readonly number[]
  readonly lookup: LegLookup
  readonly request: { readonly limit: number; readonly shock: number }
}): WorstLoss {
  const falls = createLossLimits(request)
    .map(({ marketReturn }) => marketReturn)
    .filter((marketReturn) => marketReturn >= request.shock)
  // The asked fall first: it is the one to name where no other costs more.
  return findWorstOf(book, lossDays, falls.reverse(), lookup)
}

function findWorstOf(
  book: HedgeBook,
  lossDays: readonly number[],
  marketReturns: readonly number[],
  lookup: LegLookup,
): WorstLoss {
  const limits = marketReturns.map((marketReturn) => ({ marketReturn, largestLoss: 0 }))
  const states = computeRequiredGains(book, limits, lossDays, lookup)
  const { unhedged, shock } = states.reduce((worst, state) => (state.unhedged < worst.unhedged ? state : worst))
  return { loss: -unhedged / book.value, shock }
}
