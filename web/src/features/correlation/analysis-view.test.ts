import { expect, test } from 'vitest'
import {
  countSecurities,
  describeAsync,
  describeBetaLeftOut,
  describeDoubt,
  describeInsufficient,
  describeScore,
  describeStability,
  describeSuspects,
  splitPairs,
  toBetaTone,
  toScoreBand,
} from './analysis-view.ts'
import { ANALYSIS, makeEntry, makePair } from './test-analysis.ts'

test.each([
  [100, 'gain'],
  [70, 'gain'],
  [69, 'warning'],
  [40, 'warning'],
  [39, 'destructive'],
  [0, 'destructive'],
])('a score of %d lies in the band %s', (score, band) => expect(toScoreBand(score)).toBe(band))

test.each([
  [1.21, 'destructive'],
  [1.2, 'default'],
  [0.81, 'default'],
  [0.8, 'secondary'],
  [-2, 'secondary'],
  [null, 'secondary'],
])('a beta of %s has the tone %s', (beta, tone) => expect(toBetaTone(beta)).toBe(tone))

test('securities are counted once, with or without a history or a price', () => {
  expect(
    countSecurities({
      ...ANALYSIS,
      insufficientHistory: [
        { ticker: 'C', days: 3, reason: 'too-short' },
        { ticker: 'NEW', days: 0, reason: 'no-history' },
      ],
      unpriced: { ZZZZ: 'unknown-ticker' },
    }),
  ).toBe(5)
})

test('tickers that are not compared are named with the reason', () => {
  expect(
    describeInsufficient([
      { ticker: 'IPO', days: 20, reason: 'too-short' },
      { ticker: 'ONE', days: 1, reason: 'too-short' },
      { ticker: 'GONE', days: 0, reason: 'no-history' },
    ]),
  ).toEqual([
    'Not compared, too few days of history: IPO (20 days of 60); ONE (1 day of 60).',
    'Not compared, no history at all: GONE.',
  ])
  expect(describeInsufficient([])).toEqual([])
})

test('a pair says whether it held in both halves', () => {
  expect(describeStability(makePair('A', 'B', 0.5))).toBe('Was 0.30, now 0.60')
  expect(describeStability(makePair('A', 'B', 0.5, { firstHalf: 0.5 }))).toBe('')
  expect(describeStability(makePair('A', 'B', 0.5, { firstHalf: null }))).toBe('')
})

test('the sentence under the score follows its two factors', () => {
  const given = ANALYSIS.diversification!
  const say = (spreadPercent: number, independencePercent: number, tickers = ['A', 'B', 'C'], lookThrough = false) =>
    describeScore({
      tickers: tickers.map((ticker) => ({ ticker, name: null, value: 1, weightPercent: 1 })),
      lookThrough: lookThrough ? { funds: [], fundsWithoutSectors: [], remainingPercent: 0 } : null,
      diversification: { ...given, spreadPercent, independencePercent },
    })
  expect(say(88, 70)).toBe('Risk is well spread, and the positions do not move as one. Worth 2.7 independent bets.')
  expect(say(88, 60)).toContain('Risk is well spread, but the positions move together.')
  expect(say(40, 90)).toContain('Few positions carry most of the risk, and the positions do not move as one.')
  expect(say(40, 40)).toContain('Few positions carry most of the risk, and the positions move together.')
  expect(say(0, 100, ['A'])).toContain('nothing for it to move with')
  expect(say(30, 120, ['A', 'B'])).toContain('One position carries most of the risk')
  // Funds that move together hold many companies: the sentence is about these and says nothing of the funds.
  expect(say(88, 90, ['A', 'B', 'C'], true)).toBe(
    'Risk is well spread, counting the companies inside your funds. Worth 2.7 independent bets.',
  )
})

test('what the score leaves out is said, and when it is too much', () => {
  const given = ANALYSIS.diversification!
  expect(describeDoubt(given)).toBeNull()
  expect(describeDoubt({ ...given, excludedPercent: 10 })).toBe(
    '10.0% of value has too little history and is left out.',
  )
  expect(describeDoubt({ ...given, excludedPercent: 45, isDoubtful: true })).toContain('too much')
  expect(describeDoubt({ ...given, unpricedPercent: 12.34 })).toBe(
    '12.3% of the portfolio, at cost, has no price and is left out.',
  )
  // What is there is never called 0.0%.
  expect(describeDoubt({ ...given, unpricedPercent: 0.04 })).toMatch(/^Less than 0\.1% of the portfolio/)
  expect(describeDoubt({ ...given, excludedPercent: 0.04 })).toMatch(/^Less than 0\.1% of value/)
})

test('betas made from three days are named', () => {
  const entry = (ticker: string, isAsync: boolean) => makeEntry({ ticker, flags: isAsync ? ['async-market'] : [] })
  expect(describeAsync([entry('AAPL', false)], 'SPY')).toBeNull()
  expect(describeAsync([entry('AAPL', false), entry('VOD.L', true)], 'SPY')).toBe(
    'VOD.L trades at other hours than SPY: its beta adds the moves with the day before and after.',
  )
  expect(describeAsync([entry('SAP.DE', true), entry('VOD.L', true)], 'SPY')).toContain('SAP.DE and VOD.L trade at')
})

test('what the portfolio beta leaves out is named', () => {
  expect(describeBetaLeftOut([])).toBeNull()
  expect(describeBetaLeftOut(['IPO'])).toBe('Portfolio beta leaves out IPO, without closes through the whole year.')
})

test('doubtful closes are named', () => {
  const entry = (ticker: string) => makeEntry({ ticker, flags: ['suspect-price'] })
  expect(describeSuspects([makeEntry({ ticker: 'AAPL' })])).toBeNull()
  expect(describeSuspects([entry('AET.L'), makeEntry({ ticker: 'KO' })])).toBe(
    'AET.L has closes that look like errors of the data; its figures are computed from them as they are.',
  )
  expect(describeSuspects([entry('AET.L'), entry('X')])).toContain('AET.L and X have closes')
})

test('what stood in for young holdings is named with its beta, the first three of many', () => {
  const given = ANALYSIS.diversification!
  const proxies = ['NEW', 'FRESH', 'YOUNG', 'LATE'].map((ticker) => ({
    ticker,
    proxy: 'XLK',
    beta: 1.234,
    weightPercent: 5,
  }))
  expect(describeDoubt({ ...given, proxiedPercent: 5, proxies: proxies.slice(0, 1) })).toBe(
    '5.0% of value has fewer than 60 daily returns, so proxies are used for it: XLK × 1.23 for NEW.',
  )
  expect(describeDoubt({ ...given, proxiedPercent: 20, proxies })).toContain('XLK × 1.23 for YOUNG and 1 more.')
})

test('of few pairs none stands at both ends, and what falls when the other rises never moves together', () => {
  const [up, flat, down] = [makePair('A', 'B', 0.6), makePair('A', 'C', 0.1), makePair('B', 'C', -0.2)]
  const mixed = splitPairs({ strongestPairs: [up, flat, down], bestOffsets: [down, flat, up] })
  expect(mixed).toEqual({ together: [up, flat], apart: [down] })
  expect(splitPairs({ strongestPairs: [up], bestOffsets: [up] })).toEqual({ together: [up], apart: [] })
  expect(splitPairs({ strongestPairs: [down], bestOffsets: [down] })).toEqual({ together: [], apart: [down] })
})
