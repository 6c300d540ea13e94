import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CashFlow, compoundRate, computeMoneyWeightedRates, parseIsoDate } from './index.ts'
import { propertyRuns } from './property-runs.ts'

const flows = (...list: [string, number][]): CashFlow[] =>
  list.map(([date, amount]) => ({ day: parseIsoDate(date), amount }))

// Excel's documentation of XIRR; it prints 0.373362535 because it stops early. The root to 15 digits by 50-digit decimals.
const EXCEL = flows(
  ['2008-01-01', -10_000],
  ['2008-03-01', 2_750],
  ['2008-10-30', 4_250],
  ['2009-02-15', 3_250],
  ['2009-04-01', 2_750],
)

describe('known answers', () => {
  test('the published example of XIRR', () => {
    const [rate, ...others] = computeMoneyWeightedRates(EXCEL)
    expect(others).toEqual([])
    expect(Math.abs((rate ?? 0) - 0.373362533518831)).toBeLessThan(1e-12)
    expect(Math.abs((rate ?? 0) - 0.373362535)).toBeLessThan(2e-9)
  })

  test('the order of the flows does not matter, and those of a day are added', () => {
    const [first, ...rest] = EXCEL
    const halves = [first, first].map((flow) => ({ day: flow?.day ?? 0, amount: (flow?.amount ?? 0) / 2 }))
    expect(computeMoneyWeightedRates([...rest.reverse(), ...halves])).toEqual(computeMoneyWeightedRates(EXCEL))
  })

  test('names each of several rates', () => {
    // 1,000·x² − 2,500·x + 1,540 = 0 has x = 1.1 and 1.4.
    const rates = computeMoneyWeightedRates(
      flows(['2001-01-01', -1_000], ['2002-01-01', 2_500], ['2003-01-01', -1_540]),
    )
    expect(rates).toHaveLength(2)
    expect(Math.abs((rates[0] ?? 0) - 0.1)).toBeLessThan(1e-9)
    expect(Math.abs((rates[1] ?? 0) - 0.4)).toBeLessThan(1e-9)
  })

  test('names two rates that lie close together', () => {
    // x = 1.1 and 1.101: less than one step apart.
    const [a, b] = [1.1, 1.101]
    const rates = computeMoneyWeightedRates(
      flows(['2001-01-01', -1_000], ['2002-01-01', 1_000 * (a + b)], ['2003-01-01', -1_000 * a * b]),
    )
    expect(rates.map((rate) => rate.toFixed(6))).toEqual(['0.100000', '0.101000'])
  })

  test.each([
    ['no flow', []],
    ['one day', flows(['2001-01-01', -1_000])],
    ['a day that cancels itself', flows(['2001-01-01', -1_000], ['2001-01-01', 1_000])],
    ['money that only goes in', flows(['2001-01-01', -1_000], ['2002-01-01', -1_000])],
    // 1,000·x² − 1,000·x + 1,000 has no real zero.
    ['an equation without a root', flows(['2001-01-01', 1_000], ['2002-01-01', -1_000], ['2003-01-01', 1_000])],
  ])('has no rate for %s', (_, none) => {
    expect(computeMoneyWeightedRates(none)).toEqual([])
  })

  test('a rate a year over other lengths', () => {
    expect(compoundRate(0.1, 365)).toBeCloseTo(0.1, 14)
    expect(compoundRate(0.21, 182.5)).toBeCloseTo(0.1, 14)
    expect(compoundRate(-0.5, 730)).toBeCloseTo(-0.75, 14)
  })

  test('refuses what is no number', () => {
    expect(() => computeMoneyWeightedRates([{ day: 0, amount: Number.NaN }])).toThrow('flows[0]')
    expect(() => computeMoneyWeightedRates([{ day: Infinity, amount: 1 }])).toThrow('flows[0]')
  })
})

/**
 * All zeros of Σ a_i·e^(−u·t_i) by another method: between two zeros of the derivative there is at most one (Rolle), and
 * the derivative of a sum whose first time is 0 has a term less.
 */
function findZerosByRolle(terms: readonly { amount: number; time: number }[], low: number, high: number): number[] {
  const [first, ...others] = terms
  if (!first || others.length === 0) return []
  const shifted = terms.map(({ amount, time }) => ({ amount, time: time - first.time }))
  const value = (u: number) => shifted.reduce((sum, { amount, time }) => sum + amount * Math.exp(-u * time), 0)
  const slopes = shifted.slice(1).map(({ amount, time }) => ({ amount: -amount * time, time }))
  const ends = [low, ...findZerosByRolle(slopes, low, high), high]
  return ends.slice(1).flatMap((end, i) => {
    let [a, b] = [ends[i] ?? low, end]
    if (value(a) * value(b) > 0) return []
    for (let k = 0; k < 100; k++) {
      const middle = (a + b) / 2
      if (value(a) * value(middle) <= 0) b = middle
      else a = middle
    }
    return [(a + b) / 2]
  })
}

/** Digits behind the point of {@link sumExactly}. */
const DIGITS = 60n
const ONE = 10n ** DIGITS

/** e^x to about 55 digits: Taylor's series of x / 2^64, squared 64 times; in whole numbers, so no rounding of doubles. */
function expExactly(x: bigint): bigint {
  const guard = 10n ** 30n
  const one = ONE * guard
  const small = (x * guard) / 2n ** 64n
  let [sum, term] = [one, one]
  for (let k = 1n; term !== 0n; k++) {
    term = (term * small) / (one * k)
    sum += term
  }
  for (let k = 0; k < 64; k++) sum = (sum * sum) / one
  return sum / guard
}

