import { findCheapestPackage, type PackageSearch } from './cheapest-package.ts'
import type { HedgeContext } from './hedge-context.ts'
import { type PreparedSearch, toPackageLegs } from './hedge-search.ts'
import { computeRequiredGains, createLossLimits } from './loss-limits.ts'
import type { BookExposure, HedgeBook, HedgeLeg } from './priced-hedge.ts'

/** Cost of keeping a limit in one sense of the word. */
export interface LimitPrice {
  /** Currency; 0 where the book keeps the limit by itself. */
  readonly cost: number
  /** Over the book's value. */
  readonly fraction: number
  /** The cheapest ticket; empty where none is needed. */
  readonly legs: readonly HedgeLeg[]
}

/**
 * Three prices of one limit, without a budget; null where no ticket keeps it. Each asks more than the one before, so none
 * is lower than it.
 */
export interface LimitPrices {
  /** Kept on the last day of the term only, as if the market could fall on no other. */
  readonly lastDay: LimitPrice | null
  /** Kept on every day of the term: what a limit means. */
  readonly everyDay: LimitPrice | null
  /** The same where each holding falls as hard as on past falling days of the market, if that is harder. */
  readonly stressed: LimitPrice | null
}

/** The cheapest ticket of up to two lines of puts for each of the three senses (see `LimitPrices`). */
export function priceLimits({ situation, request }: HedgeContext, prepared: PreparedSearch): LimitPrices {
  const { problem, states } = prepared
  const everyDay = prepared.toSearch(request.limit, Infinity)
  const stressedBook = { ...problem.book, exposures: situation.holdings.map(toStressed) }
  const term = problem.lossDays.at(-1)
  const isLast = states.map(({ horizonDays }) => horizonDays === term)
  const lastDay = {
    ...everyDay,
    values: everyDay.values.map((row) => row.filter((_, k) => isLast[k])),
    requiredGains: everyDay.requiredGains.filter((_, k) => isLast[k]),
  }
  const stressed = { ...everyDay, requiredGains: requireGains(prepared, stressedBook, request.limit) }
  const isAsked = ({ marketReturn }: { readonly marketReturn: number }) => marketReturn >= request.shock
  const price = (search: PackageSearch, asked: readonly boolean[]): LimitPrice | null => {
    // A negative gain is what may be lost on top.
    if (search.requiredGains.every((gain, k) => gain <= 0 || !asked[k])) return { cost: 0, fraction: 0, legs: [] }
    const choice = findCheapestPackage(search)
    if (choice === null) return null
    return { cost: choice.cost, fraction: choice.cost / problem.book.value, legs: toPackageLegs(choice) }
  }
  const asked = states.map(isAsked)
  return {
    lastDay: price(lastDay, states.filter((_, k) => isLast[k]).map(isAsked)),
    everyDay: price(everyDay, asked),
    stressed: price(stressed, asked),
  }
}

function requireGains({ problem, shock }: PreparedSearch, book: HedgeBook, limit: number): Float64Array {
  const required = computeRequiredGains(book, createLossLimits({ limit: 0, shock }), problem.lossDays, problem.lookup)
  return Float64Array.from(required, ({ gain }) => gain - limit * book.value)
}

/** A holding at the beta that costs more in a fall: the larger one of what is held, the smaller one of what is owed. */
function toStressed(holding: HedgeContext['situation']['holdings'][number]): BookExposure {
  const { value, beta, downsideBeta } = holding
  if (downsideBeta === null) return { value, beta }
  return { value, beta: value >= 0 ? Math.max(beta, downsideBeta) : Math.min(beta, downsideBeta) }
}
