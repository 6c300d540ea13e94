import { inputErrors } from '../errors.ts'
import { computeBlackScholes } from './black-scholes.ts'
import {
  type OptionType,
  requireFiniteNumber,
  requireNonNegativeNumber,
  requirePositiveNumber,
  signOf,
} from './option-contract.ts'

/** One option line of a strategy. */
export interface StrategyLeg {
  readonly type: OptionType
  readonly strike: number
  /** Number of contracts, negative when sold; need not be whole. */
  readonly contracts: number
  /** Price paid (or received, when sold) per share. */
  readonly premium: number
  /** Shares per contract; 100 when left out. */
  readonly multiplier?: number
}

/** Shares and options of one underlying that expire together. */
export interface OptionStrategy {
  /** Shares held, negative when short; 0 for options alone. */
  readonly shares: number
  /** Price of the underlying from which gains on the shares are counted, > 0. */
  readonly spot: number
  readonly legs: readonly StrategyLeg[]
}

/** Most that a strategy can win and lose at expiry, in currency. */
export interface StrategyOutcome {
  /** Premiums paid less premiums received: positive is a cost, negative a credit. */
  readonly netCost: number
  /** Lowest profit over all prices ≥ 0, usually negative; null when the loss is unlimited. */
  readonly maxLoss: number | null
  /** Highest profit over all prices ≥ 0; null when it is unlimited. */
  readonly maxGain: number | null
  /** Prices ≥ 0 at which the profit is zero, ascending; where it is zero over a range, the ends of the range. */
  readonly breakEvens: readonly number[]
}

/** Shares per contract of standard US listed options. */
export const CONTRACT_MULTIPLIER = 100

/** Shares that a leg controls, signed. */
export function sharesOfLeg(leg: Pick<StrategyLeg, 'contracts' | 'multiplier'>): number {
  return leg.contracts * (leg.multiplier ?? CONTRACT_MULTIPLIER)
}

/** Throws a QuantInputError naming the part of a strategy that is not a possible number. */
export function requireStrategy(strategy: OptionStrategy): void {
  requireFiniteNumber('shares', strategy.shares)
  requirePositiveNumber('spot', strategy.spot)
  for (const [i, leg] of strategy.legs.entries()) {
    if (leg.type !== 'call' && leg.type !== 'put') {
      throw inputErrors.unknownName(`legs[${i}].type`, String(leg.type), ['call', 'put'])
    }
    requirePositiveNumber(`legs[${i}].strike`, leg.strike)
    requireFiniteNumber(`legs[${i}].contracts`, leg.contracts)
    requireNonNegativeNumber(`legs[${i}].premium`, leg.premium)
    requirePositiveNumber(`legs[${i}].multiplier`, leg.multiplier ?? CONTRACT_MULTIPLIER)
  }
}

/** Σ contracts × multiplier × premium: positive is paid, negative is received. */
export function computeNetCost(strategy: OptionStrategy): number {
  requireStrategy(strategy)
  return strategy.legs.reduce((sum, leg) => sum + sharesOfLeg(leg) * leg.premium, 0)
}

/**
 * Profit of a strategy at expiry for a price of the underlying: gain on the shares plus what the options pay, less
 * their net cost; no interest, no dividends, no commissions.
 *
 * @param price price of the underlying at expiry, ≥ 0
 * @throws QuantInputError naming what is not a possible number
 */
export function computeProfitAtExpiry(strategy: OptionStrategy, price: number): number {
  requireNonNegativeNumber('price', price)
  return profitAt(strategy, price, computeNetCost(strategy))
}

function profitAt(strategy: OptionStrategy, price: number, netCost: number): number {
  let profit = 0 - netCost + strategy.shares * (price - strategy.spot)
  for (const leg of strategy.legs) {
    profit += sharesOfLeg(leg) * Math.max(0, signOf(leg.type) * (price - leg.strike))
  }
  return profit
}

/**
 * Net cost, largest loss and gain, and break-even prices at expiry.
 *
 * The profit is a chain of straight lines with corners at the strikes, so its extremes lie at a corner, at zero, or
 * beyond the last strike, where the slope decides whether gain or loss is unlimited.
 *
 * @throws QuantInputError naming what is not a possible number
 */
