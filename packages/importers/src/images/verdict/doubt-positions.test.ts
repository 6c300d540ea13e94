import { expect, test } from 'vitest'
import type { SourcePosition } from '../../imported-source.ts'
import type { Candidate } from '../layout.ts'
import { placeText } from '../testing/placed-cells.ts'
import { doubtTickers, doubtUnusualCosts } from './doubt-positions.ts'

const position = (ticker: string, name: string | null = null): SourcePosition => ({
  lines: [],
  ticker,
  name,
  identifier: null,
  kind: 'security',
  shares: '12',
  avgCost: null,
  currency: 'USD',
  multiplier: 1,
  sector: null,
  account: null,
  statedPrice: null,
  statedValue: null,
  certainty: 0.95,
  doubts: [],
  suggestions: [],
})

const doubted = (positions: readonly SourcePosition[]) =>
  doubtTickers(positions).map(({ ticker, certainty, doubts }) => [ticker, certainty < 0.9 && doubts.length > 0])

test('a single letter among longer tickers is one', () => {
  expect(doubted(['O', 'AAPL', 'MSFT', 'F'].map((ticker) => position(ticker)))).toEqual([
    ['O', false],
    ['AAPL', false],
    ['MSFT', false],
    ['F', false],
  ])
})

test('where most tickers have one letter they are rather initials', () => {
  expect(doubted(['O', 'F', 'T', 'AAPL'].map((ticker) => position(ticker)))).toEqual([
    ['O', true],
    ['F', true],
    ['T', true],
    ['AAPL', false],
  ])
})

test('a letter at two holdings is a mark beside the ticker', () => {
  expect(
    doubted(['A', 'AAPL', 'A', 'MSFT', 'KO'].map((ticker) => position(ticker))).filter(([, is]) => is),
  ).toHaveLength(2)
})

test('a ticker that stands at holdings of different names is a mark; at lots of one name it is theirs', () => {
  expect(doubted([position('BE', 'Roku, Inc.'), position('BE', 'Visa Inc.'), position('KO', 'Coca-Cola')])).toEqual([
    ['BE', true],
    ['BE', true],
    ['KO', false],
  ])
  expect(doubted([position('KO', 'Coca-Cola'), position('KO', 'Coca-Cola')]).filter(([, is]) => is)).toEqual([])
})

test('a holding without the cost that the others have, or with another kind of it, is doubted', () => {
  const candidate = (figures: Candidate['figures']): Candidate => ({
    security: { ticker: 'KO', name: null, isKnown: true },
    terms: [],
    name: null,
    currency: null,
    sector: null,
    symbol: { cell: placeText('KO', 0, 0), pick: (text) => text },
    figures,
    costDoubt: null,
    costChoices: [],
    sharesDoubt: null,
    cells: [],
    others: [],
  })
  const cost = { cell: placeText('50.00', 100, 0), pick: (text: string) => text }
  const isDoubted = (...positions: Candidate['figures'][]) =>
    doubtUnusualCosts(positions.map(candidate)).map(({ costDoubt }) => costDoubt !== null)
  expect(isDoubted({ avgCost: cost }, {})).toEqual([false, true])
  expect(isDoubted({})).toEqual([false])
  expect(isDoubted({ avgCost: cost }, { costTotal: cost }, { avgCost: cost })).toEqual([false, true, false])
  expect(isDoubted({ costTotal: cost }, { costTotal: cost }, { avgCost: cost })).toEqual([false, false, true])
})
