import { inputErrors } from '../errors.ts'
import { computeBlack76 } from '../options/black-76.ts'
import { computeShockReturn } from '../options/book-greeks.ts'
import {
  requireFiniteNumber,
  requireNonNegativeNumber,
  requirePositiveNumber,
  signOf,
} from '../options/option-contract.ts'
import { computeShockedVixForward, computeShockedVolatility, repriceAtVolatility } from '../options/volatility-shock.ts'
import { computeQuoteFactor, computeSmileVolatility, requireSmile } from '../options/volatility-smile.ts'
import { type HedgeDate, toHedgeDate } from './hedge-dates.ts'
import type { HedgeBook, HedgeExpiry, HedgeLeg, HedgeUnderlying, PricedHedge } from './priced-hedge.ts'

/**
 * How options that are alive are valued after a move:
 * - `expiry`: at their intrinsic value, the least they can be worth;
 * - `rule`: at the horizon, volatility answering as `computeShockedVolatility` states. `scale` multiplies the
 *   underlying's own response c: 0 leaves volatility as it is in a fall, 1 is the central case;
 * - `factor`: at the horizon, every at-the-money volatility multiplied by `factor` > 0 (what a slider sets).
 */
export type VolatilityAnswer =
  | { readonly kind: 'expiry' }
  | { readonly kind: 'rule'; readonly scale: number }
  | { readonly kind: 'factor'; readonly factor: number }

/** A state of the world in which a hedge is looked at: the market stands still until a day, and falls or rises on it. */
export interface HedgeShock {
  /** Return of the index, as a fraction above −1. */
  readonly marketReturn: number
  /** Whole trading days from the day of the quotes to the day of the move, ≥ 0. */
  readonly horizonDays: number
  readonly volatility: VolatilityAnswer
}

/** Profit and loss against now, in currency. */
export interface RepricedHedge {
  /** Profit of the book alone, its own options included. */
  readonly unhedged: number
  /** Profit of the hedge, net of what it cost and of fees. */
  readonly hedge: number
  /** Profit of both together. */
  readonly hedged: number
  /** Value of each leg after the move, in currency, negative when sold; in the order of the legs. */
  readonly legValues: readonly number[]
}

/** Underlying and expiry that a leg is written on. */
export interface FoundLeg {
  readonly underlying: HedgeUnderlying
  readonly expiry: HedgeExpiry
  /** Volatility at which its own quote is its value today; null without a good quote. */
  readonly quotedVolatility: number | null
}

/** Finds the underlying, the expiry and the quote of legs by name, once, for many shocks. */
export interface LegLookup {
  /** @throws QuantInputError naming a leg whose underlying or expiry is unknown */
  find(leg: HedgeLeg): FoundLeg
}

/**
 * Prepares underlyings for repricing.
 *
 * @throws QuantInputError (on `find`) naming a leg whose underlying or expiry is not among them
 */
export function createLegLookup(underlyings: readonly HedgeUnderlying[]): LegLookup {
  const found = new Map<string, Omit<FoundLeg, 'quotedVolatility'>>()
  const quotes = new Map<string, FoundLeg>()
  for (const underlying of underlyings) {
    for (const expiry of underlying.expiries) {
      const name = `${underlying.ticker} ${expiry.expiry}`
      found.set(name, { underlying, expiry })
      for (const { type, strike, volatility } of expiry.quotes ?? []) {
        quotes.set(`${name} ${type} ${strike}`, { underlying, expiry, quotedVolatility: volatility })
      }
    }
  }
  const findAnew = ({ underlying, expiry, type, strike }: HedgeLeg): FoundLeg => {
    const name = `${underlying} ${expiry}`
    const quoted = quotes.get(`${name} ${type} ${strike}`)
    if (quoted !== undefined) return quoted
    const known = found.get(name)
    if (known === undefined) throw inputErrors.unknownName('leg', name, [...found.keys()])
    return { ...known, quotedVolatility: null }
  }
  // A leg is asked for once for each move of the market, hundreds of times.
  const legs = new WeakMap<HedgeLeg, FoundLeg>()
  return {
    find(leg) {
      let known = legs.get(leg)
      if (known === undefined) {
        known = findAnew(leg)
        legs.set(leg, known)
      }
      return known
    },
  }
}

