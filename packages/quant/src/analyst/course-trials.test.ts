import { describe, expect, test } from 'vitest'
import { computeCvar } from '../expected-shortfall.ts'
import { createNormalSource, createRandomSource } from '../random.ts'
import { type Course, type CourseTrials, countHistories, measureCourses, resampleCourses } from './course-trials.ts'

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
