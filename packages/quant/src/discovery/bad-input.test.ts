import fc from 'fast-check'
import { expect, test } from 'vitest'
import { measureCourses, resampleCourses } from '../analyst/course-trials.ts'
import { QuantInputError } from '../errors.ts'
import { propertyRuns } from '../property-runs.ts'
import { createRandomSource } from '../random.ts'
import { simulateBadPaths } from './bad-paths.ts'
import { computePartialRelation } from './partial-relation.ts'
import { computeStudentQuantile, computeStudentUpperTail } from './student-distribution.ts'
import { computeTailDependence } from './tail-dependence.ts'
import { chooseVolatilityPremium } from './volatility-premium.ts'

/** Whatever goes in, what comes out is a number, null, or a typed error. */

const tame = fc.integer({ min: -500, max: 500 }).map((n) => n / 10_000)
const wild = fc.oneof(
  { weight: 60, arbitrary: tame },
  { weight: 3, arbitrary: fc.constantFrom(0, -0, Number.NaN, -1, 1, 1e-300) },
  { weight: 1, arbitrary: fc.constantFrom(Infinity, -Infinity, 1e308, -1e200) },
)
/** Seeds of a few values, repeated to a history of some length: tails need a year. */
const series = fc
  .tuple(fc.oneof(fc.array(tame, { minLength: 1, maxLength: 40 }), fc.array(wild, { minLength: 1, maxLength: 40 })))
  .map(([seeds]) => Float64Array.from({ length: 300 }, (_, t) => seeds[(t * t + t) % seeds.length]!))
const number = fc.oneof(fc.double({ min: -5, max: 5 }), fc.constantFrom(0, Number.NaN, Infinity, 1e-300, 1e9))

function findUnreal(result: unknown): boolean {
  if (typeof result === 'number') return !Number.isFinite(result)
  if (ArrayBuffer.isView(result)) return (result as Float64Array).some((value) => !Number.isFinite(value))
  return typeof result === 'object' && result !== null && Object.values(result).some(findUnreal)
}

function expectRealOrTyped(compute: () => unknown): void {
  try {
    expect(findUnreal(compute())).toBe(false)
  } catch (error) {
    if (!(error instanceof QuantInputError)) throw error
    expect(error.argument).not.toBe('')
  }
}

test('no figure of a scan is NaN or infinite', () => {
  fc.assert(
    fc.property(series, series, series, (a, b, c) => {
      expectRealOrTyped(() => computePartialRelation(a, b, c))
      expectRealOrTyped(() => computeTailDependence(a, b, createRandomSource(1)))
    }),
    propertyRuns(150),
  )
})

test('no figure of a contract or a course is', () => {
  fc.assert(
    fc.property(series, series, number, number, number, (asset, book, volatility, forwardRatio, limit) => {
      const index = asset
      const unchanged = { returns: book, options: [], cost: 0 }
      const trials = { unchanged, courses: [{ ...unchanged, cost: 0.01 }], index, horizon: 21, limit }
      expectRealOrTyped(() => simulateBadPaths({ asset, book, volatility, forwardRatio, tradingDays: 40, seed: 1 }))
      expectRealOrTyped(() => measureCourses(trials))
      expectRealOrTyped(() => resampleCourses(trials, createRandomSource(1)))
      expectRealOrTyped(() => chooseVolatilityPremium('index', asset))
    }),
    propertyRuns(20),
  )
})

test('nor one of Student’s distribution', () => {
  fc.assert(
    fc.property(number, number, (x, degrees) => {
      expectRealOrTyped(() => computeStudentUpperTail(x, degrees))
      expectRealOrTyped(() => computeStudentQuantile(x, degrees))
    }),
    propertyRuns(200),
  )
})
