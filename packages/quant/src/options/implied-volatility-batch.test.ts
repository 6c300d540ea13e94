import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeImpliedVolatility, NO_VOLATILITY_REASONS, type QuoteColumns } from './implied-volatility.ts'
import { computeImpliedVolatilityBatch } from './implied-volatility-batch.ts'
import type { QuotedOption } from './option-contract.ts'
import { listedOption } from './test-arbitraries.ts'

function toColumns(quotes: readonly QuotedOption[]): QuoteColumns {
  const column = (name: 'spot' | 'strike' | 'years' | 'rate' | 'dividendYield' | 'price') =>
    Float64Array.from(quotes, (quote) => quote[name])
  return {
    isCall: Uint8Array.from(quotes, ({ type }) => (type === 'call' ? 1 : 0)),
    spot: column('spot'),
    strike: column('strike'),
    years: column('years'),
    rate: column('rate'),
    dividendYield: column('dividendYield'),
    price: column('price'),
  }
}

test('each row equals the single quote, reasons included', () => {
  const price = fc.oneof(
    fc.constantFrom(0, -1, Number.NaN, Infinity, 1e9),
    fc.double({ min: 0, max: 300, noNaN: true }),
  )
  fc.assert(
    fc.property(fc.array(fc.tuple(listedOption, price), { maxLength: 20 }), (drawn) => {
      const quotes = drawn.map(([option, quoted]) => ({ ...option, price: quoted }))
      const { volatility, reason } = computeImpliedVolatilityBatch(toColumns(quotes))
      for (const [i, quote] of quotes.entries()) {
        const single = computeImpliedVolatility(quote)
        if (single.reason === null) expect([volatility[i], reason[i]]).toEqual([single.volatility, 0])
        else expect([volatility[i], NO_VOLATILITY_REASONS[reason[i]! - 1]]).toEqual([Number.NaN, single.reason])
      }
    }),
    propertyRuns(100),
  )
})

const two = toColumns([
  { type: 'call', spot: 100, strike: 90, years: 1, rate: 0.03, dividendYield: 0, price: 15 },
  { type: 'put', spot: 100, strike: 90, years: 0, rate: 0.03, dividendYield: 0, price: 2 },
])

test('result columns are reused when they are given; expiry is a reason, not an error', () => {
  const into = { volatility: new Float64Array(2), reason: new Uint8Array(2) }
  expect(computeImpliedVolatilityBatch(two, into)).toBe(into)
  expect(into.volatility[0]).toBeGreaterThan(0.1)
  expect([into.reason[0], NO_VOLATILITY_REASONS[into.reason[1]! - 1]]).toEqual([0, 'expired'])
})

test.each([
  ['spot', 0],
  ['strike', Number.NaN],
  ['years', -1],
  ['rate', Infinity],
  ['dividendYield', Number.NaN],
] as const)('a bad %s (%d) is named with its row', (name, value) => {
  const column = two[name].slice()
  column[1] = value
  expect(() => computeImpliedVolatilityBatch({ ...two, [name]: column })).toThrow(new RegExp(`^${name}\\[1\\] is`))
})

test('a column of another length is named', () => {
  expect(() => computeImpliedVolatilityBatch({ ...two, spot: new Float64Array(3) })).toThrow(/spot has 3/)
})
