import type { CorrelationAnalysis } from '@ballast/contract'
import type { ChartData } from '../../components/charts/chart-data.ts'
import { toCorrelationBand } from '../../lib/correlation-band.ts'
import { countOf, formatNumber, formatShare } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'

/** The bands from the strongest offset to the strongest likeness, as the legend writes them. */
export const BAND_LABELS = [
  'Below −0.7',
  '−0.7 to −0.4',
  '−0.4 to −0.1',
  '−0.1 to 0.1',
  '0.1 to 0.4',
  '0.4 to 0.7',
  'Above 0.7',
] as const

export interface CorrelationMatrix {
  tickers: readonly string[]
  /** Percent of gross value of each ticker, signed. */
  weights: readonly number[]
  /** Row by row, `tickers.length` squared; 1 on the diagonal, NaN where a pair has too few common returns. */
  values: Float64Array
}

/** The listed pairs as a full square in the order of the tickers. */
export function toMatrix({
  tickers,
  correlationMatrix,
}: Pick<CorrelationAnalysis, 'tickers' | 'correlationMatrix'>): CorrelationMatrix {
  const size = tickers.length
  const placeOf = new Map(tickers.map(({ ticker }, place) => [ticker, place]))
  const values = new Float64Array(size * size).fill(Number.NaN)
  for (let place = 0; place < size; place++) values[place * size + place] = 1
  for (const { ticker1, ticker2, correlation } of correlationMatrix) {
    const row = placeOf.get(ticker1)
    const column = placeOf.get(ticker2)
    if (row === undefined || column === undefined) continue
    values[row * size + column] = correlation
    values[column * size + row] = correlation
  }
  return {
    tickers: tickers.map(({ ticker }) => ticker),
    weights: tickers.map(({ weightPercent }) => weightPercent),
    values,
  }
}

/** The correlation of two places, or `null` where the pair has too few common returns. */
export function correlationAt(matrix: CorrelationMatrix, row: number, column: number): number | null {
  const value = matrix.values[row * matrix.tickers.length + column]
  return value === undefined || Number.isNaN(value) ? null : value
}

/** `Highly correlated`, `Offset each other`: a band in words. */
export function nameBand(correlation: number): string {
  const band = toCorrelationBand(correlation)
  if (band === 7) return 'Highly correlated'
  if (band === 6) return 'Moderately correlated'
  if (band === 5) return 'Low correlation'
  if (band === 4) return 'Nearly unrelated'
  if (band === 3) return 'Offset each other slightly'
  return band === 2 ? 'Offset each other' : 'Offset each other strongly'
}

export interface CellText {
  title: string
  figure: string
  detail: string
}

/** Describes a cell for the tooltip and for the voice. */
export function describeCell(matrix: CorrelationMatrix, row: number, column: number): CellText {
  const [first, second] = [matrix.tickers[row] ?? '', matrix.tickers[column] ?? '']
  const title = row === column ? toTickerLabel(first) : `${toTickerLabel(first)} · ${toTickerLabel(second)}`
  const value = correlationAt(matrix, row, column)
  if (row === column) {
    return { title, figure: '1', detail: `With itself. ${formatShare(Math.abs(matrix.weights[row] ?? 0))} of value.` }
  }
  const together = Math.abs(matrix.weights[row] ?? 0) + Math.abs(matrix.weights[column] ?? 0)
  return {
    title,
    figure: value === null ? '—' : formatNumber(value, { signed: true }),
    detail: `${value === null ? 'Fewer than 60 common returns' : nameBand(value)}. Together ${formatShare(together)} of value.`,
  }
}

/** The square as a chart's figures: one row and one column for each ticker. */
export function toMatrixChart(
  matrix: CorrelationMatrix,
  analysis: Pick<CorrelationAnalysis, 'asOf' | 'simulated' | 'strongestPairs' | 'bestOffsets' | 'truncated'>,
): ChartData {
  const { tickers } = matrix
  return {
    title: 'Correlation Matrix',
    finding: toFinding(tickers.length, analysis),
    asOf: analysis.asOf,
    simulated: analysis.simulated,
    columns: [
      { header: 'Ticker' },
      ...tickers.map((header) => ({ header, format: (value: number) => formatNumber(value) })),
    ],
    rows: tickers.map((ticker, row) => [ticker, ...tickers.map((_, column) => correlationAt(matrix, row, column))]),
    legend: BAND_LABELS.map((label, place) => ({ label, colour: `var(--corr-${place + 1})` })),
  }
}

function toFinding(
  count: number,
  { strongestPairs, bestOffsets, truncated }: Parameters<typeof toMatrixChart>[1],
): string {
  const [closest] = strongestPairs
  const [offset] = bestOffsets
  const scope = truncated ? `the ${count} largest positions` : countOf(count, 'position')
  if (!closest || !offset) return `Correlation of ${scope}: no pair has enough common returns.`
  if (closest.ticker1 === offset.ticker1 && closest.ticker2 === offset.ticker2) {
    return `${closest.ticker1} and ${closest.ticker2} have a correlation of ${formatNumber(closest.correlation, { signed: true })}.`
  }
  return `${closest.ticker1} and ${closest.ticker2} move together most (${formatNumber(closest.correlation, { signed: true })}), ${offset.ticker1} and ${offset.ticker2} least (${formatNumber(offset.correlation, { signed: true })}), among ${scope}.`
}
