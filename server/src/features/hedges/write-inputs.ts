// Tests: hedge-runs.test.ts, ../../../../scripts/verify-advice/recompute-answer.test.ts

import { getScenario } from '@ballast/quant'
import type { BookInput } from '../../advice/book/book-input.ts'
import { mergeSlices } from '../../advice/book/build-book-model.ts'
import { CRISES } from '../../advice/book/index-sectors.ts'

/**
 * Writes everything that an analysis was computed from, one JSON object on a line, each with its kind. Days count from
 * 1970-01-01. Closes are adjusted for splits and dividends, in dollars; the index of volatility is in points.
 */
export function* writeInputs(input: BookInput): Generator<string> {
  const { book, calendar, series, volatility, chains, diversifiers, frame } = input
  const line = (kind: string, row: object) => `${JSON.stringify({ kind, ...row })}\n`
  yield line('analysis', { ...frame, cash: book.cash, gainsTax: input.request.gainsTax })
  for (const share of book.shares) yield line('position', share)
  for (const contract of book.contracts) yield line('option', contract)
  for (const fund of diversifiers) yield line('fund', fund)
  for (const id of new Set([...CRISES, ...(input.request.crisis ? [input.request.crisis] : [])])) {
    const { kind: _, ...crisis } = getScenario(id)
    yield line('crisis', crisis)
  }
  yield line('calendar', { days: Array.from(calendar) })
  for (const { ticker, days, closes } of volatility ? [...series, volatility] : series) {
    yield line('history', { ticker, days: Array.from(days), closes: Array.from(closes) })
  }
  for (const { ticker, role, usualBeta, slices } of chains) {
    const { asOf, underlyingPrice, contracts } = mergeSlices({ slices })
    yield line('chain', { ticker, role, usualBeta, asOf, underlyingPrice, contracts })
  }
}
