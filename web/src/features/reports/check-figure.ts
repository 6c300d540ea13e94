// Tests: check-figure.test.ts

import type { Report, ReportFigure } from '@ballast/contract'
import { computeBeta, computeMaxDrawdown, computeSimpleReturns, computeVolatility } from '@ballast/quant'
import { formatNumber, formatPercent, formatValue } from '../../lib/format.ts'

export interface CheckedFigure {
  isSame: boolean
  /** Figure that was computed here, as the report writes such figures. */
  text: string
}

/** Half of the last decimal of a percentage that is shown. */
const TOLERANCE = 0.0005

/** Computes a figure again from what the report holds; null where it holds too little for that. */
export function checkFigure({ check, value, text }: ReportFigure, series: Report['series']): CheckedFigure | null {
  const found = compute(check, series)
  if (found === null) return null
  const isSame = Math.abs(found - value) <= TOLERANCE * Math.max(1, Math.abs(value) / 1_000)
  const written = text.includes('%')
    ? formatPercent(100 * found, 1)
    : text.includes('$')
      ? formatValue(found)
      : formatNumber(found)
  return { isSame, text: written }
}

function compute(check: ReportFigure['check'], series: Report['series']): number | null {
  if (check === null) return null
  if (check.kind === 'product') return check.factors.reduce((product, factor) => product * factor, 1)
  const values = toValues(series[check.series])
  if (values === null) return null
  if (check.kind === 'return') return (values.at(-1) ?? 0) / (values[0] ?? 1) - 1
  if (check.kind === 'deepest-fall') return computeMaxDrawdown(values).depth
  if (check.kind === 'volatility') return computeVolatility(computeSimpleReturns(values))
  const benchmark = toValues(series[check.benchmark])
  if (benchmark?.length !== values.length) return null
  return computeBeta(computeSimpleReturns(values), computeSimpleReturns(benchmark))
}

const toValues = (values: readonly number[] | undefined) =>
  values && values.length >= 2 && values.every((value) => value > 0) ? Float64Array.from(values) : null