/**
 * Profit of a book and of its hedge after one move of the market. A handful of microseconds per option: the same
 * function computes the ticket's figures on the server and follows sliders in a browser.
 *
 * Shares move by (1 + R)^β − 1, options are revalued at S·(1 + R)^β with the time left after the day of the move and the
 * volatility that `shock.volatility` says, American ones at least at their intrinsic value. Without a move, a contract with
 * a good quote is worth its mid. An option that expires on the day of the move is worth its intrinsic value after it; one
 * that expired before was settled at today's spot, because the market stood still until then. Where it was settled in
 * shares (`settledInShares`), these have moved since.
 *
 * @param lookup reuse one for many shocks; made from `hedge.underlyings` when left out
 * @throws QuantInputError naming what is not a possible number, or a leg without its underlying or expiry
 */
export function repriceHedge(
  hedge: PricedHedge,
  shock: HedgeShock,
  lookup: LegLookup = createLegLookup(hedge.underlyings),
): RepricedHedge {
  const cost = computeTicketCost(hedge.legs, hedge.fees)
  const unhedged = repriceBook(hedge.book, shock, lookup)
  const legValues = hedge.legs.map((leg) => leg.contracts * leg.multiplier * repriceLeg(leg, shock, lookup))
  const gain = legValues.reduce((sum, value) => sum + value, 0) - cost
  return { unhedged, hedge: gain, hedged: unhedged + gain, legValues }
}

/**
 * Profit of an unhedged book after a move, its own options revalued like a hedge's.
 *
 * @throws QuantInputError as `repriceHedge` does
 */
export function repriceBook(book: HedgeBook, shock: HedgeShock, lookup: LegLookup): number {
  return repriceShares(book, shock.marketReturn) + repriceOptions(book, shock, lookup)
}

/** Profit of a book's shares after a move; the day of it makes no difference to them. */
export function repriceShares({ exposures }: Pick<HedgeBook, 'exposures'>, marketReturn: number): number {
  let profit = 0
  for (const [i, { value, beta }] of exposures.entries()) {
    requireFiniteNumber(`exposures[${i}].value`, value)
    profit += value * computeShockReturn(beta, marketReturn)
  }
  return profit
}

/** Profit of the options of a book after a move, against what they are worth now. */
export function repriceOptions({ options }: Pick<HedgeBook, 'options'>, shock: HedgeShock, lookup: LegLookup): number {
  requireNonNegativeNumber('horizonDays', shock.horizonDays)
  let profit = 0
  for (const [i, leg] of options.entries()) {
    requireLeg(`options[${i}]`, leg)
    profit += leg.contracts * leg.multiplier * (repriceLeg(leg, shock, lookup) - leg.premium)
  }
  return profit
}

/**
 * Value of one leg's option after a move, per share: not negative, whether bought or sold. Below zero can only be a call
 * that has ended and took shares with it: it gives back what these, still counted among the book's, have lost since.
 *
 * @throws QuantInputError as `repriceHedge` does
 */
export function repriceLeg(leg: HedgeLeg, shock: HedgeShock, lookup: LegLookup): number {
  const found = lookup.find(leg)
  const { underlying, expiry, quotedVolatility } = found
  const { type, strike } = leg
  const { today, spot, style, rate, beta } = underlying
  const { marketReturn, horizonDays, volatility: answer } = shock
  requirePositiveNumber('spot', spot)
  const day = toHedgeDate(today, horizonDays)
  if (expiry.expiry < day.date) return settleLeg(leg, underlying, marketReturn)
  if (underlying.kind === 'volatility') return repriceOnForward(leg, found, shock, day)
  const isLastDay = expiry.expiry === day.date && horizonDays > 0
  if (answer.kind === 'expiry' || isLastDay) {
    return computePayoff(leg, spot * (1 + computeShockReturn(beta, marketReturn)))
  }
  const { smile, dividendYield } = expiry
  const { calendarDays } = day
  const option = { type, strike, style, spot, rate, dividendYield, smile, quotedVolatility }
  const remainingDays = Math.max(0, 365 * smile.years - calendarDays)
  const atmVolatility = answerVolatility(underlying, { atmVolatility: smile.atmVolatility, remainingDays }, shock)
  return repriceAtVolatility(option, { marketReturn, calendarDays, atmVolatility }, { beta }).value
}

