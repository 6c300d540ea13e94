import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { computeBlackScholes } from './black-scholes.ts'
import { computeHigherOrderGreeks, type HigherOrderGreeks } from './higher-order-greeks.ts'
import { centralOption, listedOption } from './option-arbitraries.ts'
import type { OptionInputs } from './option-contract.ts'

/** Central difference of a figure in one input; time passes as the years to expiry shrink. */
function difference(
  option: OptionInputs,
  input: 'spot' | 'strike' | 'years' | 'volatility',
  figure: (o: OptionInputs) => number,
) {
  const h = 1e-4 * option[input]
  const at = (shift: number) => figure({ ...option, [input]: option[input] + shift })
  return (at(h) - at(-h)) / (2 * h)
}

test('each one is the finite difference of the Greek below it', () => {
  fc.assert(
    fc.property(centralOption, (option) => {
      const basic = (name: 'price' | 'delta' | 'gamma' | 'vega') => (o: OptionInputs) => computeBlackScholes(o)[name]
      const higher = (name: 'volga' | 'dualDelta') => (o: OptionInputs) => computeHigherOrderGreeks(o)[name]
      const expected: Omit<HigherOrderGreeks, 'elasticity'> = {
        vanna: difference(option, 'volatility', basic('delta')),
        volga: difference(option, 'volatility', basic('vega')),
        charm: -difference(option, 'years', basic('delta')),
        veta: -difference(option, 'years', basic('vega')),
        speed: difference(option, 'spot', basic('gamma')),
        zomma: difference(option, 'volatility', basic('gamma')),
        color: -difference(option, 'years', basic('gamma')),
        ultima: difference(option, 'volatility', higher('volga')),
        dualDelta: difference(option, 'strike', basic('price')),
        dualGamma: difference(option, 'strike', higher('dualDelta')),
      }
      const found = computeHigherOrderGreeks(option)
      for (const [name, value] of Object.entries(expected)) {
        const error = Math.abs(found[name as keyof HigherOrderGreeks]! - value)
        expect(error, name).toBeLessThan(1e-4 * (1 + Math.abs(value)))
      }
    }),
    propertyRuns(100),
  )
})

test('vanna is also the change of vega with the spot', () => {
  fc.assert(
    fc.property(centralOption, (option) => {
      const slope = difference(option, 'spot', (o) => computeBlackScholes(o).vega)
      expect(computeHigherOrderGreeks(option).vanna).toBeCloseTo(slope, 5)
    }),
    propertyRuns(50),
  )
})

test('Euler: S·Δ + K·dualDelta = V, since the price is homogeneous of degree one', () => {
  fc.assert(
    fc.property(listedOption, (option) => {
      const { price, delta } = computeBlackScholes(option)
      const sum = option.spot * delta + option.strike * computeHigherOrderGreeks(option).dualDelta
      expect(Math.abs(sum - price)).toBeLessThan(1e-12 * (option.spot + option.strike))
    }),
    propertyRuns(200),
  )
})

test('elasticity of a stock-like call tends to one, that of a worthless option is null', () => {
  const base = { type: 'call', spot: 100, strike: 1e-3, years: 1, rate: 0, dividendYield: 0, volatility: 0.2 } as const
  expect(computeHigherOrderGreeks(base).elasticity).toBeCloseTo(1, 4)
  expect(computeHigherOrderGreeks({ ...base, strike: 200, volatility: 0 }).elasticity).toBeNull()
})

test('without time or volatility only the certain part is left, and nothing is NaN', () => {
  const base = {
    type: 'put',
    spot: 80,
    strike: 100,
    years: 1,
    rate: 0.05,
    dividendYield: 0.02,
    volatility: 0.3,
  } as const
  const still = computeHigherOrderGreeks({ ...base, volatility: 0 })
  // K·e^{−rT} − S·e^{−qT}: its slope in the strike is e^{−0.05}
  expect(still.dualDelta).toBeCloseTo(Math.exp(-0.05), 15)
  expect(still.vanna).toBe(0)
  const expired = computeHigherOrderGreeks({ ...base, years: 0 })
  expect(Object.values(expired).every((value) => Number.isFinite(value))).toBe(true)
  expect(() => computeHigherOrderGreeks({ ...base, spot: -1 })).toThrow(/^spot is/)
})
