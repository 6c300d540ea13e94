import { describe, expect, test } from 'vitest'
import { createRandomSource } from '../random.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import { assessBookRisk } from './book-risk.ts'
import { evaluateProposal, type ProposalDraft } from './evaluate-proposal.ts'
import { findCaveats } from './hedge-caveats.ts'
import { prepareHedging } from './hedge-context.ts'
import type { HedgeFamily } from './hedge-proposal.ts'
import { completeHedgeRequest, type HedgeRequest } from './hedge-request.ts'
import type { HedgeSituation } from './hedge-situation.ts'
import { collectOptionLines } from './option-lines.ts'
import { createMarket, INDEX_CHAIN } from './test-chains.ts'
import { createTestSituation } from './test-situation.ts'

const situation = createTestSituation({ value: 600_000 })

/** Caveats of a draft in a situation, by rule. */
function caveatsOf(family: HedgeFamily, pickOptions: ProposalDraft['options'], where: HedgeSituation = situation) {
  const context = prepareHedging(where, completeHedgeRequest())
  const draft: ProposalDraft = { family, options: pickOptions, trades: [], caveats: [] }
  const caveats = findCaveats(evaluateProposal(context, draft), context, assessBookRisk(context))
  return new Map(caveats.map(({ rule, parameters }) => [rule, parameters]))
}
const linesOf = (ticker: string, type: 'call' | 'put', where: HedgeSituation = situation) =>
  collectOptionLines(where.markets.find((market) => market.ticker === ticker)!, {
    type,
    days: { least: 90, most: 110 },
    delta: { least: 0, most: 1 },
    moneyness: { least: 0.5, most: 1.5 },
  }).lines

