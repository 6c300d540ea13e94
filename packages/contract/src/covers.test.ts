import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chooseShareBasis, countCovers, type SizedPosition } from './covers.ts'

const KIND = fc.constantFrom('security' as const, 'option' as const, 'cash' as const)

test('lots of one ticker are one position, and one lot that is left out leaves it out', () => {
  const lots = [
    { ticker: 'AAPL', kind: 'security', cost: 1 },
    { ticker: 'AAPL', kind: 'security', cost: null },
    { ticker: 'MSFT', kind: 'security', cost: 2 },
    { ticker: 'USD', kind: 'cash', cost: 1 },
  ] as const
  expect(countCovers(lots, ({ cost }) => (cost === null ? 'no-cost' : null))).toEqual({
    covered: 1,
    positions: 2,
    leftOut: [{ ticker: 'AAPL', reason: 'no-cost' }],
  })
})

test('cash that nothing can be said of is a hole like any other', () => {
  const lots = [{ ticker: 'NOK', kind: 'cash' }] as const
  expect(countCovers(lots, () => 'no-exchange-rate')).toEqual({
    covered: 0,
    positions: 1,
    leftOut: [{ ticker: 'NOK', reason: 'no-exchange-rate' }],
  })
})

test('whatever is held, what is covered and what is left out are everything, each once', () => {
  const lot = fc.record({ ticker: fc.constantFrom('A', 'B', 'C', 'D'), kind: KIND, isOut: fc.boolean() })
  fc.assert(
    fc.property(fc.array(lot, { maxLength: 12 }), (lots) => {
      const { covered, positions, leftOut } = countCovers(lots, ({ isOut }) => (isOut ? 'no-price' : null))
      const keys = (some: typeof lots) => new Set(some.map(({ ticker, kind }) => `${kind}:${ticker}`))
      expect(leftOut).toHaveLength(keys(lots.filter(({ isOut }) => isOut)).size)
      expect(positions).toBe(keys(lots.filter(({ kind, isOut }) => kind !== 'cash' || isOut)).size)
      expect(covered + leftOut.length).toBe(positions)
      expect(covered).toBeGreaterThanOrEqual(0)
    }),
  )
})

const stock = (value: number | null, cost: number | null): SizedPosition => ({ kind: 'security', value, cost })
const cash = (value: number): SizedPosition => ({ kind: 'cash', value, cost: value })

test.each([
  ['no cost at all', [stock(100, null), cash(900)], 'market-value'],
  ['a cost for 79 %', [stock(79, 50), stock(21, null)], 'market-value'],
  ['a cost for 80 %', [stock(80, 50), stock(20, null)], 'cost'],
  ['a short position without a cost', [stock(80, 50), stock(-40, null)], 'market-value'],
  ['cash alone', [cash(5)], 'cost'],
  ['nothing', [], 'cost'],
  ['no price yet, every cost', [stock(null, 5), stock(null, 9)], 'cost'],
  ['no price yet, half of the costs', [stock(null, 5), stock(null, null)], 'market-value'],
] as const)('%s', (_name, positions, basis) => {
  expect(chooseShareBasis('cost', positions)).toBe(basis)
  expect(chooseShareBasis('market-value', positions)).toBe('market-value')
})
