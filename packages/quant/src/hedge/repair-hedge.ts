import { formatIsoDate, parseIsoDate } from '../civil-day.ts'
import { addTradingDays } from '../exchange-calendar.ts'
import { findCheapestPackage, type OptionPackage } from './cheapest-package.ts'
import { countCoveredShares } from './free-shares.ts'
import { type HedgeContext, prepareHedging } from './hedge-context.ts'
import { countHedgeDays, listHeldLossDays } from './hedge-dates.ts'
import type { OptionMarket } from './hedge-market.ts'
import { completeHedgeRequest, type HedgeRequest } from './hedge-request.ts'
import { type HedgeProblem, prepareSearch, toPackageLegs } from './hedge-search.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { computeRequiredGains, createLossLimits, findWorstLoss } from './loss-limits.ts'
import { collectCoveringLines, INDEX_PUT_RULES } from './option-lines.ts'
import {
  countBuyable,
  findSecuredCash,
  findSpreadBarrier,
  findUnderlyingBarrier,
  isSingleName,
  type PermissionRequest,
} from './permitted-legs.ts'
import type { HedgeBook, HedgeLeg, HedgeUnderlying } from './priced-hedge.ts'
import { type LegLookup, repriceLeg } from './reprice-hedge.ts'

/**
 * Kind of a repair: `add` buys more beside the legs, `roll` closes them and opens others in one order, `harvest` does so
 * to collect a gain, `reduce` closes a part of them, `take-off` closes them all and opens nothing, `let-expire` does
 * nothing.
 */
export type RepairKind = 'add' | 'roll' | 'harvest' | 'reduce' | 'take-off' | 'let-expire'

/** A hedge that is held and needs something done about it. Fractions of the book's value; the shock is negative. */
export interface RepairQuestion {
  /** The whole portfolio and its market; the legs are among its options. */
  readonly situation: HedgeSituation
  /** The legs of the hedge, their `premium` what they are worth now. */
  readonly legs: readonly HedgeLeg[]
  readonly limit: number
  readonly shock: number
  /** Last day on which the repaired hedge must keep the limit, YYYY-MM-DD. */
  readonly lastDay: string
  /**
   * `restore`: keep the limit again. `renew`: keep it until a later day. `harvest`: the same with the legs sold. `reduce`:
   * close what the limit does not need.
   */
  readonly goal: 'restore' | 'renew' | 'harvest' | 'reduce'
  /** Permissions of what is opened; what is held may always be closed. */
  readonly permissions: PermissionRequest & Pick<HedgeRequest, 'allowOptions'>
  /** Commission per contract, in currency. */
  readonly fee: number
}

/** One ticket that repairs a hedge. Currency; a negative cost is received. */
export interface Repair {
  readonly kind: RepairKind
  /** Orders that close legs: contracts of the other sign, sold at the bid and bought back at the ask. */
  readonly closes: readonly HedgeLeg[]
  /** Orders that open: bought at the ask, sold at the bid. */
  readonly opens: readonly HedgeLeg[]
  /** Cost of all orders together, commissions included. */
  readonly cost: number
  readonly fees: number
  /** Loss in the shock on the worst day until `lastDay`, with the ticket and its cost. */
  readonly loss: number
}

/**
 * The cheapest tickets after which the limit holds at every fall and on every day until the last, one of each kind, the
 * cheapest first; of equal cost the one with fewer orders. Empty where no ticket keeps it.
 *
 * Looked at are: the legs kept, all of them closed, and their puts closed where they have calls, too; beside each of these
 * nothing or the cheapest package of the exact search (`findCheapestPackage`) over the puts of the index and of whatever the
 * legs are written on. `reduce` looks at every number of packages closed. What is lost between the middle of the quotes
 * and the price of a closing order counts against the limit, as does the price of what is opened.
 *
 * @throws QuantInputError as `prepareHedging` does
 */
export function findRepairs(question: RepairQuestion): Repair[] {
  const repairs = listClosings(question).flatMap((closing) => repairAfter(question, closing))
  const best = new Map<RepairKind, Repair>()
  for (const repair of repairs) {
    const known = best.get(repair.kind)
    if (known === undefined || compareRepairs(repair, known) < 0) best.set(repair.kind, repair)
  }
  return [...best.values()].sort(compareRepairs)
}

/** Premiums are cents, so amounts closer than a hundredth of a cent are the same. */
function compareRepairs(a: Repair, b: Repair): number {
  const orders = ({ closes, opens }: Repair) => closes.length + opens.length
  return Math.round(1e4 * a.cost) - Math.round(1e4 * b.cost) || orders(a) - orders(b)
}

