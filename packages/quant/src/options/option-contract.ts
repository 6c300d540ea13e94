// Tests: bad-input.test.ts, hedge-table.test.ts

import { inputErrors } from '../errors.ts'

/** A call is the right to buy, a put the right to sell, the underlying at the strike. */
export type OptionType = 'call' | 'put'

/**
 * Everything the Black–Scholes–Merton model needs to value one option.
 *
 * Prices are per unit of the underlying (per share, before any contract multiplier), in one currency. `OPTION_LIMITS`
 * states how large each number may be.
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

/**
 * The range of numbers that options are computed for. It is far wider than any market, and narrow enough that no formula
 * overflows inside it: a result is then always a number.
 */
export const OPTION_LIMITS = {
  /** Least positive price or size. */
  smallest: 1e-15,
  /** Largest price, size or amount of money, either sign. */
  largest: 1e15,
  /** Longest time to expiry, in years. */
  longestYears: 200,
  /** Highest annual rate or yield, either sign; 3 is 300 %. */
  highestRate: 3,
  /** Highest annual volatility; 100 is 10,000 %. */
  highestVolatility: 100,
} as const

const { smallest, largest, longestYears, highestRate, highestVolatility } = OPTION_LIMITS

/** Throws a QuantInputError naming the argument unless it is a positive number within the limits. */
export function requirePositiveNumber(argument: string, value: number): void {
  if (!(value >= smallest && value <= largest)) {
    throw inputErrors.badNumber(argument, null, value, `a positive finite number (${smallest} to ${largest})`)
  }
}

/** Throws a QuantInputError naming the argument unless it is zero or a positive number within the limits. */
export function requireNonNegativeNumber(argument: string, value: number): void {
  if (!(value >= 0 && value <= largest)) {
    throw inputErrors.badNumber(argument, null, value, `zero or a positive finite number (up to ${largest})`)
  }
}

/** Throws a QuantInputError naming the argument unless it is a number within the limits. */
export function requireFiniteNumber(argument: string, value: number): void {
  if (!(Math.abs(value) <= largest)) {
    throw inputErrors.badNumber(argument, null, value, `a finite number (up to ${largest} in size)`)
  }
}

/** Throws a QuantInputError naming the argument unless it is a possible time to expiry. */
export function requireYears(argument: string, value: number): void {
  if (!(value >= 0 && value <= longestYears)) {
    throw inputErrors.badNumber(argument, null, value, `years from 0 to ${longestYears}`)
  }
}

/** Throws a QuantInputError naming the argument unless it is a possible annual rate or yield. */
export function requireRate(argument: string, value: number): void {
  if (!(Math.abs(value) <= highestRate)) {
    throw inputErrors.badNumber(argument, null, value, `a fraction between −${highestRate} and ${highestRate}`)
  }
}

/** Throws a QuantInputError naming the argument unless it is a possible beta, between −10 and 10. */
export function requireBeta(argument: string, value: number): void {
  if (!(Math.abs(value) <= 10)) throw inputErrors.badNumber(argument, null, value, 'a beta between −10 and 10')
}

/** Throws a QuantInputError naming the argument unless it is a possible annual volatility. */
export function requireVolatility(argument: string, value: number): void {
  if (!(value >= 0 && value <= highestVolatility)) {
    throw inputErrors.badNumber(argument, null, value, `a fraction from 0 to ${highestVolatility}`)
  }
}

/** Throws a QuantInputError naming the argument unless it is a possible annual volatility, and not zero. */
export function requirePositiveVolatility(argument: string, value: number): void {
  requireVolatility(argument, value)
  requirePositiveNumber(argument, value)
}

/** Throws a QuantInputError naming the first of type, spot, strike, years, rate, dividendYield that cannot be. */
export function requireMarket(option: Omit<OptionInputs, 'volatility'>): void {
  if (option.type !== 'call' && option.type !== 'put') {
    throw inputErrors.unknownName('type', String(option.type), ['call', 'put'])
  }
  requirePositiveNumber('spot', option.spot)
  requirePositiveNumber('strike', option.strike)
  requireYears('years', option.years)
  requireRate('rate', option.rate)
  requireRate('dividendYield', option.dividendYield)
}

/** As `requireMarket`, and the volatility must be zero or positive. */
export function requireOption(option: OptionInputs): void {
  requireMarket(option)
  requireVolatility('volatility', option.volatility)
}

/** The market of a chain as columns, what `requirePossibleRow` checks a row of. */
export interface MarketColumns {
  readonly spot: Float64Array
  readonly strike: Float64Array
  readonly years: Float64Array
  readonly rate: Float64Array
  readonly dividendYield: Float64Array
}

/** Throws a QuantInputError naming column and row unless the row's market is one that an option can have. */
export function requirePossibleRow(columns: MarketColumns, i: number): void {
  requirePositiveNumber(`spot[${i}]`, columns.spot[i]!)
  requirePositiveNumber(`strike[${i}]`, columns.strike[i]!)
  requireYears(`years[${i}]`, columns.years[i]!)
  requireRate(`rate[${i}]`, columns.rate[i]!)
  requireRate(`dividendYield[${i}]`, columns.dividendYield[i]!)
}