describe('caveats', () => {
  const [calls, puts] = [linesOf('N0', 'call'), linesOf('N0', 'put')]
  const spot = situation.markets.find(({ ticker }) => ticker === 'N0')!.spot
  const out = calls.find(({ strike }) => strike > spot)!

  test('a sold call can be assigned early, the more so before a dividend', () => {
    const found = caveatsOf('covered-call', [{ line: out, contracts: -1 }])
    expect(found.get('early-assignment')).toEqual({ ticker: 'N0', strike: out.strike, expiry: out.expiry })
    expect(found.get('ex-dividend-assignment')!.dividendYield).toBeCloseTo(0.012, 2)
    expect([...found.keys()]).toContain('income-not-hedge')
    expect([...found.keys()]).not.toContain('tax-collar')
  })

  test('a collar has taxes of its own, a deep put might count as a sale', () => {
    const deep = puts.at(-1)!
    expect(deep.strike).toBeGreaterThan(1.1 * spot)
    const found = caveatsOf('single-name-collar', [
      { line: deep, contracts: 1 },
      { line: out, contracts: -1 },
    ])
    expect([...found.keys()]).toEqual(
      expect.arrayContaining(['tax-straddle', 'tax-collar', 'tax-constructive-sale', 'covers-part', 'decay']),
    )
    expect(found.get('covers-part')!.ticker).toBe('N0')
  })

  test('a ratio spread leaves puts over, may be assigned, decays', () => {
    const index = linesOf('SPY', 'put').filter(({ strike }) => strike < 600)
    const found = caveatsOf('put-spread', [
      { line: index.at(-1)!, contracts: 5 },
      { line: index.at(-6)!, contracts: -3 },
    ])
    expect(found.get('ratio-left-over')).toEqual({ contracts: 2 })
    expect(found.get('short-put-assignment')).toMatchObject({ ticker: 'SPY', contracts: 3 })
    expect(found.get('decay')).toEqual({ daysToExpiry: 98, daysToRenewal: 65 })
  })

  test('a chain made at another price than the underlying’s own is told, from two percent on', () => {
    const put = linesOf('SPY', 'put')[0]!
    const { spot } = situation.markets.find(({ ticker }) => ticker === 'SPY')!
    const told = (spotElsewhere: number | null) => {
      const markets = situation.markets.map((one) => (one.ticker === 'SPY' ? { ...one, spotElsewhere } : one))
      return caveatsOf('index-put', [{ line: put, contracts: 1 }], { ...situation, markets }).get('quotes-off-spot')
    }
    expect(told(spot / 1.05)).toMatchObject({ ticker: 'SPY', spot, gap: expect.closeTo(0.05, 9) })
    expect(told(spot / 0.95)).toBeDefined()
    for (const near of [spot, spot * 1.015, null]) expect(told(near)).toBeUndefined()
  })

  test('a contract that nobody has traded for days is named', () => {
    const put = linesOf('SPY', 'put')[0]!
    const told = (daysSinceTrade: number | null) => {
      const markets = situation.markets.map((market) => {
        const contracts = market.chain.contracts.map((one) => ({ ...one, daysSinceTrade }))
        return { ...market, chain: { ...market.chain, contracts } }
      })
      return caveatsOf('index-put', [{ line: put, contracts: 1 }], { ...situation, markets }).get('old-trade')
    }
    expect(told(5)).toEqual({ ticker: 'SPY', strike: put.strike, days: 5 })
    // A long weekend is four days.
    for (const recent of [0, 4, null]) expect(told(recent)).toBeUndefined()
  })

  test('wide quotes are worth a limit order', () => {
    const wide = createMarket({ ...INDEX_CHAIN, halfSpread: 0.12 }, createRandomSource(1))
    const where = { ...situation, markets: [wide] }
    const lines = linesOf('SPY', 'put', where).filter(({ strike }) => strike < 590 && strike > 540)
    expect(
      caveatsOf('index-put', [{ line: lines[0]!, contracts: 2 }], where).get('wide-quotes')!.saving,
    ).toBeGreaterThan(0)
    expect(caveatsOf('index-put', [{ line: linesOf('SPY', 'put')[8]!, contracts: 2 }]).has('wide-quotes')).toBe(false)
  })

  test('holdings listed abroad are told from share classes', () => {
    const rename = (ticker: string) => {
      const [first, ...rest] = situation.holdings
      return { ...situation, holdings: [...rest, { ...first!, ticker }] }
    }
    const options = [{ line: linesOf('SPY', 'put')[8]!, contracts: 2 }]
    expect(caveatsOf('index-put', options, rename('BRK.B')).has('outside-united-states')).toBe(false)
    for (const ticker of ['VOD.L', 'SAP.DE', '7203.T']) {
      expect(caveatsOf('index-put', options, rename(ticker)).has('outside-united-states')).toBe(true)
    }
  })

  test('what is covered is what the contracts stand for, no more than is held, and of a sector all of its shares', () => {
    const value = situation.holdings.reduce((sum, holding) => sum + holding.value, situation.cash)
    const { value: held, shares } = situation.holdings[0]!
    const shareOf = (contracts: number) =>
      caveatsOf('protective-put', [{ line: puts[0]!, contracts }]).get('covers-part')!.share
    expect(shareOf(3)).toBeCloseTo((300 * spot) / value, 9)
    expect(shareOf(Math.ceil(shares / 100) + 5)).toBeCloseTo(held / value, 9)
    const ofSector = situation.holdings.filter(({ sector }) => sector === 'Technology')
    const covered = ofSector.reduce((sum, holding) => sum + holding.value, 0) / value
    expect(caveatsOf('sector-put', [{ line: linesOf('XLK', 'put')[0]!, contracts: 2 }]).get('covers-part')).toEqual({
      ticker: 'XLK',
      sector: 'Technology',
      share: expect.closeTo(covered, 9),
    })
  })

  test('selling has taxes, bonds are no promise', () => {
    const { proposals } = analyzeHedges(situation, { allowOptions: false })
    const rules = new Map(proposals.map(({ family, caveats }) => [family, caveats.map(({ rule }) => rule)]))
    expect(rules.get('reduce-exposure')).toEqual(['tax-on-sale'])
    expect(rules.get('diversifiers')).toEqual(['tax-on-sale', 'bonds-fell-too'])
  })

  test('the tax on a sale is told once a rate is known, and is none in an IRA', () => {
    const lots = situation.holdings.map((one) => ({
      ...one,
      lots: [{ shares: one.shares, cost: (0.5 * one.value) / one.shares }],
    }))
    const taxOf = (overrides: Partial<HedgeRequest>) => {
      const { proposals } = analyzeHedges({ ...situation, holdings: lots }, { allowOptions: false, ...overrides })
      const selling = proposals.find(({ family }) => family === 'reduce-exposure')!
      return { caveat: selling.caveats.find(({ rule }) => rule === 'tax-on-sale'), cost: selling.cost }
    }
    const sold = taxOf({ gainsTax: 0.2 })
    expect(sold.caveat!.parameters).toEqual({
      gain: expect.closeTo(5 * sold.cost.tax, 6),
      unknownValue: 0,
      tax: sold.cost.tax,
    })
    expect(taxOf({}).caveat!.parameters).toEqual({})
    expect(taxOf({ account: 'ira' }).caveat).toBeUndefined()
  })
})