/** Shares that went or came at the settlement move on; those that went are still in the book's own. */
function settleLeg(leg: HedgeLeg, { spot, beta }: HedgeUnderlying, marketReturn: number): number {
  const settled = computePayoff(leg, spot)
  const share = settled > 0 ? (leg.settledInShares ?? 0) : 0
  return share === 0 ? settled : settled + share * signOf(leg.type) * spot * computeShockReturn(beta, marketReturn)
}

function computePayoff({ type, strike }: HedgeLeg, price: number): number {
  return Math.max(0, type === 'call' ? price - strike : strike - price)
}

/** A volatility index's forward moves by what the index's volatility does; the volatility of volatility stays. */
function repriceOnForward(
  { type, strike }: HedgeLeg,
  { underlying, expiry: { smile }, quotedVolatility }: FoundLeg,
  shock: HedgeShock,
  { calendarDays }: HedgeDate,
): number {
  requireSmile(smile)
  if (shock.volatility.kind === 'expiry') return Math.max(0, signOf(type) * (smile.forward - strike))
  const years = Math.max(0, smile.years - calendarDays / 365)
  const before = underlying.volatility30
  const after = answerVolatility(underlying, { atmVolatility: before, remainingDays: 30 }, shock)
  const forward = computeShockedVixForward(smile.forward, { before, after }, years)
  const logReturn = Math.log(forward / smile.forward)
  const own =
    quotedVolatility === null
      ? 1
      : computeQuoteFactor(smile, { strike, volatility: quotedVolatility, logReturn, years })
  const volatility = computeSmileVolatility(smile, strike) * own
  return computeBlack76({ type, forward, strike, years, rate: underlying.rate, volatility }).price
}

/** At-the-money volatility after a move, by what a shock says of it. */
export function answerVolatility(
  underlying: HedgeUnderlying,
  { atmVolatility, remainingDays }: { readonly atmVolatility: number; readonly remainingDays: number },
  shock: HedgeShock,
): number {
  const { marketReturn, horizonDays, volatility: answer } = shock
  if (answer.kind === 'factor') {
    requirePositiveNumber('volatility.factor', answer.factor)
    return atmVolatility * answer.factor
  }
  return computeShockedVolatility(atmVolatility, remainingDays, {
    marketReturn,
    horizonDays,
    volatility30: underlying.volatility30,
    response: underlying.response * (answer.kind === 'rule' ? answer.scale : 0),
    cap: underlying.volatilityCap,
  })
}

/**
 * Premiums paid less received, plus fees, in currency; negative is a credit.
 *
 * @throws QuantInputError naming what is not a possible number
 */
export function computeTicketCost(legs: readonly HedgeLeg[], fees: number): number {
  requireNonNegativeNumber('fees', fees)
  return legs.reduce((sum, leg, i) => {
    requireLeg(`legs[${i}]`, leg)
    return sum + leg.contracts * leg.multiplier * leg.premium
  }, fees)
}

function requireLeg(name: string, { contracts, premium, multiplier, strike }: HedgeLeg): void {
  requireFiniteNumber(`${name}.contracts`, contracts)
  requireNonNegativeNumber(`${name}.premium`, premium)
  requirePositiveNumber(`${name}.multiplier`, multiplier)
  requirePositiveNumber(`${name}.strike`, strike)
}
