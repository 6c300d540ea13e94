import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { shrinkLedoitWolf } from './covariance-shrinkage.ts'
import { computeEqualRiskContributionWeights } from './equal-risk-contribution.ts'
import { fitWithinLimits } from './fit-weights.ts'
import { computeHierarchicalRiskParity } from './hierarchical-risk-parity.ts'
import { computeLowerRiskWeights, LOWER_RISK_METHODS } from './lower-risk-weights.ts'
import { computeLongOnlyMinimumVarianceWeights } from './minimum-variance.ts'
import { propertyRuns } from './property-runs.ts'
import { createNormalSource, createRandomSource } from './random.ts'
import { multiplyVector, type SquareMatrix } from './square-matrix.ts'
import { toReturnMatrix } from './test-matrices.ts'

const toCovariance = (rows: number, seed: number): SquareMatrix => {
  const normal = createNormalSource(createRandomSource(seed))
  const common = Float64Array.from({ length: 120 }, normal)
  return shrinkLedoitWolf(
    toReturnMatrix(
      Array.from({ length: rows }, (_, i) =>
        Float64Array.from({ length: 120 }, (_, t) => 0.01 * (1 + 0.4 * i) * (normal() + 0.8 * common[t]!)),
      ),
    ),
  )
}
const sum = (values: ArrayLike<number>) => Array.from(values).reduce((a, b) => a + b, 0)
const variance = (weights: Float64Array, covariance: SquareMatrix) =>
  sum(multiplyVector(covariance, weights).map((value, i) => value * weights[i]!))
const expectClose = (found: Float64Array, wanted: Float64Array, digits = 9) =>
  found.forEach((weight, i) => {
    expect(weight).toBeCloseTo(wanted[i]!, digits)
  })

describe('without limits', () => {
  const covariance = toCovariance(8, 5)
  const input = { covariance, weights: new Float64Array(8).fill(1 / 8), isFixed: new Array<boolean>(8).fill(false) }
  test('each method gives its own weights, which are checked against other libraries', () => {
    expectClose(
      computeLowerRiskWeights(input, 'equal-risk-contribution'),
      computeEqualRiskContributionWeights(covariance),
    )
    expectClose(
      computeLowerRiskWeights(input, 'hierarchical-risk-parity'),
      computeHierarchicalRiskParity(covariance).weights,
    )
    expectClose(computeLowerRiskWeights(input, 'minimum-variance'), computeLongOnlyMinimumVarianceWeights(covariance))
  })

  test('nothing that may change leaves everything as it is', () => {
    const isFixed = input.isFixed.map(() => true)
    expect(computeLowerRiskWeights({ ...input, isFixed }, 'minimum-variance')).toEqual(input.weights)
  })
})

/** A book with fixed holdings, one of them short, cash outside, and limits that leave room. */
const books = fc
  .record({
    size: fc.integer({ min: 4, max: 9 }),
    seed: fc.integer(),
    fixed: fc.integer({ min: 0, max: 2 }),
    tight: fc.double({ min: 0.05, max: 1, noNaN: true }),
  })
  .map(({ size, seed, fixed, tight }) => {
    const random = createRandomSource(seed)
    const raw = Array.from({ length: size }, (_, i) => (i === 0 && fixed > 0 ? -0.1 : 0.05 + random()))
    const weights = raw.map((value) => value / (1.1 * sum(raw.map(Math.abs))))
    const isFixed = weights.map((_, i) => i < fixed)
    const groups = weights.map((_, i) => (i % 4 === 3 ? null : `S${i % 3}`))
    const room = sum(weights.filter((_, i) => i >= fixed))
    const mostWeight = room / (size - fixed) + tight * (1 - room / (size - fixed))
    return {
      covariance: toCovariance(size, seed),
      weights,
      isFixed,
      groups,
      mostWeight,
      mostGroupWeight: 0.5 + tight / 2,
    }
  })

