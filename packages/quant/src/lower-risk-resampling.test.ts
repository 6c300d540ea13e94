import { describe, expect, test } from 'vitest'
import { resampleLowerRisk } from './lower-risk-resampling.ts'
import { LOWER_RISK_METHODS } from './lower-risk-weights.ts'
import { createNormalSource, createRandomSource } from './random.ts'
import { toReturnMatrix } from './test-matrices.ts'

const DAYS = 252
const draw = (deviations: readonly number[], seed: number) => {
  const normal = createNormalSource(createRandomSource(seed))
  return toReturnMatrix(deviations.map((deviation) => Float64Array.from({ length: DAYS }, () => deviation * normal())))
}
const equal = (count: number) => ({
  weights: new Float64Array(count).fill(1 / count),
  isFixed: new Array<boolean>(count).fill(false),
})

describe('resampling', () => {
  test('holdings that are alike: no method has an advantage that is more than noise', () => {
    const returns = draw(new Array<number>(8).fill(0.01), 3)
    const found = resampleLowerRisk({ returns, ...equal(8), random: createRandomSource(1) }, LOWER_RISK_METHODS)
    for (const reduction of found) {
      expect(reduction!.resamples).toBe(100)
      // Equal weights are the best there are, so that the truth is a small loss.
      expect(reduction!.low).toBeLessThan(0)
      expect(reduction!.betterShare).toBeLessThan(0.95)
    }
  })

  test('one holding of much more risk: every method is better in nearly every draw', () => {
    const returns = draw([0.06, 0.01, 0.01, 0.01], 4)
    const found = resampleLowerRisk({ returns, ...equal(4), random: createRandomSource(1) }, LOWER_RISK_METHODS)
    for (const reduction of found) {
      expect(reduction!.low).toBeGreaterThan(0.2)
      expect(reduction!.median).toBeGreaterThanOrEqual(reduction!.low)
      expect(reduction!.high).toBeGreaterThanOrEqual(reduction!.median)
      expect(reduction!.betterShare).toBe(1)
    }
  })

  test('the same chance gives the same answer; all fixed gives no reduction at all', () => {
    const returns = draw([0.02, 0.01, 0.01], 5)
    const run = (isFixed: boolean[]) =>
      resampleLowerRisk({ returns, ...equal(3), isFixed, random: createRandomSource(9), resamples: 10 }, [
        'minimum-variance',
      ])
    expect(run([false, false, false])).toEqual(run([false, false, false]))
    expect(run([true, true, true])[0]).toMatchObject({ median: 0, low: 0, high: 0, betterShare: 0 })
  })

  test('a history too short for unseen days gives no answer', () => {
    const returns = toReturnMatrix([
      Float64Array.from({ length: 15 }, (_, t) => (t % 3) / 100),
      new Float64Array(15).map((_, t) => (t % 4) / 100),
    ])
    const input = { returns, ...equal(2), random: createRandomSource(1) }
    expect(resampleLowerRisk(input, ['minimum-variance'])).toEqual([null])
  })
})
