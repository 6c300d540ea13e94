import fc from 'fast-check'
import { expect, test } from 'vitest'
import { assessCoverage, type OptionHolding } from './coverage.ts'

const option = (
  type: 'call' | 'put',
  strike: number,
  contracts: number,
  more: Partial<OptionHolding> = {},
): OptionHolding => ({
  symbol: `X${more.expiry ?? '2026-12-18'}${type}${strike}`,
  underlying: 'X',
  type,
  strike,
  contracts,
  expiry: '2026-12-18',
  multiplier: 100,
  isExpired: false,
  isAdjusted: false,
  ...more,
})
const means = (shares = 0, cash = 0) => ({ shares: new Map([['X', shares]]), cash })
const coverageOf = (holdings: OptionHolding[], held = means()) =>
  holdings.map(({ symbol }) => {
    const { coverage, uncoveredContracts } = assessCoverage(holdings, held).get(symbol)!
    return [coverage, uncoveredContracts]
  })

test.each([
  ['a call that was bought', [option('call', 100, 1)], means(), [['long', 0]]],
  ['a call that was sold, and nothing', [option('call', 100, -2)], means(), [['naked', 2]]],
  ['two calls that were sold and 150 shares', [option('call', 100, -2)], means(150), [['partly-covered', 1]]],
  ['two calls that were sold and 200 shares', [option('call', 100, -2)], means(200), [['covered', 0]]],
  ['shares that are owed themselves', [option('call', 100, -1)], means(-100), [['naked', 1]]],
  ['a put that was sold and its cash', [option('put', 100, -1)], means(0, 10_000), [['cash-secured', 0]]],
  ['a put that was sold and too little cash', [option('put', 100, -1)], means(0, 9_999), [['naked', 1]]],
  ['shares do not cover a put', [option('put', 100, -1)], means(100), [['naked', 1]]],
  ['cash does not cover a call', [option('call', 100, -1)], means(0, 1e6), [['naked', 1]]],
])('%s', (_case, holdings, held, expected) => {
  expect(coverageOf(holdings, held)).toEqual(expected)
})

test('a spread is covered when what was bought is as good and lasts as long', () => {
  expect(coverageOf([option('put', 100, 1), option('put', 90, -1)])).toEqual([
    ['long', 0],
    ['covered', 0],
  ])
  // Bought at 90 pays less than what was sold at 100.
  expect(coverageOf([option('put', 90, 1), option('put', 100, -1)])).toEqual([
    ['long', 0],
    ['naked', 1],
  ])
  const early = option('call', 90, 1, { expiry: '2026-11-27' })
  expect(coverageOf([early, option('call', 100, -1)])).toEqual([
    ['long', 0],
    ['naked', 1],
  ])
})

test('everything covers once: the dearest obligation first', () => {
  // 100 shares go to the call at 90, which is nearer to being exercised.
  expect(coverageOf([option('call', 110, -1), option('call', 90, -1)], means(100))).toEqual([
    ['naked', 1],
    ['covered', 0],
  ])
  // $20,000 secure the put at 120 first, then nothing is left for the one at 110.
  expect(coverageOf([option('put', 110, -1), option('put', 120, -1)], means(0, 20_000))).toEqual([
    ['naked', 1],
    ['cash-secured', 0],
  ])
})

test('what has expired owes nothing, takes no cover from the others and gives none', () => {
  const over = { expiry: '2026-10-16', isExpired: true }
  expect(coverageOf([option('call', 90, -1, over), option('call', 110, -1)], means(100))).toEqual([
    ['expired', 0],
    ['covered', 0],
  ])
  expect(coverageOf([option('put', 120, -1, over), option('put', 110, -1)], means(0, 11_000))).toEqual([
    ['expired', 0],
    ['cash-secured', 0],
  ])
})

test('shares do not cover what delivers something else', () => {
  const adjusted = option('call', 100, -1, { symbol: 'X1', isAdjusted: true })
  expect(coverageOf([adjusted, option('call', 110, -1)], means(100))).toEqual([
    ['naked', 1],
    ['covered', 0],
  ])
  expect(coverageOf([adjusted, option('call', 90, 1)])[0]).toEqual(['naked', 1])
  expect(coverageOf([adjusted, option('call', 90, 1, { isAdjusted: true })])[0]).toEqual(['covered', 0])
})

test('a sentence says why', () => {
  const holdings = [option('call', 100, -3)]
  expect(assessCoverage(holdings, means(200)).get(holdings[0]!.symbol)!.coverageReason).toBe(
    '3 sold: 200 shares of X cover 2; nothing covers 1.',
  )
})

test('more means never leave more uncovered, and never less than nothing is', () => {
  const holdings = fc.array(
    fc.record({
      type: fc.constantFrom('call' as const, 'put' as const),
      strike: fc.integer({ min: 1, max: 40 }),
      contracts: fc.integer({ min: -5, max: 5 }),
    }),
    { maxLength: 8 },
  )
  fc.assert(
    fc.property(
      holdings,
      fc.integer({ min: 0, max: 1_000 }),
      fc.integer({ min: 0, max: 20_000 }),
      (terms, shares, cash) => {
        const unique = new Map(
          terms.map(({ type, strike, contracts }) => [`${type}${strike}`, option(type, strike, contracts)]),
        )
        const uncovered = (held: ReturnType<typeof means>) =>
          [...assessCoverage([...unique.values()], held).values()].reduce((sum, one) => sum + one.uncoveredContracts, 0)
        const short = [...unique.values()].reduce((sum, { contracts }) => sum + Math.max(0, -contracts), 0)
        expect(uncovered(means(shares, cash))).toBeLessThanOrEqual(uncovered(means()))
        expect(uncovered(means(shares, cash))).toBeGreaterThanOrEqual(0)
        expect(uncovered(means())).toBeLessThanOrEqual(short)
      },
    ),
  )
})
