import { TRADING_DAYS } from '../constants.ts'
import { inputErrors } from '../errors.ts'
import { computeAmericanPrice } from './american.ts'
import { computeBlackScholesPrice } from './black-scholes.ts'
import {
  type OptionType,
  requireBeta,
  requireNonNegativeNumber,
  requirePositiveNumber,
  requirePositiveVolatility,
  requireRate,
  requireYears,
} from './option-contract.ts'
import { computeQuoteFactor, evaluateSmileShape, requireSmile, type VolatilitySmile } from './volatility-smile.ts'

/** A market move and how volatility is assumed to answer it. */
export interface MarketShock {
  /** Return of the market over the horizon, as a fraction > −1 (−0.2 is a fall by 20 %). */
  readonly marketReturn: number
  /** Trading days until the horizon, ≥ 0 (0: at once); a fast fall raises volatility more than a slow one. */
  readonly horizonDays: number
  /** At-the-money volatility of 30 days before the move, > 0. */
  readonly volatility30: number
  /** c: 0 lets volatility stay, 0.9 is fitted to ten episodes, 1.1 is hot; 0.55 for single names. Default 0.9. */
  readonly response?: number
  /** The most that volatility may reach: 0.9 for an index (the default), 2 for a single name. */
  readonly cap?: number
}

/** A market that rises a hundredfold is no scenario. */
const HIGHEST_RETURN = 100
const CENTRAL_RESPONSE = 0.9
const INDEX_CAP = 0.9

/**
 * At-the-money volatility after a market move.
 *
 * For a fall R < 0, with x = |ln(1 + R)| and T′ the days left to expiry at the horizon,
 *
 *     σ′ = min(cap, σ·exp[ c·f(x)·√(0.16/σ₃₀)·min(1.3, (21/h)^0.2)·(30/max(30, T′))^0.35 ])
 *     f(x) = 0.5·x/0.05 for x < 0.05, √(x/0.2) above
 *
 * and for a rise σ′ = σ·max(0.75, (1 + R)^{−1.5}). The response is steepest from calm markets, for short options and
 * for fast moves; it was fitted to ten index episodes from 2008 to 2025 (residual 13 % of volatility) and shaded down,
 * which errs against the buyer of options.
 *
 * @param atmVolatility volatility for the expiry before the move, > 0
 * @param remainingDays calendar days left to expiry at the horizon, ≥ 0
 * @throws QuantInputError naming what is not a possible number
 */
export function computeShockedVolatility(atmVolatility: number, remainingDays: number, shock: MarketShock): number {
  const { marketReturn, horizonDays, volatility30, response = CENTRAL_RESPONSE, cap = INDEX_CAP } = shock
  requirePositiveVolatility('atmVolatility', atmVolatility)
  requireNonNegativeNumber('remainingDays', remainingDays)
  requireReturn('marketReturn', marketReturn)
  requireNonNegativeNumber('horizonDays', horizonDays)
  requirePositiveVolatility('volatility30', volatility30)
  requireNonNegativeNumber('response', response)
  requirePositiveVolatility('cap', cap)
  if (marketReturn >= 0) return atmVolatility * Math.max(0.75, (1 + marketReturn) ** -1.5)
  const x = -Math.log1p(marketReturn)
  const size = x < 0.05 ? (0.5 * x) / 0.05 : Math.sqrt(x / 0.2)
  const calm = Math.sqrt(0.16 / volatility30)
  const speed = Math.min(1.3, (21 / horizonDays) ** 0.2)
  const term = (30 / Math.max(30, remainingDays)) ** 0.35
  // A cap below today's volatility caps the response, not the market.
  return Math.min(Math.max(cap, atmVolatility), atmVolatility * Math.exp(response * size * calm * speed * term))
}

function requireReturn(argument: string, value: number): void {
  if (!(value > -1 && value <= HIGHEST_RETURN)) {
    throw inputErrors.badNumber(
      argument,
      null,
      value,
      `a return above −1 and up to ${HIGHEST_RETURN} (−0.2 is a fall by 20 %)`,
    )
  }
}

/** An option to be repriced, with the smile of its expiry before the move. */
export interface ShockedOption {
  readonly type: OptionType
  readonly strike: number
  readonly style: 'american' | 'european'
  readonly spot: number
  readonly rate: number
  readonly dividendYield: number
  /** Smile of the option's expiry now; its `years` is the option's time to expiry. */
  readonly smile: VolatilitySmile
  /**
   * Volatility at which the contract's own quote is its value today; how it fades is said at `computeQuoteFactor`. Null
   * or left out: the contract is worth what the smile says.
   */
  readonly quotedVolatility?: number | null
}

