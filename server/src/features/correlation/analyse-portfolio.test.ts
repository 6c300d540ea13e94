import { compoundReturns, parseIsoDate } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import type { DailyCloses, RiskHolding } from '../../risk/holding.ts'
import { comparedWith } from '../../risk/testing/compared-with.ts'
import { type AnalysisInput, analysePortfolio } from './analyse-portfolio.ts'

const LAST = parseIsoDate('2026-11-20')
const DAYS = 252

/** Patterns of four days whose products sum to nothing, so that correlations between them can be done by hand. */
const EVERY_OTHER = [1, -1, 1, -1]
const PAIRS = [1, 1, -1, -1]

const patterned = (pattern: readonly number[], size = 0.01, days = DAYS) =>
  Array.from({ length: days }, (_, t) => size * (pattern[t % pattern.length] ?? 0))

function toCloses(returns: readonly number[]): DailyCloses {
  const closes = compoundReturns(Float64Array.from(returns), 100)
  return { days: Int32Array.from(closes, (_, index) => LAST - closes.length + 1 + index), closes }
}

function holding(
  ticker: string,
  returns: readonly number[] | undefined,
  value: number,
  more: Partial<RiskHolding> = {},
): RiskHolding {
  return {
    ticker,
    value,
    units: value / 100,
    ...(returns ? { history: toCloses(returns) } : { absence: 'no-history' as const }),
    internalDiversification: 1,
    instrumentClass: 'company',
    sector: null,
    ...more,
  }
}

const analyse = (holdings: RiskHolding[], more: Partial<AnalysisInput> = {}) =>
  analysePortfolio({
    holdings,
    cash: 0,
    ...comparedWith(toCloses(patterned(EVERY_OTHER))),
    names: {},
    fundSectors: {},
    unpricedCost: 0,
    ...more,
  }).figures

const X = () => patterned(EVERY_OTHER)
const Y = () => patterned(PAIRS)

