// Tests: ../../features/hedges/hedge-crises.test.ts

import { assessBookRisk, completeHedgeRequest, prepareHedging } from '@ballast/quant'
import type { BookInput } from './book-input.ts'
import { buildBookModel, hasValue } from './build-book-model.ts'

/**
 * A portfolio with its market and its risk; null when it owes as much as it holds, or nothing in it has a price, or a
 * crisis is asked about that cannot be replayed with it.
 */
export function assessBook(input: BookInput) {
  const built = buildBookModel(input)
  if (!hasValue(built)) return null
  // What was stored before a choice could be made has the usual one.
  const request = completeHedgeRequest(input.request)
  if (request.crisis !== null && !built.crises.some(({ id }) => id === request.crisis)) return null
  const context = prepareHedging(built.situation, request)
  return { built, context, risk: assessBookRisk(context) }
}
