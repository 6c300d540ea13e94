import { describe, expect, test } from 'vitest'
import { parseIsoDate } from '../civil-day.ts'
import { countTradingDays } from '../exchange-calendar.ts'
import { computeBlackScholes } from '../options/black-scholes.ts'
import { computeExerciseProbability } from '../options/exercise-odds.ts'
import { createRandomSource } from '../random.ts'
import { assessBookRisk } from './book-risk.ts'
import { evaluateProposal } from './evaluate-proposal.ts'
import { prepareHedging } from './hedge-context.ts'
import { completeHedgeRequest } from './hedge-request.ts'
import { computeHedgedGreeks } from './leg-greeks.ts'
import { collectCoveringLines, toHedgeLeg } from './option-lines.ts'
import { repriceLeg } from './reprice-hedge.ts'
import { createMarket, INDEX_CHAIN } from './test-chains.ts'
import { createTestSituation } from './test-situation.ts'

const situation = createTestSituation()
const context = prepareHedging(situation, completeHedgeRequest())
const { lines } = collectCoveringLines(situation.markets[0]!, context.term.date, {
  type: 'put',
  delta: { least: 0.03, most: 0.45 },
  moneyness: { least: 0.75, most: 1 },
})
const put = lines.find(({ strike, daysToExpiry }) => strike === 570 && daysToExpiry === 98)!
const lower = lines.find(({ strike, daysToExpiry }) => strike === 510 && daysToExpiry === 98)!

describe('three puts at 570 on an index at 600', () => {
  const options = [{ line: put, contracts: 3 }]
  const proposal = evaluateProposal(context, { family: 'index-put', options, trades: [], caveats: [] })
  const value = context.book.value
  const cost = 300 * put.ask + 3 * 0.65
  // the index falls by 20 % to 480
  const payoff = 300 * (570 - 480)

  test('cost their ask and commissions, less half the spread with patience', () => {
    expect(proposal.cost).toMatchObject({ kind: 'premium', premium: 300 * put.ask, fees: 3 * 0.65 })
    expect(proposal.cost.total).toBeCloseTo(cost, 10)
    expect(proposal.cost.possibleSaving).toBeCloseTo(150 * (put.ask - put.bid), 10)
    expect(proposal.mostToLose).toBeCloseTo(cost, 10)
  })

  test('pay 90 a share at the shock, so many times what they cost', () => {
    expect(proposal.efficiency).toBeCloseTo(payoff / cost, 10)
    expect(proposal.netLossAvoided).toBeCloseTo(payoff - cost, 8)
    const unhedged = situation.holdings.reduce((sum, holding) => sum + holding.value * (0.8 ** holding.beta - 1), 0)
    expect(proposal.lossAtShock).toBeCloseTo(-(unhedged + payoff - cost) / value, 8)
    expect(proposal.upsideGivenUp).toBeCloseTo(cost / value, 10)
  })

  test('come out even where the strike is above the price by what they cost', () => {
    expect(proposal.breakEven.prices[0]).toBeCloseTo(570 - put.ask, 8)
    expect(600 * (1 + proposal.breakEven.marketReturn!)).toBeCloseTo(570 - cost / 300, 6)
    expect(proposal.breakEven.cap).toBeNull()
  })

  test('cost so much a year when renewed at the same price, and are due for it after two thirds of their life', () => {
    expect(proposal.carry!.heldToExpiry).toBeCloseTo((cost / value) * (365 / 98), 10)
    expect([proposal.daysToExpiry, proposal.daysToRenewal]).toEqual([98, 65])
  })

  test('cost, when rolled early, what was paid less what they bring at the bid after 65 of 98 days', () => {
    const today = parseIsoDate(situation.today)
    const day = { marketReturn: 0, horizonDays: countTradingDays(today, today + 65) }
    const left = repriceLeg(toHedgeLeg(put, 1), { ...day, volatility: { kind: 'rule', scale: 0 } }, context.lookup)
    const proceeds = 300 * (left - (put.ask - put.bid) / 2) - 3 * 0.65
    expect(proposal.carry!.rolled).toBeCloseTo(((cost - proceeds) / value) * (365 / 65), 12)
    // The price of what is left is that of its own quote, nearly.
    const { dividendYield } = context.lookup.find(toHedgeLeg(put, 1)).expiry
    const option = { type: 'put', spot: 600, strike: 570, years: 33 / 365, rate: 0.04, dividendYield } as const
    expect(Math.abs(left / computeBlackScholes({ ...option, volatility: put.volatility }).price - 1)).toBeLessThan(0.15)
  })

  test('end in the money as often as their price implies, and cost more than they are expected to pay', () => {
    const { dividendYield } = context.lookup.find(toHedgeLeg(put, 1)).expiry
    const option = { type: 'put', spot: 600, strike: 570, years: 98 / 365, rate: 0.04, dividendYield } as const
    // By its own quote, as its chain shows it, and not by the smile that is fitted to all of them.
    const expected = computeExerciseProbability({ ...option, volatility: put.volatility })
    expect(proposal.probabilities!.riskNeutral).toBeCloseTo(expected, 10)
    expect(proposal.expected!.netCost).toBeCloseTo(cost - proposal.expected!.payoff, 8)
  })

  test('take their delta from the book', () => {
    const { before, after } = proposal.greeks!
    expect(after.betaWeightedDelta - before.betaWeightedDelta).toBeCloseTo(300 * put.delta, 8)
    expect(after.thetaPerDay).toBeLessThan(0)
  })
})

