import { describe, expect, test } from 'vitest'
import { computeCvar } from '../expected-shortfall.ts'
import { prepareHedging } from '../hedge/hedge-context.ts'
import { completeHedgeRequest } from '../hedge/hedge-request.ts'
import { toExpiry } from '../hedge/test-chains.ts'
import { createTestSituation } from '../hedge/test-situation.ts'
import { createNormalSource, createRandomSource } from '../random.ts'
import { type Course, type CourseTrials, countHistories, measureCourses, resampleCourses } from './course-trials.ts'
import { tryCourses } from './tried-actions.ts'

const normal = createNormalSource(createRandomSource(2))
const index = Float64Array.from({ length: 1000 }, () => 0.0003 + 0.011 * normal())
const own = index.map((value) => 1.1 * value + 0.006 * normal())
const course = (returns: Float64Array, overrides: Partial<Course> = {}): Course => {
  return { returns, options: [], cost: 0, ...overrides }
}
const trials = (...courses: Course[]): CourseTrials => {
  return { unchanged: course(own), courses, index, horizon: 63 }
}
const scaled = (share: number) => own.map((value) => share * value)
const seeded = () => createRandomSource(9)

describe('courses on a history', () => {
  test('are measured by the mean of the worst 5 % of windows', () => {
    const windows: number[] = []
    for (let start = 0; start + 63 <= own.length; start += 5) {
      windows.push(own.slice(start, start + 63).reduce((growth, value) => growth * (1 + value), 1) - 1)
    }
    const [loss] = measureCourses(trials())!
    expect(loss).toBeCloseTo(computeCvar(Float64Array.from(windows))!, 12)
  })

  test.each([63, 20])('count options by the index until day %i of the same window, and costs', (day) => {
    const options = [{ day, profit: (marketReturn: number) => Math.max(0, -0.05 - marketReturn) }]
    const insured = course(own, { options, cost: 0.004 })
    const compound = (series: Float64Array, start: number, days: number) =>
      series.slice(start, start + days).reduce((growth, value) => growth * (1 + value), 1) - 1
    const starts = Array.from({ length: Math.floor((own.length - 63) / 5) + 1 }, (_, w) => 5 * w)
    const outcomes = starts.map(
      (start) => compound(own, start, 63) + Math.max(0, -0.05 - compound(index, start, day)) - 0.004,
    )
    const [unchanged, withPut, dearer] = measureCourses(trials(insured, { ...insured, cost: 0.014 }))!
    expect(withPut).toBeCloseTo(computeCvar(Float64Array.from(outcomes))!, 12)
    expect(withPut).toBeLessThan(unchanged!)
    expect(dearer! - withPut!).toBeCloseTo(0.01, 12)
  })

  test('take shares that options deliver along by their own returns from that day on', () => {
    const stock = index.map((value, t) => 0.5 * value + (t % 7 === 0 ? 0.01 : -0.002))
    const exposure = (marketReturn: number) => (marketReturn < 0.01 ? 0.4 : 0)
    const options = [{ day: 20, profit: () => 0, deliveries: [{ returns: stock, exposure }] }]
    const compound = (series: Float64Array, start: number, days: number) =>
      series.slice(start, start + days).reduce((growth, value) => growth * (1 + value), 1) - 1
    const outcomes = Array.from({ length: Math.floor((own.length - 63) / 5) + 1 }, (_, w) => {
      const later = compound(stock, 5 * w, 63) - compound(stock, 5 * w, 20)
      return compound(own, 5 * w, 63) + exposure(compound(index, 5 * w, 20)) * later
    })
    const [, called] = measureCourses(trials(course(own, { options })))!
    expect(called).toBeCloseTo(computeCvar(Float64Array.from(outcomes))!, 12)
  })

  test('can be measured on the end alone, and leave missing days out', () => {
    const [late] = measureCourses(trials(), -300)!
    const [cut] = measureCourses({ ...trials(), unchanged: course(own.slice(-300)), index: index.slice(-300) })!
    expect(late).toBe(cut)
    const gaps = own.map((value, t) => (t < 700 ? Number.NaN : value))
    expect(measureCourses({ ...trials(), unchanged: course(gaps) })![0]).toBe(cut)
  })
})

describe('resampled histories', () => {
  const count = (one: CourseTrials, isTrue: (losses: Float64Array) => boolean) =>
    countHistories(resampleCourses(one, seeded())!, isTrue)

  test('speak for selling, against a cost for nothing, and are undecided over a copy', () => {
    const result = resampleCourses(trials(course(scaled(0.6)), course(own, { cost: 0.01 }), course(own)), seeded())!
    expect(result.resamples).toBe(500)
    const helps = (place: number) => countHistories(result, (losses) => losses[place]! < losses[0]!)
    expect(helps(1)).toBeGreaterThan(0.98)
    expect([helps(2), helps(3)]).toEqual([0, 0])
  })

  test('are less sure of what helps only sometimes', () => {
    const other = createNormalSource(createRandomSource(77))
    const swapped = own.map((value) => 0.75 * value + 0.0082 * other())
    const improved = count(trials(course(swapped)), (losses) => losses[1]! < losses[0]!)
    expect(improved).toBeGreaterThan(0.05)
    expect(improved).toBeLessThan(0.98)
  })

  test('count how often a book keeps within a limit: never, in some, always', () => {
    const [loss = 0] = measureCourses(trials())!
    const within = (limit: number) => count(trials(), (losses) => losses[0]! <= limit)
    expect([within(loss - 0.2), within(loss + 0.2)]).toEqual([0, 1])
    expect(within(loss)).toBeGreaterThan(0.2)
    expect(within(loss)).toBeLessThan(0.8)
  })

  test('repeat to the bit, and need a year', () => {
    const both = () => resampleCourses(trials(course(scaled(0.9))), seeded())
    expect(both()).toEqual(both())
    const short = { ...trials(), unchanged: course(own.slice(0, 251)), index: index.slice(0, 251), horizon: 21 }
    expect(resampleCourses(short, seeded())).toBeNull()
    expect(measureCourses(short)).toBeNull()
    expect(measureCourses({ ...trials(), horizon: 990 })).toBeNull()
  })

  test('refuse what cannot be', () => {
    expect(() => measureCourses({ ...trials(), horizon: 0 })).toThrow(/horizon is 0/)
    expect(() => measureCourses(trials(course(own.slice(1))))).toThrow(/equally long/)
  })
})

test('shares that a sold call takes on its day lose nothing from then on', () => {
  const situation = createTestSituation({ positions: 1, ownChains: 1 })
  const [first] = situation.holdings
  const call = { underlying: first!.ticker, type: 'call', strike: 10, expiry: toExpiry(35), premium: 30.1 } as const
  const holdings = [{ ...first!, shares: 500, value: 20_000 }]
  const tailOf = (contracts: number) => {
    const options = contracts === 0 ? [] : [{ ...call, contracts, multiplier: 100 }]
    const context = prepareHedging({ ...situation, holdings, cash: 1_000, options }, completeHedgeRequest())
    return tryCourses(context, []).losses![0]! * context.book.value
  }
  // Until then the call follows the index, and the shares their own returns.
  expect(tailOf(-5)).toBeLessThan(0.5 * tailOf(0))
})
