import { expect, test } from 'vitest'
import { createAmericanScheme } from './american-scheme.ts'
import { computeGaussLegendre } from './gauss-legendre.ts'

test.each([1, 2, 5, 12, 40, 80])('%d points integrate every power up to 2n − 1 exactly', (count) => {
  const { nodes, weights } = computeGaussLegendre(count)
  for (let power = 0; power < 2 * count; power++) {
    let sum = 0
    for (let i = 0; i < count; i++) sum += weights[i]! * nodes[i]! ** power
    // ∫ x^p over [−1, 1] is 2/(p + 1) for even p and 0 for odd
    expect(sum).toBeCloseTo(power % 2 === 0 ? 2 / (power + 1) : 0, 13)
  }
})

test('two points are ±1/√3', () => {
  const { nodes } = computeGaussLegendre(2)
  expect([...nodes]).toEqual([expect.closeTo(-Math.sqrt(1 / 3), 15), expect.closeTo(Math.sqrt(1 / 3), 15)])
})

test.each([0, -1, 1.5, 1001, Number.NaN])('%d points are refused', (count) => {
  expect(() => computeGaussLegendre(count)).toThrow(/^count is/)
})

test('the American scheme interpolates polynomials in √τ exactly and integrates over the angle', () => {
  const scheme = createAmericanScheme(6, 8, 1, 10)
  const values = scheme.rootTimes.map((x) => x ** 5 - 2 * x + 1)
  const { count, cosine, sine, weight } = scheme.premiumRule
  let total = 0
  for (let j = 0; j < count; j++) {
    let value = 0
    for (let k = 0; k <= 6; k++) value += scheme.premiumInterpolation[j * 7 + k]! * values[k]!
    const x = cosine[j]!
    expect(value).toBeCloseTo(x ** 5 - 2 * x + 1, 13)
    total += 2 * sine[j]! * cosine[j]! * weight[j]!
  }
  // ∫ du over u = cos²θ from 0 to 1
  expect(total).toBeCloseTo(1, 14)
})
