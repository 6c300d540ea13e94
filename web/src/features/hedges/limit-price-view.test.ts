import { repriceHedge } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import { createLimitPricer, priceLimit } from './limit-price-view.ts'
import { createRepricer } from './reprice-view.ts'
import { makeAnalysis, TEST_ANALYSIS } from './test-hedges.ts'

const pricer = createLimitPricer(TEST_ANALYSIS)
const { limitPercent, shockPercent } = TEST_ANALYSIS.request
const { value } = TEST_ANALYSIS.riskAssessment
const all = [...TEST_ANALYSIS.hedgeStrategies, ...TEST_ANALYSIS.frontierStrategies]

describe('the price of a limit', () => {
  test('at the limit and the fall that were asked for is at most that of what the search recommends', () => {
    const { order, unhedgedLoss } = priceLimit(pricer, { limitPercent, shockPercent })
    const recommended = TEST_ANALYSIS.hedgeStrategies.find(({ role }) => role === 'recommended')!
    expect(order!.cost).toBeLessThanOrEqual(recommended.cost.total + 0.005)
    expect(order!.loss).toBeLessThanOrEqual((limitPercent / 100) * value + 0.01)
    expect((100 * unhedgedLoss) / value).toBeCloseTo(recommended.unhedgedLossAtShockPercent, 6)
  })

  test('of a whole strategy is its own, and so is the loss with it', () => {
    const found = [5, 8, 10, 12, 15, 18, 20, 24].flatMap((limit) => {
      const { order } = priceLimit(pricer, { limitPercent: limit, shockPercent })
      return order?.strategyId ? [{ order, strategy: all.find(({ id }) => id === order.strategyId)! }] : []
    })
    expect(found.length).toBeGreaterThan(0)
    for (const { order, strategy } of found) {
      expect(order.cost).toBeCloseTo(strategy.cost.total, 6)
      const { hedge, lookup } = createRepricer(TEST_ANALYSIS, strategy)
      const atExpiry = { marketReturn: -shockPercent / 100, horizonDays: 0, volatility: { kind: 'expiry' } } as const
      expect(order.loss).toBeGreaterThanOrEqual(-repriceHedge(hedge, atExpiry, lookup).hedged - 0.01)
    }
  })

  test('never rises when more may be lost', () => {
    let priced = 0
    for (const shock of [10, 20, 37, 55]) {
      const costs = Array.from({ length: 30 }, (_, place) => 2 * place + 1).flatMap((limit) => {
        const { order, isHeld } = priceLimit(pricer, { limitPercent: limit, shockPercent: shock })
        return isHeld ? [] : [order?.cost ?? Number.POSITIVE_INFINITY]
      })
      priced += costs.filter(Number.isFinite).length
      expect(costs).toEqual(costs.toSorted((a, b) => b - a))
    }
    expect(priced).toBeGreaterThan(20)
  })

  test('is nothing where the limit holds by itself', () => {
    expect(priceLimit(pricer, { limitPercent: 60, shockPercent: 5 })).toMatchObject({ isHeld: true, order: null })
  })

  test('is judged as the analysis does: the loss at the shock alone decides whether the limit holds', () => {
    const { unhedgedLoss } = priceLimit(pricer, { limitPercent, shockPercent })
    const lossPercent = (100 * unhedgedLoss) / value
    expect(priceLimit(pricer, { limitPercent: lossPercent, shockPercent }).isHeld).toBe(true)
    expect(priceLimit(pricer, { limitPercent: lossPercent - 0.02, shockPercent }).isHeld).toBe(false)
  })

  test('is unknown where no order at hand keeps the limit', () => {
    const none = createLimitPricer(makeAnalysis({ hedgeStrategies: [], frontierStrategies: [] }))
    expect(priceLimit(none, { limitPercent, shockPercent })).toMatchObject({ isHeld: false, order: null })
  })

  test('of selling: what is left loses the limit', () => {
    const { unhedgedLoss, sellingPercent } = priceLimit(pricer, { limitPercent, shockPercent })
    expect((1 - sellingPercent! / 100) * unhedgedLoss).toBeCloseTo((limitPercent / 100) * value, 6)
  })
})