/** How an American option is valued under a shock. */
export interface ShockValuation {
  /** `european`: Black–Scholes floored at intrinsic value (the default, for scans); `boundary`: with early exercise. */
  readonly method?: 'european' | 'boundary'
  /** Beta of the underlying to the market: its spot moves to S·(1 + R)^β. Default 1. */
  readonly beta?: number
}

/** An option after a shock. */
export interface ShockedValue {
  /** Value per share after the move. */
  readonly value: number
  readonly spot: number
  readonly years: number
  /** Volatility used; null when the option expired before the horizon. */
  readonly volatility: number | null
}

/**
 * Value of one option after a market move: the spot is S·(1 + R)^β, the time left shorter by the horizon, the
 * at-the-money volatility answers as `computeShockedVolatility` says, and the smile keeps its shape in standardised
 * moneyness, times what the contract's own quote adds to it. An option that expires before the horizon is worth its intrinsic value at the shocked spot.
 *
 * No date is known here, so a trading day counts as 365/252 calendar days; with dates, use `repriceLeg`.
 *
 * @throws QuantInputError naming what is not a possible number
 */
export function repriceUnderShock(
  option: ShockedOption,
  shock: MarketShock,
  valuation: ShockValuation = {},
): ShockedValue {
  requireSmile(option.smile)
  const { marketReturn, horizonDays } = shock
  requireNonNegativeNumber('horizonDays', horizonDays)
  const calendarDays = (365 * horizonDays) / TRADING_DAYS
  const remainingDays = Math.max(0, 365 * option.smile.years - calendarDays)
  const atmVolatility = computeShockedVolatility(option.smile.atmVolatility, remainingDays, shock)
  return repriceAtVolatility(option, { marketReturn, calendarDays, atmVolatility }, valuation)
}

/** A move whose effect on volatility is given rather than computed. */
export interface MarketState {
  /** Return of the market until then, as a fraction > −1. */
  readonly marketReturn: number
  /** Calendar days that have passed, ≥ 0. */
  readonly calendarDays: number
  /** At-the-money volatility of the option's expiry after the move, > 0. */
  readonly atmVolatility: number
}

/**
 * As `repriceUnderShock`, with the at-the-money volatility after the move given instead of computed.
 *
 * @throws QuantInputError naming what is not a possible number
 */
export function repriceAtVolatility(
  option: ShockedOption,
  { marketReturn, calendarDays, atmVolatility }: MarketState,
  { method = 'european', beta = 1 }: ShockValuation = {},
): ShockedValue {
  const { type, strike, style, rate, dividendYield, smile, quotedVolatility = null } = option
  requirePositiveNumber('spot', option.spot)
  requirePositiveNumber('strike', strike)
  requireBeta('beta', beta)
  requireSmile(smile)
  requireRate('rate', rate)
  requireRate('dividendYield', dividendYield)
  requireReturn('marketReturn', marketReturn)
  requireNonNegativeNumber('calendarDays', calendarDays)
  requirePositiveVolatility('atmVolatility', atmVolatility)
  const spot = option.spot * (1 + marketReturn) ** beta
  const years = Math.max(0, smile.years - calendarDays / 365)
  const intrinsic = Math.max(0, type === 'call' ? spot - strike : strike - spot)
  if (years === 0) return { value: intrinsic, spot, years, volatility: null }
  const forward = spot * Math.exp((rate - dividendYield) * years)
  const z = Math.log(strike / forward) / (atmVolatility * Math.sqrt(years))
  const logReturn = Math.log(spot / option.spot)
  const own =
    quotedVolatility === null
      ? 1
      : computeQuoteFactor(smile, { strike, volatility: quotedVolatility, logReturn, years })
  const volatility = atmVolatility * evaluateSmileShape(smile, z) * own
  const inputs = { type, spot, strike, years, rate, dividendYield, volatility }
  if (style === 'european') return { value: computeBlackScholesPrice(inputs), spot, years, volatility }
  const value =
    method === 'boundary' ? computeAmericanPrice(inputs).price : Math.max(intrinsic, computeBlackScholesPrice(inputs))
  return { value, spot, years, volatility }
}

/**
 * VIX forward after VIX itself moved: F′ = F·exp[ln(VIX′/VIX)·e^{−4T′}], since a shock to volatility fades with a
 * half-life of about two months and a forward feels only what will be left of it.
 *
 * @param forward VIX forward of the option's expiry, > 0
 * @param move VIX before and after, > 0
 * @param remainingYears years left to expiry, ≥ 0
 */
export function computeShockedVixForward(
  forward: number,
  move: { readonly before: number; readonly after: number },
  remainingYears: number,
): number {
  requirePositiveNumber('forward', forward)
  requirePositiveNumber('move.before', move.before)
  requirePositiveNumber('move.after', move.after)
  requireYears('remainingYears', remainingYears)
  return forward * Math.exp(Math.log(move.after / move.before) * Math.exp(-4 * remainingYears))
}