test('of a spread the most to lose is its price, and gains end at the lower strike', () => {
  const options = [
    { line: put, contracts: 2 },
    { line: lower, contracts: -2 },
  ]
  const { mostToLose, cost, table, netLossAvoided } = evaluateProposal(context, {
    family: 'put-spread',
    options,
    trades: [],
    caveats: [],
  })
  expect(cost.total).toBeCloseTo(200 * (put.ask - lower.bid) + 4 * 0.65, 10)
  expect(mostToLose).toBeCloseTo(cost.total, 10)
  expect(netLossAvoided).toBeCloseTo(200 * 60 - cost.total, 8)
  for (const { marketReturn, hedgedAtExpiry, unhedged } of table.filter((row) => row.marketReturn <= -0.2)) {
    expect(hedgedAtExpiry - unhedged, `${marketReturn}`).toBeCloseTo(12_000 - cost.total, 6)
  }
})

test('the stressed loss takes the downside beta only where it makes things worse', () => {
  const holdings = situation.holdings.map((holding, i) => ({
    ...holding,
    downsideBeta: holding.beta + (i === 0 ? 0.5 : -0.5),
  }))
  const stressed = assessBookRisk(prepareHedging({ ...situation, holdings }, completeHedgeRequest())).shocks
  const { value, beta } = situation.holdings[0]!
  for (const { marketReturn, bookReturn, stressedReturn } of stressed.filter((row) => row.marketReturn < 0)) {
    const worse = value * ((1 + marketReturn) ** (beta + 0.5) - (1 + marketReturn) ** beta)
    expect(stressedReturn - bookReturn).toBeCloseTo(worse / context.book.value, 10)
  }
})

test('options on a volatility index count in the book with their decay alone', () => {
  const chain = {
    ...INDEX_CHAIN,
    ticker: 'VIX',
    role: 'volatility',
    spot: 18,
    atmVolatility: 0.9,
    strikeStep: 1,
  } as const
  const market = createMarket({ ...chain, days: [40], dividendYield: 0.04 }, createRandomSource(3))
  const { lookup, book } = prepareHedging(
    { ...situation, markets: [...situation.markets, market] },
    completeHedgeRequest(),
  )
  const leg = {
    underlying: 'VIX',
    type: 'call',
    strike: 20,
    expiry: market.chain.expiries[0]!.expiry,
    contracts: 5,
    premium: 1,
    multiplier: 100,
  } as const
  const [before, after] = [computeHedgedGreeks(book, [], 600, lookup), computeHedgedGreeks(book, [leg], 600, lookup)]
  expect(after.dollarBeta).toBe(before.dollarBeta)
  expect(after.vegaPerPoint).toBe(before.vegaPerPoint)
  expect(after.thetaPerDay).toBeLessThan(before.thetaPerDay)
})
