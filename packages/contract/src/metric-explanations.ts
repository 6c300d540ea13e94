import { ANNUAL_RISK_FREE_RATE_PERCENT, TRADING_DAYS_PER_YEAR } from './constants.ts'

/** Unit of a figure: `percent` is shown with a sign for percent, `ratio` without, `score` from 0 to 100. */
export type MetricUnit = 'percent' | 'ratio' | 'score' | 'days' | 'count' | 'level'

/** How a figure comes about, for the panel that opens behind it. */
export interface MetricExplanation {
  name: string
  /** Meaning in one sentence. */
  meaning: string
  /** Plain text; the symbols are those of `inputs`. */
  formula: string
  /** Inputs, each with its symbol. */
  inputs: readonly string[]
  unit: MetricUnit
  /** Daily returns below which no figure is shown. */
  minimumObservations: number
  /** Words that the screen shows instead of a missing figure. */
  whenMissing: string
  /** Where others define it differently, what holds here. */
  convention: string | null
}

const RETURNS = 'r: daily simple returns of adjusted closes, r = a(t) / a(t−1) − 1'
const PORTFOLIO_RETURNS = 'r: daily returns of the portfolio’s value, r = V(t) / V(t−1) − 1'
/** Named by every figure that compares with something: the panel behind it says with what. */
export const BENCHMARK_RETURNS = 'b: daily returns of the benchmark'
const RISK_FREE = `rf: risk-free rate of ${ANNUAL_RISK_FREE_RATE_PERCENT}% a year, divided by ${TRADING_DAYS_PER_YEAR} for a day`
const WEIGHTS = 'w: market value of a position ÷ gross market value, negative for a short position'
const VALUES = 'V: value of the portfolio at each close, the first included'
const ROOT = `√${TRADING_DAYS_PER_YEAR}`

const NEEDS_60 = 'Needs at least 60 daily returns.'
const NEEDS_20 = 'Needs at least 20 daily returns.'
const NEEDS_2 = 'Needs at least 2 daily returns.'