describe('the analysis', () => {
  test('two equal holdings that have nothing to do with each other score 50 = spread 50 × independence 100', () => {
    const figures = analyse([holding('X', X(), 500), holding('Y', Y(), 500)])
    // score = 100·(1 − σP² ÷ (Σwσ)²) = 100·(1 − (2·0.25σ²) ÷ σ²)
    expect(figures.diversificationScore).toBe(50)
    expect(figures.diversification).toMatchObject({
      label: 'Moderately diversified',
      effectiveBets: 2,
      excludedPercent: 0,
    })
    expect(figures.diversification?.spreadPercent).toBeCloseTo(50, 9)
    expect(figures.diversification?.independencePercent).toBeCloseTo(100, 9)
    expect(figures.averageCorrelation).toBeCloseTo(0, 9)
    expect(figures.averageCorrelationLabel).toBe('Low correlation')
    // 1 % a day for 252 days: √(252 × 0.01² ÷ 251) × √252
    expect(figures.marketCorrelations[0]?.volatilityPercent).toBeCloseTo(Math.sqrt(252 / 251) * Math.sqrt(252), 9)
  })

  test('the volatilities beside the score are percents of the gross value, whatever the portfolio is worth', () => {
    for (const size of [0.01, 1, 5000]) {
      const figures = analyse([holding('X', X(), 300 * size), holding('Y', Y(), -500 * size)], { cash: 200 * size })
      // Weights 0.3, −0.5 and 0.2 of cash: σ·√(0.3² + 0.5²) together, σ·(0.3 + 0.5) if nothing offset anything.
      const alone = Math.sqrt(252 / 251) * Math.sqrt(252)
      expect(figures.diversification?.portfolioVolatilityPercent).toBeCloseTo(alone * Math.sqrt(0.34), 8)
      expect(figures.diversification?.undiversifiedVolatilityPercent).toBeCloseTo(alone * 0.8, 8)
    }
  })

  test('beta is the slope against the benchmark, correlation its sign and strength', () => {
    const figures = analyse([
      holding('TWICE', patterned(EVERY_OTHER, 0.02), 300),
      holding('AGAINST', patterned(EVERY_OTHER, -0.01), 200),
      holding('ASIDE', Y(), 100),
    ])
    const rows = Object.fromEntries(figures.marketCorrelations.map((row) => [row.ticker, row]))
    expect(rows.TWICE?.marketBeta).toBeCloseTo(2, 9)
    expect(rows.TWICE?.marketCorrelation).toBeCloseTo(1, 9)
    expect(rows.AGAINST?.marketBeta).toBeCloseTo(-1, 9)
    expect(rows.ASIDE?.marketBeta).toBeCloseTo(0, 9)
    expect(rows.TWICE).toMatchObject({ observations: 252, weightPercent: 50 })
    expect(figures.bestOffsets[0]).toMatchObject({
      ticker1: 'AGAINST',
      ticker2: 'TWICE',
      correlation: -1,
      observations: 252,
    })
    expect(figures.bestOffsets[0]?.weightPercent).toBeCloseTo(83.3333333333, 9)
    expect(figures.pairs).toBe(3)
  })

  test('what closes at another hour has the sum of the betas to the day before, the same and the day after', () => {
    // Follows the benchmark by half the same day and by half a day later: the plain slope sees half of it.
    const wave = Array.from({ length: DAYS }, (_, t) => 0.01 * Math.sin(t * t))
    const late = wave.map((value, t) => 0.5 * value + 0.7 * (wave[t - 1] ?? 0))
    const figures = analyse([holding('VOD.L', late, 300, { closesElsewhere: true }), holding('VOD', late, 200)], {
      ...comparedWith(toCloses(wave)),
    })
    const [london, newYork] = figures.marketCorrelations
    expect(london?.marketBeta).toBeCloseTo(1.2, 9)
    expect(london?.flags).toEqual(['async-market'])
    expect(Math.abs((newYork?.marketBeta ?? 0) - 0.5)).toBeLessThan(0.1)
    expect(newYork?.flags).toEqual([])
  })

  test('closes that look like errors of the data are told of, and computed with as they are', () => {
    const returns = X()
    const pence = returns.map((one, t) => (t === 100 ? 99 : t === 109 ? -0.99 : one))
    const misplaced = returns.map((one, t) => (t === 200 ? 0.9 : t === 201 ? 1 / 1.9 - 1 : one))
    const halved = returns.map((one, t) => (t === 50 ? -0.5 : t === 51 ? 0.3 : one))
    const fallen = returns.map((one, t) => (t === 50 ? -0.45 : one))
    const figures = analyse([
      holding('PENCE', pence, 5),
      holding('POINT', misplaced, 4),
      holding('SPLIT', halved, 3),
      holding('FELL', fallen, 2),
      holding('X', returns, 1),
    ])
    expect(figures.marketCorrelations.map(({ ticker, flags }) => [ticker, flags])).toEqual([
      ['PENCE', ['suspect-price']],
      ['POINT', ['suspect-price']],
      ['SPLIT', ['suspect-price']],
      ['FELL', []],
      ['X', []],
    ])
    expect(figures.marketCorrelations[0]?.volatilityPercent).toBeGreaterThan(1000)
  })

  test('the average is over all pairs and its label turns above 0.3 and above 0.7', () => {
    // Half of each: correlation 1 ÷ √2 with either, 0 between them: (2 ÷ √2 + 0) ÷ 3 = 0.4714
    const both = X().map((value, t) => value + (Y()[t] ?? 0))
    const figures = analyse([holding('X', X(), 1), holding('Y', Y(), 1), holding('BOTH', both, 1)])
    expect(figures.averageCorrelation).toBeCloseTo(Math.SQRT2 / 3, 9)
    expect(figures.averageCorrelationLabel).toBe('Moderately correlated')
    expect(analyse([holding('X', X(), 1), holding('Z', X(), 1)]).averageCorrelationLabel).toBe('Highly correlated')
  })

  test('what the portfolio beta leaves out, for want of closes in the whole year, is named', () => {
    const young = analyse([
      holding('X', X(), 600),
      holding('NEW', patterned(PAIRS, 0.01, 200), 300),
      holding('NONE', undefined, 100),
    ])
    expect(young.portfolioBeta).toBeCloseTo(1, 9)
    expect(young.portfolioBetaLeftOut).toEqual(['NEW', 'NONE'])
    expect(analyse([holding('X', X(), 600)]).portfolioBetaLeftOut).toEqual([])
  })

  test('a pair that moved together only in one half of the year says so', () => {
    const turned = X().map((value, t) => (t < DAYS / 2 ? value : -value))
    const [pair] = analyse([holding('X', X(), 1), holding('T', turned, 1)]).strongestPairs
    expect(pair).toMatchObject({ ticker1: 'T', ticker2: 'X' })
    expect(pair?.firstHalf).toBeCloseTo(1, 9)
    expect(pair?.secondHalf).toBeCloseTo(-1, 9)
    // tanh(±1.959964 ÷ √249)
    expect(pair?.confidenceInterval?.high).toBeCloseTo(Math.tanh(1.959963984540054 / Math.sqrt(249)), 6)
  })

  test('what has too little history is named and left out of the pairs, never counted as uncorrelated', () => {
    const figures = analyse([
      holding('OLD', X(), 600),
      holding('NEW', patterned(PAIRS, 0.01, 20), 300),
      holding('NONE', undefined, 50),
      holding('EURO', undefined, 50, { absence: 'other-currency' }),
    ])
    expect(figures.insufficientHistory).toEqual([
      { ticker: 'NEW', days: 20, reason: 'too-short' },
      { ticker: 'EURO', days: 0, reason: 'other-currency' },
      { ticker: 'NONE', days: 0, reason: 'no-history' },
    ])
    expect(figures).toMatchObject({ pairs: 0, averageCorrelation: null, averageCorrelationLabel: null })
    expect(figures.tickers.map(({ ticker }) => ticker)).toEqual(['OLD'])
    expect(figures.marketCorrelations.find(({ ticker }) => ticker === 'NEW')).toMatchObject({
      marketBeta: null,
      marketCorrelation: null,
      volatilityPercent: null,
      observations: 20,
    })
    expect(figures.diversification).toMatchObject({ excludedPercent: 40, isDoubtful: true })
  })

  test('the proxy of a young position enters the score, and only the score, scaled by its beta', () => {
    const young = (size: number) =>
      holding('NEW', patterned(PAIRS, size, 20), 200, {
        proxy: { method: 'sector', ticker: 'XLK', history: toCloses(Y()) },
      })
    const figures = analyse([holding('OLD', X(), 400), young(0.02)])
    // NEW moves twice as far as XLK without fail, so β = 2; w·σ·β = 400·1 and 200·2: two equal bets, unrelated.
    expect(figures.diversificationScore).toBe(50)
    expect(figures.diversification).toMatchObject({
      excludedPercent: 0,
      unpricedPercent: 0,
      isDoubtful: true,
      proxies: [{ ticker: 'NEW', proxy: 'XLK', beta: 2 }],
    })
    expect(figures.diversification?.proxiedPercent).toBeCloseTo(100 / 3, 9)
    expect(figures.diversification?.proxies[0]?.weightPercent).toBeCloseTo(100 / 3, 9)
    expect(figures.insufficientHistory).toEqual([{ ticker: 'NEW', days: 20, reason: 'too-short' }])
    expect(figures.pairs).toBe(0)
  })

  test('the score is doubtful from more than 30 % that is stood in for, left out or without a price', () => {
    const proxy = { method: 'market', ticker: 'SPY', history: toCloses(Y()) } as const
    const doubtOf = (value: number, unpricedCost: number) =>
      analyse([holding('OLD', X(), 1_000 - value), holding('NEW', undefined, value, { proxy })], { unpricedCost })
        .diversification
    expect(doubtOf(300, 0)).toMatchObject({ proxiedPercent: 30, isDoubtful: false })
    expect(doubtOf(301, 0)).toMatchObject({ isDoubtful: true })
    expect(doubtOf(0, 400)?.isDoubtful).toBe(false)
    expect(doubtOf(0, 500)).toMatchObject({ isDoubtful: true })
    expect(doubtOf(0, 500)?.unpricedPercent).toBeCloseTo(100 / 3, 9)
  })

  test('one position: no pairs, a score of 0, and the concentration says which name', () => {
    const figures = analyse([holding('X', X(), 100)])
    expect(figures).toMatchObject({ diversificationScore: 0, concentrationRisk: 'High', pairs: 0, strongestPairs: [] })
    expect(figures.concentration).toMatchObject({
      herfindahl: 1,
      effectivePositions: 1,
      largestName: { ticker: 'X', weightPercent: 100 },
      rule: 'X alone is 100% of value; from 35% in one name the risk is high.',
    })
  })

  test('no position at all is answered with nulls and a reason', () => {
    const figures = analyse([])
    expect(figures).toMatchObject({
      diversificationScore: null,
      diversificationMissing: 'There is no share or fund with a price.',
      concentrationRisk: null,
      concentration: null,
      sectorExposure: [],
      portfolioBeta: null,
    })
  })

  test('59 returns give no figure, 60 do', () => {
    const of = (days: number) =>
      analyse([holding('X', patterned(EVERY_OTHER, 0.01, days), 1), holding('Y', patterned(PAIRS, 0.01, days), 1)])
    expect(of(59)).toMatchObject({ diversificationScore: null, pairs: 0, portfolioBeta: null })
    expect(of(59).diversificationMissing).toContain('needs 60')
    expect(of(60)).toMatchObject({ diversificationScore: 50, pairs: 1 })
  })

  test('a short position has a negative weight, of a gross value of both', () => {
    const figures = analyse([holding('X', X(), 300), holding('Y', Y(), -100)], { cash: 100 })
    expect(figures.marketCorrelations.map(({ ticker, weightPercent }) => [ticker, weightPercent])).toEqual([
      ['X', 60],
      ['Y', -20],
    ])
    expect(figures.sectorExposure).toEqual([
      { sector: 'Unknown', percentage: 80, value: 400 },
      { sector: 'Cash', percentage: 20, value: 100 },
    ])
    expect(figures.concentration).toMatchObject({ topFivePercent: 80 })
  })

  test('sector percentages sum to 100.0', () => {
    const sectors = ['Technology', 'Energy', 'Utilities']
    const { sectorExposure } = analyse(
      sectors.map((sector) => holding(sector.slice(0, 3).toUpperCase(), X(), 100, { sector })),
    )
    expect(sectorExposure.map(({ percentage }) => percentage)).toEqual([33.4, 33.3, 33.3])
  })

  test('which rule makes the concentration is said in words', () => {
    const rulesOf = (holdings: RiskHolding[], cash = 0) => analyse(holdings, { cash }).concentration?.rule
    const equal = (count: number, more: Partial<RiskHolding> = {}) =>
      Array.from({ length: count }, (_, i) => holding(`T${i}`, X(), 1, more))
    expect(rulesOf(equal(5))).toBe('The HHI, the sum of the squared weights, is 0.20; from 0.20 the risk is high.')
    expect(rulesOf(equal(20, { sector: 'Energy' }))).toBe(
      'Energy is 100% of value; from 65% in one sector the risk is high.',
    )
    expect(rulesOf(equal(20))).toBe('No single name, sector or handful of shares decides the portfolio.')
    expect(rulesOf(equal(7, { instrumentClass: 'sector-fund' }))).toBe(
      'Only 7 positions, fewer than 8, and broad funds hold less than half of the value.',
    )
  })
})

