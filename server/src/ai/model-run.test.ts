import { afterEach, expect, test } from 'vitest'
import { createModelRun, type ModelRun } from './model-run.ts'

const ESTIMATED = { inputTokens: 500, outputTokens: 50 }
const runs: ModelRun[] = []
function start(): ModelRun {
  const run = createModelRun(new AbortController().signal, { wallMilliseconds: 1_000, mostTokens: 5_000 })
  runs.push(run)
  return run
}
afterEach(() => {
  for (const run of runs.splice(0)) run.end()
})

test('what a service says that it has cost is counted', () => {
  const run = start()
  run.spend({ inputTokens: 1_000, outputTokens: 200 }, ESTIMATED)
  run.spend({ inputTokens: 10, outputTokens: 2 }, ESTIMATED)
  expect(run.spent()).toEqual({ inputTokens: 1_010, outputTokens: 202 })
})

test.each([undefined, 0, -1e12, Number.NaN, Number.POSITIVE_INFINITY])(
  'what cannot be a number of tokens is estimated, so that the budget holds: %s',
  (tokens) => {
    const run = start()
    run.spend({ inputTokens: tokens, outputTokens: tokens }, ESTIMATED)
    expect(run.spent()).toEqual(ESTIMATED)
  },
)

test('what the books could not hold is cut, and parts of tokens are whole ones', () => {
  const run = start()
  run.spend({ inputTokens: 1e300, outputTokens: 0.25 }, ESTIMATED)
  expect(run.spent()).toEqual({ inputTokens: 10_000_000, outputTokens: 1 })
})
