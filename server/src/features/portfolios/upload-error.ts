// Tests: portfolios.test.ts

import type { ImportResult } from '@ballast/importers'
import { type AppError, errors } from '../../http/errors.ts'

/** The 400 for an upload of which nothing was stored: its sentence names the first problem, its details list the first 20. */
export function toUploadError(result: Extract<ImportResult, { ok: false }>): AppError {
  const [first] = result.problems
  const more = result.problemCount - 1
  const sentence = first?.message ?? 'The upload could not be read.'
  const error =
    more > 0 ? `${sentence} There ${more === 1 ? 'is 1 more problem' : `are ${more} more problems`}.` : sentence
  return errors.invalid(result.problems, error, result.problemCount)
}
