import { describe, expect, test } from 'vitest'
import { proposeHedges } from '../hedge/analyze-hedges.ts'
import { assessBookRisk } from '../hedge/book-risk.ts'
import { prepareHedging } from '../hedge/hedge-context.ts'
import { completeHedgeRequest, type HedgeRequest } from '../hedge/hedge-request.ts'
import type { HedgeSituation } from '../hedge/hedge-situation.ts'
import { repriceHedge } from '../hedge/reprice-hedge.ts'
import { measureOutlay } from '../hedge/sale-cost.ts'
import { createTestSituation } from '../hedge/test-situation.ts'
import { findRow } from '../price-matrix.ts'
import { answerFinding } from './advice-actions.ts'
import { type AdviceInput, advisePortfolio } from './advise-portfolio.ts'
import { measureCourses } from './course-trials.ts'

const GOOD = { unreliable: new Set<string>() }
const SECTORS = ['Technology', 'Financials', 'Health Care', 'Energy'] as const

function toInput(situation: HedgeSituation, overrides: Partial<HedgeRequest> = {}, more: Partial<AdviceInput> = {}) {
  const context = prepareHedging(situation, completeHedgeRequest(overrides))
  const risk = assessBookRisk(context)
  const hedges = proposeHedges(context, risk)
  return { context, risk, hedges, quality: GOOD, ...more }
}

/** The made-up book with the value given to each holding. */
function weigh(
  situation: HedgeSituation,
  weightOf: (place: number) => number,
  sectorOf: (place: number) => string = (place) => SECTORS[place % 4]!,
): HedgeSituation {
  const total = situation.holdings.reduce((sum, _, place) => sum + weightOf(place), 0)
  const holdings = situation.holdings.map((holding, place) => {
    const value = (400_000 * weightOf(place)) / total
    const shares = (holding.shares * value) / holding.value
    return { ...holding, value, shares, sector: sectorOf(place) }
  })
  return { ...situation, holdings }
}

const MARKET = createTestSituation({ positions: 24, days: 1300 })
const even = weigh(MARKET, () => 1)
const heavy = weigh(MARKET, (place) => (place === 4 ? 30 : 1))
const market = advisePortfolio(toInput(even))
const concentrated = advisePortfolio(toInput(heavy, { limit: 0.25 }))

