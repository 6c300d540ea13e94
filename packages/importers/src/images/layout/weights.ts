// Tests: ../layouts.test.ts

import type { Candidate } from '../layout.ts'

const FEWEST = 3
/** Weights are rounded, each by so much of a percent at most. */
const ROUNDING = 0.6
const MONEY = /[$€£]\s?\d/

/**
 * True if what stands beside the tickers is their part of a whole: percentages at one place that add up to a hundred,
 * and an amount each. Such a screen is one of holdings, though it shows no shares; what is only watched has no weights.
 */
export function haveWeights(candidates: readonly Candidate[]): boolean {
  if (candidates.length < FEWEST || !candidates.every(({ cells }) => cells.some(({ text }) => MONEY.test(text))))
    return false
  const percentages = candidates.map(({ cells }) =>
    cells.flatMap(({ text }) =>
      [...text.matchAll(/(?<![-+−.\d])(\d{1,3}(?:\.\d+)?) ?%/g)].map(([, number]) => Number(number)),
    ),
  )
  const most = Math.max(...percentages.map(({ length }) => length))
  return Array.from({ length: most }, (_, place) => percentages.map((of) => of[place] ?? 0)).some((weights) => {
    const sum = weights.reduce((total, weight) => total + weight, 0)
    return weights.every((weight) => weight > 0) && Math.abs(sum - 100) <= ROUNDING * weights.length
  })
}
