import { inputErrors } from '../errors.ts'

/** A call is the right to buy, a put the right to sell, the underlying at the strike. */
export type OptionType = 'call' | 'put'

/**
 * Everything the Black–Scholes–Merton model needs to value one option.
 *
 * Prices are per unit of the underlying (per share, before any contract multiplier), in one currency.
 */
export interface OptionInputs {
  readonly type: OptionType
  /** Price of the underlying now, > 0. */
  readonly spot: number
  /** Strike price, > 0. */
  readonly strike: number
  /** Time to expiry in years (calendar days / 365), ≥ 0. */
  readonly years: number
  /** Annual risk-free rate, continuously compounded, as a fraction (0.04 is 4 %). */
  readonly rate: number
  /** Annual dividend yield, continuously compounded, as a fraction. */
  readonly dividendYield: number
  /** Annual volatility as a fraction, ≥ 0. */
  readonly volatility: number
}

/** The inputs that are known before a volatility is: what an implied volatility is solved from. */
export type QuotedOption = Omit<OptionInputs, 'volatility'> & {
  /** Price of the option, per unit of the underlying. */
  readonly price: number
}

/** +1 for a call, −1 for a put: the sign that turns one formula into both. */
export function signOf(type: OptionType): 1 | -1 {
  return type === 'call' ? 1 : -1
}

/** Throws a QuantInputError naming the argument unless it is a positive finite number. */
export function requirePositiveNumber(argument: string, value: number): void {
  if (!(value > 0 && value < Infinity)) throw inputErrors.badNumber(argument, null, value, 'a positive finite number')
}

/** Throws a QuantInputError naming the argument unless it is zero or a positive finite number. */
export function requireNonNegativeNumber(argument: string, value: number): void {
  if (!(value >= 0 && value < Infinity)) {
    throw inputErrors.badNumber(argument, null, value, 'zero or a positive finite number')
  }
}

/** Throws a QuantInputError naming the argument unless it is a finite number. */
export function requireFiniteNumber(argument: string, value: number): void {
  if (!Number.isFinite(value)) throw inputErrors.badNumber(argument, null, value, 'a finite number')
}

/** Throws a QuantInputError naming the first of type, spot, strike, years, rate, dividendYield that cannot be. */
export function requireMarket(option: Omit<OptionInputs, 'volatility'>): void {
  if (option.type !== 'call' && option.type !== 'put') {
    throw inputErrors.unknownName('type', String(option.type), ['call', 'put'])
  }
  requirePositiveNumber('spot', option.spot)
  requirePositiveNumber('strike', option.strike)
  requireNonNegativeNumber('years', option.years)
  requireFiniteNumber('rate', option.rate)
  requireFiniteNumber('dividendYield', option.dividendYield)
}

/** As `requireMarket`, and the volatility must be zero or positive. */
export function requireOption(option: OptionInputs): void {
  requireMarket(option)
  requireNonNegativeNumber('volatility', option.volatility)
}