describe('the built-in analyst', () => {
  test('reduces what is concentrated, with trades that do it and less loss in the tail', () => {
    expect(concentrated.headline).toBe('reduce-concentration')
    expect(concentrated.findings[0]).toMatchObject({ fires: true, parameters: { ticker: 'N4' } })
    expect(concentrated.findings.find(({ rule }) => rule === 'diversify')).toMatchObject({ fires: false })
    const [trim] = concentrated.actions
    expect(trim).toMatchObject({ type: 'trim', rule: 'reduce-concentration' })
    const sale = trim!.proposal!.trades.find(({ ticker }) => ticker === 'N4')!
    expect(heavy.holdings[4]!.value + sale.amount).toBeCloseTo(0.1 * (400_000 + heavy.cash), 6)
    expect(trim!.effect!.cvarChange).toBeLessThan(0)
    expect(trim!.effect!.scoreChange).toBeGreaterThan(0)
    expect(concentrated.evidence.helps).toBeGreaterThan(0.5)
  })

  test('hedges what the market alone can do, with the hedge that the search picked', () => {
    expect(market.headline).toBe('hedge-market-risk')
    const input = toInput(even)
    expect(market.actions[0]!.proposal!.id).toBe(input.hedges.pick)
    expect(market.actions[0]!.effect).toMatchObject({ scoreChange: null })
    expect(market.findings[0]!.severity).toBeCloseTo(-input.risk.shocks[1]!.bookReturn - 0.15, 12)
  })

  test('says what the hedge does to the tail as a full repricing does', () => {
    const { context, risk } = toInput(even)
    const hedges = proposeHedges(context, risk)
    const pick = hedges.proposals.find(({ id }) => id === hedges.pick)!
    const { book, underlyings } = hedges
    const priced = { book, underlyings, legs: pick.legs, fees: pick.cost.fees }
    const profit = (marketReturn: number) =>
      repriceHedge(priced, { marketReturn, horizonDays: 63, volatility: { kind: 'rule', scale: 0 } }).hedge / book.value
    const unchanged = { returns: context.bookReturns, options: [], cost: 0 }
    const courses = [{ ...unchanged, options: [{ day: 63, profit }] }]
    const [before = 0, after = 0] = measureCourses({ unchanged, courses, index: context.indexReturns, horizon: 63 })!
    // The advice reads profits between the points of a grid.
    expect(Math.abs(market.actions[0]!.effect!.cvarChange! - (after - before))).toBeLessThan(1e-4)
    expect(Math.abs(pick.cost.premium / book.value)).toBeGreaterThan(0.001)
  })

  test('spreads a heavy sector that no single name explains', () => {
    const lopsided = weigh(
      MARKET,
      () => 1,
      (place) => (place < 19 ? 'Energy' : 'Technology'),
    )
    // Companies of one sector share its fate: a factor that the made-up market lacks.
    const returns = { ...MARKET.returns, values: MARKET.returns.values.slice() }
    for (const { ticker } of lopsided.holdings.slice(0, 19)) {
      const row = findRow(returns, ticker)!
      for (let t = 0; t < row.length; t++) row[t]! += 0.012 * Math.sin(t * 12.9898)
    }
    const advice = advisePortfolio(toInput({ ...lopsided, returns }, { limit: 0.4 }))
    expect(advice.headline).toBe('diversify')
    expect(advice.actions[0]).toMatchObject({ type: 'diversify' })
    expect(advice.actions[0]!.effect!.cvarChange).toBeLessThan(0)
    const sold = advice.actions[0]!.proposal!.trades.filter(({ amount }) => amount < 0)
    expect(sold).toHaveLength(19)
    expect(sold.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThan(-100_000)
    const whole = advisePortfolio(toInput({ ...lopsided, returns }, { limit: 0.4, wholeShares: true }))
    for (const { shares } of whole.actions[0]!.proposal!.trades) expect(shares).toBeCloseTo(Math.round(shares!), 9)
  })

  test('reduces the company that it names, not another one that is riskier', () => {
    const calm = findRow(MARKET.returns, 'N4')!.map((value) => 0.2 * value)
    const returns = { ...MARKET.returns, values: MARKET.returns.values.slice() }
    findRow(returns, 'N4')!.set(calm)
    const named = weigh(MARKET, (place) => (place === 4 ? 12 : place === 6 ? 9 : 1))
    const input = toInput({ ...named, returns }, { limit: 0.3 })
    const finding = advisePortfolio(input).findings.find(({ rule }) => rule === 'reduce-concentration')!
    expect(finding.parameters.ticker).toBe('N4')
    const action = answerFinding(input.context, input.risk, input.hedges, finding)
    expect(action.proposal!.trades.map(({ ticker }) => ticker)).toContain('N4')
  })

  test('buys a heavy short back, down to the cap', () => {
    const short = weigh(MARKET, (place) => (place === 4 ? -30 : 1))
    const holdings = short.holdings.map((one) => ({ ...one, value: -0.2 * one.value, shares: -0.2 * one.shares }))
    const advice = advisePortfolio(toInput({ ...short, holdings, cash: 500_000 }))
    expect(advice.headline).toBe('reduce-concentration')
    const gross = holdings.reduce((sum, one) => sum + Math.abs(one.value), 500_000)
    const { trades } = advice.actions[0]!.proposal!
    expect(trades.map(({ ticker }) => ticker)).toEqual(['N4'])
    expect(holdings[4]!.value).toBeLessThan(0)
    expect(holdings[4]!.value + trades[0]!.amount).toBeCloseTo(-0.1 * gross, 6)
    expect(advice.actions[0]!.effect!.cvarChange).toBeLessThan(0)
  })

  test('leaves the shares that sold calls need', () => {
    const [own] = MARKET.markets.filter(({ ticker }) => ticker === 'N0')
    const heavier = weigh(MARKET, (place) => (place === 0 ? 30 : 1))
    const { shares } = heavier.holdings[0]!
    const listed = own!.chain.contracts.find(({ type, state }) => type === 'call' && state === 'ok')!
    const { strike, expiry } = listed
    const contracts = -Math.floor((0.8 * shares) / 100)
    const call = { underlying: 'N0', type: 'call', strike, expiry, contracts, premium: 1, multiplier: 100 } as const
    const advice = advisePortfolio(toInput({ ...heavier, options: [call] }))
    const sales = advice.actions.flatMap(
      ({ proposal }) => proposal?.trades.filter(({ ticker }) => ticker === 'N0') ?? [],
    )
    expect(sales.length).toBeGreaterThan(0)
    for (const sale of sales) expect(shares + sale.shares!).toBeGreaterThanOrEqual(-100 * contracts - 1e-6)
  })

  test('holds where nothing is at stake, and that is a recommendation like any other', () => {
    const calm = { ...even, cash: 900_000 }
    const advice = advisePortfolio(toInput(calm))
    expect(advice.headline).toBe('hold')
    expect(advice.findings.every(({ fires }) => !fires)).toBe(true)
    expect(advice.actions).toEqual([{ type: 'monitor', rule: null, proposal: null, effect: null, left: null }])
    expect(advice.evidence).toMatchObject({ kind: 'within-limit', alternative: null })
    expect(advice.confidence).toBe(advice.evidence.within)
    expect(advice.confidence).toBeGreaterThan(0.5)
  })

  test('takes bonds for no sector to leave', () => {
    const bonds = weigh(
      MARKET,
      () => 1,
      (place) => (place < 20 ? 'Fixed Income' : 'Technology'),
    )
    const { findings } = advisePortfolio(toInput(bonds, { limit: 0.4 }))
    expect(findings.find(({ rule }) => rule === 'diversify')).toMatchObject({
      fires: false,
      parameters: { sector: 'Technology' },
    })
  })

  test('does not recommend what makes the tail worse, whatever its rule found', () => {
    // One large company as calm as a bond: its weight is a finding, and the index that would replace it falls far deeper.
    const returns = { ...MARKET.returns, values: MARKET.returns.values.map((value) => value) }
    const row = findRow(returns, 'N4')!
    for (let t = 0; t < row.length; t++) row[t] = 0.0002 + 0.012 * Math.sin(t * 12.9898)
    const calm = { ...weigh(MARKET, (place) => (place === 4 ? 60 : 1)), returns }
    const input = toInput(calm, { limit: 0.4 })
    const advice = advisePortfolio(input)
    expect(advice.findings[0]).toMatchObject({ rule: 'reduce-concentration', fires: true })
    expect(advice.headline).toBe('hold')
    expect(advice.actions[0]).toEqual({ type: 'monitor', rule: null, proposal: null, effect: null, left: null })
    expect(advice.actions.every(({ type }) => type !== 'hedge' && type !== 'diversify')).toBe(true)
  })

  test('measures what is at stake against everything, priced or not', () => {
    const of = (unpricedShare: number) =>
      advisePortfolio(toInput(heavy, { limit: 0.25 }, { quality: { ...GOOD, unpricedShare } }))
    const [all, part] = [of(0), of(0.2)]
    expect(part.findings[0]!.severity).toBeCloseTo(0.8 * all.findings[0]!.severity, 12)
    expect(of(0.6).headline).toBe('improve-data')
  })

  test('asks for data first where they are missing', () => {
    const unreliable = new Set(even.holdings.slice(0, 20).map(({ ticker }) => ticker))
    const advice = advisePortfolio(toInput(even, { limit: 0.3 }, { quality: { unreliable } }))
    expect(advice.headline).toBe('improve-data')
    expect(advice.actions[0]).toMatchObject({ type: 'data', proposal: null, effect: null })
  })
})

describe('what follows a fund by its nature', () => {
  test('counts as known without closes of its own, unless its price is old', () => {
    const followed = new Set(even.holdings.slice(0, 20).map(({ ticker }) => ticker))
    const returns = {
      ...even.returns,
      // Not by its name: that is what a Treasury lacks.
      tickers: even.returns.tickers.map((ticker) => (followed.has(ticker) ? `${ticker} fund` : ticker)),
    }
    const dataOf = (more: Partial<AdviceInput['quality']>) =>
      advisePortfolio(toInput({ ...even, returns }, { limit: 0.3 }, { quality: { ...GOOD, ...more } })).evidence.data
    expect(dataOf({})).toBeLessThan(0.7)
    expect(dataOf({ followed })).toBeCloseTo(1, 12)
    expect(dataOf({ followed, unreliable: followed })).toBe(dataOf({}))
  })
})

describe('its evidence', () => {
  test('is that the finished plan keeps the limit more often than what costs less, no surer than the data', () => {
    for (const { confidence, evidence } of [market, concentrated]) {
      const { within, alternative, data } = evidence
      expect(confidence).toBeCloseTo(Math.min(data, Math.max(0, within - alternative!.within)), 12)
    }
    const doubtful = advisePortfolio(toInput(heavy, { limit: 0.25 }, { quality: { unreliable: new Set(['N4']) } }))
    expect(doubtful.evidence.data).toBeLessThan(0.5)
    expect(doubtful.confidence).toBeLessThanOrEqual(doubtful.evidence.data)
    const unpriced = advisePortfolio(toInput(even, {}, { quality: { ...GOOD, unpricedShare: 0.2 } }))
    expect(unpriced.evidence.data).toBeCloseTo(0.8, 12)
  })

  test('is none for a plan where something cheaper always keeps the limit', () => {
    // In an easy limit doing nothing ends within it as often.
    const { evidence, confidence } = advisePortfolio(toInput(heavy, { limit: 0.9 }))
    expect(evidence).toMatchObject({ kind: 'plan-helps', within: 1, alternative: { within: 1 } })
    expect(confidence).toBe(0)
  })

  test('counts crises of the whole plan, and leaves out those that the book had no prices in', () => {
    expect(market.evidence.crises.map(({ scenario }) => scenario)).toEqual(['fast', 'slow'])
    const uncovered = advisePortfolio(toInput(even, {}, { crisisCoverage: { fast: 0.59, slow: 0.6 } }))
    expect(uncovered.evidence.crises.map(({ scenario }) => scenario)).toEqual(['slow'])
    for (const { improvement, agrees } of market.evidence.crises) expect(agrees).toBe(improvement > 0)
  })

  test('is small without a history', () => {
    const young = createTestSituation({ positions: 24, days: 120 })
    const { headline, evidence, confidence } = advisePortfolio(toInput(weigh(young, () => 1)))
    expect([headline, evidence.histories]).toEqual(['improve-data', 0])
    expect(confidence).toBe(0)
  })
})

test('its answer repeats to the bit and holds nothing that is not a number', () => {
  const text = (advice: unknown) =>
    JSON.stringify(advice, (_, value: unknown) =>
      typeof value === 'number' && !Number.isFinite(value) ? 'UNREAL' : value,
    )
  expect(text(advisePortfolio(toInput(even)))).toBe(text(market))
  expect(text([market, concentrated])).not.toContain('UNREAL')
})

test('return that selling forgoes is an expectation: it is no part of where a plan ends in a fall', () => {
  // On credit, so that the loan is repaid and no premium is paid.
  const owing = { ...even, cash: -200_000 }
  const input = toInput(owing)
  const { actions, finished } = advisePortfolio(input)
  const sold = actions.find(({ proposal }) => proposal?.family === 'reduce-exposure')
  expect(sold?.proposal?.cost).toMatchObject({ kind: 'forgone-return', tax: 0 })
  expect(sold?.proposal?.cost.fraction).toBeGreaterThan(0.002)
  expect(finished.worst.loss).toBeCloseTo(sold?.left?.worst.loss ?? Number.NaN, 9)
  expect(finished.holdsLimit).toBe(true)
})

test('who owes money sells nothing that gains in a fall', () => {
  const inverse = {
    ...even.holdings[0]!,
    ticker: 'INV',
    beta: -1,
    downsideBeta: -1,
    instrumentClass: 'broad-fund',
  } as const
  const owing = { ...even, holdings: [...even.holdings, inverse], cash: -200_000 }
  const { actions, finished } = advisePortfolio(toInput(owing, { limit: 0.12 }))
  const trades = actions.flatMap(({ proposal }) => proposal?.trades ?? [])
  expect(trades.length).toBeGreaterThan(10)
  expect(trades.map(({ ticker }) => ticker)).not.toContain('INV')
  expect(finished.holdsLimit).toBe(true)
})

test('tax on gains is paid whatever the market does, and what selling forgoes is not', () => {
  const cost = { premium: 0, fees: 0, fraction: 0, atMid: 0, possibleSaving: 0 }
  expect(measureOutlay({ ...cost, kind: 'forgone-return', tax: 300, total: 1_300 })).toBe(300)
  expect(measureOutlay({ ...cost, kind: 'spread', tax: 300, total: 340 })).toBe(340)
  expect(measureOutlay({ ...cost, kind: 'premium', premium: 900, fees: 6, tax: 0, total: 906 })).toBe(6)
})