/**
 * A book's options without a part of some legs of it.
 *
 * @param part of each leg that is taken out: 1 is all of it
 */
export function removeLegs(options: readonly HedgeLeg[], legs: readonly HedgeLeg[], part = 1): HedgeLeg[] {
  const taken = new Map(legs.map((leg) => [toKey(leg), part * leg.contracts]))
  return options
    .map((one) => {
      const less = taken.get(toKey(one)) ?? 0
      taken.delete(toKey(one))
      return { ...one, contracts: one.contracts - less }
    })
    .filter(({ contracts }) => contracts !== 0)
}

const toKey = ({ underlying, expiry, type, strike }: HedgeLeg) => `${underlying} ${expiry} ${type} ${strike}`

/** How many times the smallest whole package of some legs is held; 0 without legs. */
export function countPackages(legs: readonly HedgeLeg[]): number {
  const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b))
  return legs.reduce((common, { contracts }) => gcd(common, Math.abs(contracts)), 0)
}

/** Orders that close some of the legs, and what they bring. */
interface Closing {
  readonly orders: readonly HedgeLeg[]
  /** Legs that are closed, as held. */
  readonly closed: readonly HedgeLeg[]
  readonly isWhole: boolean
  readonly fees: number
  /** Received for it net of commissions, in currency; negative where closing costs. */
  readonly proceeds: number
  /** Loss of closing against the middle of the quotes, commissions included. */
  readonly slip: number
}

function listClosings(question: RepairQuestion): Closing[] {
  const { legs, goal } = question
  const keep: Closing = { orders: [], closed: [], isWhole: legs.length === 0, fees: 0, proceeds: 0, slip: 0 }
  const close = (closed: readonly HedgeLeg[], isWhole: boolean) => closeLegs(question, closed, isWhole) ?? []
  if (goal === 'reduce') {
    const packages = countPackages(legs)
    return Array.from({ length: packages }, (_, k) => {
      const part = legs.map((leg) => ({ ...leg, contracts: (leg.contracts * (k + 1)) / packages }))
      return close(part, k + 1 === packages)
    }).flat()
  }
  const puts = legs.filter(({ type }) => type === 'put')
  const isMixed = puts.length > 0 && puts.length < legs.length
  return [
    goal === 'harvest' ? [] : keep,
    legs.length > 0 ? close(legs, true) : [],
    isMixed ? close(puts, false) : [],
  ].flat()
}

/** @returns null where one of the legs has no price at which it can be closed */
function closeLegs(question: RepairQuestion, closed: readonly HedgeLeg[], isWhole: boolean): Closing | null {
  const { situation, fee } = question
  const orders: HedgeLeg[] = []
  for (const leg of closed) {
    const premium = findClosingPrice(situation.markets, leg)
    if (premium === null) return null
    orders.push({ ...leg, contracts: -leg.contracts, premium })
  }
  const fees = fee * closed.reduce((sum, { contracts }) => sum + Math.abs(contracts), 0)
  const proceeds = -worthOf(orders) - fees
  return { orders, closed, isWhole, fees, proceeds, slip: worthOf(closed) - proceeds }
}

const worthOf = (legs: readonly HedgeLeg[]) =>
  legs.reduce((sum, { contracts, multiplier, premium }) => sum + contracts * multiplier * premium, 0)

/** The bid of what is held, the ask of what was sold; null where nobody quotes both sides. */
function findClosingPrice(markets: readonly OptionMarket[], leg: HedgeLeg): number | null {
  const quote = markets
    .find(({ ticker }) => ticker === leg.underlying)
    ?.chain.contracts.find(
      ({ type, strike, expiry }) => type === leg.type && strike === leg.strike && expiry === leg.expiry,
    )
  if (quote === undefined || (quote.state !== 'ok' && quote.state !== 'wide')) return null
  return leg.contracts > 0 ? quote.bid : quote.ask
}