describe('with limits', () => {
  test('what is fixed stays, the sum stays, and no limit is broken', () => {
    fc.assert(
      fc.property(books, fc.constantFrom(...LOWER_RISK_METHODS), (book, method) => {
        const found = attempt(() => computeLowerRiskWeights(book, method))
        fc.pre(found !== undefined)
        expect(sum(found)).toBeCloseTo(sum(book.weights), 10)
        found.forEach((weight, i) => {
          if (book.isFixed[i]) expect(weight).toBe(book.weights[i])
          else {
            expect(weight).toBeGreaterThanOrEqual(0)
            expect(weight).toBeLessThanOrEqual(book.mostWeight + 1e-12)
          }
        })
        for (const name of ['S0', 'S1', 'S2']) {
          const held = book.groups.flatMap((group, i) => (group === name && found[i]! > 0 ? [found[i]!] : []))
          expect(sum(held)).toBeLessThanOrEqual(book.mostGroupWeight + 1e-9)
        }
      }),
      propertyRuns(120),
    )
  })

  test('no random weights within the limits have a smaller variance', () => {
    fc.assert(
      fc.property(books, fc.integer(), (book, seed) => {
        const best = attempt(() => computeLowerRiskWeights(book, 'minimum-variance'))
        fc.pre(best !== undefined)
        const random = createRandomSource(seed)
        for (let k = 0; k < 20; k++) {
          // Any targets, fitted by the projection: a point of the same set.
          const targets = book.weights.map((_, i) => (book.isFixed[i] ? 0 : random() ** 4))
          const free = book.weights.flatMap((_, i) => (book.isFixed[i] ? [] : [i]))
          const other = Float64Array.from(book.weights)
          const fitted = fitWithinLimits(
            free.map((i) => targets[i]!),
            toLimitsOf(book, free),
          )
          free.forEach((i, place) => {
            other[i] = fitted[place]!
          })
          expect(variance(best, book.covariance)).toBeLessThanOrEqual(variance(other, book.covariance) * (1 + 1e-9))
        }
      }),
      propertyRuns(60),
    )
  })

  test('a grid of three weights finds the same minimum', () => {
    const covariance = toCovariance(3, 11)
    const limits = { weights: [0.2, 0.5, 0.3], isFixed: [false, false, false], mostWeight: 0.45 }
    const best = computeLowerRiskWeights({ covariance, ...limits }, 'minimum-variance')
    let least = Number.POSITIVE_INFINITY
    for (let a = 0; a <= 450; a++) {
      for (let b = 0; b <= 450; b++) {
        const c = 1000 - a - b
        if (c < 0 || c > 450) continue
        least = Math.min(least, variance(Float64Array.of(a / 1000, b / 1000, c / 1000), covariance))
      }
    }
    expect(variance(best, covariance)).toBeLessThanOrEqual(least * (1 + 1e-9))
    expect(variance(best, covariance)).toBeGreaterThan(least * 0.999)
  })

  const rows = [
    [4, 1.2, 0.8, 0.3, 0.5],
    [1.2, 2.25, 0.9, 0.2, 0.4],
    [0.8, 0.9, 1.44, -0.1, 0.3],
    [0.3, 0.2, -0.1, 0.36, 0.1],
    [0.5, 0.4, 0.3, 0.1, 0.81],
  ]
  const five = { tickers: ['A', 'B', 'C', 'D', 'E'], size: 5, values: Float64Array.from(rows.flat()) }

  test('scipy finds the same minimum beside a short that stays, at a limit of a holding and of a sector', () => {
    const found = computeLowerRiskWeights(
      {
        covariance: five,
        weights: [-0.1, 0.3, 0.2, 0.2, 0.2],
        isFixed: [true, false, false, false, false],
        mostWeight: 0.4,
        groups: [null, null, null, 'S', 'S'],
        mostGroupWeight: 0.45,
      },
      'minimum-variance',
    )
    // scipy 1.17.1, optimize.minimize: SLSQP (ftol 1e-20), and trust-constr to 1e-8.
    expectClose(found, Float64Array.of(-0.1, 0.08359788, 0.36640212, 0.4, 0.05), 7)
    expect(variance(found, five)).toBeCloseTo(0.2585165343915343, 14)
  })

  test.each([
    // scipy 1.10.1, of the problem that skfolio's RiskBudgeting states: min xᵀΣx, Σ ln x ≥ 0, limits times Σx. SLSQP
    // (ftol 1e-22) to 8 digits; a barrier method with Newton's steps gives these.
    [{ mostWeight: 0.35 }, [0.097556850634, 0.123362842916, 0.185914862622, 0.35, 0.243165443828]],
    [
      { mostWeight: 0.4, mostGroupWeight: 0.45 },
      [0.12792072442, 0.166284206035, 0.255795069545, 0.271716876661, 0.178283123339],
    ],
  ])('equal risk within limits is that of constrained risk budgeting: %j', (limits, wanted) => {
    const book = { weights: new Float64Array(5).fill(0.2), isFixed: new Array<boolean>(5).fill(false) }
    const groups = [null, null, null, 'S', 'S']
    const found = computeLowerRiskWeights({ covariance: five, ...book, groups, ...limits }, 'equal-risk-contribution')
    expectClose(found, Float64Array.from(wanted), 8)
  })

  test('no random weights within the limits spread risk better', () => {
    fc.assert(
      fc.property(books, fc.integer(), (book, seed) => {
        const best = attempt(() => computeLowerRiskWeights(book, 'equal-risk-contribution'))
        fc.pre(best !== undefined)
        const free = book.weights.flatMap((_, i) => (book.isFixed[i] ? [] : [i]))
        const limits = toLimitsOf(book, free)
        fc.pre(free.every((i) => best[i]! > 0))
        const judge = (of: ArrayLike<number>) => {
          const alone = Float64Array.from(best, () => 0)
          free.forEach((i, place) => {
            alone[i] = of[place]!
          })
          return Math.log(variance(alone, book.covariance)) / 2 - sum(Array.from(of, Math.log)) / free.length
        }
        const least = judge(free.map((i) => best[i]!))
        const random = createRandomSource(seed)
        for (let k = 0; k < 20; k++) {
          const near = free.map((i) => best[i]! * (k % 2 === 0 ? 1 + 0.01 * random() : random()))
          expect(judge(fitWithinLimits(near, limits))).toBeGreaterThanOrEqual(least - 1e-9)
        }
      }),
      propertyRuns(60),
    )
  })

  test('limits that leave no room are refused in words', () => {
    const covariance = toCovariance(3, 2)
    const book = { covariance, weights: [0.3, 0.3, 0.4], isFixed: [false, false, false], mostWeight: 0.3 }
    expect(() => computeLowerRiskWeights(book, 'minimum-variance')).toThrow('too little room')
  })
})

