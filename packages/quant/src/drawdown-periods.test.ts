import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { computeMaxDrawdown } from './drawdown.ts'
import { listDrawdowns } from './drawdown-periods.ts'

describe('listDrawdowns', () => {
  test('finds each stretch once, deepest first, the open one without a recovery', () => {
    //                              0    1    2    3    4    5   6    7    8
    const values = Float64Array.of(100, 90, 95, 100, 120, 90, 60, 121, 110)
    // 100 → 90 (10 %), back on day 3; 120 → 60 (50 %), back on day 7; 121 → 110 (9.09 %), open.
    expect(listDrawdowns(values)).toEqual([
      { depth: 0.5, peak: 4, trough: 6, recovery: 7 },
      { depth: 1 - 90 / 100, peak: 0, trough: 1, recovery: 3 },
      { depth: 1 - 110 / 121, peak: 7, trough: 8, recovery: null },
    ])
    expect(listDrawdowns(values, { limit: 1 })).toHaveLength(1)
  })

  test('is empty for a series that never falls, and refuses what is no series of values', () => {
    expect(listDrawdowns(Float64Array.of(1, 1, 2))).toEqual([])
    expect(listDrawdowns(Float64Array.of(5))).toEqual([])
    expect(() => listDrawdowns(new Float64Array())).toThrow('at least 1')
    expect(() => listDrawdowns(Float64Array.of(1, 0))).toThrow('values[1]')
    expect(() => listDrawdowns(Float64Array.of(1, Number.NaN))).toThrow('values[1]')
  })

  test('of equal highs in a row the fall begins at the last', () => {
    expect(listDrawdowns(Float64Array.of(100, 100, 80))[0]).toEqual({
      depth: 1 - 0.8,
      peak: 1,
      trough: 2,
      recovery: null,
    })
  })

  test('the first is the maximum drawdown, stretches do not overlap, and depths fall', () => {
    const series = fc.array(fc.double({ min: 1, max: 100, noNaN: true }), { minLength: 1, maxLength: 60 })
    fc.assert(
      fc.property(series, (list) => {
        const values = Float64Array.from(list)
        const all = listDrawdowns(values, { limit: values.length })
        expect(all[0]?.depth ?? 0).toBeCloseTo(computeMaxDrawdown(values).depth, 12)
        const inTime = all.toSorted((a, b) => a.peak - b.peak)
        inTime.forEach(({ peak, trough, recovery }, i) => {
          expect(peak).toBeLessThan(trough)
          if (recovery === null) expect(i).toBe(inTime.length - 1)
          else expect(recovery).toBeLessThanOrEqual(inTime[i + 1]?.peak ?? values.length)
        })
        for (let i = 1; i < all.length; i++) expect(all[i]!.depth).toBeLessThanOrEqual(all[i - 1]!.depth)
      }),
    )
  })
})
