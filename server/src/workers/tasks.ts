/**
 * What runs in worker threads, by name: each takes one value and returns one, both of which can be copied between
 * threads. Whatever may take longer than 50 ms belongs here, because nobody else is answered while it runs.
 */

import { computeRiskFigures, type RiskFigures, type RiskInput } from '../features/overview/risk-figures.ts'
import { importText } from '../importers/import-text.ts'
import type { ImportResult } from '../importers/imported-position.ts'

/** Reads an uploaded text. */
export function readUpload(text: string): ImportResult {
  return importText(text)
}

/** The risk of a portfolio of many holdings. */
export function computeRisk(input: RiskInput): RiskFigures {
  return computeRiskFigures(input)
}
