import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeTimeWeightedGrowth } from './index.ts'
import { propertyRuns } from './property-runs.ts'

const growth = (values: number[], flows: number[]) => {
  const found = computeTimeWeightedGrowth(Float64Array.from(values), Float64Array.from(flows))
  return found && [...found]
}

describe('known answers', () => {
  test('a deposit is no gain', () => {
    // 1,000 grows by 10 %, 900 come in, the sum falls by 5 %: 1.1 × 0.95.
    expect(growth([1_000, 2_000, 1_900], [0, 900, 0])?.at(-1)).toBeCloseTo(1.045, 12)
  })

  test('a withdrawal is no loss', () => {
    expect(growth([1_000, 600, 660], [0, -500, 0])?.at(-1)).toBeCloseTo(1.21, 12)
  })

  test('without flows it is the growth of the value', () => {
    expect(growth([200, 100, 300], [0, 0, 0])).toEqual([1, 0.5, 1.5])
  })

  test('keeps what was gained while nothing is held', () => {
    expect(growth([100, 0, 0, 50, 60], [0, -120, 0, 50, 0])).toEqual([1, 1.2, 1.2, 1.2, 1.44])
  })

  test('a total loss stays one', () => {
    expect(growth([100, 0, 50], [0, 0, 50])).toEqual([1, 0, 0])
  })

  test('has no rate of return below nothing', () => {
    expect(growth([100, -5], [0, 0])).toBeNull()
    expect(growth([-5, 100], [0, 0])).toBeNull()
    // 120 came in and 100 are there: less than nothing was left.
    expect(growth([100, 100], [0, 120])).toBeNull()
  })

  test('refuses what it cannot read', () => {
    expect(() => growth([], [])).toThrow('values')
    expect(() => growth([1, Number.NaN], [0, 0])).toThrow('values[1]')
    expect(() => growth([1, 1], [0, Infinity])).toThrow('flows[1]')
    expect(() => growth([1, 1], [0])).toThrow('equally long')
  })
})

describe('properties', () => {
  const days = fc.array(
    fc.record({ daily: fc.double({ min: 0.8, max: 1.25, noNaN: true }), flow: fc.integer({ min: -50, max: 200 }) }),
    { minLength: 1, maxLength: 60 },
  )

  test('is the product of the days, whatever comes in or goes out', () => {
    fc.assert(
      fc.property(days, (list) => {
        const values = [1_000]
        const flows = [0]
        for (const { daily, flow } of list) {
          const grown = (values.at(-1) ?? 0) * daily
          const moved = grown + flow < 1 ? 0 : flow
          values.push(grown + moved)
          flows.push(moved)
        }
        const found = growth(values, flows)?.at(-1) ?? Number.NaN
        const product = list.reduce((all, { daily }) => all * daily, 1)
        expect(Math.abs(found / product - 1)).toBeLessThan(1e-9)
      }),
      propertyRuns(200),
    )
  })
})