/** ln y by Newton's method on {@link expExactly}. */
function logExactly(y: number): bigint {
  const wanted = toExact(y)
  let x = toExact(Math.log(y))
  for (let k = 0; k < 4; k++) x += (wanted * ONE) / expExactly(x) - ONE
  return x
}

/** The double itself: a whole number over a power of two. */
function toExact(value: number): bigint {
  let [whole, halvings] = [value, 0n]
  while (!Number.isInteger(whole)) [whole, halvings] = [whole * 2, halvings + 1n]
  return (BigInt(whole) * ONE) / 2n ** halvings
}

/** Σ amount·(1 + rate)^(−days/365) in 60 digits; its sign says on which side of a root the rate lies. */
function sumExactly(list: readonly CashFlow[], rate: number): bigint {
  const log = logExactly(1 + rate)
  const origin = Math.min(...list.map(({ day }) => day))
  return list.reduce((sum, { day, amount }) => {
    const discount = expExactly((-log * BigInt(day - origin)) / 365n)
    return sum + BigInt(amount) * discount
  }, 0n)
}

describe('sixty digits', () => {
  test('the exponential and the logarithm are those of published digits', () => {
    // e and ln 2: OEIS A001113, A002162.
    expect(String(expExactly(ONE)).slice(0, 51)).toBe('271828182845904523536028747135266249775724709369995')
    expect(String(logExactly(2)).slice(0, 50)).toBe('69314718055994530941723212145817656807550013436025')
  })

  test('the root of the published example lies within 1e-12 of the rate', () => {
    const [rate = Number.NaN] = computeMoneyWeightedRates(EXCEL)
    expect(sumExactly(EXCEL, rate - 1e-12) > 0n).toBe(true)
    expect(sumExactly(EXCEL, rate + 1e-12) < 0n).toBe(true)
  })

  test('within 1e-9 of each rate the sum changes its sign', () => {
    const years = fc.array(
      fc.record({ day: fc.integer({ min: 0, max: 3_650 }), amount: fc.integer({ min: -100_000, max: 100_000 }) }),
      { minLength: 2, maxLength: 12 },
    )
    fc.assert(
      fc.property(years, (list) => {
        const rates = computeMoneyWeightedRates(list)
        // Two that lie nearer than this are one to a reader, and have no side of their own.
        fc.pre(rates.every((rate, i) => i === 0 || rate - rates[i - 1]! > 1e-6 * (1 + rate)))
        for (const rate of rates) {
          const off = 1e-9 * Math.min(1, 1 + rate)
          expect(sumExactly(list, rate - off) * sumExactly(list, rate + off) < 0n).toBe(true)
        }
      }),
      propertyRuns(40),
    )
  })
})

describe('properties', () => {
  const amount = fc.integer({ min: -100, max: 100 }).filter((n) => n !== 0)
  const some = fc.uniqueArray(fc.record({ day: fc.integer({ min: 0, max: 1_500 }), amount }), {
    minLength: 2,
    maxLength: 5,
    selector: ({ day }) => day,
  })

  test('finds the rates that another method finds', () => {
    fc.assert(
      fc.property(some, (list) => {
        const sorted = list.toSorted((a, b) => a.day - b.day)
        const origin = sorted[0]?.day ?? 0
        const terms = sorted.map(({ day, amount: a }) => ({ amount: a, time: (day - origin) / 365 }))
        const expected = findZerosByRolle(terms, Math.log(1e-6), Math.log(1e6)).map((u) => Math.expm1(u))
        const found = computeMoneyWeightedRates(list)
        expect(found).toHaveLength(expected.length)
        found.forEach((rate, i) => {
          expect(Math.abs(rate - (expected[i] ?? Number.NaN)) / (1 + rate)).toBeLessThan(1e-6)
        })
      }),
      propertyRuns(300),
    )
  })

  test('each rate makes the sum 0, and more money in the same proportion has the same rates', () => {
    fc.assert(
      fc.property(some, fc.integer({ min: 1, max: 1_000 }), (list, times) => {
        const found = computeMoneyWeightedRates(list)
        const origin = Math.min(...list.map(({ day }) => day))
        for (const rate of found) {
          const terms = list.map(({ day, amount: a }) => a * (1 + rate) ** (-(day - origin) / 365))
          const size = Math.max(...terms.map(Math.abs))
          expect(Math.abs(terms.reduce((a, b) => a + b, 0)) / size).toBeLessThan(1e-9)
        }
        const scaled = computeMoneyWeightedRates(list.map(({ day, amount: a }) => ({ day, amount: a * times })))
        expect(scaled).toHaveLength(found.length)
      }),
      propertyRuns(200),
    )
  })

  test('money that only grows at one rate has that rate', { tags: 'full' }, () => {
    fc.assert(
      fc.property(
        fc.double({ min: -0.9, max: 3, noNaN: true }),
        fc.array(fc.record({ day: fc.integer({ min: 0, max: 3_000 }), amount: fc.integer({ min: 1, max: 10_000 }) }), {
          minLength: 1,
          maxLength: 20,
        }),
        (rate, paid) => {
          const end = 3_650
          const worth = paid.reduce((sum, { day, amount: a }) => sum + a * (1 + rate) ** ((end - day) / 365), 0)
          const list = [...paid.map(({ day, amount: a }) => ({ day, amount: -a })), { day: end, amount: worth }]
          const [found = Number.NaN, ...others] = computeMoneyWeightedRates(list)
          expect(others).toEqual([])
          expect(Math.abs(found - rate) / (1 + rate)).toBeLessThan(1e-9)
        },
      ),
      propertyRuns(200),
    )
  })
})
