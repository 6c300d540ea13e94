import type { Discovery, DiscoveryRun, Fact, FactAnswer, OptionChain, OptionContract } from '@ballast/contract'
import { computeBlackScholesPrice, createLegLookup, repriceHedge, type VolatilityAnswer } from '@ballast/quant'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { decodeChain, encodeChain } from '../../market-data/options/option-chain.ts'
import { DISCOVERY_UNIVERSE } from '../../market-data/options/watched-tickers.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { findUnreal } from '../hedges/testing/loose-figures.ts'
import { A_DAY_WITH_IDEAS, discover, findLooseFigures } from './testing/discovery-client.ts'

const RUNS = process.env.BALLAST_LONG ? 40 : 4

let app: TestApp
let ann: TestClient
let example: string
let run: DiscoveryRun
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => A_DAY_WITH_IDEAS } } })
  ann = await signInPro(app, 'ann@example.com', 1_000)
  example = await upload(ann, WORKED_EXAMPLE)
  run = await discover(ann, example)
})
afterAll(() => app?.close())

const ideaOf = (ticker: string): Discovery => run.discoveries.find((one) => one.ticker === ticker)!

/** The contracts of the chains that ideas are of, by symbol, as the Options screen is given them. */
async function readContracts(ideas: readonly Discovery[]): Promise<Map<string, OptionContract>> {
  const contracts = new Map<string, OptionContract>()
  for (const path of new Set(ideas.map(({ ticker, expiry }) => `${ticker}?expiry=${expiry}`))) {
    const chain = await ann.json<OptionChain>(`/api/options/near-term/${path}`)
    for (const option of chain.options) contracts.set(option.symbol, option)
  }
  return contracts
}

async function expectFromTheChain(ideas: readonly Discovery[]) {
  const contracts = await readContracts(ideas)
  for (const idea of ideas) {
    const quote = contracts.get(idea.symbol)!
    expect([idea.contractType, idea.strike, idea.expiry, idea.bid, idea.ask]).toEqual([
      ...[quote.contractType, quote.strikePrice, quote.expirationDate, quote.bid, quote.ask],
    ])
    // One contract at the ask, to the cent; commissions are $0.65 a contract.
    const cents = Math.round(100 * quote.ask!) * quote.multiplier
    expect(Math.round(100 * idea.cost)).toBe(cents)
    expect(Math.round(100 * idea.maxLoss)).toBe(cents + 65)
    expect(Math.round(100 * idea.totalCost)).toBe(idea.contracts * (cents + 65))
    expect(idea.breakEven).toBeCloseTo(idea.strike + (idea.contractType === 'call' ? 1 : -1) * quote.ask!, 10)
    expect(idea.underlyingPrice).toBe(quote.underlyingPrice)
    expect(idea.contracts).toBeLessThanOrEqual(Math.max(1, quote.maximumContracts))
  }
}

