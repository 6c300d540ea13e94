import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from './property-runs.ts'
import { compoundReturns, computeLogReturns, computeReturns, computeSimpleReturns } from './returns.ts'

const positive = fc.float64Array({ min: 1, max: 1000, noNaN: true, minLength: 2, maxLength: 50 })

test('a simple return is the change over the value before it', () => {
  // 110/100 − 1 = 0.1 and 99/110 − 1 = −0.1
  const [first, second] = computeSimpleReturns(Float64Array.of(100, 110, 99))
  expect(first).toBeCloseTo(0.1, 15)
  expect(second).toBeCloseTo(-0.1, 15)
})

test('compounding the returns gives the values back', () => {
  fc.assert(
    fc.property(positive, (values) => {
      const back = compoundReturns(computeSimpleReturns(values), values[0])
      values.forEach((value, i) => {
        expect(back[i]! / value).toBeCloseTo(1, 9)
      })
    }),
    propertyRuns(50),
  )
})

test('log returns add up to the log of the total', () => {
  const sum = computeLogReturns(Float64Array.of(100, 150, 120)).reduce((a, b) => a + b, 0)
  expect(sum).toBeCloseTo(Math.log(1.2), 15)
})

test('a 2:1 split with adjusted closes leaves the returns unchanged', () => {
  const raw = computeSimpleReturns(Float64Array.of(100, 102, 51.5))
  const adjusted = computeSimpleReturns(Float64Array.of(50, 51, 51.5))
  expect(raw[0]).toBeCloseTo(adjusted[0]!, 15)
  expect(raw[1]).toBeLessThan(-0.49)
  expect(adjusted[1]).toBeGreaterThan(0)
})

test('a missing day leaves the value where it was', () => {
  expect([...compoundReturns(Float64Array.of(0.5, Number.NaN, 0.5), 4)]).toEqual([4, 6, 6, 9])
})

test('degenerate input', () => {
  expect(computeSimpleReturns(new Float64Array(0))).toHaveLength(0)
  expect(computeSimpleReturns(Float64Array.of(1))).toHaveLength(0)
  expect(() => computeSimpleReturns(Float64Array.of(1, -2))).toThrow('values[1] is -2')
  expect(() => computeLogReturns(Float64Array.of(1, Number.NaN))).toThrow('values[1] is NaN')
  expect(() => compoundReturns(Float64Array.of(-1))).toThrow('returns[0] is -1')
  const none = computeReturns({
    dates: new Int32Array(0),
    tickers: ['A'],
    values: new Float64Array(0),
    rows: 1,
    columns: 0,
  })
  expect(none.columns).toBe(0)
})