export function computeStrategyOutcome(strategy: OptionStrategy): StrategyOutcome {
  const netCost = computeNetCost(strategy)
  const corners = [0, ...new Set(strategy.legs.map((leg) => leg.strike))].sort((a, b) => a - b)
  const profits = corners.map((price) => profitAt(strategy, price, netCost))
  const slope = strategy.legs.reduce(
    (sum, leg) => (leg.type === 'call' ? sum + sharesOfLeg(leg) : sum),
    strategy.shares,
  )
  const scale = Math.max(...strategy.legs.map((leg) => Math.abs(sharesOfLeg(leg))), Math.abs(strategy.shares))
  // Contracts need not be whole; a slope of rounding size is none.
  const finalSlope = Math.abs(slope) <= 1e-12 * scale ? 0 : slope
  return {
    netCost,
    maxLoss: finalSlope < 0 ? null : Math.min(...profits),
    maxGain: finalSlope > 0 ? null : Math.max(...profits),
    breakEvens: findBreakEvens(corners, profits, finalSlope),
  }
}

function findBreakEvens(corners: readonly number[], profits: readonly number[], finalSlope: number): number[] {
  const found: number[] = []
  for (let i = 0; i < corners.length; i++) {
    const price = corners[i]!
    const profit = profits[i]!
    if (profit === 0) {
      found.push(price)
      continue
    }
    const nextProfit = profits[i + 1]
    if (nextProfit === undefined) {
      if (finalSlope !== 0 && -profit / finalSlope > 0) found.push(price - profit / finalSlope)
    } else if (profit * nextProfit < 0) {
      found.push(price + ((corners[i + 1]! - price) * profit) / (profit - nextProfit))
    }
  }
  return found
}

/** Market on which the value of a strategy before expiry depends: a volatility per leg, one market. */
export interface StrategyMarket {
  /** Years left to expiry, ≥ 0. */
  readonly years: number
  readonly rate: number
  readonly dividendYield: number
  /** Volatility of each leg, in the order of the legs. */
  readonly volatilities: readonly number[]
}

/**
 * Profit of a strategy before expiry, the options revalued by Black–Scholes–Merton at a price of the underlying.
 *
 * @param price price of the underlying, > 0
 * @throws QuantInputError naming what is not a possible number
 */
export function computeProfitBeforeExpiry(strategy: OptionStrategy, price: number, market: StrategyMarket): number {
  requirePositiveNumber('price', price)
  const netCost = computeNetCost(strategy)
  return strategy.legs.reduce(
    (profit, leg, i) => profit + sharesOfLeg(leg) * valueLeg(leg, i, price, market).price,
    strategy.shares * (price - strategy.spot) - netCost,
  )
}

/** Greeks of a strategy in the units of a trading screen. */
export interface StrategyGreeks {
  /** Share equivalents: the shares held plus Σ delta × shares per leg. */
  readonly deltaShares: number
  /** Change of deltaShares per 1.00 of the underlying. */
  readonly gammaShares: number
  /** Currency gained per calendar day that passes. */
  readonly thetaPerDay: number
  /** Currency gained per volatility point. */
  readonly vegaPerPoint: number
  /** Currency gained per percentage point of the rate. */
  readonly rhoPerPoint: number
}

/**
 * Greeks of shares and options of one underlying together, at the strategy's spot.
 *
 * @throws QuantInputError naming what is not a possible number
 */
export function computeStrategyGreeks(strategy: OptionStrategy, market: StrategyMarket): StrategyGreeks {
  requireStrategy(strategy)
  let [delta, gamma, theta, vega, rho] = [strategy.shares, 0, 0, 0, 0]
  for (const [i, leg] of strategy.legs.entries()) {
    const size = sharesOfLeg(leg)
    const value = valueLeg(leg, i, strategy.spot, market)
    delta += size * value.delta
    gamma += size * value.gamma
    theta += size * value.theta
    vega += size * value.vega
    rho += size * value.rho
  }
  return {
    deltaShares: delta,
    gammaShares: gamma,
    thetaPerDay: theta / 365,
    vegaPerPoint: vega / 100,
    rhoPerPoint: rho / 100,
  }
}

function valueLeg(leg: StrategyLeg, i: number, spot: number, market: StrategyMarket) {
  const volatility = market.volatilities[i]
  if (volatility === undefined) {
    throw inputErrors.tooShort('volatilities', market.volatilities.length, i + 1)
  }
  const { years, rate, dividendYield } = market
  return computeBlackScholes({ type: leg.type, spot, strike: leg.strike, years, rate, dividendYield, volatility })
}