const ANALYSIS_METRICS = {
  diversificationScore: {
    name: 'Diversification score',
    meaning: 'The share of the positions’ own variance that is removed by holding them together.',
    formula: 'score = 100 × max(0, 1 − (σP ÷ Σ |w|·σ·d)²) = spread × independence ÷ 100',
    inputs: [
      WEIGHTS,
      'σP: volatility of Σ w·r, the returns at today’s weights',
      'σ: volatility of each position over the same year',
      'd: internal diversification ratio, 1 for a company, up to 2 for a broad fund',
    ],
    unit: 'score',
    minimumObservations: 60,
    whenMissing: NEEDS_60,
    convention:
      '1 − 1 ÷ DR² with the diversification ratio DR of Choueifaty and Coignard (2008), looked through funds. Cash is left out. A position with fewer than 60 returns is named and enters with those of a proxy. That is its twin, the fund of its sector or class, or the benchmark, scaled by beta. Without a proxy it is left out, and its share is stated.',
  },
  spread: {
    name: 'Spread',
    meaning: 'How evenly the risk is spread over independent bets.',
    formula: 'spread = 100 × (1 − Σ (w·σ)² ÷ (Σ |w|·σ·d)²)',
    inputs: [WEIGHTS, 'σ: volatility of each position', 'd: internal diversification ratio'],
    unit: 'percent',
    minimumObservations: 60,
    whenMissing: NEEDS_60,
    convention: null,
  },
  independence: {
    name: 'Independence',
    meaning:
      'Share of the risk that your positions have apart from each other. Above 100% when they offset one another.',
    formula: 'independence = 100 × (1 − ρ̄), ρ̄ = (σP² − Σ (w·σ)²) ÷ ((Σ |w|·σ·d)² − Σ (w·σ)²)',
    inputs: [WEIGHTS, 'σ: volatility of each position', 'σP: volatility of Σ w·r', 'd: internal diversification ratio'],
    unit: 'percent',
    minimumObservations: 60,
    whenMissing: NEEDS_60,
    convention: 'ρ̄ is the mean correlation weighted by risk, not the plain average of the matrix.',
  },
  effectiveBets: {
    name: 'Independent bets',
    meaning: 'As spread out as so many equal positions that do not move together.',
    formula: 'bets = 1 ÷ (1 − score ÷ 100)',
    inputs: ['score: the diversification score before rounding'],
    unit: 'count',
    minimumObservations: 60,
    whenMissing: NEEDS_60,
    convention: null,
  },
  concentrationRisk: {
    name: 'Concentration risk',
    meaning: 'Whether one name, one sector or a handful of positions decides the fate of the portfolio.',
    formula:
      'High: largest name ≥ 35%, or HHI ≥ 0.20, or largest sector ≥ 65%, or top three names ≥ 70%. Medium: largest name ≥ 15%, or HHI ≥ 0.10, or largest sector ≥ 40%, or fewer than 8 positions with less than half in broad funds. Else Low.',
    inputs: ['Market values of now, by magnitude, cash included', 'HHI: the Herfindahl index'],
    unit: 'level',
    minimumObservations: 0,
    whenMissing: 'No position has a price.',
    convention: 'A fund is not one bet: names are companies and coins, and broad funds stay out of the sector test.',
  },
  herfindahl: {
    name: 'Herfindahl index (HHI)',
    meaning: 'How concentrated the value is: 1 for a single company, near 0 for a broad fund.',
    formula: 'HHI = Σ h·w²',
    inputs: [
      'w: share of gross market value',
      'h: 1 for companies, coins and single commodities; 0.10 sector funds; 0.03 broad and credit funds; 0.02 government bond funds; 0 cash',
    ],
    unit: 'ratio',
    minimumObservations: 0,
    whenMissing: 'No position has a price.',
    convention: null,
  },
  effectivePositions: {
    name: 'Effective positions',
    meaning: 'The number of equal companies that would be as concentrated.',
    formula: 'positions = 1 ÷ HHI',
    inputs: ['HHI: the Herfindahl index'],
    unit: 'count',
    minimumObservations: 0,
    whenMissing: 'There is only cash.',
    convention: null,
  },
  sectorExposure: {
    name: 'Sector exposure',
    meaning: 'Share of the market value in each sector.',
    formula: 'share = Σ |market value| of the sector ÷ Σ |market value|',
    inputs: [
      'Market values of now',
      'The sector you gave, else that of the instrument',
      'Looking through funds: each broad fund as parts of its market value, by the sector weights that the source tells',
    ],
    unit: 'percent',
    minimumObservations: 0,
    whenMissing: 'No position has a price.',
    convention: 'Rounded to one decimal by largest remainders, so that the list sums to 100.0.',
  },
  correlation: {
    name: 'Correlation',
    meaning: 'How closely two positions move together: 1 in step, 0 not at all, −1 opposite.',
    formula: 'ρ = Σ (x − x̄)(y − ȳ) ÷ √(Σ (x − x̄)² · Σ (y − ȳ)²)',
    inputs: ['x, y: daily returns on the days that both have, of the last 252'],
    unit: 'ratio',
    minimumObservations: 60,
    whenMissing: NEEDS_60,
    convention: 'Pearson. The 95% interval is Fisher’s: tanh(atanh ρ ± 1.96 ÷ √(n − 3)).',
  },
  averageCorrelation: {
    name: 'Average correlation',
    meaning: 'The plain mean of the correlations of all different pairs.',
    formula: 'ρ̄ = Σ ρ(i,j) ÷ number of pairs, i < j',
    inputs: ['ρ: correlation of each pair with at least 60 common returns'],
    unit: 'ratio',
    minimumObservations: 60,
    whenMissing: 'Needs two positions with 60 common daily returns.',
    convention: 'Unweighted; the diversification score weights by risk.',
  },
  marketBeta: {
    name: 'Market beta',
    meaning: 'How much a position moved, on average, when the benchmark moved by 1%.',
    formula: 'β = cov(r, b) ÷ var(b)',
    inputs: [RETURNS, BENCHMARK_RETURNS],
    unit: 'ratio',
    minimumObservations: 60,
    whenMissing: NEEDS_60,
    convention:
      'Least squares over the last 252 common returns, not adjusted towards 1. Where an exchange closes at another hour (London, Tokyo), it is the sum β₋₁ + β₀ + β₊₁ of one regression on the benchmark’s returns of the day before, the same day and the day after (Dimson, 1979).',
  },
  marketCorrelation: {
    name: 'Market correlation',
    meaning: 'How closely a position moved with the benchmark.',
    formula: 'ρ = cov(r, b) ÷ (sd(r) · sd(b))',
    inputs: [RETURNS, BENCHMARK_RETURNS],
    unit: 'ratio',
    minimumObservations: 60,
    whenMissing: NEEDS_60,
    convention: 'Pearson.',
  },
  portfolioBeta: {
    name: 'Portfolio beta',
    meaning: 'How much today’s positions, cash included, would have moved when the benchmark moved by 1%.',
    formula: 'β = cov(r, b) ÷ var(b), r = V(t) ÷ V(t−1) − 1, V = cash + Σ shares × adjusted close',
    inputs: ['V: value of today’s positions on each of the last 253 days', BENCHMARK_RETURNS],
    unit: 'ratio',
    minimumObservations: 60,
    whenMissing: NEEDS_60,
    convention: 'Positions without a close on every one of these days are left out.',
  },
} as const satisfies Record<string, MetricExplanation>

