import { createCashPath } from '../backtest-holdings.ts'
import { requireEqualLengths } from '../errors.ts'
import { computeShockReturn } from '../options/book-greeks.ts'
import { signOf } from '../options/option-contract.ts'
import { getRow, type PriceMatrix } from '../price-matrix.ts'
import { findClosed } from './closing-lines.ts'
import type { HedgeContext } from './hedge-context.ts'
import { countHedgeDays, toHedgeDate } from './hedge-dates.ts'
import type { CrisisReplayRow, ShareTrade } from './hedge-proposal.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import { computeVolatilityFactor, type VolatilityPath } from './replay-volatility.ts'
import { type LegLookup, repriceLeg } from './reprice-hedge.ts'

/** One past window, ready to send a book through: complete price paths of holdings and of the index. */
export interface CrisisWindow {
  /** Id of the scenario. */
  readonly scenario: string
  /** The index's closes, one per column of `prices`. */
  readonly index: Float64Array
  /** A complete path per row (see `prepareHoldings`): of the holdings, and of funds that money may be moved into. */
  readonly prices: PriceMatrix
  /** The index of volatility on the same days; left out where it is not known. */
  readonly volatility?: VolatilityPath
}

/** Value of one ticker at the start of a replay. */
export interface ReplayedValue {
  readonly ticker: string
  readonly value: number
}

/**
 * Profit of shares through a window, at every close: Σ V·(a_t/a_0 − 1). Holdings without a path are taken to do as the
 * others do, by gross value.
 *
 * @returns zeros when nothing has a path; not to be written to, because who asks for the same again is given the same
 * @throws QuantInputError when the index has another number of closes than the paths
 */
export function replayShares(values: readonly ReplayedValue[], window: CrisisWindow): Float64Array {
  const ofValues = replayed.get(values) ?? new WeakMap<CrisisWindow, Float64Array>()
  replayed.set(values, ofValues)
  const profit = ofValues.get(window) ?? replayAnew(values, window)
  ofValues.set(window, profit)
  return profit
}

/** Losses of a book by itself, which are asked for with each of dozens of proposals. */
const replayed = new WeakMap<readonly ReplayedValue[], WeakMap<CrisisWindow, Float64Array>>()

function replayAnew(values: readonly ReplayedValue[], window: CrisisWindow): Float64Array {
  const profit = new Float64Array(window.prices.columns)
  const { gross, covered } = addShares(values, window, profit)
  const scale = covered > 0 ? gross / covered : 0
  return profit.map((amount) => amount * scale)
}

/**
 * Interest on the cash of a book through a window, at every close: what a backtest of the same days pays on it. Debt costs
 * as much. What a hedge pays or brings in within the window bears none.
 */
export function accrueInterest(cash: number, window: CrisisWindow): Float64Array {
  const growths = cashGrowths.get(window) ?? createCashPath(window.index.length)
  cashGrowths.set(window, growths)
  return growths.map((growth) => cash * (growth - 1))
}

const cashGrowths = new WeakMap<CrisisWindow, Float64Array>()

/** Adds the profit of what has a path to `profit`. */
function addShares(values: readonly ReplayedValue[], { prices, index }: CrisisWindow, profit: Float64Array) {
  requireEqualLengths('prices.columns', { length: prices.columns }, 'index', index)
  const rows = new Map(prices.tickers.map((ticker, row) => [ticker, row]))
  let [gross, covered] = [0, 0]
  for (const { ticker, value } of values) {
    gross += Math.abs(value)
    const row = rows.get(ticker)
    if (row === undefined) continue
    covered += Math.abs(value)
    const path = getRow(prices, row)
    for (let t = 0; t < profit.length; t++) profit[t]! += value * (path[t]! / path[0]! - 1)
  }
  return { gross, covered }
}

/** Profit of money moved into funds: by their own path, and as cash, without interest, where they had none yet. */
function replayPurchases(values: readonly ReplayedValue[], window: CrisisWindow, indexTicker: string): Float64Array {
  const profit = new Float64Array(window.prices.columns)
  const intoIndex = values.filter(({ ticker }) => ticker === indexTicker)
  addShares(
    values.filter(({ ticker }) => ticker !== indexTicker),
    window,
    profit,
  )
  for (const { value } of intoIndex) {
    for (let t = 0; t < profit.length; t++) profit[t]! += value * (window.index[t]! / window.index[0]! - 1)
  }
  return profit
}

/** Options through a window, at every close. Currency, against the start, net of what they cost. */
export interface ReplayedOptions {
  /** As they are: an option that expires pays its intrinsic value and is not replaced. */
  readonly profit: Float64Array
  /** The trading day of the window on which the last of them has expired; null while any is left, or without any. */
  readonly endDay: number | null
  /** Bought again at each expiry by the rule of `replayOptions`; equal to `profit` where none expires before the end. */
  readonly renewed: RenewedOptions
}

