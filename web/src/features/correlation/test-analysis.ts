import type { CorrelationAnalysis } from '@ballast/contract'

type Entry = CorrelationAnalysis['marketCorrelations'][number]
type Pair = CorrelationAnalysis['strongestPairs'][number]

/** A ticker against the benchmark, with enough history unless told otherwise. */
export function makeEntry(fields: Partial<Entry> & { ticker: string }): Entry {
  return {
    marketBeta: 1,
    marketCorrelation: 0.6,
    observations: 252,
    weightPercent: 50,
    volatilityPercent: 20,
    internalDiversification: 1,
    flags: [],
    ...fields,
  }
}

export function makePair(ticker1: string, ticker2: string, correlation: number, fields: Partial<Pair> = {}): Pair {
  return {
    ticker1,
    ticker2,
    correlation,
    observations: 252,
    confidenceInterval: { low: correlation - 0.05, high: correlation + 0.05 },
    firstHalf: correlation - 0.2,
    secondHalf: correlation + 0.1,
    weightPercent: 66.7,
    ...fields,
  }
}

const ALL = { covered: 3, positions: 3, leftOut: [] }

/** Three tickers of equal value: A and B move together, C against both. */
export const ANALYSIS: CorrelationAnalysis = {
  covers: { value: ALL, history: ALL },
  diversificationScore: 62,
  concentrationRisk: 'High',
  sectorExposure: [
    { sector: 'Technology', percentage: 66.7, value: 20_000 },
    { sector: 'Energy', percentage: 33.3, value: 10_000 },
  ],
  sectorExposureLookThrough: [
    { sector: 'Technology', percentage: 66.7, value: 20_000 },
    { sector: 'Energy', percentage: 33.3, value: 10_000 },
  ],
  lookThrough: null,
  marketCorrelations: [
    makeEntry({ ticker: 'A', marketBeta: 1.21, marketCorrelation: 0.51 }),
    makeEntry({ ticker: 'B', marketBeta: 0.81, marketCorrelation: 0.5 }),
    makeEntry({ ticker: 'C', marketBeta: -0.4, marketCorrelation: -0.51 }),
  ],
  correlationMatrix: [
    { ticker1: 'A', ticker2: 'B', correlation: 0.834 },
    { ticker1: 'A', ticker2: 'C', correlation: -0.42 },
    { ticker1: 'B', ticker2: 'C', correlation: -0.001 },
  ],
  asOf: '2026-11-20T21:00:00.000Z',
  session: 'closed',
  source: 'sample',
  simulated: true,
  stale: false,
  benchmark: 'SPY',
  benchmarkCover: null,
  window: { from: '2025-11-21', to: '2026-11-20', observations: 252 },
  tickers: ['A', 'B', 'C'].map((ticker) => ({ ticker, name: null, value: 10_000, weightPercent: 33.3333 })),
  truncated: false,
  marketValue: 30_000,
  diversification: {
    label: 'Moderately diversified',
    exactScore: 62.3,
    spreadPercent: 88,
    independencePercent: 70.8,
    effectiveBets: 2.65,
    weightedCorrelation: 0.29,
    portfolioVolatilityPercent: 12,
    undiversifiedVolatilityPercent: 20,
    days: 252,
    excludedPercent: 0,
    proxiedPercent: 0,
    unpricedPercent: 0,
    proxies: [],
    isDoubtful: false,
  },
  diversificationMissing: null,
  concentration: {
    herfindahl: 0.333,
    effectivePositions: 3,
    largestName: { ticker: 'A', weightPercent: 33.3333 },
    largestSector: { sector: 'Technology', weightPercent: 66.7 },
    topThreePercent: 100,
    topFivePercent: 100,
    topFive: ['A', 'B', 'C'].map((ticker) => ({ ticker, value: 10_000, weightPercent: 33.3333 })),
    rule: 'Technology is 66.7% of value; from 65% in one sector the risk is high.',
  },
  averageCorrelation: 0.1377,
  averageCorrelationLabel: 'Low correlation',
  pairs: 3,
  strongestPairs: [makePair('A', 'B', 0.834)],
  bestOffsets: [makePair('A', 'C', -0.42)],
  portfolioBeta: 0.54,
  portfolioBetaLeftOut: [],
  portfolioBetaProxies: [],
  insufficientHistory: [],
  unpriced: {},
}