describe('fitting', () => {
  test('what fits keeps its proportions; what does not is cut', () => {
    const limits = { total: 1, most: 0.4, groups: [null, null, null], room: new Map<string, number>() }
    expectClose(fitWithinLimits([8, 1, 1], limits), Float64Array.of(0.4, 0.3, 0.3))
    expectClose(fitWithinLimits([2, 1, 2], limits), Float64Array.of(0.4, 0.2, 0.4))
    const grouped = { total: 1, most: 1, groups: ['A', 'A', null], room: new Map([['A', 0.5]]) }
    expectClose(fitWithinLimits([3, 1, 1], grouped), Float64Array.of(0.375, 0.125, 0.5))
    // A ticker that the method leaves out takes what is left over.
    expectClose(fitWithinLimits([1, 0], { ...limits, groups: [null, null], most: 0.6 }), Float64Array.of(0.6, 0.4))
  })
})

type Book = typeof books extends fc.Arbitrary<infer B> ? B : never

function toLimitsOf(book: Book, free: readonly number[]) {
  const room = new Map<string, number>()
  if (book.mostGroupWeight < 1) {
    for (const name of book.groups) {
      if (name === null) continue
      const fixed = book.weights.filter((_, i) => book.isFixed[i] && book.groups[i] === name)
      room.set(name, Math.max(0, book.mostGroupWeight - sum(fixed.filter((weight) => weight > 0))))
    }
  }
  return {
    total: sum(free.map((i) => book.weights[i]!)),
    most: book.mostWeight,
    groups: free.map((i) => book.groups[i]!),
    room,
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
