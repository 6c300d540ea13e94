/**
 * Writes the figures that pages for visitors show: the sample portfolio "Core Growth" replayed through three past falls
 * of the simulated market (landing page), and the worked examples of one of them (transparency page). Run it with
 * `node scripts/generate-example-figures.ts` after a change of the simulated market, of the measures or of the holdings.
 */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import {
  alignPrices,
  computeCorrelation,
  computeDiversification,
  computePerformance,
  computeRelativePerformance,
  computeReturns,
  computeSimpleReturns,
  formatIsoDate,
  parseIsoDate,
} from '@ballast/quant'
import { createSimulatedMarket } from '../server/src/market-data/sample/simulated-market.ts'

const FEATURES = new URL('../web/src/features/', import.meta.url)
const SCRIPT = 'scripts/generate-example-figures.ts'
const WEIGHTS_AS_OF = '2026-11-20'
const INVESTED = 100_000
/** A picture 500 px wide shows no more; high and low are always kept. */
const MAX_POINTS = 150
const EXAMPLE = '2020'
const MATRIX_TICKERS = ['NVDA', 'MSFT', 'AAPL', 'AMZN', 'JPM', 'XOM', 'GLD', 'TLT'] as const

const HOLDINGS: Readonly<Record<string, number>> = {
  AAPL: 120,
  NVDA: 180,
  MSFT: 45,
  AMZN: 80,
  GOOGL: 90,
  JPM: 60,
  COST: 14,
  XOM: 95,
  GLD: 40,
  UNH: 18,
  NEE: 110,
  JNJ: 50,
  TLT: 70,
  BA: 30,
}

const FALLS = [
  { id: '2008', label: '2008', name: 'the financial crisis', from: '2007-07-02', through: '2009-06-30' },
  { id: '2020', label: '2020', name: 'the COVID-19 crash', from: '2019-12-02', through: '2020-06-30' },
  { id: '2022', label: '2022', name: 'the 2022 bear market', from: '2021-11-01', through: '2022-12-30' },
] as const

const market = createSimulatedMarket()

function getCloses(ticker: string, from: string, through: string) {
  const found = market.getCloses(ticker, parseIsoDate(from), parseIsoDate(through))
  if (!found || found.closes.length === 0) {
    throw new Error(
      `The simulated market has no ${ticker} between ${from} and ${through}; choose another holding or window`,
    )
  }
  return found
}

function todaysWeights(): Map<string, number> {
  const values = Object.entries(HOLDINGS).map(([ticker, shares]) => {
    const { closes } = getCloses(ticker, '2026-11-13', WEIGHTS_AS_OF)
    return [ticker, shares * (closes.at(-1) ?? 0)] as const
  })
  const total = values.reduce((sum, [, value]) => sum + value, 0)
  return new Map(values.map(([ticker, value]) => [ticker, value / total]))
}

