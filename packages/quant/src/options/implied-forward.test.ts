import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeBlackScholesPrice } from './black-scholes.ts'
import { computeImpliedForward, computeParityForward } from './implied-forward.ts'

const inputs = { spot: 100, rate: 0.04, years: 0.5 }

function pairAt(strike: number, dividendYield: number) {
  const option = { ...inputs, strike, dividendYield, volatility: 0.3 }
  return {
    strike,
    callMid: computeBlackScholesPrice({ ...option, type: 'call' }),
    putMid: computeBlackScholesPrice({ ...option, type: 'put' }),
  }
}

test('European quotes give back the yield they were made with', () => {
  fc.assert(
    fc.property(fc.double({ min: -0.04, max: 0.14, noNaN: true }), (dividendYield) => {
      const found = computeImpliedForward(
        [90, 95, 100, 105, 110].map((strike) => pairAt(strike, dividendYield)),
        inputs,
      )
      expect(found.dividendYield).toBeCloseTo(dividendYield, 12)
      expect(found.forward).toBeCloseTo(100 * Math.exp((0.04 - dividendYield) * 0.5), 10)
      expect(found).toMatchObject({ source: 'parity', strikeCount: 5, isClipped: false })
    }),
    propertyRuns(50),
  )
})

test('one bad pair does not move the median, and far strikes are not asked', () => {
  const far = [50, 55, 60, 65, 140, 145, 150].map((strike) => ({ ...pairAt(strike, 0.02), callMid: 90 }))
  const pairs = [90, 95, 100, 105, 110].map((strike) => pairAt(strike, 0.02))
  pairs[2] = { ...pairs[2]!, callMid: 30 }
  expect(computeImpliedForward([...far, ...pairs], inputs).dividendYield).toBeCloseTo(0.02, 10)
})

test('a yield outside −5 %–15 % is clipped, said so, and the forward follows', () => {
  const found = computeImpliedForward([pairAt(100, 0.4)], inputs)
  expect(found).toMatchObject({ dividendYield: 0.15, isClipped: true })
  expect(found.forward).toBeCloseTo(100 * Math.exp(-0.11 * 0.5), 12)
  expect(computeImpliedForward([pairAt(100, -0.2)], inputs).dividendYield).toBe(-0.05)
})

test('without pairs, or with nonsense ones, the trailing yield is used, else none', () => {
  const trailing = computeImpliedForward([], { ...inputs, trailingYield: 0.03 })
  expect(trailing).toMatchObject({ source: 'trailing-yield', dividendYield: 0.03, strikeCount: 0 })
  expect(computeImpliedForward([], inputs)).toMatchObject({ source: 'no-dividend', dividendYield: 0 })
  // F = 100 + 1.02·(0 − 200) is negative
  const nonsense = computeImpliedForward([{ strike: 100, callMid: 0, putMid: 200 }], inputs)
  expect(nonsense.source).toBe('no-dividend')
})

test('an even number of pairs takes the mean of the middle two', () => {
  const growth = Math.exp(0.02)
  const pairs = [
    { strike: 100, callMid: 1, putMid: 0 },
    { strike: 101, callMid: 2, putMid: 0 },
  ]
  expect(computeImpliedForward(pairs, inputs).forward).toBeCloseTo((100 + growth + 101 + 2 * growth) / 2, 10)
})

test('impossible arguments are named', () => {
  expect(() => computeImpliedForward([], { ...inputs, years: 0 })).toThrow(/^years is/)
  expect(() => computeImpliedForward([{ strike: 100, callMid: Number.NaN, putMid: 1 }], inputs)).toThrow(
    /^pairs\[0\].callMid is/,
  )
  expect(() => computeImpliedForward([], { ...inputs, trailingYield: Number.NaN })).toThrow(/^trailingYield is/)
})

test('by parity alone: the forward far from the price that strikes are chosen by, where a yield would be out of bounds', () => {
  const week = { rate: 0.04, years: 7 / 365 }
  const pairs = [95, 97.5, 100, 102.5, 105].map((strike) => {
    const option = { ...week, spot: 98.8, strike, dividendYield: 0, volatility: 0.3 }
    const [callMid, putMid] = (['call', 'put'] as const).map((type) => computeBlackScholesPrice({ ...option, type }))
    return { strike, callMid: callMid!, putMid: putMid! }
  })
  expect(computeParityForward(pairs, { ...week, near: 100 })).toBeCloseTo(98.8 * Math.exp((0.04 * 7) / 365), 10)
  expect(computeParityForward([], { ...week, near: 100 })).toBeNull()
})