describe('the worked example: seven holdings of the simulated market on 2026-09-18', () => {
  test('gives puts on XLK, which moves with it, and calls on what gains on its worst days', () => {
    expect(run.discoveries.map(({ ticker, contractType, type }) => [ticker, contractType, type]).toSorted()).toEqual([
      ['FXY', 'call', 'hedge'],
      ['IEF', 'call', 'hedge'],
      ['TLT', 'call', 'hedge'],
      ['VXX', 'call', 'hedge'],
      ['XLK', 'put', 'hedge'],
    ])
    expect(ideaOf('XLK').partialCorrelation).toBeCloseTo(0.54, 2)
    expect(ideaOf('XLK').reasons).toEqual(['moves-with'])
    expect(ideaOf('TLT').reasons).toEqual(['gains-in-tail'])
  })

  test('looked at every fund of the universe and the five largest holdings, and says so', () => {
    // TLT is held and of the universe; the five largest are NVDA, AAPL, MSFT, JPM and XOM.
    const own = ['NVDA', 'AAPL', 'MSFT', 'JPM', 'XOM']
    expect(run.assets.toSorted()).toEqual([...DISCOVERY_UNIVERSE, ...own].toSorted())
    expect(run.scanned).toMatchObject({ universe: 55, assets: 55, days: 90, tailDays: 504, significant: 6 })
    expect(run.leftOut).toEqual([])
    expect(run.summary).toContain('5 ideas found, first of all calls on VXX. We looked at 55 of 55 assets')
    const together = run.discoveries.reduce((sum, { totalCostPercent }) => sum + totalCostPercent, 0)
    expect(run.summary).toContain(`All of them together would cost ${together.toFixed(1)}% of the portfolio`)
    expect(run.chains.map(({ ticker }) => ticker).toSorted()).toEqual(
      run.relations.map(({ ticker }) => ticker).toSorted(),
    )
  })

  test('is delivered for a token, by the built-in engine, labelled as simulated', () => {
    expect(run).toMatchObject({ charged: true, tokensRemaining: 999, isAdmin: false, isCurrent: true })
    expect(run).toMatchObject({ simulated: true, source: 'sample', stale: false, nothingFound: null })
    expect(run.engine).toEqual({ kind: 'built-in', name: 'Built-in quantitative engine', fallbackReason: null })
  })

  test('every contract is a quote of its chain, and costs what the quote says', () =>
    expectFromTheChain(run.discoveries))

  test('every fair value is Black–Scholes–Merton at forecast × premium × smile, with its band at one forecast error', () => {
    for (const { pricing, contractType: type, strike, ...idea } of run.discoveries) {
      const { spot, years, rate, dividendYield, forecastVolatility, premiumRatio, smileShape, mid } = pricing
      const volatility = forecastVolatility * premiumRatio * smileShape
      const price = (deviations: number) =>
        computeBlackScholesPrice({
          type,
          spot,
          strike,
          years,
          rate,
          dividendYield,
          volatility: volatility * Math.exp(deviations * pricing.forecastUncertainty),
        })
      expect(pricing.fairVolatility).toBeCloseTo(volatility, 12)
      expect([idea.fairLow, idea.fairValue, idea.fairHigh]).toEqual([-1, 0, 1].map((s) => expect.closeTo(price(s), 10)))
      expect(idea.mispricing).toBeCloseTo(100 * (price(0) / mid - 1), 8)
      expect(mid).toBeCloseTo((idea.bid! + idea.ask) / 2, 12)
      expect(idea.insideNoise).toBe(mid >= price(-1) && mid <= price(1))
      const text = idea.pricingParts.map((part) => part.text).join('')
      expect(text.includes('not distinguishable from fair')).toBe(idea.insideNoise)
    }
  })

  test('what an idea does to the portfolio is what a browser reprices from the answer', () => {
    const { book } = run.repricing
    const underlyings = run.repricing.underlyings.map((one) => ({ ...one, today: one.today! }))
    const lookup = createLegLookup(underlyings)
    for (const { legs, fees, effect, greeks } of run.discoveries) {
      for (const row of effect.table) {
        const at = (volatility: VolatilityAnswer) =>
          repriceHedge(
            { book, legs, fees, underlyings },
            { marketReturn: row.marketPercent / 100, horizonDays: effect.horizonDays, volatility },
            lookup,
          )
        expect(row.unhedged).toBeCloseTo(at({ kind: 'expiry' }).unhedged, 6)
        expect(row.hedgedAtExpiry).toBeCloseTo(at({ kind: 'expiry' }).hedged, 6)
        expect(row.hedgedFlatVolatility).toBeCloseTo(at({ kind: 'rule', scale: 0 }).hedged, 6)
        expect(row.hedgedStressedVolatility).toBeCloseTo(at({ kind: 'rule', scale: 1 }).hedged, 6)
      }
      // What the contract loses in a day is told once: by its quote.
      const { contracts, multiplier } = legs[0]!
      const addedTheta = effect.after.thetaPerDay - effect.before.thetaPerDay
      expect(addedTheta).toBeCloseTo((contracts * multiplier * greeks.theta) / 365, 8)
      // Each protects: less of the market is left.
      expect(effect.after.betaWeightedDelta).toBeLessThan(effect.before.betaWeightedDelta)
    }
  })

  test('hedges gain in the portfolio’s worst paths and are expected to cost something without them', () => {
    for (const { type, conditionalReturn, expectedReturn, badPortfolioPercent } of run.discoveries) {
      expect([type, conditionalReturn! > 0, badPortfolioPercent < 0]).toEqual(['hedge', true, true])
      expect(expectedReturn).toBeLessThan(conditionalReturn!)
    }
    expect(ideaOf('XLK').effectiveCorrelation).toBe(-ideaOf('XLK').correlation)
    expect(ideaOf('TLT').effectiveCorrelation).toBe(ideaOf('TLT').correlation)
  })

  test('first principles go from the mechanism over evidence and price to what would falsify them', () => {
    expect(ideaOf('TLT').firstPrinciple).toMatch(
      /^Bonds of the government rise when fear .* On the worst 50 of 504 trading days of the portfolio TLT returned 0\.40% on average .* At \$1\.63 a share its price is not distinguishable from fair: .* It would be falsified by a fall of shares that comes from inflation/,
    )
    expect(ideaOf('XLK').firstPrinciple).toContain('Its partial correlation is 0.54')
    expect(ideaOf('XLK').rationale).toMatch(
      /^Buy 1 contract of the XLK Nov 20, 2026 290 put at \$6\.45 a share or less/,
    )
  })

  test('ids are those of the contracts: the same in another run, different for each', async () => {
    const again = await discover(ann, example)
    expect(again.discoveries.map(({ id }) => id)).toEqual(run.discoveries.map(({ id }) => id))
    expect(new Set(run.discoveries.map(({ id }) => id)).size).toBe(run.discoveries.length)
    const content = ({ runId: _id, tokensRemaining: _tokens, ...rest }: DiscoveryRun) => JSON.stringify(rest)
    expect(content(again)).toBe(content(run))
  })
})

