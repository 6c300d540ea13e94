import { describe, expect, test } from 'vitest'
import { analyzeHedges } from './analyze-hedges.ts'
import { repriceHedge } from './reprice-hedge.ts'
import { listStates } from './test-searches.ts'
import { createTestSituation } from './test-situation.ts'

const analysis = analyzeHedges(createTestSituation(), { limit: 0.12 })
const pick = analysis.proposals.find(({ id }) => id === analysis.pick)!
const { losses } = pick

describe('the map of losses of a hedge', () => {
  test('has the days of the term and the one after the options end, and falls of 5 to 40 %', () => {
    expect(losses.days.map(({ date }) => date)).toEqual([
      '2026-11-30',
      '2026-12-22',
      '2027-01-25',
      '2027-02-24',
      '2027-03-01',
    ])
    expect(pick.legs[0]!.expiry).toBe('2027-02-26')
    expect(losses.falls).toEqual([-0.05, -0.1, -0.2, -0.3, -0.4])
  })

  test('holds the worst valuation of each day, repriced anew', () => {
    const { book, underlyings } = analysis
    const hedge = { book, legs: pick.legs, fees: pick.cost.fees, underlyings }
    for (const [d, { tradingDays }] of losses.days.slice(0, 4).entries()) {
      const states = listStates(d === 3 ? [tradingDays] : [tradingDays, 999]).filter((one) => one.horizonDays !== 999)
      for (const [f, marketReturn] of losses.falls.entries()) {
        const profits = states.map((state) => repriceHedge(hedge, { marketReturn, ...state }))
        expect(losses.hedged[d]![f]).toBeCloseTo(-Math.min(...profits.map(({ hedged }) => hedged)) / book.value, 12)
        expect(losses.unhedged[d]![f]).toBeCloseTo(
          -Math.min(...profits.map(({ unhedged }) => unhedged)) / book.value,
          12,
        )
      }
    }
  })

  test('shows that the protection is gone on the day after: the loss without it and what it cost', () => {
    for (const [f, loss] of losses.hedged[4]!.entries()) {
      expect(loss).toBeCloseTo(losses.unhedged[4]![f]! + pick.cost.total / analysis.book.value, 12)
    }
  })

  test('names as loss at the shock and largest loss what it shows within the term', () => {
    const column = losses.falls.indexOf(-0.2)
    const inTerm = losses.hedged.slice(0, 4)
    expect(pick.lossAtShock).toBeCloseTo(Math.max(...inTerm.map((row) => row[column]!)), 12)
    for (const row of inTerm) for (const loss of row.slice(0, column + 1)) expect(loss).toBeLessThanOrEqual(0.12 + 1e-9)
  })

  test('of a book without a hedge is the same on every day', () => {
    const { hedged, unhedged, days } = analysis.unhedged.losses
    expect(days).toHaveLength(4)
    expect(hedged).toEqual(unhedged)
    for (const row of hedged) expect(row).toEqual(hedged[0])
  })
})