function repairAfter(question: RepairQuestion, closing: Closing): Repair[] {
  const { situation, limit, shock, goal } = question
  const context = prepareHedging(
    {
      ...situation,
      options: removeLegs(situation.options, closing.closed),
      // Fractions stay those of the book as it is: the rest of the value lies in cash.
      cash: situation.cash + worthOf(closing.closed),
    },
    completeHedgeRequest({ limit, shock }),
  )
  const lossDays = listHeldLossDays(countHedgeDays(situation.today, question.lastDay).tradingDays)
  const required = computeRequiredGains(context.book, createLossLimits({ limit, shock }), lossDays, context.lookup)
  const missing = Math.max(...required.map(({ gain }) => gain + closing.slip))
  const toRepair = (opens: readonly HedgeLeg[], cost: number, fees: number): Repair => ({
    kind: nameKind(goal, closing, opens),
    closes: closing.orders,
    opens,
    cost: cost - closing.proceeds,
    fees: fees + closing.fees,
    loss: measureLoss(context, { opens, lossDays, shock, paid: cost + closing.slip }),
  })
  if (missing <= ROUNDING * context.book.value) {
    // Legs that keep the limit for as long as it is asked need no ticket at all.
    return closing.orders.length === 0 && goal !== 'renew' ? [] : [toRepair([], 0, 0)]
  }
  if (goal === 'reduce') return []
  return listMarkets(question, context).flatMap(({ market, underlying }) => {
    const choice = searchMarket(question, { context, market, underlying, lossDays, slip: closing.slip })
    if (choice === null) return []
    const contracts = choice.bought.contracts + (choice.sold?.contracts ?? 0)
    return [toRepair(toPackageLegs(choice), choice.cost, question.fee * contracts)]
  })
}

/** Amounts within so much of the value are the same. */
const ROUNDING = 1e-12

function nameKind(goal: RepairQuestion['goal'], { orders, isWhole }: Closing, opens: readonly HedgeLeg[]): RepairKind {
  if (orders.length === 0) return opens.length === 0 ? 'let-expire' : 'add'
  if (opens.length > 0) return goal === 'harvest' ? 'harvest' : 'roll'
  return isWhole ? 'take-off' : 'reduce'
}

/** The index, and what the legs are written on, as far as the owner wants options on them. */
function listMarkets({ situation, legs, permissions }: RepairQuestion, context: HedgeContext) {
  const tickers = [...new Set([situation.index.ticker, ...legs.map(({ underlying }) => underlying)])]
  return tickers
    .flatMap((ticker) => context.findMarket(ticker) ?? [])
    .filter(({ market, underlying }) => market.role !== 'volatility' && underlying.beta > 0)
    .filter(({ market }) => findUnderlyingBarrier(permissions, kindOf(market, situation)) === null)
}

function kindOf({ ticker, role }: OptionMarket, { holdings }: HedgeSituation) {
  if (role === 'index' || role === 'other-index') return 'index'
  return holdings.some((holding) => holding.ticker === ticker && isSingleName(holding)) ? 'single-name' : 'other'
}

interface MarketSearch {
  readonly context: HedgeContext
  readonly market: OptionMarket
  readonly underlying: HedgeUnderlying
  readonly lossDays: readonly number[]
  readonly slip: number
}

function searchMarket(
  { situation, limit, shock, lastDay, permissions, fee }: RepairQuestion,
  { context, market, underlying, lossDays, slip }: MarketSearch,
): OptionPackage | null {
  if (!permissions.allowOptions) return null
  const { lines, endsEarly } = collectCoveringLines(market, lastDay, INDEX_PUT_RULES)
  if (lines.length === 0 || endsEarly) return null
  const problem: HedgeProblem = {
    book: context.book,
    dollarBeta: context.largestBeta,
    underlying,
    lines,
    lookup: context.lookup,
    lossDays,
    fee,
    maximumLines: findSpreadBarrier(permissions) === null ? 2 : 1,
    securedCash: findSecuredCash(permissions, context.situation),
    mostBuyable: countUncovered(permissions, situation, { market, kept: context.situation.options }),
  }
  const search = prepareSearch(problem, shock).toSearch(limit, Infinity)
  return findCheapestPackage({ ...search, requiredGains: search.requiredGains.map((gain) => gain + slip) })
}

/**
 * The most puts that may be bought beside what is kept. Those on a single company cover its own shares, each once; where
 * more were held than shares, as many as were held.
 */
function countUncovered(
  permissions: PermissionRequest,
  { holdings, options }: HedgeSituation,
  { market: { ticker, role, multiplier }, kept }: { market: OptionMarket; kept: readonly HedgeLeg[] },
): number {
  const shares = holdings.find((holding) => holding.ticker === ticker)?.shares ?? 0
  const covered = countCoveredShares(kept, ticker)
  const own = Math.max(shares, countCoveredShares(options, ticker)) - covered
  return Math.min(
    role === 'single-name' ? Math.floor(own / multiplier + 1e-9) : Infinity,
    countBuyable(permissions, shares - covered, multiplier),
  )
}

