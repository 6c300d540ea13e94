import {
  type BacktestMetrics,
  type BacktestResult,
  METRIC_EXPLANATIONS,
  TRADING_DAYS_PER_YEAR,
} from '@ballast/contract'
import type { ChartData } from '../../components/charts/chart-data.ts'
import type { LineSeries } from '../../components/charts/line-chart.tsx'
import {
  countOf,
  formatNumber,
  formatPercent,
  formatPercentChange,
  formatShare,
  formatValue,
  NO_DATA,
} from '../../lib/format.ts'

/** Metrics that portfolio and benchmark both have. */
const COMPARED = [
  'totalReturn',
  'annualizedReturn',
  'volatility',
  'maxDrawdown',
  'sharpeRatio',
  'sortinoRatio',
  'calmarRatio',
  'winRate',
  'bestDay',
  'worstDay',
  'var95',
  'cvar95',
  'drawdownDays',
] as const

/** Metrics of the portfolio against the benchmark. */
const RELATIVE = ['beta', 'alpha', 'trackingError', 'informationRatio', 'upCapture', 'downCapture'] as const

export type ComparedMetric = (typeof COMPARED)[number]
export type RelativeMetric = (typeof RELATIVE)[number]

/** More of it is worse. */
const COSTS: ReadonlySet<ComparedMetric> = new Set(['volatility', 'var95', 'cvar95', 'drawdownDays'])
/** Percents that can be gains, and so bear their sign. */
const SIGNED: ReadonlySet<ComparedMetric | RelativeMetric> = new Set([
  'totalReturn',
  'annualizedReturn',
  'maxDrawdown',
  'bestDay',
  'worstDay',
  'alpha',
])

export type Verdict = 'better' | 'worse' | 'same'

export interface ComparedRow {
  metric: ComparedMetric
  portfolio: string
  benchmark: string
  /** `null` where one of the two is not known. */
  difference: { text: string; verdict: Verdict } | null
  /** Why there is no figure, when there is none. */
  missing: string | null
  /** Meaning of a figure of a year where the window is shorter; null elsewhere. */
  caution: string | null
}

/** Figures that say what a whole year would bring if it went on so. */
const ANNUALISED: ReadonlySet<ComparedMetric> = new Set(['annualizedReturn', 'calmarRatio'])

/** The table of metrics: portfolio, benchmark, and whether the difference is for better or worse. */
export function toComparedRows({
  metrics,
  benchmarkMetrics,
  benchmarkCover,
}: Pick<BacktestResult, 'metrics' | 'benchmarkMetrics' | 'benchmarkCover'>): ComparedRow[] {
  return COMPARED.map((metric) => {
    const own = figureOf(metrics, metric)
    const other = benchmarkMetrics && figureOf(benchmarkMetrics, metric)
    // Figures of other days are no better and no worse.
    const isComparable = own !== null && other !== null && benchmarkCover === null
    return {
      metric,
      portfolio: formatMetric(metric, own),
      benchmark: formatMetric(metric, other),
      difference: isComparable ? toDifference(metric, own - other) : null,
      missing: own === null ? METRIC_EXPLANATIONS[metric].whenMissing : null,
      caution:
        own !== null && ANNUALISED.has(metric) && metrics.observations < TRADING_DAYS_PER_YEAR
          ? `Scaled up from ${countOf(metrics.observations, 'trading day')}: no year went like this.`
          : null,
    }
  })
}

function toDifference(metric: ComparedMetric, difference: number): { text: string; verdict: Verdict } {
  const decimals = METRIC_EXPLANATIONS[metric].unit === 'days' ? 0 : 2
  const text = formatNumber(difference, { signed: true, decimals })
  if (!/[1-9]/.test(text)) return { text, verdict: 'same' }
  return { text, verdict: COSTS.has(metric) === difference > 0 ? 'worse' : 'better' }
}

/** Lists the figures against the benchmark as a whole. */
export function toRelativeRows({ metrics, benchmarkMetrics }: Pick<BacktestResult, 'metrics' | 'benchmarkMetrics'>): {
  metric: RelativeMetric
  figure: string
  missing: string | null
}[] {
  return RELATIVE.map((metric) => ({
    metric,
    figure: formatMetric(metric, metrics[metric]),
    missing: metrics[metric] === null ? whyMissing(metric, benchmarkMetrics !== null) : null,
  }))
}

const whyMissing = (metric: RelativeMetric, isCompared: boolean) =>
  isCompared ? METRIC_EXPLANATIONS[metric].whenMissing : 'The benchmark has no closes then.'

/** A metric as a number in which more is more; a drawdown is the fall that it is. */
function figureOf(metrics: BacktestMetrics, metric: ComparedMetric): number | null {
  if (metric === 'bestDay' || metric === 'worstDay') return metrics[metric]?.percent ?? null
  return metric === 'maxDrawdown' ? -metrics.maxDrawdown : metrics[metric]
}

