import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { createNormalSource, createRandomSource } from '../random.ts'
import { findCheapestCvarPackage } from './cvar-package.ts'
import { computeMostContracts, valueLines } from './hedge-search.ts'
import { drawSearch } from './test-searches.ts'

/** A small problem with few contracts, and paths of market and book that belong together. */
function drawProblem(seed: number) {
  const { prepared } = drawSearch(seed)
  const { problem } = prepared
  const random = createRandomSource(seed)
  const normal = createNormalSource(random)
  const benchmark = Float64Array.from({ length: 200 }, () => Math.expm1(0.1 * normal() - 0.01))
  const portfolio = benchmark.map((move) => (1 + move) ** 1.1 - 1 + 0.02 * normal())
  const lines = problem.lines.filter((_, i) => i % 3 === 0).map((line) => ({ ...line, mostBought: 4, mostSold: 4 }))
  const limit = 0.06 + 0.1 * random()
  return { problem: { ...problem, lines, maximumLines: 2 as const }, paths: { portfolio, benchmark }, limit }
}

/** Mean of the ten worst of 200 paths. */
function measureTail(profits: Float64Array, value: number): number {
  return (
    -[...profits]
      .sort((a, b) => a - b)
      .slice(0, 10)
      .reduce((sum, profit) => sum + profit, 0) /
    10 /
    value
  )
}

const RUNS = propertyRuns(30).numRuns

describe('the cheapest package that holds the mean of the worst paths', () => {
  test(`is what trying all packages finds, on ${RUNS} random problems`, () => {
    let found = 0
    for (let seed = 1; seed <= RUNS; seed++) {
      const { problem, paths, limit } = drawProblem(seed)
      const { book, lines, fee, underlying } = problem
      const shocks = Array.from(paths.benchmark, (marketReturn) => ({
        marketReturn,
        horizonDays: problem.lossDays.at(-1)!,
        volatility: { kind: 'rule', scale: 0 } as const,
      }))
      const values = valueLines(lines, shocks, problem.lookup)
      const most = Math.min(4, computeMostContracts(problem.dollarBeta, underlying, 100))
      let cheapest = Infinity
      for (const [i, line] of lines.entries()) {
        for (let n = 1; n <= most; n++) {
          for (let j = -1; j < i; j++) {
            const other = j < 0 ? null : lines[j]!
            if (
              other !== null &&
              (other.expiry !== line.expiry ||
                line.strike - other.strike < 0.03 * underlying.spot - 1e-9 ||
                other.mostSold === 0)
            )
              continue
            for (let m = other === null ? 0 : 1; m <= (other === null ? 0 : n); m++) {
              const cost = n * (100 * line.ask + fee) - (other === null ? 0 : m * (100 * other.bid - fee))
              if (cost >= cheapest) continue
              const profits = paths.portfolio.map(
                (path, k) =>
                  book.value * path + 100 * (n * values[i]![k]! - (other === null ? 0 : m * values[j]![k]!)) - cost,
              )
              if (measureTail(profits, book.value) <= limit + 1e-9) cheapest = cost
            }
          }
        }
      }
      const outcome = findCheapestCvarPackage(problem, paths, limit, Infinity)
      expect(outcome.unhedgedCvar).toBeCloseTo(
        measureTail(
          paths.portfolio.map((path) => book.value * path),
          book.value,
        ),
        10,
      )
      if (outcome.status === 'not-needed') expect(outcome.unhedgedCvar).toBeLessThanOrEqual(limit)
      else if (outcome.package === null) expect(cheapest, `seed ${seed}`).toBe(Infinity)
      else {
        found++
        expect(outcome.package.choice.cost, `seed ${seed}`).toBeCloseTo(cheapest, 4)
        expect(outcome.package.cvar).toBeLessThanOrEqual(limit + 1e-9)
      }
    }
    expect(found).toBeGreaterThan(RUNS / 5)
  })
})
