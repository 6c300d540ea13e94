// Tests: money-weighted-return.test.ts

import { inputErrors } from './errors.ts'

/** Money on a day: negative when it was paid in, positive when it came back. */
export interface CashFlow {
  /** Day number, such as `parseIsoDate` gives. */
  readonly day: number
  readonly amount: number
}

const DAYS_PER_YEAR = 365

/** Logarithms of 1 + rate between which rates are looked for: −99.9999 % and 100,000,000 % a year. */
const LOWEST = Math.log(1e-6)
const HIGHEST = Math.log(1e6)
const STEPS = 1_024
const HALVINGS = 200

/**
 * Money-weighted return (internal rate of return of dated flows, Excel's XIRR): every rate r > −1 a year with
 *
 *     Σ amount_i · (1 + r)^(−(day_i − day_0) / 365) = 0
 *
 * The flows are what an owner paid in (negative), took out (positive) and holds at the end (positive). Flows that change
 * their sign once have one rate. Others may have several, or none; all between −99.9999 % and 100,000,000 % a year are
 * returned, since no rule can say which of them an owner would mean.
 *
 * Rates are looked for where the sum changes its sign, or touches 0, on 1,024 equal steps of ln(1 + r), and then halved
 * down to the last bit. Two rates less than 2.7 % of 1 + r apart may be missed.
 *
 * @param flows in any order; several of one day are added
 * @returns fractions per year, the lowest first; none when there are fewer than two days, all amounts have one sign, or no
 *          rate makes the sum 0
 * @throws QuantInputError for an amount or a day that is not finite
 */
export function computeMoneyWeightedRates(flows: readonly CashFlow[]): number[] {
  const merged = mergeDays(flows)
  if (merged.length < 2 || countSignChanges(merged) === 0) return []
  const times = merged.map(({ day }) => (day - merged[0]!.day) / DAYS_PER_YEAR)
  const size = Math.max(...merged.map(({ amount }) => Math.abs(amount)))
  const amounts = merged.map(({ amount }) => amount / size)
  const valueAt = (u: number) => {
    // From whichever end keeps the powers small, so that no term overflows: a positive factor changes no sign.
    const origin = u < 0 ? times.at(-1)! : 0
    let sum = 0
    for (let i = 0; i < amounts.length; i++) sum += amounts[i]! * Math.exp(-u * (times[i]! - origin))
    return sum
  }
  return findZeros(valueAt).map((u) => Math.expm1(u))
}

/**
 * Compounds a rate a year over a number of days:  (1 + r)^(days/365) − 1.
 * @param rate fraction per year above −1
 */
export function compoundRate(rate: number, days: number): number {
  return Math.expm1((Math.log1p(rate) * days) / DAYS_PER_YEAR)
}

function mergeDays(flows: readonly CashFlow[]): CashFlow[] {
  const byDay = new Map<number, number>()
  flows.forEach(({ day, amount }, i) => {
    if (!Number.isFinite(day)) throw inputErrors.badNumber('flows', i, day, 'a finite day')
    if (!Number.isFinite(amount)) throw inputErrors.badNumber('flows', i, amount, 'a finite amount')
    byDay.set(day, (byDay.get(day) ?? 0) + amount)
  })
  return [...byDay]
    .filter(([, amount]) => amount !== 0)
    .map(([day, amount]) => ({ day, amount }))
    .sort((a, b) => a.day - b.day)
}

function countSignChanges(flows: readonly CashFlow[]): number {
  return flows.filter(({ amount }, i) => i > 0 && amount * flows[i - 1]!.amount < 0).length
}

function findZeros(valueAt: (u: number) => number): number[] {
  const at = (step: number) => LOWEST + ((HIGHEST - LOWEST) * step) / STEPS
  const values = Array.from({ length: STEPS + 1 }, (_, step) => valueAt(at(step)))
  const zeros: number[] = []
  for (let step = 0; step <= STEPS; step++) {
    const [before, here, after] = [values[step - 1], values[step]!, values[step + 1]]
    if (here === 0) zeros.push(at(step))
    else if (after !== undefined && here * after < 0) zeros.push(halve(valueAt, at(step), at(step + 1)))
    else if (before !== undefined && after !== undefined && before * here > 0 && here * after > 0) {
      // Between its neighbours the sum comes nearer to 0 than at them: it may touch 0, or cross it twice.
      if (Math.abs(here) > Math.abs(before) || Math.abs(here) > Math.abs(after)) continue
      const nearest = findNearest(valueAt, at(step - 1), at(step + 1))
      const value = valueAt(nearest)
      if (value * here > 0) continue
      if (value === 0) zeros.push(nearest)
      else zeros.push(halve(valueAt, at(step - 1), nearest), halve(valueAt, nearest, at(step + 1)))
    }
  }
  return zeros
}

/** Bisection down to neighbouring numbers. */
function halve(valueAt: (u: number) => number, low: number, high: number): number {
  const sign = Math.sign(valueAt(low))
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) break
    if (Math.sign(valueAt(middle)) === sign) low = middle
    else high = middle
  }
  return (low + high) / 2
}

/** Where the magnitude is least between two points, by thirds. */
function findNearest(valueAt: (u: number) => number, low: number, high: number): number {
  const sign = Math.sign(valueAt(low))
  const height = (u: number) => sign * valueAt(u)
  for (let i = 0; i < HALVINGS; i++) {
    const third = (high - low) / 3
    if (height(low + third) < height(high - third)) high -= third
    else low += third
  }
  return (low + high) / 2
}