describe('figures are facts', () => {
  const valueAt = (idea: object, path: string): unknown => {
    if (path.startsWith('effect.table.')) {
      const [, , percent, column = ''] = path.split('.')
      const row = (idea as Discovery).effect.table.find(({ marketPercent }) => marketPercent === Number(percent))
      return row?.[column as keyof typeof row]
    }
    return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown> | null)?.[key], idea)
  }
  /** Fields that are fractions, or per year, where their facts are percents, or per day. */
  const SCALES: Readonly<Record<string, number>> = {
    impliedVolatility: 100,
    forecastVolatility: 100,
    qValue: 100,
    stability: 100,
    partialQValue: 100,
    tailQValue: 100,
  }
  const SHEET = new Set(['gamma', 'theta', 'vega', 'rho'])
  const PRICING = new Set(['mid', 'premiumRatio', 'smileShape', 'fairVolatility', 'forecastUncertainty'])

  test('every field names the fact of its own value', () => {
    const facts = new Map(run.facts.map((fact) => [fact.id, fact]))
    const factValue = (id: string): Fact['value'] => facts.get(id)!.value
    for (const idea of run.discoveries) {
      for (const [field, id] of Object.entries(idea.factIds)) {
        if (SHEET.has(field) || PRICING.has(field)) continue
        const value = valueAt(idea, field)
        const expected = typeof value === 'number' ? expect.closeTo(value * (SCALES[field] ?? 1), 8) : value
        expect([field, factValue(id)]).toEqual([field, expected])
      }
      expect(factValue(idea.factIds.gamma!)).toBeCloseTo(idea.greeks.gamma, 10)
      expect(factValue(idea.factIds.theta!)).toBeCloseTo(idea.greeks.theta / 365, 10)
      expect(factValue(idea.factIds.fairVolatility!)).toBeCloseTo(100 * idea.pricing.fairVolatility, 8)
      for (const field of ['correlation', 'mispricing', 'expectedReturn', 'strike', 'expiry', 'cost']) {
        expect([field, field in idea.factIds]).toEqual([field, true])
      }
    }
    for (const relation of run.relations) {
      for (const [field, id] of Object.entries(relation.factIds)) {
        expect(factValue(id)).toBeCloseTo(Number(valueAt(relation, field)) * (SCALES[field] ?? 1), 8)
      }
    }
  })

  test('no text holds a figure that is none, and nothing is unreal', () => {
    expect(findLooseFigures(run)).toEqual([])
    expect(findUnreal(run)).toEqual([])
  })

  test('each is computed again from what the run was computed from, to the same value', {
    tags: ['full'],
  }, async () => {
    const last = run.facts.length - 1
    for (const place of [0, Math.floor(last / 3), Math.floor((2 * last) / 3), last]) {
      const fact = run.facts[place]!
      const answer = await ann.json<FactAnswer>(`/api/facts/${run.runId}.${fact.id}`)
      expect(answer).toEqual({ fact, recomputed: fact.value, matches: true })
    }
  })
})

