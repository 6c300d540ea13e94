import { describe, expect, test } from 'vitest'
import { TRADING_DAYS } from '../constants.ts'
import { findRow } from '../price-matrix.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import { prepareHedging } from './hedge-context.ts'
import { completeHedgeRequest } from './hedge-request.ts'
import { measureOpenRisk, NAME_GAP } from './open-risk.ts'
import { createTestSituation } from './test-situation.ts'

const situation = createTestSituation({ positions: 3, ownChains: 3, value: 600_000 })
const context = prepareHedging(situation, completeHedgeRequest())
const [largest] = situation.holdings
const none = { trades: [], legs: [], lossAtShock: 0.2 }

function listLegs(strike: number, contracts: number) {
  const expiry = context.underlyings.find(({ ticker }) => ticker === largest!.ticker)!.expiries.at(-1)!.expiry
  return [{ underlying: largest!.ticker, type: 'put' as const, strike, expiry, contracts, premium: 0, multiplier: 100 }]
}

test('without a hedge: the loss at the shock plus a gap in the largest name', () => {
  const { total, gap, gapTicker, residualMove } = measureOpenRisk(context, none)
  expect(gapTicker).toBe(largest!.ticker)
  expect(gap).toBeCloseTo((NAME_GAP * largest!.value) / 600_000, 10)
  expect(total).toBeCloseTo(0.2 + Math.max(gap, residualMove), 12)
})

test('a short name is hit by a rise, unless it is bought back', () => {
  const holdings = situation.holdings.map((one, i) =>
    i === 0 ? { ...one, value: -one.value, shares: -one.shares } : one,
  )
  const cash = situation.cash + 2 * largest!.value
  const short = prepareHedging({ ...situation, holdings, cash }, completeHedgeRequest())
  const { gap, gapTicker } = measureOpenRisk(short, none)
  expect(gapTicker).toBe(largest!.ticker)
  expect(gap).toBeCloseTo((NAME_GAP * largest!.value) / short.book.value, 10)
  const trades = [{ ticker: largest!.ticker, amount: largest!.value, shares: largest!.shares }]
  expect(measureOpenRisk(short, { ...none, trades }).gapTicker).not.toBe(largest!.ticker)
})

test('the residual is what a straight line through a year of returns leaves, by sums of its own', () => {
  const days = 252
  const market = findRow(situation.returns, 'SPY')!.slice(-days)
  // Three holdings with all returns known: no day is left out and none is scaled up but for the cash.
  const book = market.map((_, t) =>
    situation.holdings.reduce(
      (sum, { ticker, value }) => sum + (value / 600_000) * findRow(situation.returns, ticker)!.slice(-days)[t]!,
      0,
    ),
  )
  const mean = (values: Float64Array) => values.reduce((sum, value) => sum + value, 0) / days
  const [mx, my] = [mean(market), mean(book)]
  let [sxx, sxy, syy] = [0, 0, 0]
  for (let t = 0; t < days; t++) {
    sxx += (market[t]! - mx) ** 2
    sxy += (market[t]! - mx) * (book[t]! - my)
    syy += (book[t]! - my) ** 2
  }
  const yearly = Math.sqrt(((syy - sxy ** 2 / sxx) / (days - 2)) * TRADING_DAYS)
  const { residualMove } = measureOpenRisk(context, none)
  expect(residualMove).toBeCloseTo(yearly * Math.sqrt(context.term.tradingDays / TRADING_DAYS), 6)
})

describe('what covers a name', () => {
  test('its own puts take the gap away, index puts do not', () => {
    const spot = context.findMarket(largest!.ticker)!.market.spot
    const contracts = Math.floor(largest!.shares / 100)
    const open = measureOpenRisk(context, none)
    const covered = measureOpenRisk(context, { ...none, legs: listLegs(spot, contracts) })
    expect(covered.gap).toBeLessThan(open.gap)
    expect(covered.gapTicker).not.toBe(largest!.ticker)
    expect(covered.residualMove).toBeLessThan(open.residualMove)
    const index = listLegs(spot, contracts).map((leg) => ({ ...leg, underlying: 'SPY' }))
    expect(measureOpenRisk(context, { ...none, legs: index })).toEqual(open)
  })

  test('a put sold below it gives a part of the gap back', () => {
    const spot = context.findMarket(largest!.ticker)!.market.spot
    const legs = [...listLegs(spot, 2), ...listLegs(0.6 * spot, -2)]
    const alone = measureOpenRisk(context, { ...none, legs: listLegs(spot, 2) }).gap
    expect(measureOpenRisk(context, { ...none, legs }).gap).toBeGreaterThanOrEqual(alone)
  })

  test('selling half of everything halves what stays open', () => {
    const trades = situation.holdings.map(({ ticker, value, shares }) => ({
      ticker,
      amount: -value / 2,
      shares: -shares / 2,
    }))
    const [open, half] = [measureOpenRisk(context, none), measureOpenRisk(context, { ...none, trades })]
    expect(half.gap).toBeCloseTo(open.gap / 2, 10)
    expect(half.residualMove).toBeCloseTo(open.residualMove / 2, 4)
  })
})

test('one name alone is hedged by its own options where they cost no more and leave less open', () => {
  const single = createTestSituation({ positions: 1, ownChains: 1, value: 400_000 })
  const { proposals, pick, considered, cheapest } = analyzeHedges(single, { limit: 0.15, maximumPremium: 0.1 })
  const chosen = proposals.find(({ id }) => id === pick)!
  expect(chosen).toMatchObject({ family: 'single-name-collar', holdsLimit: true })
  const index = proposals.find(({ family }) => family === 'put-spread' || family === 'index-put')
  if (index !== undefined) expect(chosen.openRisk.total).toBeLessThan(index.openRisk.total)
  // Nothing that leaves the name open may beat what covers it.
  const beaten = considered.filter(({ rule, instrument }) => rule === 'dominated' && instrument === 'N0')
  for (const { parameters } of beaten) expect(String(parameters.by)).toContain('N0')
  expect(cheapest!.cost).toBeLessThanOrEqual(chosen.cost.total)
})

test('a fund that leaves nothing of its own open is not capped where a put on the index keeps the limit', () => {
  const single = createTestSituation({ positions: 1, ownChains: 1, value: 400_000 })
  const holdings = single.holdings.map((holding) => ({ ...holding, instrumentClass: 'broad-fund' as const }))
  const { proposals, pick } = analyzeHedges({ ...single, holdings }, { limit: 0.15, maximumPremium: 0.1 })
  const collar = proposals.find(({ family }) => family === 'single-name-collar')!
  const chosen = proposals.find(({ id }) => id === pick)!
  expect(collar.cost.total).toBeLessThan(chosen.cost.total)
  expect(collar.openRisk.total).toBeLessThan(chosen.openRisk.total)
  expect(['put-spread', 'index-put']).toContain(chosen.family)
})
