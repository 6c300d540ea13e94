import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import { findCheapestPackage } from './cheapest-package.ts'
import { listLossDays } from './hedge-dates.ts'
import { type HedgeProblem, prepareSearch, searchWithinBudget } from './hedge-search.ts'
import { drawSearch } from './test-searches.ts'
import { createTestSituation } from './test-situation.ts'

const costOf = (problem: HedgeProblem, shock: number, limit: number) =>
  findCheapestPackage(prepareSearch(problem, shock).toSearch(limit, Infinity))?.cost ?? Infinity

const RUNS = propertyRuns(60).numRuns

describe(`the price of a limit, on ${RUNS} random books`, () => {
  const draws = Array.from({ length: RUNS }, (_, k) => drawSearch(60_000 + k).prepared)

  test('is never lower for one day more', () => {
    let dearer = 0
    for (const { problem, shock, unhedgedLoss } of draws) {
      const [last] = problem.lossDays.slice(-1)
      const limit = 0.6 * unhedgedLoss
      const costs = [[last!], [21, last!], problem.lossDays, [2, ...problem.lossDays]].map((days) =>
        costOf({ ...problem, lossDays: [...new Set(days)].filter((day) => day <= last!) }, shock, limit),
      )
      expect(costs).toEqual([...costs].sort((a, b) => a - b))
      if (costs[2]! > costs[0]!) dearer++
    }
    // The draw would prove nothing if the days made no difference.
    expect(dearer).toBeGreaterThan(RUNS / 20)
  })

  test('is never lower for a stricter limit', () => {
    for (const { problem, shock, unhedgedLoss } of draws) {
      const costs = [0.9, 0.7, 0.5].map((share) => costOf(problem, shock, share * unhedgedLoss))
      expect(costs).toEqual([...costs].sort((a, b) => a - b))
    }
  })

  test('is never lower for a longer term', () => {
    for (const { problem, shock, unhedgedLoss } of draws) {
      const costs = [5, 21, 42, 63].map((term) => {
        const days = { 5: 10, 21: 32, 42: 63, 63: 96 }[term]!
        const lines = problem.lines.filter(({ daysToExpiry }) => daysToExpiry >= days)
        return costOf({ ...problem, lines, lossDays: listLossDays(term) }, shock, 0.6 * unhedgedLoss)
      })
      expect(costs).toEqual([...costs].sort((a, b) => a - b))
    }
  })
})

test(`a larger budget never protects less, on ${RUNS} random books`, () => {
  let better = 0
  for (let seed = 61_001; seed <= 61_000 + RUNS; seed++) {
    const { prepared, random } = drawSearch(seed)
    const limit = prepared.unhedgedLoss * (0.2 + 0.4 * random())
    const reached = [0.03, 0.01, 0.004, 0.001].map((share) => {
      const outcome = searchWithinBudget(prepared, limit, share * prepared.problem.book.value)
      return outcome.status === 'not-reachable' ? (outcome.best?.limit ?? prepared.worstLoss) : limit
    })
    expect(reached, `seed ${seed}`).toEqual([...reached].sort((a, b) => a - b))
    if (reached[0]! < reached.at(-1)!) better++
  }
  expect(better).toBeGreaterThan(RUNS / 2)
})

describe('the three prices of an analysis', () => {
  const analysis = analyzeHedges(createTestSituation(), { limit: 0.12 })

  test('rise from the last day over every day to stressed betas, and the pick is that of every day', () => {
    const { lastDay, everyDay, stressed } = analysis.prices!
    const pick = analysis.proposals.find(({ id }) => id === analysis.pick)!
    expect(everyDay!.cost).toBeCloseTo(pick.cost.total, 8)
    expect(everyDay!.legs).toEqual(pick.legs)
    expect(everyDay!.fraction).toBeCloseTo(pick.cost.fraction, 12)
    expect(lastDay!.cost).toBeLessThanOrEqual(everyDay!.cost)
    expect(stressed === null ? Infinity : stressed.cost).toBeGreaterThanOrEqual(everyDay!.cost)
  })

  test('at stressed betas are those of a book whose betas are as large', () => {
    const situation = createTestSituation()
    const holdings = situation.holdings.map((one) => ({ ...one, downsideBeta: one.beta + 0.1 }))
    const harder = holdings.map((one) => ({ ...one, beta: one.beta + 0.1 }))
    const stressed = analyzeHedges({ ...situation, holdings }, { limit: 0.14, maximumPremium: 1 }).prices!.stressed
    const usual = analyzeHedges({ ...situation, holdings: harder }, { limit: 0.14, maximumPremium: 1 }).prices!.everyDay
    // As many contracts may be bought as the usual betas ask for, which is fewer.
    expect(stressed!.cost).toBeCloseTo(usual!.cost, 8)
  })

  test('are none where the limit is kept already, and where another one was asked for', () => {
    expect(analyzeHedges(createTestSituation(), { limit: 0.5 }).prices).toBeNull()
    expect(analyzeHedges(createTestSituation(), { objective: 'cvar', limit: 0.08 }).prices).toBeNull()
  })
})