/** A chain whose quotes are those of one volatility, far below what its assets do. */
function quoteAt(volatility: number, encoded: string): string {
  const chain = decodeChain(encoded)
  const spot = chain.underlyingPrice!
  const contracts = chain.contracts.map((one) => {
    const { type, strike, expiry } = one
    const years = (Date.parse(expiry) - Date.parse(A_DAY_WITH_IDEAS.toISOString().slice(0, 10))) / (365 * 86_400_000)
    const rates = { rate: 0.04, dividendYield: 0.012 }
    const price = Math.max(0.02, computeBlackScholesPrice({ type, strike, spot, years, ...rates, volatility }))
    return { ...one, bid: Math.floor(100 * price) / 100, ask: Math.ceil(100 * price + 1) / 100 }
  })
  return encodeChain({ ...chain, contracts })
}

const BOOKS: readonly (readonly [name: string, rows: string])[] = [
  ['one share', 'AAPL,10\n'],
  ['a short beside longs', 'AAPL,100\nNVDA,-20\nKO,500\n'],
  ['ten defensive shares', 'KO,100\nPEP,60\nPG,60\nJNJ,60\nWMT,90\nMCD,30\nDUK,80\nVZ,200\nMRK,100\nXOM,80\n'],
  ['funds of the universe alone', 'SPY,10\nTLT,20\nGLD,5\n'],
]