/** Options that are bought again at each expiry. */
export interface RenewedOptions {
  readonly profit: Float64Array
  /** Days on which any of them was bought again. */
  readonly renewals: number
  /** Cost of all renewals: premiums paid less received, and commissions. Payoffs are not taken off. */
  readonly cost: number
}

/**
 * Profit of options through a window of the past, repriced at every close: the index has returned R_t since the window
 * began, t trading days ago, and the spot of an underlying is S·(1 + R_t)^β. The volatility is that of the day (see
 * `computeVolatilityFactor`). What the options really cost then is not known; this is what they would do if today's
 * quotes met the past's path.
 *
 * **As they are**, an option that expires within the window pays its intrinsic value, and from then on nothing is left of
 * it but that cash, without interest. Where it is settled in shares, these move on along their own path.
 *
 * **Renewed by rule**, the same leg is bought (or sold) again on the day of its expiry: the same strike relative to the
 * spot, the same life, the same number of contracts, at the volatility of that day and as far above (below) its model
 * value as today's premium is, which is half the spread of a quote, with the commission paid again. None is renewed on
 * the last day of the window.
 *
 * @param fee commission per contract, in currency
 * @returns all zeros without legs
 * @throws QuantInputError as `repriceHedge` does
 */
export function replayOptions(
  legs: readonly HedgeLeg[],
  window: CrisisWindow,
  lookup: LegLookup,
  fee: number,
): ReplayedOptions {
  const profit = new Float64Array(window.index.length)
  const renewed = new Float64Array(window.index.length)
  const days = new Set<number>()
  let [cost, endDay] = [0, 0]
  for (const leg of legs) {
    const one = replayLeg(leg, window, lookup, fee)
    for (let t = 0; t < profit.length; t++) {
      profit[t]! += one.profit[t]!
      renewed[t]! += one.renewed[t]!
    }
    for (const day of one.days) days.add(day)
    cost += one.cost
    endDay = Math.max(endDay, one.life)
  }
  const isGone = legs.length > 0 && endDay < profit.length
  return { profit, endDay: isGone ? endDay : null, renewed: { profit: renewed, renewals: days.size, cost } }
}

/** A fraction of a cent has no meaningful mark-up, and a quote beside its model no meaningful multiple. */
const MARK_UPS = { least: 0.5, most: 2, from: 0.01 }

function replayLeg(leg: HedgeLeg, window: CrisisWindow, lookup: LegLookup, fee: number) {
  const size = leg.contracts * leg.multiplier
  const commission = Math.abs(leg.contracts) * fee
  const { values, renewals, life } = findPricedPath(leg, window, lookup)
  const model = values[0]!
  const markUp = model > MARK_UPS.from ? Math.min(MARK_UPS.most, Math.max(MARK_UPS.least, leg.premium / model)) : 1
  const paid = size * leg.premium + commission
  const profit = new Float64Array(values.length).fill(-paid)
  const renewed = new Float64Array(values.length)
  const moveOn = values.length > life && values[life]! > 0 ? createSettledMove(leg, window, lookup) : null
  let [cash, cost] = [-paid, 0]
  for (let t = 0; t < values.length; t++) {
    const value = size * values[t]!
    renewed[t] = cash + value
    // Until the first renewal both are the same.
    profit[t]! += t <= life ? value : profit[life]! + paid + size * (moveOn?.(life, t) ?? 0)
    const price = renewals.get(t)
    if (price === undefined) continue
    const again = size * markUp * price + commission
    cash += value - again
    cost += again
  }
  return { profit, renewed, days: renewals.keys(), cost, life }
}

/** Move of the shares that settled one contract, per share of it, from one day to another; null where it was settled in cash. */
function createSettledMove(leg: HedgeLeg, { prices, index }: CrisisWindow, lookup: LegLookup) {
  const { settledInShares = 0, type } = leg
  if (settledInShares === 0) return null
  const { spot, beta } = lookup.find(leg).underlying
  const row = prices.tickers.indexOf(leg.underlying)
  const path = row < 0 ? null : getRow(prices, row)
  const growAt = (t: number) =>
    path === null ? computeShockReturn(beta, index[t]! / index[0]! - 1) : path[t]! / path[0]! - 1
  return (from: number, t: number) => settledInShares * signOf(type) * spot * (growAt(t) - growAt(from))
}

