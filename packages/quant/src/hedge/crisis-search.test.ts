import { describe, expect, test } from 'vitest'
import { analyzeHedges } from './analyze-hedges.ts'
import { findCheapestPackage } from './cheapest-package.ts'
import { replayCrisis, replayOptions, replayPaths, toReplayedHedge } from './crisis-replay.ts'
import { prepareCrisisSearch } from './crisis-search.ts'
import { prepareHedging } from './hedge-context.ts'
import { completeHedgeRequest } from './hedge-request.ts'
import type { HedgeProblem } from './hedge-search.ts'
import { collectCoveringLines, INDEX_PUT_RULES, toHedgeLeg } from './option-lines.ts'
import { createTestSituation } from './test-situation.ts'

const situation = createTestSituation({ positions: 4, ownChains: 0 })
// 190 trading days, in which the index falls by a quarter.
const overrides = { crisis: 'slow', limit: 0.2, maximumPremium: 0.1, keepUpside: true } as const
const request = completeHedgeRequest(overrides)
const context = prepareHedging(situation, request)
const { crisis, book, lookup, lossDays } = context
const { market, underlying } = context.findMarket('SPY')!
const { lines } = collectCoveringLines(market, context.term.date, INDEX_PUT_RULES)
const problem: HedgeProblem = {
  book,
  underlying,
  lines,
  lookup,
  lossDays,
  fee: request.fee,
  maximumLines: 2,
  dollarBeta: context.largestBeta,
  securedCash: Infinity,
  mostBuyable: Infinity,
}
const prepared = prepareCrisisSearch(problem, context, crisis!)
const analysis = analyzeHedges(situation, overrides)
const pick = analysis.proposals.find(({ id }) => id === analysis.pick)!
const rowOf = (proposal: typeof pick) => proposal.crises.find(({ scenario }) => scenario === 'slow')!

describe('a crisis that is asked about', () => {
  test('is the path that the limit is kept on, renewed, its worst day and its last', () => {
    expect(analysis.search.status).toBe('found')
    const { renewed, worstUnhedged } = rowOf(pick)
    expect(pick.holdsLimit).toBe(true)
    expect(pick.lossAtShock).toBeCloseTo(-renewed!.worstHedged / book.value, 12)
    expect(pick.lossAtShock).toBeLessThanOrEqual(0.2 + 1e-9)
    expect(-renewed!.hedged / book.value).toBeLessThanOrEqual(0.2 + 1e-9)
    expect(analysis.unhedged.lossAtShock).toBeCloseTo(-worstUnhedged / book.value, 12)
    expect(analysis.unhedged.lossAtShock).toBeGreaterThan(0.2)
    expect(renewed!.renewals).toBe(2)
    expect(analysis.request.shock).toBeCloseTo(-0.25, 12)
    expect(analysis.prices).toBeNull()
  })

  test('is compared with selling the part that keeps its worst day', () => {
    const selling = analysis.proposals.find(({ family }) => family === 'reduce-exposure')!
    expect(selling.lossAtShock).toBeCloseTo(0.2, 6)
    expect(selling.holdsLimit).toBe(true)
  })

  test('asks for nothing where the book keeps the limit through it', () => {
    const { search, unhedged } = analyzeHedges(situation, { ...overrides, limit: 0.6 })
    expect(search.status).toBe('not-needed')
    expect(unhedged.lossAtShock).toBeLessThan(0.6)
  })

  test('has to be known, and is one of the whole portfolio', () => {
    expect(() => analyzeHedges(situation, { crisis: 'tulips' })).toThrow(/crisis.*tulips.*fast/s)
    expect(() => analyzeHedges(situation, { crisis: 'slow', objective: 'cvar' })).toThrow(/objective/)
  })

  test('makes no price lower by a stricter limit', () => {
    const costs = [0.24, 0.22, 0.2, 0.18].map(
      (limit) => findCheapestPackage(prepared.toSearch(limit, Infinity))?.cost ?? Infinity,
    )
    expect(costs).toEqual([...costs].sort((a, b) => a - b))
    expect(costs[2]).toBeLessThan(Infinity)
  })
})

describe('the search', () => {
  test('finds what trying every package finds', () => {
    const few = lines.filter((_, i) => i % 6 === 0)
    const search = prepareCrisisSearch({ ...problem, lines: few }, context, crisis!).toSearch(0.2, Infinity)
    const { unhedged } = replayPaths(crisis!, toReplayedHedge(context, { trades: [], legs: [] }))
    const profits = few.map((line) =>
      [1, -1].map((sign) => replayOptions([toHedgeLeg(line, sign)], crisis!, lookup, request.fee).renewed.profit),
    )
    let best = Infinity
    for (const [i, bought] of few.entries()) {
      for (const [j, sold] of few.entries()) {
        const isPair = sold.expiry === bought.expiry && bought.strike - sold.strike >= search.leastWidth - 1e-9
        if (j !== i && !isPair) continue
        for (let n = 1; n <= search.mostContracts; n++) {
          for (let m = 0; m <= (j === i ? 0 : n); m++) {
            const cost =
              n * (bought.multiplier * bought.ask + request.fee) - m * (sold.multiplier * sold.bid - request.fee)
            if (cost >= best - 1e-6) continue
            const isKept = unhedged.every(
              (profit, t) =>
                t === 0 || profit + n * profits[i]![0]![t]! + m * profits[j]![1]![t]! >= -0.2 * book.value - 1e-6,
            )
            if (isKept) best = cost
          }
        }
      }
    }
    const found = findCheapestPackage(search)!
    expect(found.cost).toBeCloseTo(best, 4)
    const legs = [toHedgeLeg(found.bought.line, found.bought.contracts)]
    if (found.sold !== null) legs.push(toHedgeLeg(found.sold.line, -found.sold.contracts))
    const row = replayCrisis(crisis!, toReplayedHedge(context, { trades: [], legs }))
    expect(-(row.renewed ?? row).worstHedged / book.value).toBeLessThanOrEqual(0.2 + 1e-9)
  })
})