describe('other portfolios', () => {
  async function expectWhole(_name: string, rows: string): Promise<void> {
    const found = await discover(ann, await upload(ann, rows.replaceAll('\n', ',1\n')))
    expect(findLooseFigures(found)).toEqual([])
    expect(findUnreal(found)).toEqual([])
    await expectFromTheChain(found.discoveries)
    expect(found.charged).toBe(found.discoveries.length > 0)
    expect(found.nothingFound === null).toBe(found.discoveries.length > 0)
  }
  test.each(BOOKS.slice(0, 2))('%s', expectWhole)
  test.each(BOOKS.slice(2))('%s', { tags: 'full' }, expectWhole)

  test('what is cheap and does not protect is called a long shot, and a price that is absurd is doubted', async () => {
    const { marketData } = app.dependencies
    const getOptionChain = marketData.getOptionChain.bind(marketData)
    marketData.getOptionChain = async (request) => {
      const found = await getOptionChain(request)
      return found.kind === 'chain' ? { ...found, encoded: quoteAt(0.05, found.encoded) } : found
    }
    const found = await discover(ann, await upload(ann, 'SPY,10,1\nTLT,20,1\nGLD,5,1\n'))
    marketData.getOptionChain = getOptionChain
    const shots = found.discoveries.filter(({ type }) => type === 'tail-risk')
    expect(shots.length).toBeGreaterThan(0)
    for (const { conditionalReturn, mispricing, insideNoise, rationale } of shots) {
      expect([conditionalReturn! <= 0, mispricing > 0, insideNoise]).toEqual([true, true, false])
      expect(rationale).toContain('It is a long shot that does not protect the portfolio')
    }
    const contrary = found.discoveries.filter(({ rationale }) => rationale.includes('speaks for the other side'))
    expect(contrary.map(({ type }) => type)).toContain('hedge')
    const odd = found.discoveries.filter(({ mispricing }) => mispricing > 100)
    expect(odd.length).toBeGreaterThan(0)
    for (const { firstPrinciple } of odd) expect(firstPrinciple).toContain('an event to come or a wrong quote')
    expect(findLooseFigures(found)).toEqual([])
  })

  test('a small one is shown nothing of which a single contract takes a large share of it', {
    tags: 'full',
  }, async () => {
    const found = await discover(ann, await upload(ann, 'AAPL,2,1\nKO,3,1\n'))
    expect(found.scanned.contracts).toBeGreaterThan(50)
    for (const { totalCostPercent } of found.discoveries) expect(totalCostPercent).toBeLessThanOrEqual(3)
    expect(found.considered.filter(({ rule }) => rule === 'too-large').length).toBeGreaterThan(2)
    expect(findLooseFigures(found)).toEqual([])
  })

  test('one that is short of the market fears no fall of it, and no gain of its own is promised', {
    tags: 'full',
  }, async () => {
    const found = await discover(ann, await upload(ann, 'SPY,-200,1\nCASH,500000,1\n'))
    expect(found.discoveries.length).toBeGreaterThan(0)
    for (const {
      ticker,
      contractType,
      type,
      firstPrinciple,
      rationale,
      expectedReturn,
      insideNoise,
    } of found.discoveries) {
      expect([contractType, type]).toEqual(['call', 'hedge'])
      expect(firstPrinciple).toContain(`falsified by days on which the portfolio loses and ${ticker} does not rise.`)
      expect(rationale.includes('rests on the forecast')).toBe(expectedReturn > 0 && insideNoise)
    }
    expect(found.discoveries.some(({ expectedReturn }) => expectedReturn > 0)).toBe(true)
  })

  test('an option held counts by its delta in the scan, and is repriced with the idea', { tags: 'full' }, async () => {
    const { expiry, symbol } = ideaOf('XLK')
    const held = await discover(ann, await upload(ann, `${WORKED_EXAMPLE}${symbol},5,3\n`))
    expect(held.repricing.book.options).toMatchObject([{ underlying: 'XLK', expiry, contracts: 5 }])
    expect(held.discoveries[0]!.effect.before.betaWeightedDelta).toBeLessThan(
      run.discoveries[0]!.effect.before.betaWeightedDelta,
    )
    expect(findUnreal(held)).toEqual([])
  })

  test('any portfolio gives only real figures, contracts of the chain, and at most two ideas of a kind', {
    tags: ['full'],
  }, async () => {
    const tickers = ['AAPL', 'NVDA', 'JPM', 'KO', 'XOM', 'TSLA', 'SPY', 'TLT', 'XLU', 'IBIT', 'NOSUCH']
    const holding = fc.tuple(fc.constantFrom(...tickers), fc.integer({ min: 1, max: 5_000 }))
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(holding, { minLength: 1, maxLength: 8, selector: ([one]) => one }),
        async (rows) => {
          fc.pre(rows.some(([ticker]) => ticker !== 'NOSUCH'))
          const text = rows.map(([ticker, shares]) => `${ticker},${shares},1\n`).join('')
          const found = await discover(ann, await upload(ann, text))
          expect(findUnreal(found)).toEqual([])
          expect(findLooseFigures(found)).toEqual([])
          await expectFromTheChain(found.discoveries)
          const kinds = found.discoveries.map(({ assetClass }) => assetClass)
          expect(kinds.length).toBeLessThanOrEqual(8)
          for (const kind of kinds) expect(kinds.filter((one) => one === kind).length).toBeLessThanOrEqual(2)
          expect(new Set(found.discoveries.map(({ ticker }) => ticker)).size).toBe(kinds.length)
        },
      ),
      { numRuns: RUNS },
    )
  })
})
