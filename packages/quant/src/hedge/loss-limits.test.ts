import { describe, expect, test } from 'vitest'
import { createLossLimits, ROBUST_VALUATIONS } from './loss-limits.ts'

const round = (limits: ReturnType<typeof createLossLimits>) =>
  limits.map(({ marketReturn, largestLoss }) => [
    Math.round(1e4 * marketReturn) / 1e4,
    Math.round(1e4 * largestLoss) / 1e4,
  ])

describe('a loss curve', () => {
  test('holds the limit every 2.5 points down to the shock, and softly beyond', () => {
    expect(round(createLossLimits({ limit: 0.15, shock: -0.1 }))).toEqual([
      [-0.025, 0.15],
      [-0.05, 0.15],
      [-0.075, 0.15],
      [-0.1, 0.15],
      [-0.15, 0.175],
      [-0.2, 0.2],
    ])
  })

  test('of a shock off the grid ends at the shock itself', () => {
    const returns = round(createLossLimits({ limit: 0.1, shock: -0.11 })).map(([marketReturn]) => marketReturn)
    expect(returns).toEqual([-0.025, -0.05, -0.075, -0.1, -0.11, -0.16, -0.21])
  })

  test('names the shock by the very number that was asked for, so that it can be found again', () => {
    for (const shock of [-0.2, -0.3, -0.125, -0.07]) {
      expect(createLossLimits({ limit: 0.1, shock }).some(({ marketReturn }) => marketReturn === shock)).toBe(true)
    }
  })

  test.each([
    [{ limit: -0.01, shock: -0.2 }, /^limit is -0.01/],
    [{ limit: 1, shock: -0.2 }, /^limit is 1/],
    [{ limit: 0.1, shock: 0.2 }, /^shock is 0.2/],
    [{ limit: 0.1, shock: Number.NaN }, /^shock is NaN/],
  ])('%o is refused by name', (wishes, message) => {
    expect(() => createLossLimits(wishes)).toThrow(message)
  })
})

test('a hedge must hold at intrinsic value, with volatility unmoved, and with volatility answering', () => {
  expect(ROBUST_VALUATIONS).toEqual([{ kind: 'expiry' }, { kind: 'rule', scale: 0 }, { kind: 'rule', scale: 1 }])
})
