// Tests: policy-levels.test.ts, policies.test.ts

import {
  computeRequiredGains,
  countPackages,
  createLossLimits,
  type HedgeBook,
  type HedgeContext,
  type HedgeLeg,
  removeLegs,
} from '@ballast/quant'
import type { PolicySubject } from './policy-subject.ts'

/** The book with a part of the legs taken out; what they are worth stays in its value as cash. */
export const withoutLegs = (book: HedgeBook, legs: readonly HedgeLeg[], part?: number): HedgeBook => ({
  ...book,
  options: removeLegs(book.options, legs, part),
})

/** True if the limit would hold with a quarter of the packages fewer, or with none where there is one. */
export const holdsWithLess = (
  context: Pick<HedgeContext, 'lossDays' | 'lookup'>,
  { book, legs }: { book: HedgeBook; legs: readonly HedgeLeg[] },
  subject: Pick<PolicySubject, 'limit' | 'shock'>,
): boolean => findExcess(context, withoutLegs(book, legs, toSpare(legs)), subject) <= 0

/** A quarter of the packages, at least one of them, as a part of the legs. */
function toSpare(legs: readonly HedgeLeg[]): number {
  const packages = countPackages(legs)
  return packages === 0 ? 1 : Math.max(1, Math.floor(packages / 4)) / packages
}

/** How far the loss of a book exceeds a policy's limit at the worst fall of its loss curve, as a fraction of the book's value. */
export function findExcess(
  { lossDays, lookup }: Pick<HedgeContext, 'lossDays' | 'lookup'>,
  book: HedgeBook,
  { limit, shock }: Pick<PolicySubject, 'limit' | 'shock'>,
): number {
  const limits = createLossLimits({ limit, shock })
  const states = computeRequiredGains(book, limits, lossDays, lookup)
  return Math.max(...states.map(({ gain }) => gain)) / book.value
}

/**
 * The most that legs can be worth when they expire, in dollars; null where that has no limit. The value is linear between strikes, so
 * that its largest stands at one of them or at zero.
 */
export function findMostValue(legs: readonly HedgeLeg[]): number | null {
  const calls = legs.reduce(
    (sum, { type, contracts, multiplier }) => sum + (type === 'call' ? contracts * multiplier : 0),
    0,
  )
  if (calls > 0) return null
  const byUnderlying = Object.values(Object.groupBy(legs, ({ underlying }) => underlying))
  return byUnderlying.reduce((total, group = []) => {
    const spots = [0, ...group.map(({ strike }) => strike)]
    return total + Math.max(...spots.map((spot) => valueAt(group, spot)))
  }, 0)
}

const valueAt = (legs: readonly HedgeLeg[], spot: number) =>
  legs.reduce((sum, { type, strike, contracts, multiplier }) => {
    return sum + contracts * multiplier * Math.max(0, type === 'call' ? spot - strike : strike - spot)
  }, 0)
