import { describe, expect, test } from 'vitest'
import { proposeHedges } from '../hedge/analyze-hedges.ts'
import { assessBookRisk } from '../hedge/book-risk.ts'
import { prepareHedging } from '../hedge/hedge-context.ts'
import { completeHedgeRequest } from '../hedge/hedge-request.ts'
import { createTestSituation } from '../hedge/test-situation.ts'
import { advisePortfolio, type PortfolioAdvice } from './advise-portfolio.ts'

const GOOD = { unreliable: new Set<string>() }

function advise(weightOf: (place: number) => number, limit: number, cash = 0) {
  const market = createTestSituation({ positions: 12, days: 800 })
  const total = market.holdings.reduce((sum, _, place) => sum + weightOf(place), 0)
  const holdings = market.holdings.map((one, place) => {
    const value = (400_000 * weightOf(place)) / total
    return { ...one, value, shares: (one.shares * value) / one.value }
  })
  const context = prepareHedging({ ...market, holdings, cash }, completeHedgeRequest({ limit }))
  const risk = assessBookRisk(context)
  const advice = advisePortfolio({ context, risk, hedges: proposeHedges(context, risk), quality: GOOD })
  return { advice, context }
}

describe('a plan', () => {
  test.each([
    ['one large company', (place: number) => (place === 0 ? 20 : 1), 0.12],
    ['two large companies', (place: number) => (place < 2 ? 12 : 1), 0.15],
    ['equal parts', () => 1, 0.1],
  ])('of %s sells nothing twice and never spends what is not there', (_, weightOf, limit) => {
    const { advice, context } = advise(weightOf, limit)
    const shares = new Map(context.situation.holdings.map((one) => [one.ticker, one.shares]))
    let cash = context.situation.cash
    for (const { status, proposal, left, excludes, action } of advice.plan) {
      expect(excludes.every((one) => one < action)).toBe(true)
      expect(proposal === null).toBe(status.startsWith('not-'))
      for (const { ticker, shares: traded } of proposal?.trades ?? []) {
        shares.set(ticker, (shares.get(ticker) ?? 0) + (traded ?? 0))
      }
      const spent = proposal?.trades.reduce((sum, { amount }) => sum + amount, 0) ?? 0
      cash -= spent + (proposal?.cost.premium ?? 0) + (proposal?.cost.fees ?? 0)
      for (const count of shares.values()) expect(count).toBeGreaterThanOrEqual(-1e-6)
      for (const { ticker, shares: told } of left.holdings) expect(told).toBeCloseTo(shares.get(ticker) ?? 0, 6)
      expect(left.cash).toBeCloseTo(cash, 6)
    }
  })

  test('begins with the first action as it was advised', () => {
    const { advice } = advise((place) => (place === 0 ? 20 : 1), 0.12)
    expect(advice.plan[0]).toMatchObject({ action: 0, status: 'first', excludes: [] })
    expect(advice.plan[0]!.proposal).toBe(advice.actions[0]!.proposal)
  })

  test('buys no more protection than the book needs by then', () => {
    const found = [0.08, 0.1, 0.12, 0.14].flatMap((limit) =>
      [0, 2, 4].map((large) => advise((place) => (place === large ? 40 : 1), limit).advice),
    )
    const isSecond = ({ actions }: PortfolioAdvice) => actions.findIndex(({ rule }) => rule === 'hedge-market-risk') > 0
    const advice = found.find(isSecond)!
    const place = advice.actions.findIndex(({ rule }) => rule === 'hedge-market-risk')
    const alone = advice.actions[place]?.proposal
    const planned = advice.plan.find(({ action }) => action === place)
    expect(planned).toBeDefined()
    const stands = ['first', 'as-it-stands'].includes(planned!.status)
    expect(planned!.excludes).toEqual(stands ? [] : [0])
    expect(planned!.proposal?.cost.total ?? 0).toBeLessThanOrEqual(alone!.cost.total + 1e-9)
  })
})
