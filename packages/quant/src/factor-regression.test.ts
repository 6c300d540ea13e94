import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fitFactorRegression, orthogonalize } from './factor-regression.ts'
import { propertyRuns } from './property-runs.ts'
import { createNormalSource, createRandomSource } from './random.ts'
import { computeCorrelation, fitRegression } from './regression.ts'

const normal = createNormalSource(createRandomSource(41))
const noise = (length: number, scale: number) => Float64Array.from({ length }, () => scale * normal())
const market = noise(400, 0.01)
const sector = market.map((value) => 1.2 * value + 0.005 * normal())

describe('several factors', () => {
  test('a model without noise is found exactly', () => {
    const y = market.map((value, t) => 0.001 + 0.8 * value - 0.3 * sector[t]!)
    const model = fitFactorRegression(y, [market, sector])!
    expect(model.intercept).toBeCloseTo(0.001, 12)
    expect(model.slopes[0]).toBeCloseTo(0.8, 10)
    expect(model.slopes[1]).toBeCloseTo(-0.3, 10)
    expect(model.rSquared).toBeCloseTo(1, 12)
    expect(model.residualDeviation).toBeCloseTo(0, 12)
  })

  test('one factor is the plain regression, standard error included (second method)', () => {
    const y = market.map((value) => 0.7 * value + 0.01 * normal())
    const model = fitFactorRegression(y, [market])!
    const line = fitRegression(y, market)!
    expect(model.slopes[0]).toBeCloseTo(line.slope, 12)
    expect(model.intercept).toBeCloseTo(line.intercept, 12)
    expect(model.standardErrors![0]).toBeCloseTo(line.slopeStandardError!, 12)
    expect(model.rSquared).toBeCloseTo(line.rSquared!, 12)
    expect(model.residualDeviation).toBeCloseTo(line.residualDeviation!, 12)
  })

  test('the slope on an orthogonal factor is the one of the joint model (Frisch, Waugh and Lovell)', () => {
    const y = market.map((value, t) => 0.5 * value + 0.6 * sector[t]! + 0.004 * normal())
    const joint = fitFactorRegression(y, [market, sector])!
    const alone = fitRegression(y, orthogonalize(sector, market)!)!
    expect(alone.slope).toBeCloseTo(joint.slopes[1]!, 10)
    expect(Math.abs(joint.slopes[1]! - 0.6)).toBeLessThan(3 * joint.standardErrors![1]!)
  })

  test('another factor never explains less', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (seed) => {
        const random = createNormalSource(createRandomSource(seed))
        const series = () => Float64Array.from({ length: 30 }, random)
        const [y, a, b] = [series(), series(), series()]
        const one = fitFactorRegression(y, [a])!.rSquared!
        expect(fitFactorRegression(y, [a, b])!.rSquared!).toBeGreaterThanOrEqual(one - 1e-12)
      }),
      propertyRuns(50),
    )
  })

  test('days that any series lacks are left out', () => {
    const y = Float64Array.of(1, 2, Number.NaN, 4, 5)
    const x = Float64Array.of(1, Number.NaN, 3, 4, 5)
    expect(fitFactorRegression(y, [x])).toMatchObject({ observations: 3 })
  })

  test('undefined models, and bad input', () => {
    expect(fitFactorRegression(market, [market, market])).toBeNull()
    expect(fitFactorRegression(market, [new Float64Array(400)])).toBeNull()
    expect(fitFactorRegression(Float64Array.of(1), [Float64Array.of(1)])).toBeNull()
    expect(fitFactorRegression(Float64Array.of(1, 2), [Float64Array.of(1, 3)])).toMatchObject({
      standardErrors: null,
      residualDeviation: null,
    })
    expect(fitFactorRegression(new Float64Array(5), [market.subarray(0, 5)])).toMatchObject({ rSquared: null })
    expect(() => fitFactorRegression(market, [])).toThrow('factors has 0')
    expect(() => fitFactorRegression(market, [market.subarray(1)])).toThrow('factors[0] has 399')
    expect(() => fitFactorRegression(Float64Array.of(1, Number.POSITIVE_INFINITY), [Float64Array.of(1, 2)])).toThrow(
      'y[1]',
    )
  })
})

test('what is orthogonal to the market has no correlation with it', () => {
  expect(computeCorrelation(orthogonalize(sector, market)!, market)).toBeCloseTo(0, 12)
  expect(orthogonalize(sector, new Float64Array(400))).toBeNull()
})