/** One contract through a window, renewed by rule. Per share. */
interface PricedPath {
  /** Model value at each close of what is held then; on a day of renewal, of what expires. */
  readonly values: Float64Array
  /** Model value of what is bought again, by the day of it. */
  readonly renewals: ReadonlyMap<number, number>
  /** Trading days from purchase to expiry, at least 1. */
  readonly life: number
}

/** Proposals share many contracts, in other numbers. */
const pricedPaths = new WeakMap<LegLookup, WeakMap<CrisisWindow, Map<string, PricedPath>>>()

function findPricedPath(leg: HedgeLeg, window: CrisisWindow, lookup: LegLookup): PricedPath {
  const ofLookup = pricedPaths.get(lookup) ?? new WeakMap<CrisisWindow, Map<string, PricedPath>>()
  pricedPaths.set(lookup, ofLookup)
  const ofWindow = ofLookup.get(window) ?? new Map<string, PricedPath>()
  ofLookup.set(window, ofWindow)
  const contract = `${leg.underlying} ${leg.expiry} ${leg.type} ${leg.strike}`
  const path = ofWindow.get(contract) ?? pricePath(leg, window, lookup)
  ofWindow.set(contract, path)
  return path
}

function pricePath(leg: HedgeLeg, window: CrisisWindow, lookup: LegLookup): PricedPath {
  const { index } = window
  const { underlying } = lookup.find(leg)
  const life = Math.max(1, countHedgeDays(underlying.today, leg.expiry).tradingDays)
  const price = createLegPricer(leg, life, window, lookup)
  const values = new Float64Array(index.length)
  const renewals = new Map<number, number>()
  let [strike, bought] = [leg.strike, 0]
  for (let t = 0; t < index.length; t++) {
    values[t] = price(strike, t, t - bought)
    if (t - bought < life || t === index.length - 1) continue
    strike = leg.strike * (1 + computeShockReturn(underlying.beta, index[t]! / index[0]! - 1))
    bought = t
    renewals.set(t, price(strike, t, 0))
  }
  return { values, renewals, life }
}

/** Value per share of a leg of one strike at the close of day t, `held` trading days after it was bought. */
function createLegPricer(leg: HedgeLeg, life: number, window: CrisisWindow, lookup: LegLookup) {
  const { underlying, expiry } = lookup.find(leg)
  const { today, spot, beta } = underlying
  const { smile } = expiry
  let priced = leg
  return (strike: number, t: number, held: number): number => {
    const marketReturn = window.index[t]! / window.index[0]! - 1
    if (underlying.kind === 'price' && held >= life) {
      const price = spot * (1 + computeShockReturn(beta, marketReturn))
      return Math.max(0, leg.type === 'call' ? price - strike : strike - price)
    }
    const remainingDays = Math.max(0, 365 * smile.years - toHedgeDate(today, held).calendarDays)
    const factor = computeVolatilityFactor(window, t, { underlying, smile, remainingDays })
    const shock = { marketReturn, horizonDays: held, volatility: { kind: 'factor', factor } } as const
    if (priced.strike !== strike) priced = { ...leg, strike }
    return repriceLeg(priced, shock, lookup)
  }
}

/** Parts of a replay: a book as it is, what a proposal sells and buys, and its options. */
export interface ReplayedHedge {
  /** Net value of everything, cash and options included, > 0. */
  readonly value: number
  /** In currency; negative for debt. */
  readonly cash: number
  readonly before: readonly ReplayedValue[]
  /** Positions left after the proposal's sales; the same list as `before` without any. */
  readonly kept: readonly ReplayedValue[]
  readonly bought: readonly ReplayedValue[]
  readonly indexTicker: string
  /** Options held already; they are in both, and expire in both. */
  readonly ownOptions: readonly HedgeLeg[]
  readonly legs: readonly HedgeLeg[]
  /** Per contract, in currency. */
  readonly fee: number
  readonly lookup: LegLookup
}

interface Traded {
  readonly trades: readonly ShareTrade[]
  readonly legs: readonly HedgeLeg[]
}

/** Turns a context and a proposal of it into the parts of a replay. */
export function toReplayedHedge(
  { situation, book, lookup, request }: HedgeContext,
  { trades, legs }: Traded,
): ReplayedHedge {
  const before: readonly ReplayedValue[] = situation.holdings
  const sold = new Map(trades.filter(({ amount }) => amount < 0).map(({ ticker, amount }) => [ticker, amount]))
  const kept =
    sold.size === 0 ? before : before.map(({ ticker, value }) => ({ ticker, value: value + (sold.get(ticker) ?? 0) }))
  const bought = trades.filter(({ amount }) => amount > 0).map(({ ticker, amount }) => ({ ticker, value: amount }))
  const { value, options: ownOptions } = book
  return {
    value,
    cash: situation.cash,
    before,
    kept,
    bought,
    indexTicker: situation.index.ticker,
    ownOptions,
    legs,
    fee: request.fee,
    lookup,
  }
}