function replay(fall: (typeof FALLS)[number], weights: ReadonlyMap<string, number>) {
  const spy = getCloses('SPY', fall.from, fall.through)
  const days = Int32Array.from(spy.dates, parseIsoDate)
  const series = [...weights.keys()].map((ticker) => {
    const { dates, closes } = getCloses(ticker, fall.from, fall.through)
    if (dates.length !== spy.dates.length) throw new Error(`${ticker} did not trade on every day of ${fall.id}`)
    return { ticker, days: Int32Array.from(dates, parseIsoDate), closes }
  })
  const portfolio = Float64Array.from(days, (_, day) =>
    series.reduce((sum, { ticker, closes }) => {
      return sum + INVESTED * (weights.get(ticker) ?? 0) * ((closes[day] ?? Number.NaN) / (closes[0] ?? Number.NaN))
    }, 0),
  )
  const benchmark = spy.closes.map((close) => (INVESTED * close) / (spy.closes[0] ?? Number.NaN))
  const { maxDrawdown, ...measures } = computePerformance(portfolio)
  const diversification = computeDiversification({
    returns: computeReturns(alignPrices(series, days)),
    weights: Float64Array.from(weights.values()),
  })
  const { beta } = computeRelativePerformance(portfolio, benchmark)
  const kept = keepPoints(days.length, [maxDrawdown.peak, maxDrawdown.trough])
  const hero = {
    id: fall.id,
    label: fall.label,
    name: fall.name,
    from: formatIsoDate(days[0] ?? 0),
    through: formatIsoDate(days.at(-1) ?? 0),
    portfolio: kept.map((day) => Math.round(portfolio[day] ?? 0)),
    benchmark: kept.map((day) => Math.round(benchmark[day] ?? 0)),
    peak: kept.indexOf(maxDrawdown.peak),
    trough: kept.indexOf(maxDrawdown.trough),
    beta: round(beta),
    volatilityPercent: round(measures.volatility, 100),
    maxDrawdownPercent: round(maxDrawdown.depth, 100),
    benchmarkMaxDrawdownPercent: round(computePerformance(benchmark).maxDrawdown.depth, 100),
    diversificationScore: diversification.score ?? Number.NaN,
  }
  const example = {
    name: fall.name,
    from: formatIsoDate(days[0] ?? 0),
    through: formatIsoDate(days.at(-1) ?? 0),
    returns: measures.observations,
    first: round(portfolio[0] ?? null),
    last: round(portfolio.at(-1) ?? null),
    peak: round(portfolio[maxDrawdown.peak] ?? null),
    trough: round(portfolio[maxDrawdown.trough] ?? null),
    totalReturnPercent: round(measures.totalReturn, 100),
    annualizedReturnPercent: round(measures.annualizedReturn, 100),
    dailyDeviationPercent: round((measures.volatility ?? Number.NaN) / Math.sqrt(252), 100),
    volatilityPercent: round(measures.volatility, 100),
    maxDrawdownPercent: round(maxDrawdown.depth, 100),
    beta: round(beta),
    sharpeRatio: round(measures.sharpeRatio),
    downsideDeviationPercent: round(measures.downsideDeviation, 100),
    sortinoRatio: round(measures.sortinoRatio),
    calmarRatio: round(measures.calmarRatio),
    winRatePercent: round(measures.winRate, 100),
    benchmarkTotalReturnPercent: round(computePerformance(benchmark).totalReturn, 100),
    diversificationScore: diversification.score ?? Number.NaN,
    spreadPercent: round(diversification.spread),
    independencePercent: round(diversification.independence),
  }
  return { hero, example }
}

/** Correlations of daily returns over the year before the weights, row by row. */
function correlate(): number[][] {
  const returns = MATRIX_TICKERS.map((ticker) =>
    computeSimpleReturns(getCloses(ticker, '2025-11-20', WEIGHTS_AS_OF).closes),
  )
  return returns.map((row) => returns.map((column) => round(computeCorrelation(row, column))))
}

function keepPoints(count: number, always: readonly number[]): number[] {
  const stride = Math.ceil(count / MAX_POINTS)
  return Array.from({ length: count }, (_, day) => day).filter(
    (day) => day % stride === 0 || day === count - 1 || always.includes(day),
  )
}

/** To 2 decimals, as percent when `factor` is 100. */
function round(value: number | null, factor = 1): number {
  if (value === null) throw new Error('A measure of the replay could not be computed; the window is too short')
  return Math.round(value * factor * 100) / 100
}

function write(file: string, text: string): void {
  const target = new URL(file, FEATURES)
  writeFileSync(target, text)
  execFileSync('biome', ['format', '--write', fileURLToPath(target)], { stdio: 'inherit' })
}

const weights = todaysWeights()
const replays = FALLS.map((fall) => replay(fall, weights))
const example = replays.find(({ hero }) => hero.id === EXAMPLE)?.example
if (!example) throw new Error(`There is no fall "${EXAMPLE}" to take the worked examples from`)

write('landing/hero-data.json', JSON.stringify({ falls: replays.map(({ hero }) => hero), correlations: correlate() }))
write(
  'transparency/worked-example.ts',
  `// Written by ${SCRIPT} from the simulated market; do not edit by hand.

/** The sample portfolio Core Growth through ${example.name}: what the worked examples calculate with. */
export const WORKED_EXAMPLE = ${JSON.stringify(example)} as const
`,
)
