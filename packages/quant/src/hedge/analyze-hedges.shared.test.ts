import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { findRow } from '../price-matrix.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import type { HedgeHolding } from './hedge-market.ts'
import { estimateHedgingBeta } from './index-fit.ts'
import type { HedgeLeg } from './priced-hedge.ts'
import { repriceHedge } from './reprice-hedge.ts'
import { type Golden, loadSituation, type ReferenceMarket } from './test-golden-situation.ts'

const SHARED = resolve(import.meta.dirname, '../../../..', process.env.BALLAST_SHARED ?? '../shared')
const REFERENCE = join(SHARED, 'reference/quant')

if (!existsSync(REFERENCE)) {
  console.warn(`\n*** ${SHARED} is absent: the worked example of a hedge was NOT checked. ***\n`)
  test('the shared data is absent, so the worked example was not checked', () => {
    expect(existsSync(REFERENCE)).toBe(false)
  })
} else {
  const market = (await import(pathToFileURL(join(REFERENCE, 'sample-market.mjs')).href)) as ReferenceMarket
  const golden = (JSON.parse(readFileSync(join(REFERENCE, 'golden.json'), 'utf8')) as { endToEnd: Golden }).endToEnd
  const situation = loadSituation(market, golden)
  const analysis = analyzeHedges(situation)
  const { risk } = analysis
  const percent = (fraction: number) => 100 * fraction

  describe('the worked example: seven holdings of the sample market on 2026-11-20', () => {
    test('value, hedging betas and the index shares they amount to', () => {
      expect(risk.value).toBeCloseTo(golden.V, 6)
      for (const [i, holding] of situation.holdings.entries()) expect(holding.beta).toBeCloseTo(golden.betaStar[i]!, 10)
      const index = findRow(situation.returns, 'SPY')!
      for (const [i, { ticker }] of situation.holdings.entries()) {
        const { estimate } = estimateHedgingBeta(findRow(situation.returns, ticker)!, index, golden.priors[ticker]!)
        expect(estimate).toBeCloseTo(golden.betaRaw[i]!, 10)
      }
      expect(risk.greeks.betaWeightedDelta).toBeCloseTo(415.3, 1)
    })

    test('what falls and rises of the index do', () => {
      for (const [marketReturn, expected] of Object.entries(golden.shocksPct)) {
        const row = risk.shocks.find((shock) => shock.marketReturn === Number(marketReturn))!
        expect(percent(row.bookReturn)).toBeCloseTo(expected, 8)
        expect(row.stressedReturn).toBeLessThanOrEqual(row.bookReturn)
      }
    })

    test('score, volatility, fit, concentration and crises', () => {
      expect(risk.diversification!.exactScore).toBeCloseTo(golden.score, 6)
      expect(risk.diversification!.portfolioVolatility).toBeCloseTo(golden.annVol, 10)
      expect(risk.fits[0]!.beta).toBeCloseTo(golden.betaP, 10)
      expect(risk.fits[0]!.rSquared).toBeCloseTo(0.586, 3)
      expect(risk.concentration!.level).toBe('High')
      const crises = new Map(risk.crises.map(({ scenario, bookReturn }) => [scenario, percent(bookReturn)]))
      expect(crises.get('gfc-2007')).toBeCloseTo(-58.8, 1)
      expect(crises.get('covid-2020')).toBeCloseTo(-39.3, 1)
      expect(crises.get('bear-2022')).toBeCloseTo(-26.7, 1)
    })

    test('the term is the third Friday that falls five days short of a quarter', () => {
      expect(analysis.asked).toEqual({ date: '2027-02-24', tradingDays: 63, calendarDays: 96 })
      expect(analysis.term).toEqual({ date: '2027-02-19', tradingDays: 60, calendarDays: 91 })
      expect(analysis.lossDays).toEqual([5, 21, 42, 60])
    })

    const listLegs = (legs: readonly HedgeLeg[]) =>
      legs.map(({ contracts, strike, type, expiry }) => [contracts, strike, type, expiry])

    test('the cheapest package for the last day alone is that of the reference, which looks at no other', () => {
      const { lastDay } = analysis.prices!
      expect(listLegs(lastDay!.legs)).toEqual([
        [4, 730, 'put', '2027-02-19'],
        [-3, 620, 'put', '2027-02-19'],
      ])
      expect(lastDay!.cost).toBeCloseTo(golden.hedge.best.c, 6)
      expect(percent(lastDay!.fraction)).toBeCloseTo(golden.hedgeCostPct, 10)
    })

    test('kept on every day it costs more, and what the reference found breaks the limit before', () => {
      const [best] = analysis.proposals
      const { lastDay, everyDay, stressed } = analysis.prices!
      expect(best!.id).toBe(analysis.pick)
      expect(listLegs(best!.legs)).toEqual([
        [5, 730, 'put', '2027-02-19'],
        [-3, 640, 'put', '2027-02-19'],
      ])
      expect(best!.cost.total).toBeCloseTo(5795.2, 6)
      expect(everyDay!.cost).toBeCloseTo(best!.cost.total, 6)
      expect(stressed === null || stressed.cost >= everyDay!.cost).toBe(true)
      // By hand: Black and Scholes on the fitted smile, the market standing still until the day.
      const hedge = { book: analysis.book, legs: lastDay!.legs, fees: 7 * 0.65, underlyings: analysis.underlyings }
      const lossOn = (horizonDays: number, marketReturn: number) =>
        -repriceHedge(hedge, { marketReturn, horizonDays, volatility: { kind: 'rule', scale: 0 } }).hedged / golden.V
      expect(lossOn(60, -0.2)).toBeLessThanOrEqual(0.15)
      expect(Math.max(...[5, 21, 42].map((day) => lossOn(day, -0.2)))).toBeGreaterThan(0.15)
    })

    test('the cheapest single put', () => {
      const single = analysis.proposals.find(({ family }) => family === 'index-put')!
      expect(single.legs.map(({ contracts, strike }) => [contracts, strike])).toEqual([[3, 760]])
      expect(single.cost.total).toBeCloseTo(golden.hedge.one.c, 6)
    })

    test('the ticket costs what the quotes say, to the cent', () => {
      const quotes = market.chain('SPY', golden.asOf)
      for (const { legs, cost } of analysis.proposals.filter((one) => one.legs[0]?.underlying === 'SPY')) {
        const paid = legs.reduce((sum, { contracts, strike, type, expiry }) => {
          const quote = quotes.find(
            ({ contractType, strikePrice, expirationDate }) =>
              contractType === type && strikePrice === strike && expirationDate === expiry,
          )!
          return sum + 100 * contracts * (contracts > 0 ? quote.ask : quote.bid) + 0.65 * Math.abs(contracts)
        }, 0)
        expect(cost.total).toBeCloseTo(paid, 8)
      }
    })

    test('selling 39.2 % instead, at 0.55 % of the book in forgone return, by beta, for the 60 days of the term', () => {
      const comparator = analysis.proposals.find(({ family }) => family === 'reduce-exposure')!
      const apple = situation.holdings[0]!
      expect(-comparator.trades[0]!.amount / apple.value).toBeCloseTo(0.392, 3)
      // Σ V·β* of shares alone: of the government bonds nothing is forgone.
      const dollarBeta = situation.holdings.reduce((sum, { value, beta }) => sum + (beta > 0 ? value * beta : 0), 0)
      const share = -comparator.trades[0]!.amount / apple.value
      expect(comparator.cost.total).toBeCloseTo((share * dollarBeta * 0.045 * 60) / 252, 6)
      expect(percent(comparator.cost.fraction)).toBeCloseTo(0.55, 2)
      expect(comparator.lossAtShock).toBeCloseTo(0.15, 12)
    })

    test('the verdict: concentration in NVDA first, the market second', () => {
      expect(analysis.priorities.slice(0, 2).map(({ rule }) => rule)).toEqual(['reduce-concentration', 'hedge-market'])
      expect(analysis.priorities[0]!.parameters.ticker).toBe('NVDA')
      expect(analysis.priorities[0]!.parameters.unexplained).toBeCloseTo(0.41, 2)
      expect(analysis.vulnerabilities[0]).toMatchObject({ rule: 'large-name', parameters: { ticker: 'NVDA' } })
      const families = analysis.proposals.map(({ family }) => family)
      expect(families.slice(2, 4)).toEqual(['trim', 'reduce-exposure'])
    })
  })

  describe('300 shares of the index fund with three puts that expire in four trading days', () => {
    const quote = market
      .chain('SPY', golden.asOf)
      .find(
        ({ contractType, strikePrice, expirationDate }) =>
          contractType === 'put' && strikePrice === 810 && expirationDate === '2026-11-27',
      )!
    const { spot } = market.surface('SPY', golden.asOf)
    const fund: HedgeHolding = {
      ticker: 'SPY',
      value: 300 * spot,
      shares: 300,
      beta: 1,
      downsideBeta: 1,
      sector: null,
      instrumentClass: 'broad-fund',
      internalDiversification: 1.75,
    }
    const put: HedgeLeg = {
      underlying: 'SPY',
      type: 'put',
      strike: 810,
      expiry: '2026-11-27',
      contracts: 3,
      multiplier: 100,
      premium: (quote.bid + quote.ask) / 2,
    }
    const near = analyzeHedges({ ...situation, holdings: [fund], options: [put] })

    test('loses 19.8 % by the fall from the fifth day on and the price of the puts, and says when it ends', () => {
      const value = 300 * spot + 300 * put.premium
      expect((0.2 * 300 * spot) / value).toBeCloseTo(0.198, 3)
      expect(near.unhedged.lossAtShock).toBeCloseTo((0.2 * 300 * spot + 300 * put.premium) / value, 9)
      expect(near.protectionEnd!.date).toBe('2026-11-27')
      expect(near.protectionEnd!.lossBefore).toBeLessThan(0.03)
    })

    test('is offered the puts that renew it, for as long as was asked', () => {
      expect(near.search.status).toBe('found')
      const pick = near.proposals.find(({ id }) => id === near.pick)!
      expect(pick.holdsLimit).toBe(true)
      expect(pick.legs.every(({ expiry }) => expiry >= '2027-02-19')).toBe(true)
      expect(pick.lossAtShock).toBeLessThanOrEqual(0.15)
    })
  })
}