/** A book through one window at every close, in currency against the start: the one replay that everything is read from. */
export interface CrisisPaths {
  readonly unhedged: Float64Array
  /** With the hedge as it is. */
  readonly hedged: Float64Array
  /** With the hedge bought again at each expiry. */
  readonly renewed: Float64Array
  readonly options: ReplayedOptions
}

/**
 * A book and its hedge through one window; see `replayShares` and `replayOptions`. Options that are held already expire
 * and are never renewed. Cash bears interest (see `accrueInterest`).
 *
 * A book that owes nothing loses at most all of it: where premiums that were paid on top of a total loss would come to
 * more, it stands at −100 %.
 */
export function replayPaths(window: CrisisWindow, replayed: ReplayedHedge): CrisisPaths {
  const { value, cash, before, kept, bought, indexTicker, ownOptions, lookup } = replayed
  const interest = accrueInterest(cash, window)
  const own = replayOptions(ownOptions, window, lookup, 0).profit.map((profit, t) => profit + interest[t]!)
  const options = replayTicket(replayed, window)
  const shares = replayShares(before, window)
  const rest = kept === before ? shares : replayShares(kept, window)
  const moved = replayPurchases(bought, window, indexTicker)
  const least = owesNothing(replayed) ? -value : -Infinity
  const add = (hedge: Float64Array) =>
    rest.map((amount, t) => Math.max(least, amount + moved[t]! + own[t]! + hedge[t]!))
  return {
    unhedged: shares.map((amount, t) => Math.max(least, amount + own[t]!)),
    hedged: add(options.profit),
    renewed: add(options.renewed.profit),
    options,
  }
}

/** Replays a ticket. What it closes is not bought again, as what is held is not. */
function replayTicket({ ownOptions, legs, fee, lookup }: ReplayedHedge, window: CrisisWindow): ReplayedOptions {
  const closing = legs.filter((leg) => findClosed(ownOptions, leg) !== undefined)
  if (closing.length === 0) return replayOptions(legs, window, lookup, fee)
  const closed = replayOptions(closing, window, lookup, fee).profit
  const opening = legs.filter((leg) => !closing.includes(leg))
  const opened = replayOptions(opening, window, lookup, fee)
  const add = (profit: Float64Array) => profit.map((amount, t) => amount + closed[t]!)
  return { ...opened, profit: add(opened.profit), renewed: { ...opened.renewed, profit: add(opened.renewed.profit) } }
}

/** True if nothing is sold short, borrowed or written without cover: sold puts lie below bought ones. */
function owesNothing({ value, before, ownOptions, legs }: ReplayedHedge): boolean {
  const held = before.reduce((sum, holding) => sum + holding.value, 0)
  return (
    held <= value * (1 + 1e-9) &&
    before.every((holding) => holding.value >= 0) &&
    ownOptions.every(({ contracts }) => contracts > 0) &&
    legs.every(({ contracts, type }) => contracts > 0 || type === 'put')
  )
}

/** A book and its hedge through one window in figures. */
export function replayCrisis(window: CrisisWindow, replayed: ReplayedHedge): CrisisReplayRow {
  const { unhedged, hedged, renewed, options } = replayPaths(window, replayed)
  const { renewals, cost } = options.renewed
  const { index } = window
  const worstOf = (path: Float64Array) => path.reduce((worst, amount) => Math.min(worst, amount), 0)
  return {
    scenario: window.scenario,
    tradingDays: index.length - 1,
    indexReturn: index.at(-1)! / index[0]! - 1,
    unhedged: unhedged.at(-1) ?? 0,
    hedged: hedged.at(-1) ?? 0,
    worstUnhedged: worstOf(unhedged),
    worstHedged: worstOf(hedged),
    endDay: options.endDay,
    renewed: renewals === 0 ? null : { hedged: renewed.at(-1) ?? 0, worstHedged: worstOf(renewed), renewals, cost },
  }
}

/** All crises of a context with what is traded in place. */
export function replayCrises(context: HedgeContext, traded: Traded): CrisisReplayRow[] {
  const replayed = toReplayedHedge(context, traded)
  return context.situation.crises.map((window) => replayCrisis(window, replayed))
}

/** The loss at each close of a crisis after the first, as a fraction, with options bought again at each expiry. */
export function measureCrisisLosses(context: HedgeContext, crisis: CrisisWindow, traded: Traded): number[] {
  const { renewed } = replayPaths(crisis, toReplayedHedge(context, traded))
  return Array.from(renewed.subarray(1), (profit) => -profit / context.book.value)
}
