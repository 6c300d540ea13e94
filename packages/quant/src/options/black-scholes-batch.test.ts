import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeBlackScholes } from './black-scholes.ts'
import { computeBlackScholesBatch } from './black-scholes-batch.ts'
import { createValuationColumns } from './black-scholes-kernel.ts'
import { listedOption } from './test-arbitraries.ts'
import { toColumns } from './test-options.ts'

test('each row equals the single option, to the last bit', () => {
  fc.assert(
    fc.property(fc.array(listedOption, { maxLength: 20 }), (options) => {
      const columns = computeBlackScholesBatch(toColumns(options))
      for (const [i, option] of options.entries()) {
        for (const [name, value] of Object.entries(computeBlackScholes(option))) {
          expect(columns[name as keyof typeof columns][i]).toBe(value)
        }
      }
    }),
    propertyRuns(50),
  )
})

const two = toColumns([
  { type: 'call', spot: 100, strike: 90, years: 1, rate: 0.03, dividendYield: 0, volatility: 0.2 },
  { type: 'put', spot: 100, strike: 90, years: 1, rate: 0.03, dividendYield: 0, volatility: 0.2 },
])

test('result columns are reused when they are given', () => {
  const into = createValuationColumns(2)
  expect(computeBlackScholesBatch(two, into)).toBe(into)
  expect(into.price[0]).toBeGreaterThan(into.price[1]!)
})

test('an empty chain gives empty columns', () => {
  expect(computeBlackScholesBatch(toColumns([])).price).toHaveLength(0)
})

test.each([
  ['spot', 0],
  ['strike', Number.NaN],
  ['years', -1],
  ['volatility', Infinity],
  ['rate', Number.NaN],
  ['dividendYield', -Infinity],
] as const)('a bad %s (%d) is named with its row', (name, value) => {
  const column = two[name].slice()
  column[1] = value
  expect(() => computeBlackScholesBatch({ ...two, [name]: column })).toThrow(new RegExp(`^${name}\\[1\\] is`))
})

test('a column of another length is named', () => {
  expect(() => computeBlackScholesBatch({ ...two, rate: new Float64Array(3) })).toThrow(/rate has 3/)
  expect(() => computeBlackScholesBatch(two, createValuationColumns(1))).toThrow(/price has 1/)
})
