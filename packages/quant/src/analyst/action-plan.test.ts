import { describe, expect, test } from 'vitest'
import { proposeHedges } from '../hedge/analyze-hedges.ts'
import { assessBookRisk } from '../hedge/book-risk.ts'
import { evaluateProposal } from '../hedge/evaluate-proposal.ts'
import { prepareHedging } from '../hedge/hedge-context.ts'
import { completeHedgeRequest } from '../hedge/hedge-request.ts'
import { priceIndexHedge } from '../hedge/index-hedges.ts'
import { keepsLimit } from '../hedge/loss-limits.ts'
import { proposeTrim } from '../hedge/share-moves.ts'
import { createTestSituation } from '../hedge/test-situation.ts'
import { planActions } from './action-plan.ts'
import { advisePortfolio } from './advise-portfolio.ts'
import { applyProposal } from './apply-proposal.ts'

const GOOD = { unreliable: new Set<string>() }

function advise(
  weightOf: (place: number) => number,
  limit: number,
  asked: { cash?: number; gainsTax?: number; allowOptions?: boolean } = {},
) {
  const market = createTestSituation({ positions: 12, days: 800 })
  const total = market.holdings.reduce((sum, _, place) => sum + weightOf(place), 0)
  const holdings = market.holdings.map((one, place) => {
    const value = (400_000 * weightOf(place)) / total
    const shares = (one.shares * value) / one.value
    return { ...one, value, shares, lots: [{ shares, cost: (0.2 * value) / shares }] }
  })
  const { cash = 0, gainsTax = null, allowOptions = true } = asked
  const request = completeHedgeRequest({ limit, gainsTax, allowOptions, maximumPremium: 1 })
  const context = prepareHedging({ ...market, holdings, cash }, request)
  const risk = assessBookRisk(context)
  const input = { context, risk, hedges: proposeHedges(context, risk), quality: GOOD }
  return { advice: advisePortfolio(input), input }
}

const BOOKS = [
  ['one large company', (place: number) => (place === 0 ? 20 : 1), 0.12],
  ['two large companies', (place: number) => (place < 2 ? 12 : 1), 0.15],
  ['a heavy company and two large ones', (place: number) => (place === 0 ? 16 : place < 3 ? 8 : 1), 0.15],
  ['equal parts', () => 1, 0.1],
] as const

describe('a plan', () => {
  test.each(BOOKS)('of %s sells nothing twice, and its steps add up to the finished plan', (_, weightOf, limit) => {
    const { advice, input } = advise(weightOf, limit)
    const { context } = input
    const shares = new Map(context.situation.holdings.map((one) => [one.ticker, one.shares]))
    let { cash } = context.situation
    let cost = 0
    for (const { proposal, left } of advice.actions) {
      if (proposal === null || left === null) continue
      for (const { ticker, shares: traded } of proposal.trades) {
        shares.set(ticker, (shares.get(ticker) ?? 0) + (traded ?? 0))
      }
      const spent = proposal.trades.reduce((sum, { amount }) => sum + amount, 0)
      cash -= spent + proposal.cost.premium + proposal.cost.fees
      cost += proposal.cost.total
      for (const count of shares.values()) expect(count).toBeGreaterThanOrEqual(-1e-6)
      for (const { ticker, shares: told } of left.holdings) expect(told).toBeCloseTo(shares.get(ticker) ?? 0, 6)
      expect(left.cash).toBeCloseTo(cash, 6)
    }
    expect(advice.finished.cost * context.book.value).toBeCloseTo(cost, 6)
    expect(advice.finished.holdsLimit).toBe(keepsLimit(advice.finished.worst.loss, limit))
  })

  test('buys with the proceeds of a trim only what a later sale would leave of it', () => {
    const indexTrades = (place: number, limit: number) => {
      const { advice, input } = advise((one) => (one <= place ? 20 : 1), limit, { allowOptions: false })
      expect(advice.actions.map(({ proposal }) => proposal?.family)).toContain('reduce-exposure')
      expect(advice.finished.holdsLimit).toBe(true)
      const { ticker } = input.context.situation.index
      return advice.actions.flatMap(({ proposal }) => proposal?.trades.filter((one) => one.ticker === ticker) ?? [])
    }
    const traded = [indexTrades(0, 0.12), indexTrades(1, 0.1)]
    for (const trades of traded) for (const { amount } of trades) expect(amount).toBeGreaterThan(0)
    expect(traded.flat().length).toBeGreaterThan(0)
  })

  test('does what is free and lasts before what is rented', () => {
    const { advice } = advise((place) => (place === 0 ? 20 : 1), 0.12)
    const order = advice.actions.map(({ type }) => type)
    expect(order).toEqual(['data', 'trim', 'diversify', 'hedge'].filter((type) => (order as string[]).includes(type)))
    expect(order).toContain('trim')
    expect(advice.finished.holdsLimit).toBe(true)
  })

  test.each(BOOKS.slice(1, 3))(
    'of %s trims as many as cost least together with the hedge',
    { tags: ['full'] },
    (_, weightOf, limit) => {
      for (const gainsTax of [0, 0.3]) {
        const { input } = advise(weightOf, limit, { gainsTax })
        const { context, risk } = input
        const [planned] = planActions(input)
        const named = String(planned!.finding.parameters.ticker)
        const costs = [1, 2, 3].map((most) => {
          const trim = evaluateProposal(context, proposeTrim(context, risk, named, most).drafts[0]!)
          const after = prepareHedging(applyProposal(context.situation, trim), context.request)
          const { proposals, pick } = proposeHedges(after, assessBookRisk(after))
          // By the whole search, not by the price alone.
          const hedge = proposals.find(({ id }) => id === pick)
          const index = priceIndexHedge(after)
          if (hedge?.legs[0]?.underlying === 'SPY') expect(index).toBeCloseTo(hedge.cost.total, 6)
          return trim.cost.total + index
        })
        const { proposal } = planned!.action
        const sold = proposal!.trades.filter(({ amount }) => amount < 0).length
        expect(proposal!.cost.total + priceIndexHedge(planned!.after)).toBeCloseTo(Math.min(...costs), 6)
        expect(costs[sold - 1]).toBeCloseTo(Math.min(...costs), 6)
      }
    },
  )

  test('buys no protection that is not needed any more, and less where the trim left less to hedge', () => {
    const { advice, input } = advise((place) => (place === 4 ? 40 : 1), 0.14)
    const alone = input.hedges.proposals.find(({ id }) => id === input.hedges.pick)
    const hedge = advice.actions.find(({ type }) => type === 'hedge')
    expect(hedge?.proposal?.cost.total ?? 0).toBeLessThanOrEqual((alone?.cost.total ?? 0) + 1e-9)
    if (hedge !== undefined) expect(hedge.effect!.shockLossBefore).toBeLessThan(-input.risk.shocks[1]!.bookReturn)
  })
})
