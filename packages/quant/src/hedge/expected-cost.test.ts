import { expect, test } from 'vitest'
import { computeBlackScholesPrice } from '../options/black-scholes.ts'
import { normalCdf } from '../options/normal-distribution.ts'
import { createNormalSource, createRandomSource } from '../random.ts'
import { drawBlocks, growPaths } from './block-growth.ts'
import { estimateExpectedCost } from './expected-cost.ts'
import { prepareHedging } from './hedge-context.ts'
import { completeHedgeRequest } from './hedge-request.ts'
import { collectCoveringLines, toHedgeLeg } from './option-lines.ts'
import { createTestSituation } from './test-situation.ts'

// Ten years of normal days, so that the textbook formula is a second method.
const situation = createTestSituation({ days: 2520 })
const context = prepareHedging(situation, completeHedgeRequest())

function collect(place: number, type: 'put' | 'call') {
  const market = situation.markets[place]!
  const { lines } = collectCoveringLines(market, context.term.date, {
    type,
    delta: { least: 0.01, most: 0.9 },
    moneyness: { least: 0.5, most: 1.5 },
  })
  const nearest = [...lines].sort((a, b) => a.daysToExpiry - b.daysToExpiry)[0]!.daysToExpiry
  return lines.filter(({ daysToExpiry }) => daysToExpiry === nearest)
}

/** The formula with the forecast volatility; premium × drift on top of cash. */
function byFormula(line: ReturnType<typeof collect>[number], drift: number) {
  const { underlying, expiry } = context.lookup.find(toHedgeLeg(line, 1))
  const { years } = expiry.smile
  const { volatility } = context.forecast(line.underlying, Math.round(252 * years))!
  const growth = expiry.dividendYield - underlying.beta * 0.045 * drift
  const option = {
    type: line.type,
    strike: line.strike,
    spot: underlying.spot,
    rate: underlying.rate,
    years,
    volatility,
  }
  const mean = Math.exp(underlying.rate * years) * computeBlackScholesPrice({ ...option, dividendYield: growth })
  const forward = underlying.spot * Math.exp((underlying.rate - growth) * years)
  const below = (price: number) =>
    normalCdf((Math.log(price / forward) + 0.5 * volatility ** 2 * years) / (volatility * Math.sqrt(years)))
  return { mean, below }
}

test('by days that are normal the range, the mean and the odds are those of the formula', () => {
  for (const place of [0, 2]) {
    const lines = collect(place, 'put')
    const spot = situation.markets[place]!.spot
    for (const share of [0.9, 0.95, 1]) {
      const line = lines.reduce((a, b) =>
        Math.abs(a.strike - share * spot) < Math.abs(b.strike - share * spot) ? a : b,
      )
      const cost = 200 * line.ask + 1.3
      const found = estimateExpectedCost(context, [{ line, contracts: 2 }], cost)!
      const [none, half, whole] = [0, 0.5, 1].map((drift) => byFormula(line, drift))
      const slack = 200 * 0.15 * half!.mean + 4 * found.standardError
      expect(Math.abs(found.payoff - 200 * half!.mean), `${line.strike}`).toBeLessThan(slack)
      expect(found.netCost).toBeCloseTo(cost - found.payoff, 8)
      expect(Math.abs(found.low - (cost - 200 * none!.mean))).toBeLessThan(slack + 2 * found.standardError)
      expect(Math.abs(found.high - (cost - 200 * whole!.mean))).toBeLessThan(slack + 2 * found.standardError)
      expect(Math.abs(found.odds!.paysBack - half!.below(line.strike - cost / 200))).toBeLessThan(0.02)
      expect(Math.abs(found.odds!.overThree - half!.below(line.strike - (3 * cost) / 200))).toBeLessThan(0.02)
      expect(Math.abs(found.odds!.nothing - (1 - half!.below(line.strike)))).toBeLessThan(0.02)
    }
  }
})

