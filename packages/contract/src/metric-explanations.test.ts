import { expect, test } from 'vitest'
import { backtestMetricsSchema } from './backtest.ts'
import { METRIC_EXPLANATIONS } from './metric-explanations.ts'

/** Said beside a figure, and no figure themselves. */
const NOT_FIGURES = ['recovered', 'observations', 'flags']

test('every figure of a backtest is explained under its own name', () => {
  const unexplained = Object.keys(backtestMetricsSchema.shape).filter(
    (name) => !NOT_FIGURES.includes(name) && !(name in METRIC_EXPLANATIONS),
  )
  expect(unexplained).toEqual([])
})

test.each(Object.entries(METRIC_EXPLANATIONS))(
  '%s says what enters and what is shown when nothing can be',
  (_id, one) => {
    expect(one.inputs.length).toBeGreaterThan(0)
    for (const text of [one.name, one.meaning, one.formula, one.whenMissing]) expect(text.trim()).not.toBe('')
    // The sentence that stands in for a figure names the number of days that the figure needs.
    if (one.minimumObservations >= 20 && one.whenMissing.startsWith('Needs')) {
      expect(one.whenMissing).toContain(String(one.minimumObservations))
    }
  },
)
