import { Big } from 'big.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { comparePositions } from './compare-positions.ts'
import { adjustFigures, toSplitTerms } from './split-figures.ts'

describe('the terms of a split', () => {
  test.each([
    [4, 4, 1],
    [1.5, 3, 2],
    [0.05, 1, 20],
    [0.1, 1, 10],
    // Providers write one for three with the digits of their float.
    [0.333333, 1, 3],
    [1.03, 103, 100],
    [2.0000001, 2, 1],
  ])('%s is %i for %i', (ratio, newShares, oldShares) => {
    expect(toSplitTerms(ratio)).toEqual({ newShares, oldShares })
  })

  test('are whole numbers for every split of whole numbers', () => {
    const whole = fc.integer({ min: 1, max: 100 })
    fc.assert(
      fc.property(whole, whole, (newShares, oldShares) => {
        const terms = toSplitTerms(newShares / oldShares)
        expect(terms.newShares * oldShares).toBe(terms.oldShares * newShares)
      }),
      { numRuns: 500 },
    )
  })
})

describe('figures after a split', () => {
  test('keep every decimal', () => {
    expect(adjustFigures({ shares: '3.3333333333', avgCost: '1000.1' }, { newShares: 10, oldShares: 1 })).toEqual({
      shares: '33.333333333',
      avgCost: '100.01',
    })
    expect(adjustFigures({ shares: '-7', avgCost: null }, { newShares: 1, oldShares: 8 })).toEqual({
      shares: '-0.875',
      avgCost: null,
    })
  })

  test('leave the cost of the whole what it was, to the last decimal kept', () => {
    const decimal = (most: number) =>
      fc.integer({ min: 1, max: most }).map((value) => new Big(value).div(100).toFixed())
    fc.assert(
      fc.property(decimal(10_000_000), decimal(10_000_000), fc.integer({ min: 2, max: 50 }), (shares, avgCost, by) => {
        const after = adjustFigures({ shares, avgCost }, { newShares: by, oldShares: 1 })
        const cost = new Big(after.shares).times(after.avgCost ?? 0)
        // Half of the last decimal for each share.
        const slack = new Big(after.shares).times('0.00000000005')
        expect(cost.minus(new Big(shares).times(avgCost)).abs().lte(slack)).toBe(true)
      }),
      { numRuns: 300 },
    )
  })
})

describe('what a newer import changes', () => {
  const lot = (ticker: string, shares: string, avgCost: string | null = null, account: string | null = null) =>
    ({ ticker, shares, avgCost, account, kind: 'security', currency: 'USD' }) as const

  test('lots of one holding count as one, however they are cut', () => {
    const held = [lot('AAPL', '4', '100'), lot('AAPL', '6', '200')]
    expect(comparePositions(held, [lot('AAPL', '10.0', '160.0000000000')], 'replace')).toEqual({
      added: [],
      removed: [],
      changed: [],
      unchangedCount: 1,
      mode: 'replace',
      proposedMode: 'replace',
    })
  })

  test('a sale that leaves nothing removes the holding', () => {
    expect(comparePositions([lot('AAPL', '4')], [lot('AAPL', '-4')], 'add')).toMatchObject({
      removed: [{ ticker: 'AAPL', shares: 4 }],
      changed: [],
    })
  })

  test.each([
    ['the same account', lot('AAPL', '4', null, 'A'), lot('KO', '1', null, 'A'), 'replace'],
    ["another broker's account", lot('AAPL', '4', null, 'A'), lot('AAPL', '4', null, 'B'), 'add'],
    ['no account, but a ticker that is held without one', lot('AAPL', '4'), lot('AAPL', '5'), 'replace'],
    ['no account and nothing in common', lot('AAPL', '4'), lot('KO', '5'), 'add'],
    ['no account beside named ones', lot('AAPL', '4', null, 'A'), lot('AAPL', '5'), 'add'],
  ] as const)('%s: %s', (_of, held, incoming, proposed) => {
    const { mode, proposedMode } = comparePositions([held], [incoming])
    expect([mode, proposedMode]).toEqual([proposed, proposed])
    expect(comparePositions([held], [incoming], 'add').mode).toBe('add')
  })

  test('accounts are compared each for itself, and a cost that is no longer known is a change', () => {
    const held = [lot('AAPL', '4', '100', 'A'), lot('AAPL', '4', '100', 'B')]
    const { changed, unchangedCount } = comparePositions(
      held,
      [lot('AAPL', '4', '100', 'A'), lot('AAPL', '4', null, 'B')],
      'replace',
    )
    expect(unchangedCount).toBe(1)
    expect(changed).toMatchObject([{ before: { account: 'B', avgCost: 100 }, after: { avgCost: null } }])
  })

  test('replacing a portfolio by itself changes nothing', () => {
    const lots = fc.array(
      fc.record({
        ticker: fc.constantFrom('A', 'B', 'C'),
        shares: fc.integer({ min: 1, max: 50 }).map(String),
        avgCost: fc.option(fc.integer({ min: 0, max: 90 }).map(String)),
        account: fc.option(fc.constantFrom('x', 'y')),
        kind: fc.constant('security' as const),
        currency: fc.constant('USD'),
      }),
    )
    fc.assert(
      fc.property(lots, (held) => {
        const { added, removed, changed } = comparePositions(held, held.toReversed(), 'replace')
        expect([added, removed, changed]).toEqual([[], [], []])
      }),
      { numRuns: 200 },
    )
  })
})
