import { describe, expect, test } from 'vitest'
import { describeLosses, toLossRows, toPriceRows } from './loss-map-view.ts'
import { TEST_ANALYSIS, TEST_LOSSES, TEST_PRICES, TEST_TERM } from './test-hedges.ts'

const analysis = { ...TEST_ANALYSIS, term: TEST_TERM, prices: TEST_PRICES }

describe('the map of losses', () => {
  test('has a row for each day, the day after the options end said as such', () => {
    const rows = toLossRows(TEST_LOSSES, analysis, 'with')
    expect(rows.map(({ day, note }) => [day, note])).toEqual([
      ['Nov 30, 2026', '5 trading days'],
      ['Feb 19, 2027', '60 trading days'],
      ['Feb 22, 2027', 'after expiry'],
    ])
    expect(rows[0]?.cells.map(({ text }) => text)).toEqual(['+1.0%', '14.9%', '21.0%'])
  })

  test('marks what is beyond the limit in falls that the limit is meant for, and no deeper one', () => {
    const beyond = (side: 'with' | 'without') =>
      toLossRows(TEST_LOSSES, analysis, side).map(({ cells }) => cells.map(({ isBeyond }) => isBeyond))
    expect(beyond('with')).toEqual([
      [false, false, false],
      [false, false, false],
      [false, true, false],
    ])
    expect(beyond('without').flat().filter(Boolean)).toHaveLength(3)
  })

  test('is said in a sentence: the worst day of the term, and the day after', () => {
    expect(describeLosses(TEST_LOSSES, analysis)).toBe(
      'If the market falls 20%, the hedged portfolio loses at most 14.9% until Feb 19, 2027, and loses at most 26.9% from Feb 22, 2027 on.',
    )
  })
})

describe('the three prices', () => {
  test('stand side by side, and what no ticket keeps is said', () => {
    const hedgeStrategies = TEST_ANALYSIS.hedgeStrategies.map((one) =>
      one.role === 'recommended'
        ? { ...one, instrument: TEST_PRICES.everyDay?.instrument ?? '', holdsLimit: true }
        : one,
    )
    expect(toPriceRows({ ...analysis, hedgeStrategies })).toMatchObject([
      { label: 'Kept on the last day only', cost: 4_610, isRecommended: false },
      { label: 'Kept on every day', cost: 5_734, isRecommended: true },
      { label: 'Kept if your positions fall harder', cost: null, instrument: 'No ticket keeps it' },
    ])
    expect(toPriceRows({ ...analysis, prices: null })).toEqual([])
  })

  test('none is called recommended where another ticket is', () => {
    expect(toPriceRows(analysis).map(({ isRecommended }) => isRecommended)).toEqual([false, false, false])
  })
})
