import { toOptionTerms, type WatchTerms } from '@ballast/contract'
import { expect, test } from 'vitest'
import { judgeRule, TELLS_OF_END } from './judge-rule.ts'
import type { WatchedFacts, WatchedOption } from './watched-facts.ts'

const FACTS: WatchedFacts = {
  day: '2026-11-20',
  today: '2026-11-20',
  simulated: false,
  gross: 100_000,
  values: new Map([
    ['NVDA', 30_000],
    ['KO', -40_000],
    ['JPM', 10_000],
  ]),
  unpriced: 0,
  quotes: new Map([['NVDA', { price: 150, currency: 'USD', day: '2026-11-20', isOld: false }]]),
  options: [],
  ages: [
    { name: 'NVDA', day: '2026-11-20', age: 0 },
    { name: 'OLD', day: '2026-11-13', age: 5 },
    { name: 'NONE', day: null, age: null },
  ],
  losses: [
    {
      shockPercent: 20,
      percent: 15,
      dollars: 15_000,
      value: 100_000,
      hedgingBeta: 0.73,
      holdsOptions: false,
      day: '2026-11-20',
      leftOut: 0,
    },
  ],
  drawdown: { percent: 10, highOn: '2026-10-01', leftOut: 1 },
}

const toState = (terms: WatchTerms, facts: Partial<WatchedFacts> = {}) => judgeRule(terms, { ...FACTS, ...facts }).state

test('a limit is exceeded above it, and a price is reached at it', () => {
  expect(toState({ kind: 'loss', limitPercent: 15, shockPercent: 20 })).toBe('quiet')
  expect(toState({ kind: 'loss', limitPercent: 14.9, shockPercent: 20 })).toBe('met')
  expect(toState({ kind: 'drawdown', limitPercent: 10 })).toBe('quiet')
  expect(toState({ kind: 'drawdown', limitPercent: 9.9 })).toBe('met')
  expect(toState({ kind: 'weight', ticker: 'NVDA', limitPercent: 30 })).toBe('quiet')
  expect(toState({ kind: 'weight', ticker: 'NVDA', limitPercent: 29.9 })).toBe('met')
  expect(toState({ kind: 'price', ticker: 'NVDA', direction: 'below', price: 150 })).toBe('met')
  expect(toState({ kind: 'price', ticker: 'NVDA', direction: 'above', price: 150 })).toBe('met')
  expect(toState({ kind: 'price', ticker: 'NVDA', direction: 'below', price: 149.99 })).toBe('quiet')
})

test('the largest position is the largest by size, sold ones too, and says what it is about', () => {
  const found = judgeRule({ kind: 'weight', ticker: null, limitPercent: 35 }, FACTS)
  expect(found).toEqual({
    state: 'met',
    sentence: 'KO is 40.0% of the portfolio. Your limit is 35%.',
    subjects: ['KO'],
  })
})

test('what cannot be known is unknown and says why', () => {
  const quotes = new Map([['NVDA', { price: 150, currency: 'USD', day: '2026-11-17', isOld: true }]])
  const price = { kind: 'price', ticker: 'NVDA', direction: 'below', price: 200 } as const
  expect(judgeRule(price, { ...FACTS, quotes }).sentence).toBe('The newest price of NVDA is from Nov 17, 2026.')
  expect(toState(price, { quotes: new Map() })).toBe('unknown')
  expect(toState({ kind: 'weight', ticker: 'XOM', limitPercent: 1 })).toBe('unknown')
  expect(toState({ kind: 'weight', ticker: null, limitPercent: 1 }, { gross: 0 })).toBe('unknown')
  expect(toState({ kind: 'loss', limitPercent: 1, shockPercent: 30 })).toBe('unknown')
  expect(toState({ kind: 'loss', limitPercent: 1, shockPercent: 20 }, { day: '2026-11-23' })).toBe('unknown')
  expect(toState({ kind: 'drawdown', limitPercent: 1 }, { drawdown: null })).toBe('unknown')
})

test('prices that are older than asked for are named with their day', () => {
  const found = judgeRule({ kind: 'stale', days: 4 }, FACTS)
  expect(found.sentence).toBe(
    '2 positions have no price of the last 4 trading days: OLD (Nov 13, 2026); NONE (no price).',
  )
  expect(judgeRule({ kind: 'stale', days: 5 }, FACTS).subjects).toEqual(['NONE'])
})

function option(symbol: string, changes: Partial<WatchedOption> = {}): WatchedOption {
  const terms = toOptionTerms(symbol)
  if (terms === undefined) throw new Error(symbol)
  return { symbol, name: symbol, terms, contracts: -1, price: 10.2, underlyingPrice: 110, dividend: null, ...changes }
}

test('options expire within so many days, today and the last day included', () => {
  const options = ['AAPL261119C00100000', 'AAPL261120C00100000', 'AAPL261127C00100000', 'AAPL261128C00100000'].map(
    (symbol) => option(symbol),
  )
  expect(judgeRule({ kind: 'expiry', days: 7 }, { ...FACTS, options }).subjects).toEqual([
    'AAPL261120C00100000',
    'AAPL261127C00100000',
  ])
  expect(toState({ kind: 'expiry', days: 7 })).toBe('quiet')
})

test('a sold call is exercised early where the dividend before its end is more than its time value', () => {
  const judge = (changes: Partial<WatchedOption>) =>
    toState({ kind: 'assignment' }, { options: [option('AAPL261218C00100000', changes)] })
  // 110 − 100 leaves 0.20 of time value.
  const dividend = { amount: 0.21, exDate: '2026-12-10' }
  expect(judge({ dividend })).toBe('met')
  expect(judge({ dividend: { ...dividend, amount: 0.19 } })).toBe('quiet')
  expect(judge({ dividend: { ...dividend, exDate: '2026-12-19' } })).toBe('quiet')
  expect(judge({ dividend, contracts: 1 })).toBe('quiet')
  expect(judge({ dividend, underlyingPrice: 99, price: 0.1 })).toBe('quiet')
  expect(judge({ dividend, price: null })).toBe('unknown')
  expect(judge({ dividend: null })).toBe('quiet')
})

test('the end is told of what was too much: a loss, a weight, a fall below the high', () => {
  expect([...TELLS_OF_END]).toEqual(['loss', 'weight', 'drawdown'])
})
