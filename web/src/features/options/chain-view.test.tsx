import { expect, test } from 'vitest'
import { makeChain } from '../../components/options/test-chain.ts'
import {
  describeIvHistory,
  describeLeftOut,
  describePutCallHistory,
  describeSource,
  listExpiries,
  pickOutOfTheMoney,
  toChainCsv,
  toLadder,
} from './chain-view.ts'

const chain = makeChain({ days: [27], strikes: [130, 135, 140, 145] })
const { expiry } = chain.expiries[0]!
const ladderAt = (spot: number | null) => toLadder(chain.options, expiry, spot)

test.each([
  // [price, strikes at or below it, place of the nearest]
  [138.2, 2, 2],
  [137.4, 2, 1],
  [135, 2, 1],
  [100, 0, 0],
  [200, 4, 3],
])('at %d the price line stands after %d strikes and strike %d is nearest', (spot, before, nearest) => {
  const { priceIndex, nearestIndex } = ladderAt(spot)
  expect({ priceIndex, nearestIndex }).toEqual({ priceIndex: before, nearestIndex: nearest })
})

test('call and put of a strike share a row, in order of strike, whatever the order of the answer', () => {
  const { rows } = toLadder(chain.options.toReversed(), expiry, 138.2)
  expect(rows.map(({ strike }) => strike)).toEqual([130, 135, 140, 145])
  for (const { strike, call, put } of rows) {
    expect([call?.strikePrice, call?.contractType, put?.strikePrice, put?.contractType]).toEqual([
      strike,
      'call',
      strike,
      'put',
    ])
  }
})

test('a strike with one side only keeps its place, and contracts of other expiries stay out', () => {
  const { rows } = toLadder(
    chain.options.filter(({ contractType }) => contractType === 'put'),
    expiry,
    138.2,
  )
  expect(rows.map(({ call }) => call)).toEqual([null, null, null, null])
  expect(toLadder(chain.options, '2030-01-01', 138.2)).toEqual({ rows: [], priceIndex: 0, nearestIndex: -1 })
})

test('without a price the ladder opens in its middle', () => {
  expect(ladderAt(null).nearestIndex).toBe(2)
})

test('the side whose price is all time value comes first', () => {
  const sides = ladderAt(138.2).rows.map((row) => pickOutOfTheMoney(row)?.contractType)
  expect(sides).toEqual(['put', 'put', 'call', 'call'])
  expect(pickOutOfTheMoney({ strike: 1, call: null, put: null })).toBeNull()
})

test('what is left out is counted by state, the most frequent first', () => {
  expect(describeLeftOut({ wide: 3, 'no-bid': 8 })).toBe('8 no bid, 3 wide spread')
  expect(describeLeftOut({})).toBe('')
})

test('the source says when it is, at the close by the day of the exchange', () => {
  // 21:00 UTC on the 20th is 16:00 in New York; 01:00 UTC on the 21st still is the 20th there.
  expect(describeSource({ ...chain, asOf: '2026-11-21T01:00:00.000Z' })).toBe(
    'Simulated market data · at close Nov 20 · NVDA $138.20',
  )
  expect(describeSource({ ...chain, asOf: null, underlyingPrice: null })).toBe('Simulated market data')
})

test('a rank waits for its observations and says how many there are', () => {
  expect(describeIvHistory(chain.summary!)).toBe('IV rank needs 60 days, 12 so far')
  const ivHistory = { observations: 250, needed: 60 as const, from: '2026-01-02', ivRank: 61.4, ivPercentile: 57.6 }
  expect(describeIvHistory({ ...chain.summary!, ivHistory })).toBe('IV rank 61, percentile 58, 250 days')
})

test('a put/call ratio is compared with the usual one of its ticker, once that is known', () => {
  const summary = chain.summary!
  expect(describePutCallHistory('SPY', summary)).toBe('Its usual ratio needs 20 days, 12 so far')
  const putCallHistory = {
    observations: 90,
    needed: 20 as const,
    usualRatio: 1.42,
    percentile: 91,
    reading: 'more-puts' as const,
  }
  expect(describePutCallHistory('SPY', { ...summary, putCallHistory })).toBe('More puts than usual for SPY (1.42)')
})

test('a chain of which nothing was computed still has its expiries', () => {
  const whole = makeChain({ days: [6, 27], strikes: [130, 140] })
  const [first, second] = listExpiries({ ...whole, expiries: [] })
  expect([first?.expiry, second?.expiry]).toEqual(['2026-11-27', '2026-12-18'])
  // Days count from the day of the quotes, the 20th.
  expect([first?.days, second?.days]).toEqual([7, 28])
  expect(second).toMatchObject({ contractCount: 4, atmIV: null, expectedMove: null, listed: true })
  // In the evening of New York, when the day in London is the next.
  const evening = listExpiries({ ...whole, expiries: [], asOf: '2026-11-21T01:00:00.000Z' })
  expect(evening.map(({ days }) => days)).toEqual([7, 28])
  const calls = whole.options.filter(
    ({ contractType, expirationDate }) => contractType === 'call' && expirationDate === '2026-12-18',
  )
  expect(second?.callOpenInterest).toBe(calls.reduce((sum, { openInterest }) => sum + openInterest!, 0))
  expect(listExpiries(whole)).toBe(whole.expiries)
})

test('the CSV has a row for each contract and raw numbers', () => {
  const { columns, rows } = toChainCsv(chain.options)
  expect(rows).toHaveLength(8)
  const at = (header: string) => rows[0]![columns.findIndex((column) => column.header === header)]
  expect(at('symbol')).toBe('NVDA261218C00130000')
  expect(at('impliedVolatility')).toBe(chain.options[0]!.impliedVolatility)
})