interface LossQuestion {
  readonly opens: readonly HedgeLeg[]
  readonly lossDays: readonly number[]
  readonly shock: number
  /** Cost of the ticket plus the loss of closing, in currency. */
  readonly paid: number
}

function measureLoss({ book, lookup }: HedgeContext, { opens, lossDays, shock, paid }: LossQuestion): number {
  // Bought at its price, an option has neither gained nor lost.
  const after: HedgeBook = { ...book, options: [...book.options, ...opens] }
  const fees = paid - worthOf(opens)
  return findWorstLoss(after, lossDays, shock, lookup).loss + fees / book.value
}

/**
 * Cost of a new hedge in place of the legs, by the same search; in currency, with commissions and without what closing the
 * legs brings. Null where nothing keeps the limit or nothing is needed.
 */
export function findFreshCost(question: RepairQuestion): number | null {
  const { legs } = question
  const gone: Closing = { orders: [], closed: legs, isWhole: true, fees: 0, proceeds: 0, slip: 0 }
  const costs = repairAfter(question, gone).flatMap(({ opens, cost }) => (opens.length > 0 ? [cost] : []))
  return costs.length === 0 ? null : Math.min(...costs)
}

/** Renewing on one day. Currency. */
export interface RenewalPoint {
  /** Trading days from today, and the day itself. */
  readonly tradingDays: number
  readonly date: string
  /** Proceeds of closing the legs, commissions included. */
  readonly proceeds: number
  /** Cost of the new hedge then, less the proceeds. */
  readonly cost: number
  /** Last day of the new hedge, YYYY-MM-DD. */
  readonly until: string
  /** `cost` for 30 days of protection beyond the legs' own end. */
  readonly costPerMonth: number
  /** True if the legs keep the limit on every day until then. */
  readonly holds: boolean
}

const RENEWAL_STEP = 5

/**
 * Renew now or in n days: each week until the legs end, what closing them brings and what the same new hedge costs net of it.
 *
 * The market stands still: the legs age by the model, half of today's spread is lost, and a hedge of the same length costs on
 * each day what it costs today.
 *
 * - `freshCost`: of the new hedge alone, today, in currency
 * - `termDays`: trading days for which the new hedge protects
 * - `tolerance`: how much the loss may exceed the limit before it counts as broken, a fraction
 *
 * @returns empty where one of the legs cannot be closed
 */
export function listRenewals(
  question: RepairQuestion,
  {
    freshCost,
    termDays,
    endsOn,
    tolerance,
  }: { freshCost: number; termDays: number; endsOn: string; tolerance: number },
): RenewalPoint[] {
  const { situation, legs, limit, shock } = question
  const closing = closeLegs(question, legs, true)
  if (closing === null || legs.length === 0) return []
  const { book, lookup } = prepareHedging(situation, completeHedgeRequest({ limit, shock }))
  const last = countHedgeDays(situation.today, endsOn).tradingDays
  const days = [...Array.from({ length: Math.ceil(last / RENEWAL_STEP) }, (_, k) => k * RENEWAL_STEP), last]
  const limits = createLossLimits({ limit, shock })
  const first = parseIsoDate(situation.today)
  return days.map((tradingDays) => {
    const day = addTradingDays(first, tradingDays)
    const until = addTradingDays(first, tradingDays + termDays)
    const proceeds = ageProceeds(closing, tradingDays, lookup) - closing.fees
    const cost = freshCost - proceeds
    const states = computeRequiredGains(book, limits, listHeldLossDays(tradingDays), lookup)
    const worst = Math.max(...states.map(({ gain }) => gain))
    return {
      tradingDays,
      date: formatIsoDate(day),
      proceeds,
      cost,
      until: formatIsoDate(until),
      costPerMonth: (30 * cost) / Math.max(1, until - parseIsoDate(endsOn)),
      holds: worst <= tolerance * book.value,
    }
  })
}

/** Values the closing orders after so many days, before commissions. */
function ageProceeds({ orders, closed }: Closing, horizonDays: number, lookup: LegLookup): number {
  const shock = { marketReturn: 0, horizonDays, volatility: { kind: 'rule', scale: 0 } } as const
  return orders.reduce((sum, order, place) => {
    const leg = closed[place]!
    // Half of today's spread, on the side that the order trades.
    const away = order.premium - leg.premium
    return sum - order.contracts * order.multiplier * Math.max(0, repriceLeg(leg, shock, lookup) + away)
  }, 0)
}
