import { expect, test } from 'vitest'
import type { SourcePosition } from '../../imported-source.ts'
import type { Candidate } from '../layout.ts'
import { placeText } from '../testing/placed-cells.ts'
import { describeDebt, partDebt } from './debt-lines.ts'

const NOTE = 'US TREASURY NOTE 4.25% 11/15/2034'
const CREDIT = 'FORD MOTOR CREDIT 5.125% 06/16/2028'

function read(words: string, stated: Partial<SourcePosition>, cost: 'avgCost' | 'costTotal' = 'costTotal') {
  const cell = placeText(words, 50, 100)
  const candidate: Candidate = {
    security: { ticker: words, name: words, isKnown: false, isByName: true },
    symbol: { cell, pick: (text) => text },
    terms: [],
    name: null,
    figures: { [cost]: { cell, pick: (text: string) => text } },
    currency: null,
    sector: null,
    costDoubt: null,
    costChoices: [],
    sharesDoubt: null,
    cells: [cell],
    others: [],
  }
  const position: SourcePosition = {
    lines: [3],
    ticker: words,
    name: null,
    identifier: null,
    kind: 'security',
    shares: '10000',
    avgCost: '0.99',
    currency: 'USD',
    multiplier: 1,
    sector: null,
    account: null,
    statedPrice: 98.5,
    statedValue: 9_850,
    certainty: 0.6,
    doubts: [{ field: 'ticker', reason: 'The image shows no ticker here, only a name.' }],
    suggestions: [],
    ...stated,
  }
  return { candidate, position }
}

const summarise = ({ positions }: ReturnType<typeof partDebt>) =>
  positions.map(({ ticker, kind, shares, avgCost, doubts }) => [
    ...[ticker, kind, shares, avgCost],
    doubts.map(({ field }) => field).join(' '),
  ])

test.each([
  ['dollars of face value', { shares: '10000', avgCost: '0.99' }],
  ['bonds of $1,000', { shares: '10', avgCost: '990' }],
  ['pieces of $100', { shares: '100', avgCost: '99' }],
])('a Treasury is a bond, and its value tells that it is counted in %s', (_, stated) => {
  expect(summarise(partDebt([read(NOTE, stated)]))).toEqual([['T4.25-20341115', 'bond', '100', '99', 'ticker']])
})

test('a cost that is stated of a hundred, or of a dollar, is of a hundred', () => {
  for (const avgCost of ['99', '0.99']) {
    const [held] = partDebt([read(NOTE, { avgCost }, 'avgCost')]).positions
    expect(held?.avgCost).toBe('99')
  }
})

test('face value that no price and value confirm is a doubt', () => {
  expect(summarise(partDebt([read(NOTE, { statedPrice: null })]))).toEqual([
    ['T4.25-20341115', 'bond', '100', '99', 'ticker shares'],
  ])
})

test('another bond is no position and no ticker of words: its value counts in the total', () => {
  const parted = partDebt([read(CREDIT, { statedValue: 4_955 })])
  expect(parted.positions).toEqual([])
  expect(parted.outside).toEqual([{ line: 3, account: null, currency: 'USD', value: 4_955 }])
  const lines = [2, 3].map((line) => ({ line, text: CREDIT, verdict: 'position' as const, note: null }))
  expect(describeDebt(lines, parted.notes).map(({ verdict }) => verdict)).toEqual(['position', 'bond'])
})

test('a fund of bonds and a company that only its name tells stay what they are', () => {
  const others = [read('BND', { ticker: 'BND' }), read('ZZY QUARRIES', {})]
  expect(partDebt(others).positions).toEqual(others.map(({ position }) => position))
})