test('a call bought and its put sold are the forward, without an error of the simulation', () => {
  const [calls, puts] = [collect(0, 'call'), collect(0, 'put')]
  const call = calls.find(({ strike }) => puts.some((put) => put.strike === strike))!
  const put = puts.find(({ strike }) => strike === call.strike)!
  const { underlying, expiry } = context.lookup.find(toHedgeLeg(call, 1))
  const grown = (drift: number) =>
    underlying.spot * Math.exp((underlying.rate - expiry.dividendYield + 0.045 * drift) * expiry.smile.years)
  const found = estimateExpectedCost(
    context,
    [
      { line: call, contracts: 1 },
      { line: put, contracts: -1 },
    ],
    0,
  )!
  expect(found.standardError).toBeLessThan(1e-6)
  expect(found.payoff).toBeCloseTo(100 * (grown(0.5) - call.strike), 6)
  expect([found.low, found.high]).toEqual([
    expect.closeTo(-100 * (grown(1) - call.strike), 4),
    expect.closeTo(-100 * (grown(0) - call.strike), 4),
  ])
  expect(found.odds).toBeNull()
})

test('no premium pays more than a whole one, and what costs less pays back as often or more', () => {
  for (const line of collect(0, 'put').filter((_, i) => i % 3 === 0)) {
    const [cheap, dear] = [0.5, 1].map(
      (share) => estimateExpectedCost(context, [{ line, contracts: 3 }], share * 300 * line.ask)!,
    )
    expect(cheap!.low).toBeLessThan(cheap!.netCost)
    expect(cheap!.netCost).toBeLessThan(cheap!.high)
    expect(cheap!.odds!.paysBack).toBeGreaterThanOrEqual(dear!.odds!.paysBack)
    expect(cheap!.odds!.nothing).toBe(dear!.odds!.nothing)
    expect(dear!.odds!.overThree).toBeLessThanOrEqual(dear!.odds!.paysBack)
  }
})

test('a name twice as volatile as the index is paid by its own volatility', () => {
  const [own] = situation.holdings
  const row = situation.returns.tickers.indexOf(own!.ticker)
  const calm = { ...situation.returns, values: situation.returns.values.slice() }
  for (let t = 0; t < calm.columns; t++) calm.values[row * calm.columns + t]! *= 0.5
  const line = collect(2, 'put').findLast(({ strike }) => strike < 0.97 * situation.markets[2]!.spot)!
  const quiet = prepareHedging({ ...situation, returns: calm }, completeHedgeRequest())
  const [wild, tame] = [context, quiet].map((one) => estimateExpectedCost(one, [{ line, contracts: 1 }], 100)!)
  expect(tame!.payoff).toBeLessThan(0.5 * wild!.payoff)
})

test('without options, or without a history, nothing is estimated', () => {
  const [line] = collect(0, 'put')
  const short = prepareHedging(createTestSituation({ days: 50 }), completeHedgeRequest())
  expect(estimateExpectedCost(context, [], 100)).toBeNull()
  expect(estimateExpectedCost(short, [{ line: line!, contracts: 1 }], 100)).toBeNull()
})

test('drawn blocks grow as a slow loop over their days does, and by 1 on average', () => {
  const normal = createNormalSource(createRandomSource(5))
  const returns = Float64Array.from({ length: 300 }, () => 0.001 + 0.02 * normal())
  const mean = returns.reduce((sum, value) => sum + value, 0) / 300
  const blocks = drawBlocks({ days: 300, horizon: 25, paths: 20_000, random: createRandomSource(9) })
  const growth = growPaths(returns, { blocks, horizon: 25, scale: 1.2 })
  const slow = (path: number) => {
    let product = 1
    for (let t = 0; t < 25; t++) {
      const start = blocks.starts[Math.floor(t / 10) * 20_000 + path]!
      product *= 1 + 1.2 * (returns[(start + (t % 10)) % 300]! - mean)
    }
    return product
  }
  const ratios = Array.from({ length: 200 }, (_, path) => growth[path]! / slow(path))
  for (const ratio of ratios) expect(ratio).toBeCloseTo(ratios[0]!, 10)
  expect(growth.reduce((sum, value) => sum + value, 0) / growth.length).toBeCloseTo(1, 2)
})
