// Tests: ../../features/hedges/hedge-crises.test.ts

import type { MessagePort } from 'node:worker_threads'
import { assessBookRisk, completeHedgeRequest, prepareHedging } from '@ballast/quant'
import type { BookInput } from './book-input.ts'
import { buildBookModel } from './build-book-model.ts'

/**
 * A portfolio with its market and its risk; null when it owes as much as it holds, or nothing in it has a price, or a
 * crisis is asked about that cannot be replayed with it.
 */
export function assessBook(input: BookInput) {
  const built = buildBookModel(input)
  const { holdings, options, cash } = built.situation
  const contracts = options.reduce((sum, one) => sum + one.contracts * one.multiplier * one.premium, 0)
  if (!(holdings.reduce((sum, { value }) => sum + value, cash + contracts) > 0)) return null
  // What was stored before a choice could be made has the usual one.
  const request = completeHedgeRequest(input.request)
  if (request.crisis !== null && !built.crises.some(({ id }) => id === request.crisis)) return null
  const context = prepareHedging(built.situation, request)
  return { built, context, risk: assessBookRisk(context) }
}

/** Does the steps of work in a thread, and measures each. @param progress is told when a step begins */
export function createTimedSteps<Step extends string>(steps: readonly Step[], progress: MessagePort | undefined) {
  const milliseconds = Object.fromEntries(steps.map((step) => [step, 0])) as Record<Step, number>
  return {
    milliseconds,
    step<Result>(name: Step, work: () => Result): Result {
      progress?.postMessage(name)
      const start = performance.now()
      const result = work()
      milliseconds[name] = performance.now() - start
      return result
    },
  }
}
