import {
  OPTION_LIMITS,
  requireFiniteNumber,
  requireNonNegativeNumber,
  requirePositiveNumber,
} from './option-contract.ts'
import { CONTRACT_MULTIPLIER } from './option-strategy.ts'

/** Inputs that decide how many puts hold a loss to its limit in one scenario. Money is in currency, prices per share. */
export interface ScenarioHedge {
  /** Loss of the portfolio in the scenario, a positive amount. */
  readonly loss: number
  /** The most that may be lost, ≥ 0. */
  readonly limit: number
  /** Value of one option in the scenario, per share. */
  readonly shockedValue: number
  /** Cost now, per share. */
  readonly ask: number
  /** Commission per contract; 0 when left out. */
  readonly fee?: number
  /** Shares per contract; 100 when left out. */
  readonly multiplier?: number
}

/**
 * Least whole number of contracts that holds the loss of a scenario to its limit, their own cost included:
 *
 *     n = ⌈ (loss − limit) / (multiplier·(v − ask) − fee) ⌉
 *
 * @returns 0 when the loss is within the limit already; null when an option gains nothing in the scenario, so that no
 *          number of them helps
 * @throws QuantInputError naming what is not a possible number
 */
export function computeScenarioHedgeSize(hedge: ScenarioHedge): number | null {
  const { loss, limit, shockedValue, ask, fee = 0, multiplier = CONTRACT_MULTIPLIER } = hedge
  requireFiniteNumber('loss', loss)
  requireNonNegativeNumber('limit', limit)
  requireNonNegativeNumber('shockedValue', shockedValue)
  requireNonNegativeNumber('ask', ask)
  requireNonNegativeNumber('fee', fee)
  requirePositiveNumber('multiplier', multiplier)
  const missing = loss - limit
  if (missing <= 0) return 0
  const gain = multiplier * (shockedValue - ask) - fee
  if (gain <= 0) return null
  if (!(missing / gain < Number.MAX_SAFE_INTEGER)) return null
  // A ratio that rounding lifts a hair above a whole number must not buy one contract more.
  const contracts = missing / gain
  const whole = Math.round(contracts)
  return Math.abs(contracts - whole) <= 1e-12 * contracts ? Math.max(1, whole) : Math.ceil(contracts)
}

/** Cost of a hedge per year, as fractions of the portfolio. */
export interface HedgeCarry {
  /** Held to expiry and renewed at the same price: cost/V · 365/days. */
  readonly heldToExpiry: number
  /** Sold when a third of its life is left, prices unmoved: (cost − proceeds)/V · 365/(days to the roll). */
  readonly rolled: number
}

/**
 * Annual cost of keeping a hedge on, two ways, both from prices that are paid. Rolling early gives up the steepest decay,
 * but pays the spread more often.
 *
 * @param hedge cost in currency (negative for a credit), what closing it brings on the day of the roll (steady price and
 *        volatility, at the bid, commissions off), days to the roll and to expiry > 0
 * @param portfolioValue V > 0
 * @throws QuantInputError naming what is not a possible number
 */
export function computeHedgeCarry(
  hedge: {
    readonly cost: number
    readonly proceedsAtRoll: number
    readonly daysToRoll: number
    readonly daysToExpiry: number
  },
  portfolioValue: number,
): HedgeCarry {
  requireFiniteNumber('cost', hedge.cost)
  requireFiniteNumber('proceedsAtRoll', hedge.proceedsAtRoll)
  requirePositiveNumber('daysToRoll', hedge.daysToRoll)
  requirePositiveNumber('daysToExpiry', hedge.daysToExpiry)
  requirePositiveNumber('portfolioValue', portfolioValue)
  const toYear = (amount: number, days: number) => (amount / portfolioValue) * (365 / days)
  return {
    heldToExpiry: toYear(hedge.cost, hedge.daysToExpiry),
    rolled: toYear(hedge.cost - hedge.proceedsAtRoll, hedge.daysToRoll),
  }
}

/**
 * Efficiency of a hedge in a scenario: gross payoff per unit of cost.
 *
 * @returns null for a hedge that costs nothing or pays a credit, where the ratio has no meaning
 * @throws QuantInputError naming what is not a finite number
 */
export function computeHedgeEfficiency(grossPayoff: number, cost: number): number | null {
  requireFiniteNumber('grossPayoff', grossPayoff)
  requireFiniteNumber('cost', cost)
  return cost >= OPTION_LIMITS.smallest ? grossPayoff / cost : null
}