describe('more than 500 holdings', () => {
  /** Three kinds in turn, each with its own size; every tenth is gapped at its start. */
  const many = Array.from({ length: 520 }, (_, i) => {
    const both = X().map((value, t) => value * Math.cos(i) + (Y()[t] ?? 0) * Math.sin(i))
    return holding(`T${String(i).padStart(3, '0')}`, i % 10 === 0 ? both.slice(40) : both, 1_000 - i)
  })

  test('the matrix holds the 500 largest, the average all pairs', () => {
    const { figures, pairs } = analysePortfolio({
      holdings: many,
      cash: 0,
      ...comparedWith(toCloses(X())),
      names: {},
      fundSectors: {},
      unpricedCost: 0,
    })
    expect(figures).toMatchObject({ truncated: true, pairs: (520 * 519) / 2 })
    expect(pairs.matrix.size).toBe(500)
    expect(figures.tickers).toHaveLength(500)
    expect(figures.tickers.at(-1)?.ticker).toBe('T499')
    expect(figures.marketCorrelations).toHaveLength(520)
    // cos(i − j) is the correlation of two such holdings.
    let sum = 0
    for (let i = 0; i < 520; i++) for (let j = i + 1; j < 520; j++) sum += Math.cos(i - j)
    expect(figures.averageCorrelation).toBeCloseTo(sum / ((520 * 519) / 2), 6)
  })
})
