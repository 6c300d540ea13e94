import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeLots } from './merge-lots.ts'
import { makeLot as lot } from './testing/make-lot.ts'

test('lots of one instrument are one, by name, and decimals are summed exactly', () => {
  const lots = [lot('MSFT', '3', null), lot('AAPL', '0.1', '10.1'), lot('AAPL', '0.2', '10.1')]
  // 0.1 + 0.2 is 0.30000000000000004 in binary, and 0.3 × 10.1 is 3.03.
  expect(mergeLots(lots)).toMatchObject([
    { ticker: 'AAPL', shares: 0.3, cost: 3.03, grossCost: 3.03 },
    { ticker: 'MSFT', shares: 3, cost: null, grossCost: 0 },
  ])
})

test('powers of ten, whole numbers and zeros at the end are read alike', () => {
  const lots = [lot('AAPL', '1e-7', '2'), lot('AAPL', '3', '2.00'), lot('AAPL', '-0.5000', '2')]
  expect(mergeLots(lots)).toMatchObject([{ shares: 2.5000001, cost: 5.0000002, grossCost: 7.0000002 }])
})

test('a security and cash of one name stay apart, and so do lots without a cost or with one in another currency', () => {
  const lots = [
    lot('CASH', '5', '1', { kind: 'cash' }),
    lot('CASH', '2', null, { kind: 'cash' }),
    lot('CASH', '1', '9'),
    lot('SAP.DE', '1', '100', { currency: 'EUR' }),
    lot('SAP.DE', '1', '100'),
    lot('SAP.DE', '1', null),
  ]
  expect(
    mergeLots(lots).map(({ kind, ticker, currency, shares, cost }) => [kind, ticker, currency, shares, cost]),
  ).toEqual([
    ['cash', 'CASH', 'USD', 7, null],
    ['security', 'CASH', 'USD', 1, 9],
    ['security', 'SAP.DE', 'EUR', 1, 100],
    ['security', 'SAP.DE', 'USD', 1, null],
    ['security', 'SAP.DE', 'USD', 1, 100],
  ])
})

test('what was paid for lots and taken for lots that are owed does not cancel in the gross cost', () => {
  const lots = [lot('KO', '10', '60'), lot('KO', '-4', '65')]
  expect(mergeLots(lots)).toMatchObject([{ shares: 6, cost: 340, grossCost: 860 }])
})

const decimal = (most: number, places: number) =>
  fc.integer({ min: 1, max: most * 10 ** places }).map((count) => String(count / 10 ** places))
const anyLot = fc
  .record({ ticker: fc.constantFrom('A', 'B', 'C'), shares: decimal(900, 9), avgCost: fc.option(decimal(900, 4)) })
  .map(({ ticker, shares, avgCost }) => lot(ticker, shares, avgCost))

test('however lots come and however they are cut, the sums are the same to the bit', () => {
  fc.assert(
    fc.property(fc.array(anyLot, { minLength: 1, maxLength: 12 }), fc.infiniteStream(fc.nat()), (lots, random) => {
      const next = (below: number) => (random.next().value as number) % below
      const cut = lots.flatMap((one) => {
        const units = Math.round(Number(one.shares) * 1e9)
        const part = next(units + 1)
        const sizes = [part, units - part].filter((size) => size > 0)
        return sizes.map((size) => ({ ...one, shares: (size / 1e9).toFixed(9) }))
      })
      for (let last = cut.length - 1; last > 0; last -= 1) {
        const other = next(last + 1)
        const [a, b] = [cut[last], cut[other]]
        if (a && b) [cut[last], cut[other]] = [b, a]
      }
      expect(mergeLots(cut)).toEqual(mergeLots(lots))
    }),
  )
})
