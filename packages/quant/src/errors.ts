// Tests: no-nan-travels.test.ts, discovery/bad-input.test.ts, options/bad-input.test.ts

/** An argument that no formula can use. `argument` names it, `index` says where in it the fault lies (if anywhere). */
export class QuantInputError extends RangeError {
  override readonly name = 'QuantInputError'
  readonly argument: string
  readonly index: number | null

  constructor(argument: string, index: number | null, message: string) {
    super(message)
    this.argument = argument
    this.index = index
  }
}

/** The one place where the library's errors are worded: what is wrong, where, and what was expected. */
export const inputErrors = {
  badNumber: (argument: string, index: number | null, found: number, expected: string) =>
    new QuantInputError(
      argument,
      index,
      `${index === null ? argument : `${argument}[${index}]`} is ${found}; expected ${expected}.`,
    ),
  unequalLengths: (left: string, leftLength: number, right: string, rightLength: number) =>
    new QuantInputError(
      right,
      null,
      `${left} has ${leftLength} entries and ${right} has ${rightLength}; they must be equally long.`,
    ),
  tooShort: (argument: string, length: number, minimum: number) =>
    new QuantInputError(argument, null, `${argument} has ${length} entries; at least ${minimum} are needed.`),
  notAscending: (argument: string, index: number) =>
    new QuantInputError(
      argument,
      index,
      `${argument}[${index}] is not later than the entry before it; sort the days and drop duplicates.`,
    ),
  unknownName: (argument: string, found: string, known: readonly string[]) =>
    new QuantInputError(argument, null, `${argument} "${found}" is not known; use one of ${known.join(', ')}.`),
  badText: (argument: string, found: string, expected: string) =>
    new QuantInputError(argument, null, `${argument} is "${found}"; expected ${expected}.`),
}

/** Throws unless both series have the same length. */
export function requireEqualLengths(left: string, a: ArrayLike<unknown>, right: string, b: ArrayLike<unknown>): void {
  if (a.length !== b.length) throw inputErrors.unequalLengths(left, a.length, right, b.length)
}

/** Throws for a single figure that is NaN or infinite. */
export function requireFinite(argument: string, value: number): void {
  if (!Number.isFinite(value)) throw inputErrors.badNumber(argument, null, value, 'a finite number')
}

/** Beyond this (or below its inverse) powers of a number leave the range of doubles, and no price or return is there. */
const LARGEST = 1e70

/**
 * Throws for the first entry that is infinite, or so large that its fourth power is. Functions call it only after a
 * result came out infinite or undefined, so that good data pays for no check.
 */
export function rejectInfinite(argument: string, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (Math.abs(value) > LARGEST) {
      throw inputErrors.badNumber(argument, i, value, 'a finite number of sensible size, or NaN for a missing day')
    }
  }
}

/** Throws for the first entry that is NaN, infinite or beyond any weight or covariance. */
export function requireFiniteEntries(argument: string, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    if (!(Math.abs(values[i]!) <= LARGEST)) {
      throw inputErrors.badNumber(argument, i, values[i]!, 'a finite number of sensible size')
    }
  }
}

/** Throws for the first entry that is not a positive finite number: a price or a portfolio value must be one. */
export function requirePositive(argument: string, values: Float64Array): void {
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!
    if (!(value >= 1 / LARGEST && value <= LARGEST)) {
      throw inputErrors.badNumber(argument, i, value, 'a positive finite number')
    }
  }
}
