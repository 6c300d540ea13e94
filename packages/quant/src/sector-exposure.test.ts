import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from './property-runs.ts'
import { roundToTotal } from './rounding.ts'
import { computeSectorExposure, normalizeSector } from './sector-exposure.ts'

test('the units missing go to the largest remainders, of equal ones to the first', () => {
  expect(roundToTotal([1, 1, 1])).toEqual([33.4, 33.3, 33.3])
  expect(roundToTotal([1, 2, 3], { decimals: 0 })).toEqual([17, 33, 50])
  // 10.2, 20.3, 69.5: the one that is missing goes to the last
  expect(roundToTotal([10.2, 20.3, 69.5], { decimals: 0 })).toEqual([10, 20, 70])
  expect(roundToTotal([0, 0])).toEqual([0, 0])
  expect(roundToTotal([])).toEqual([])
  expect(() => roundToTotal([1, -1])).toThrow('shares[1] is -1')
})

test('rounded shares always sum to the total, and none moves by a whole unit', () => {
  const shares = fc.array(fc.integer({ min: 0, max: 100_000 }), { minLength: 1, maxLength: 30 })
  fc.assert(
    fc.property(shares, (values) => {
      const total = values.reduce((a, b) => a + b, 0)
      fc.pre(total > 0)
      const rounded = roundToTotal(values)
      expect(rounded.reduce((a, b) => a + Math.round(10 * b), 0)).toBe(1000)
      rounded.forEach((share, i) => {
        expect(Math.abs(share - (100 * values[i]!) / total)).toBeLessThan(0.1 + 1e-9)
      })
    }),
    propertyRuns(100),
  )
})

test.each([
  ['Tech', 'Technology'],
  ['information technology', 'Technology'],
  ['Healthcare', 'Health Care'],
  ['Financial Services', 'Financials'],
  ['Consumer Cyclical', 'Consumer Discretionary'],
  ['Consumer Defensive', 'Consumer Staples'],
  ['Basic Materials', 'Materials'],
  ['Communications', 'Communication Services'],
  [' Crypto ', 'Crypto'],
  ['unknown', null],
  ['  ', null],
  [null, null],
  [undefined, null],
])('%s is %s', (name, standard) => {
  expect(normalizeSector(name)).toBe(standard)
})

test("the position's own sector goes first, then the instrument's, then Unknown", () => {
  const exposure = computeSectorExposure([
    { marketValue: 300, positionSector: 'Tech', instrumentSector: 'Energy' },
    { marketValue: 200, positionSector: 'Unknown', instrumentSector: 'Energy' },
    { marketValue: 100, positionSector: '' },
    { marketValue: -400, instrumentSector: 'Fixed Income' },
    { marketValue: 0, instrumentSector: 'Crypto' },
  ])
  expect(exposure).toEqual([
    { sector: 'Fixed Income', value: 400, percentage: 40 },
    { sector: 'Technology', value: 300, percentage: 30 },
    { sector: 'Energy', value: 200, percentage: 20 },
    { sector: 'Unknown', value: 100, percentage: 10 },
  ])
})

test('a broad fund can be looked through', () => {
  const exposure = computeSectorExposure(
    [
      { marketValue: 100, instrumentSector: 'Diversified Fund' },
      { marketValue: 100, instrumentSector: 'Technology' },
    ],
    { lookThrough: { 'Diversified Fund': { Technology: 30, Energy: 70 } } },
  )
  expect(exposure).toEqual([
    { sector: 'Technology', value: 130, percentage: 65 },
    { sector: 'Energy', value: 70, percentage: 35 },
  ])
})

test('nothing, and bad input', () => {
  expect(computeSectorExposure([])).toEqual([])
  expect(() => computeSectorExposure([{ marketValue: Number.NaN }])).toThrow('holdings.marketValue[0] is NaN')
})