/** A metric as people read it, by its unit; a drawdown is given as the fall that it is. */
export function formatMetric(metric: ComparedMetric | RelativeMetric, value: number | null): string {
  if (value === null) return NO_DATA
  const { unit } = METRIC_EXPLANATIONS[metric]
  if (unit === 'days') return countOf(value, 'day')
  if (unit === 'ratio') return formatNumber(value)
  return SIGNED.has(metric) ? formatPercentChange(value) : formatPercent(value)
}

/** The verdict without the coverage sentence, which has its own place. */
export function toVerdict({ analysis, coverage }: Pick<BacktestResult, 'analysis' | 'coverage'>): string {
  const { sentence } = coverage
  return sentence && analysis.endsWith(sentence) ? analysis.slice(0, -sentence.length).trim() : analysis
}

/**
 * `On this path your $257,133 would become $128,952: a loss of $128,181.` The replay's percents are percents of what its
 * positions and cash are worth today.
 */
export function toDollarVerdict({ replayedValue, metrics }: Pick<BacktestResult, 'replayedValue' | 'metrics'>): string {
  const change = (metrics.totalReturn / 100) * replayedValue
  const end = `On this path your ${formatValue(replayedValue)} would become ${formatValue(replayedValue + change)}`
  return `${end}: a ${change < 0 ? 'loss' : 'gain'} of ${formatValue(Math.abs(change))}.`
}

/** `It fell 38.7% at worst, in 23 trading days, and needed 77 to recover.` */
export function describeWorstFall([worst]: BacktestResult['drawdowns']): string {
  if (!worst) return 'It never fell below its start.'
  const fall = `It fell ${formatShare(worst.depthPercent)} at worst, within ${countOf(worst.daysDown, 'trading day')},`
  return worst.daysToRecover === null
    ? `${fall} and had not recovered by the end.`
    : `${fall} and needed ${countOf(worst.daysToRecover, 'trading day')} to recover from the low.`
}

/** The two lines of value. */
export function toValueSeries(results: BacktestResult['results'], name: string, benchmark: string): LineSeries[] {
  return [
    {
      id: 'portfolio',
      label: name,
      values: results.map((day) => day.portfolioValue),
      colour: 'var(--chart-1)',
      area: true,
    },
    {
      id: 'benchmark',
      label: benchmark,
      values: results.map((day) => day.benchmarkValue),
      colour: 'var(--subtle-foreground)',
      dashed: true,
    },
  ]
}

/** The two lines of drawdown, below zero. */
export function toDrawdownSeries(results: BacktestResult['results'], benchmark: string): LineSeries[] {
  return [
    {
      id: 'portfolio',
      label: 'Drawdown',
      values: results.map((day) => negative(day.portfolioDrawdownPercent)),
      colour: 'var(--loss)',
      area: 'to-zero',
    },
    {
      id: 'benchmark',
      label: benchmark,
      values: results.map((day) => day.benchmarkDrawdownPercent && negative(day.benchmarkDrawdownPercent)),
      colour: 'var(--subtle-foreground)',
      dashed: true,
    },
  ]
}

/** Zero stays zero: −0 would read as a fall. */
function negative(percent: number): number {
  return percent === 0 ? 0 : -percent
}

/** Where the deepest fall lies among the points that are drawn, or `null`. */
export function locateWorstFall({ results, drawdowns }: Pick<BacktestResult, 'results' | 'drawdowns'>) {
  const [worst] = drawdowns
  if (!worst) return null
  const from = results.findIndex(({ date }) => date >= worst.peak)
  const to = results.findIndex(({ date }) => date >= worst.trough)
  return from < 0 || to < 0 ? null : { from, to, daysDown: worst.daysDown, depthPercent: worst.depthPercent }
}

/** The drawn points for the table and the CSV. */
export function toBacktestChart(result: BacktestResult, name: string): ChartData {
  const { results, scenario, benchmark, simulated } = result
  return {
    title: `Value over time, ${scenario.name}`,
    finding: toVerdict(result),
    asOf: scenario.last,
    simulated,
    columns: [
      { header: 'Date' },
      { header: name, format: (value) => formatValue(value) },
      { header: benchmark, format: (value) => formatValue(value) },
      { header: 'Drawdown', format: (value) => formatPercentChange(value) },
      { header: `${benchmark} drawdown`, format: (value) => formatPercentChange(value) },
    ],
    rows: results.map((day) => [
      day.date,
      day.portfolioValue,
      day.benchmarkValue,
      negative(day.portfolioDrawdownPercent),
      day.benchmarkDrawdownPercent && negative(day.benchmarkDrawdownPercent),
    ]),
    legend: toValueSeries(results, name, benchmark).map(({ label, colour }) => ({ label, colour })),
  }
}