const BACKTEST_METRICS = {
  totalReturn: {
    name: 'Total return',
    meaning: 'Gain or loss from the first close to the last.',
    formula: 'V(n) ÷ V(0) − 1',
    inputs: [VALUES],
    unit: 'percent',
    minimumObservations: 1,
    whenMissing: NEEDS_2,
    convention: 'Adjusted closes: dividends are reinvested. No costs, no taxes.',
  },
  annualizedReturn: {
    name: 'Annualized return',
    meaning: 'The steady yearly return that leads to the same end.',
    formula: '(1 + total return)^(252 ÷ n) − 1',
    inputs: ['total return', 'n: number of daily returns'],
    unit: 'percent',
    minimumObservations: 60,
    whenMissing: 'Not annualized: the window has fewer than 60 daily returns.',
    convention: 'A few weeks are never scaled up to a year.',
  },
  volatility: {
    name: 'Volatility',
    meaning: 'How widely daily returns scatter, scaled to a year.',
    formula: `sd(r) × ${ROOT}`,
    inputs: [PORTFOLIO_RETURNS],
    unit: 'percent',
    minimumObservations: 2,
    whenMissing: NEEDS_2,
    convention: 'Sample standard deviation (n − 1).',
  },
  maxDrawdown: {
    name: 'Max drawdown',
    meaning: 'The deepest fall from a highest value so far.',
    formula: 'max over t of 1 − V(t) ÷ max(V(s), s ≤ t)',
    inputs: [VALUES],
    unit: 'percent',
    minimumObservations: 1,
    whenMissing: NEEDS_2,
    convention: 'The first value counts as a peak. Shown with a minus sign.',
  },
  drawdownDays: {
    name: 'Longest drawdown',
    meaning: 'The longest stay below a former high.',
    formula: 'trading days from a peak to the first value that is back at it, or to the end',
    inputs: [VALUES],
    unit: 'days',
    minimumObservations: 1,
    whenMissing: NEEDS_2,
    convention: 'It need not be the deepest fall.',
  },
  sharpeRatio: {
    name: 'Sharpe ratio',
    meaning: 'Return above the risk-free rate for each unit of volatility.',
    formula: `mean(r − rf) ÷ sd(r − rf) × ${ROOT}`,
    inputs: [PORTFOLIO_RETURNS, RISK_FREE],
    unit: 'ratio',
    minimumObservations: 2,
    whenMissing: 'Does not exist: the value never moved.',
    convention: 'Arithmetic mean, sample standard deviation.',
  },
  sortinoRatio: {
    name: 'Sortino ratio',
    meaning: 'Return above the risk-free rate for each unit of downside deviation.',
    formula: `mean(r − rf) × 252 ÷ (√mean(min(r − rf, 0)²) × ${ROOT})`,
    inputs: [PORTFOLIO_RETURNS, RISK_FREE],
    unit: 'ratio',
    minimumObservations: 2,
    whenMissing: 'Does not exist: no day fell short of the risk-free rate.',
    convention: 'The downside deviation is the root mean square over all days, not over the losing days alone.',
  },
  calmarRatio: {
    name: 'Calmar ratio',
    meaning: 'Annualized return divided by the maximum drawdown.',
    formula: 'annualized return ÷ max drawdown',
    inputs: ['annualized return', 'max drawdown'],
    unit: 'ratio',
    minimumObservations: 60,
    whenMissing: 'Needs 60 daily returns and a fall.',
    convention: 'Over the whole window, not the last three years.',
  },
  winRate: {
    name: 'Win rate',
    meaning: 'The share of days with a gain.',
    formula: 'number of days with r > 0 ÷ n',
    inputs: [PORTFOLIO_RETURNS, 'n: number of daily returns'],
    unit: 'percent',
    minimumObservations: 1,
    whenMissing: NEEDS_2,
    convention: 'A day without a change does not count as a win.',
  },
  bestDay: {
    name: 'Best day',
    meaning: 'The largest daily return.',
    formula: 'max(r)',
    inputs: [PORTFOLIO_RETURNS],
    unit: 'percent',
    minimumObservations: 1,
    whenMissing: NEEDS_2,
    convention: null,
  },
  worstDay: {
    name: 'Worst day',
    meaning: 'The smallest daily return.',
    formula: 'min(r)',
    inputs: [PORTFOLIO_RETURNS],
    unit: 'percent',
    minimumObservations: 1,
    whenMissing: NEEDS_2,
    convention: null,
  },
  var95: {
    name: 'Value at risk, 95%, one day',
    meaning: 'The daily loss that was exceeded on one day in twenty.',
    formula: '−quantile(r, 5%)',
    inputs: [PORTFOLIO_RETURNS],
    unit: 'percent',
    minimumObservations: 20,
    whenMissing: NEEDS_20,
    convention: 'Taken from past days; the quantile is a linear mix of its neighbours (type 7). A loss is positive.',
  },
  cvar95: {
    name: 'Expected shortfall, 95%, one day',
    meaning: 'The mean loss of the worst twentieth of all days.',
    formula: '−(sum of the k smallest r + (m − k) × the next one) ÷ m, m = 5% × n, k = whole part of m',
    inputs: [PORTFOLIO_RETURNS, 'n: number of daily returns'],
    unit: 'percent',
    minimumObservations: 20,
    whenMissing: NEEDS_20,
    convention: 'Taken from past days, and never below the value at risk. A loss is positive.',
  },
  beta: {
    name: 'Beta',
    meaning: 'How much the portfolio moved, on average, when the benchmark moved by 1%.',
    formula: 'cov(r, b) ÷ var(b)',
    inputs: [PORTFOLIO_RETURNS, BENCHMARK_RETURNS],
    unit: 'ratio',
    minimumObservations: 2,
    whenMissing: NEEDS_2,
    convention: 'Ordinary least squares; no minimum of 60 days here, since you chose the window.',
  },
  alpha: {
    name: 'Jensen’s alpha',
    meaning: 'The yearly return beyond what beta and the risk-free rate explain.',
    formula: '(mean(r − rf) − β × mean(b − rf)) × 252',
    inputs: [PORTFOLIO_RETURNS, BENCHMARK_RETURNS, RISK_FREE, 'β: beta'],
    unit: 'percent',
    minimumObservations: 2,
    whenMissing: NEEDS_2,
    convention: 'Arithmetic.',
  },
  trackingError: {
    name: 'Tracking error',
    meaning: 'How far the portfolio strays from the benchmark.',
    formula: `sd(r − b) × ${ROOT}`,
    inputs: [PORTFOLIO_RETURNS, BENCHMARK_RETURNS],
    unit: 'percent',
    minimumObservations: 2,
    whenMissing: NEEDS_2,
    convention: 'Sample standard deviation (n − 1).',
  },
  informationRatio: {
    name: 'Information ratio',
    meaning: 'Return beyond the benchmark for each unit of tracking error.',
    formula: 'mean(r − b) × 252 ÷ tracking error',
    inputs: [PORTFOLIO_RETURNS, BENCHMARK_RETURNS],
    unit: 'ratio',
    minimumObservations: 2,
    whenMissing: 'Does not exist: the portfolio never differed from the benchmark.',
    convention: null,
  },
  upCapture: {
    name: 'Up capture',
    meaning: 'The share of the benchmark’s rising days that the portfolio took part in.',
    formula: 'g(r | b > 0) ÷ g(b | b > 0), g(x) = Π(1 + x)^(1 ÷ number of days) − 1',
    inputs: [PORTFOLIO_RETURNS, BENCHMARK_RETURNS],
    unit: 'percent',
    minimumObservations: 10,
    whenMissing: 'Needs at least 10 days on which the benchmark rose.',
    convention: 'Geometric means of daily returns.',
  },
  downCapture: {
    name: 'Down capture',
    meaning: 'The share of the benchmark’s falling days that the portfolio took part in.',
    formula: 'g(r | b < 0) ÷ g(b | b < 0), g(x) = Π(1 + x)^(1 ÷ number of days) − 1',
    inputs: [PORTFOLIO_RETURNS, BENCHMARK_RETURNS],
    unit: 'percent',
    minimumObservations: 10,
    whenMissing: 'Needs at least 10 days on which the benchmark fell.',
    convention: 'Geometric means of daily returns.',
  },
} as const satisfies Record<string, MetricExplanation>

export type MetricId = keyof typeof ANALYSIS_METRICS | keyof typeof BACKTEST_METRICS

/** How each figure of the analysis and of the backtest comes about; those of the backtest bear the names of its answer. */
export const METRIC_EXPLANATIONS: Readonly<Record<MetricId, MetricExplanation>> = {
  ...ANALYSIS_METRICS,
  ...BACKTEST_METRICS,
}
