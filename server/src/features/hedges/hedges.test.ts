import {
  HEDGE_FAMILIES,
  type HedgeAnalysis,
  type HedgeRequestBody,
  type OptionChain,
  type OptionContract,
} from '@ballast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from './testing/hedge-client.ts'
import { findLooseFigures, findUnreal, listTexts } from './testing/loose-figures.ts'

const RUNS = process.env.BALLAST_LONG ? 60 : 4

let app: TestApp
let anna: TestClient
let example: string
let answer: HedgeAnalysis
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  anna = await signInPro(app, 'anna@example.com', 1_000)
  example = await upload(anna, WORKED_EXAMPLE)
  answer = await analyse(anna, example)
})
afterAll(() => app?.close())

const strategyOf = ({ hedgeStrategies }: HedgeAnalysis, family: string) => {
  const found = hedgeStrategies.find((strategy) => strategy.family === family)
  if (!found) throw new Error(`There is no ${family} among ${hedgeStrategies.map((one) => one.family).join(', ')}`)
  return found
}
const rejectionsOf = ({ considered }: HedgeAnalysis, family: string) =>
  considered.filter((one) => one.family === family).map(({ rule }) => rule)

describe('the worked example: seven holdings of the simulated market on 2026-11-20', () => {
  test('value, beta and what falls of the market cost', () => {
    const { riskAssessment } = answer
    expect(riskAssessment.value).toBeCloseTo(189_713, 0)
    // Σ V·β* = 224,148 over 189,713.
    expect(riskAssessment.beta).toBeCloseTo(224_148 / 189_713, 3)
    const byMove = new Map(riskAssessment.shocks.map((shock) => [shock.marketPercent, shock.profitPercent]))
    expect(byMove.get(-10)).toBeCloseTo(-11.62, 2)
    expect(byMove.get(-20)).toBeCloseTo(-22.84, 2)
    expect(byMove.get(-30)).toBeCloseTo(-33.64, 2)
    expect(byMove.get(10)).toBeCloseTo(12.0, 2)
    expect(riskAssessment.rSquaredPercent).toBeCloseTo(66.4, 1)
    expect(riskAssessment.volatilityPercent).toBeCloseTo(28.4, 1)
    const crises = new Map(riskAssessment.crises.map((crisis) => [crisis.scenarioId, crisis.lossPercent]))
    expect(crises.get('gfc-2007')).toBeCloseTo(56.9, 1)
    expect(crises.get('covid-2020')).toBeCloseTo(37.3, 1)
    expect(crises.get('bear-2022')).toBeCloseTo(25.9, 1)
  })

  test('the cheapest ticket is 4 puts of 660 against 2 of 630 in February for $1,564', () => {
    const pick = answer.hedgeStrategies[0]!
    expect(pick).toMatchObject({ role: 'recommended', type: 'Put Spread', holdsLimit: true })
    expect(pick.legs.map(({ symbol, contracts }) => [symbol, contracts])).toEqual([
      ['SPY270219P00660000', 4],
      ['SPY270219P00630000', -2],
    ])
    const [bought, sold] = pick.legs
    expect(pick.cost.total).toBeCloseTo(400 * bought!.ask! - 200 * sold!.bid! + 6 * 0.65, 6)
    expect(pick.cost.total).toBeCloseTo(1_563.9, 6)
    expect(pick.estimatedCost).toBe('$1,564 (0.82% of the portfolio; 3.3% a year if renewed at this price)')
    expect(pick.instrument).toBe('SPY Feb 19, 2027: buy 4 × 660 put, sell 2 × 630 put')
    expect(pick.implementation).toContain('buy to open 4 SPY Feb 19, 2027 660 puts (SPY270219P00660000)')
    expect(strategyOf(answer, 'index-put').cost.total).toBeCloseTo(1_781.3, 6)
    expect(pick.sellingInsteadPercent).toBeCloseTo(34.3, 1)
    expect(strategyOf(answer, 'reduce-exposure').cost.percent).toBeCloseTo(0.44, 2)
  })

  test('only chains that some rule looks at are read', () => {
    // JPM and MSFT are large enough, but of neither are a hundred shares held.
    expect(answer.chains.map(({ ticker, state }) => [ticker, state])).toEqual([
      ['SPY', 'used'],
      ['XLK', 'used'],
      ['NVDA', 'used'],
      ['AAPL', 'used'],
      ['^VIX', 'no-options'],
    ])
    expect(rejectionsOf(answer, 'volatility-calls')).toEqual(['no-chain'])
  })

  test('the summary begins with what is most pressing, and says what it costs and saves', () => {
    expect(answer.outcome).toBe('hedge')
    expect(answer.summary.startsWith('Reduce NVDA first: it is 40.5% of the portfolio')).toBe(true)
    expect(answer.summary).toContain(
      'for $1,564 (0.82% of the portfolio): a market fall of 20% on any day until Feb 19, 2027 then costs at most 15%',
    )
    expect(answer.riskAssessment.concentrationRisk).toMatch(/^High: NVDA is 40\.5% of the value/)
    expect(answer.riskAssessment.sectorExposure).toContain('Technology is 73.1% of the value')
    expect(answer).toMatchObject({ simulated: true, source: 'sample', engine: { kind: 'built-in' }, isCurrent: true })
  })

  test('every leg is a quote of the chain, and the ticket costs what these say, to the cent', async () => {
    const options = [...answer.hedgeStrategies, ...answer.frontierStrategies].filter(({ legs }) => legs.length > 0)
    expect(options.length).toBeGreaterThan(5)
    const quotes = new Map<string, OptionContract>()
    const wanted = new Set(options.flatMap(({ legs }) => legs.map((leg) => `${leg.underlying}?expiry=${leg.expiry}`)))
    for (const path of wanted) {
      const chain = await anna.json<OptionChain>(`/api/options/near-term/${path}`)
      for (const option of chain.options) quotes.set(option.symbol, option)
    }
    for (const { legs, cost } of options) {
      let cents = 0
      for (const leg of legs) {
        const quote = quotes.get(leg.symbol)!
        expect([leg.strike, leg.expiry, leg.bid, leg.ask]).toEqual([
          ...[quote.strikePrice, quote.expirationDate, quote.bid, quote.ask],
        ])
        const price = leg.contracts > 0 ? quote.ask! : quote.bid!
        expect(leg.premium).toBe(price)
        cents += leg.contracts * 100 * Math.round(100 * price) + 65 * Math.abs(leg.contracts)
      }
      expect(Math.round(100 * cost.total)).toBe(cents)
    }
  })

  test('the same request gives the same texts, byte for byte', { tags: 'full' }, async () => {
    const again = await analyse(anna, example)
    const content = ({ analysisId: _id, tokensRemaining: _tokens, ...rest }: HedgeAnalysis) => JSON.stringify(rest)
    expect(content(again)).toBe(content(answer))
  })

  test('the curve of cost against protection never gets cheaper as the limit tightens, and each point can be chosen', () => {
    const { frontier, frontierStrategies, hedgeStrategies, prices, request } = answer
    // One limit has one price on the page, on the curve as beside it.
    expect(frontier.find((point) => point.limitPercent === request.limitPercent)?.cost).toBe(prices!.everyDay!.cost)
    const ids = new Set([...frontierStrategies, ...hedgeStrategies].map(({ id }) => id))
    for (const [place, point] of frontier.entries()) {
      expect(ids).toContain(point.strategyId)
      if (place > 0) expect(point.costPercent).toBeGreaterThanOrEqual(frontier[place - 1]!.costPercent!)
      if (place > 0) expect(point.limitPercent).toBeLessThan(frontier[place - 1]!.limitPercent)
    }
  })
})

const CASES: readonly (readonly [
  name: string,
  rows: string,
  body: HedgeRequestBody,
  check: (a: HedgeAnalysis) => void,
])[] = [
  [
    'a limit that the budget does not buy: said with the best that it does',
    WORKED_EXAMPLE,
    { limitPercent: 12, budgetUsd: 2_000, keepUpside: true },
    (a) => {
      expect(a.outcome).toBe('cannot-be-met')
      expect(a.summary).toMatch(
        /cannot be had for \$2,000 .*: it would cost \$2,373\. Selling keeps the limit: .*\. The best that the budget buys is SPY/,
      )
      expect(a.hedgeStrategies[0]).toMatchObject({ role: 'recommended', holdsLimit: false })
      expect(a.hedgeStrategies[0]!.cost.total).toBeLessThanOrEqual(2_000)
      expect(a.frontier.some(({ reason }) => reason === 'budget')).toBe(true)
    },
  ],
  [
    'a limit that holds already',
    WORKED_EXAMPLE,
    { limitPercent: 40 },
    (a) => {
      expect(a.outcome).toBe('limit-holds-already')
      expect(a.summary).toMatch(/^No hedge is needed/)
      expect(a.hedgeStrategies[0]).toMatchObject({
        role: 'recommended',
        family: 'do-nothing',
        estimatedCost: 'Nothing',
      })
    },
  ],
  [
    'a book without market risk gets no index put',
    'TLT,100,1\nIEF,100,1\nSHY,100,1\n',
    {},
    (a) => {
      expect(a).toMatchObject({ outcome: 'limit-holds-already', ownRisk: { kind: 'rates', isKept: true } })
      expect(a.hedgeStrategies.filter(({ family }) => ['index-put', 'put-spread'].includes(family))).toEqual([])
      expect(rejectionsOf(a, 'index-put')).toEqual(['no-market-exposure'])
    },
  ],
  [
    'a tiny portfolio: one contract is too large, selling is offered',
    'AAPL,10,1\nKO,5,1\n',
    {},
    (a) => {
      expect(a.summary).toMatch(
        /One contract on SPY covers \$75,191, too much for the \$3,671 there is to hedge\..*XSP/,
      )
      expect(a.summary).toContain('Selling keeps the limit: with 28.8% of every position sold')
      expect(a.hedgeStrategies.every(({ legs }) => legs.length === 0)).toBe(true)
    },
  ],
  [
    'cash alone',
    'CASH,10000,1\n',
    {},
    (a) => {
      expect(a.outcome).toBe('do-not-hedge')
      expect(a.riskAssessment.concentrationRisk).toContain('nothing is concentrated')
    },
  ],
  [
    'positions without a price are left out by name',
    'AAPL,100,1\nQQQQX,50,1\n',
    {},
    (a) => {
      expect(a.leftOut).toEqual([{ ticker: 'QQQQX', reason: 'not-simulated' }])
      expect(a.summary).toContain('Not included: QQQQX.')
      // 100 shares of Apple and nothing else.
      expect(a.riskAssessment.contributions.map(({ ticker }) => ticker)).toEqual(['AAPL'])
    },
  ],
  [
    'no options wanted',
    WORKED_EXAMPLE,
    { allowOptions: false },
    (a) => {
      expect(a.chains).toEqual([])
      expect(a.summary).toMatch(/^Without options, as you asked, a market fall of 20% costs/)
      expect(strategyOf(a, 'reduce-exposure').role).toBe('comparator')
    },
  ],
  [
    'options in the book are repriced with it, and those without a chain are named',
    `${WORKED_EXAMPLE}SPY270219P00700000,2,10\nNVDA261218C00280000,-1,5\nAAPL280121C00300000,1,50\n`,
    {},
    (a) => {
      expect(
        a.repricing.book.options.map(({ underlying, strike, contracts }) => [underlying, strike, contracts]),
      ).toEqual([
        ['NVDA', 280, -1],
        ['SPY', 700, 2],
      ])
      expect(a.leftOut.map(({ ticker }) => ticker)).toEqual(['AAPL280121C00300000'])
      // Two puts already protect: less is lost than without them.
      expect(a.hedgeStrategies[0]!.unhedgedLossAtShockPercent).toBeLessThan(22.8)
      expect(a.hedgeStrategies[0]!.cost.total).toBeLessThan(1_563)
    },
  ],
  [
    'shorts count with their sign',
    'AAPL,130,1\nTSLA,-140,1\nNVDA,130,1\n',
    {},
    (a) => {
      expect(a.riskAssessment.contributions.find(({ ticker }) => ticker === 'TSLA')!.weightPercent).toBeLessThan(0)
      expect(a.summary).toContain('the short position in TSLA')
    },
  ],
  [
    'an option of next week, which no usual slice of its chain holds',
    `${WORKED_EXAMPLE}JPM261127C00330000,1,5\n`,
    {},
    (a) => {
      expect(a.repricing.book.options).toMatchObject([{ underlying: 'JPM', expiry: '2026-11-27', contracts: 1 }])
      expect(a.leftOut).toEqual([])
    },
  ],
  [
    'a floor under each position, by its own puts',
    WORKED_EXAMPLE,
    { objective: 'floor', budgetPercent: 20 },
    (a) => {
      const floors = strategyOf(a, 'holding-floors')
      expect(floors.role).toBe('recommended')
      expect(floors.legs.map(({ underlying }) => underlying)).toEqual(['AAPL', 'KO', 'NVDA', 'TLT', 'XOM'])
      expect(rejectionsOf(a, 'holding-floors')).toEqual(['fewer-than-100-shares', 'fewer-than-100-shares'])
    },
  ],
  [
    'a limit on the worst simulated paths speaks of these',
    WORKED_EXAMPLE,
    { objective: 'cvar', limitPercent: 18 },
    (a) => expect(a.summary).toContain('the mean of the worst simulated losses is then 18% at most'),
  ],
  [
    'a horizon beyond the last expiry ends with it, and is said to',
    WORKED_EXAMPLE,
    { horizonDays: 252 },
    (a) => {
      expect(a.term!.askedDay).toBe('2027-11-23')
      expect(a.term!.lastDay < '2027-07-01').toBe(true)
      expect(a.summary).toContain('No options are listed until Nov 23, 2027, so the protection is for the time until ')
    },
  ],
]

function tryCase(_name: string, rows: string, body: HedgeRequestBody, check: (a: HedgeAnalysis) => void) {
  test('is answered so, every figure a fact and nothing unreal', async () => {
    const found = await analyse(anna, await upload(anna, rows), body)
    check(found)
    for (const { family, type, cost } of found.hedgeStrategies) {
      const { name, costKind } = HEDGE_FAMILIES[family]
      expect([type, cost.kind]).toEqual([name, costKind])
    }
    expect(findLooseFigures(found)).toEqual([])
    expect(findUnreal(found)).toEqual([])
  })
}
describe.each(CASES.slice(0, 8))('%s', tryCase)
describe.each(CASES.slice(8))('%s', { tags: 'full' }, tryCase)

describe('what is asked for in words', () => {
  test('is understood, fields win over it, and the rest is given back', async () => {
    const customPrompt = 'max loss 10 %, under $2,000, keep NVDA and buy gold'
    const { request } = await analyse(anna, example, { customPrompt, limitPercent: 12 })
    expect(request).toMatchObject({ limitPercent: 12, keep: ['NVDA'], customPrompt })
    // 2,000 / 189,713.37
    expect(request.budgetPercent).toBeCloseTo(1.054222, 6)
    expect(request.understood.map(({ words }) => words)).toEqual(['under $2,000', 'keep NVDA'])
    expect(request.notUsed).toEqual(['buy gold', 'max loss 10 % (the form says something else)'])
  })

  test('the smaller of two budgets counts, and what is not held cannot be kept', async () => {
    const { request } = await analyse(anna, example, { budgetPercent: 1, budgetUsd: 1_000_000, keep: ['aapl', 'ZZZ'] })
    expect(request).toMatchObject({ budgetPercent: 1, keep: ['AAPL'], notUsed: ['ZZZ (it is not in this portfolio)'] })
  })

  test.each([
    [{ limitPercent: 0 }],
    [{ limitPercent: 'many' }],
    [{ shockPercent: 99 }],
    [{ horizonDays: 1.5 }],
    [{ budgetUsd: -1 }],
    [{ nonsense: 1 }],
    [{ customPrompt: 'x'.repeat(1_001) }],
  ])('%j is refused before anything is done', async (body) => {
    const options = { method: 'POST', json: body, headers: { accept: 'text/event-stream' } }
    const response = await anna.fetch(`/api/portfolios/${example}/analyze-hedges`, options)
    expect(response.status).toBe(400)
    expect(response.headers.get('content-type')).toContain('application/json')
  })
})

test('every text is made of pieces, and each piece with a figure opens a fact', () => {
  const texts = listTexts(answer)
  expect(texts.length).toBeGreaterThan(50)
  expect(findLooseFigures(answer)).toEqual([])
  const plain = new Set(texts.map(({ parts }) => parts.map(({ text }) => text).join('')))
  for (const strategy of answer.hedgeStrategies) {
    for (const text of [strategy.estimatedCost, strategy.instrument, strategy.reasoning, strategy.implementation]) {
      expect(plain).toContain(text)
    }
  }
  expect(plain).toContain(answer.summary)
})

test('any portfolio and any request are answered in real figures and facts', { tags: ['full'] }, async () => {
  const tickers = [
    'AAPL',
    'MSFT',
    'NVDA',
    'TSLA',
    'JPM',
    'KO',
    'XOM',
    'SPY',
    'QQQ',
    'TLT',
    'GLD',
    'IBIT',
    'VXX',
    'NOSUCH',
  ]
  const rows = fc.uniqueArray(
    fc.tuple(
      fc.constantFrom(...tickers),
      fc.integer({ min: -150, max: 600 }).filter((shares) => shares !== 0),
    ),
    { selector: ([ticker]) => ticker, minLength: 1, maxLength: 8 },
  )
  const bodies = fc.record(
    {
      limitPercent: fc.integer({ min: 1, max: 60 }),
      shockPercent: fc.integer({ min: 5, max: 60 }),
      horizonDays: fc.integer({ min: 5, max: 252 }),
      budgetPercent: fc.integer({ min: 0, max: 20 }),
      allowShortCalls: fc.boolean(),
      keepUpside: fc.boolean(),
      keep: fc.subarray(tickers),
      objective: fc.constantFrom('loss-curve' as const, 'cvar' as const, 'floor' as const),
    },
    { requiredKeys: [] },
  )
  await fc.assert(
    fc.asyncProperty(rows, bodies, async (held, body) => {
      // Enough cash that more is held than owed.
      const id = await upload(
        anna,
        `${held.map(([ticker, shares]) => `${ticker},${shares},1`).join('\n')}\nCASH,500000,1\n`,
      )
      const found = await analyse(anna, id, body)
      expect(findLooseFigures(found)).toEqual([])
      expect(findUnreal(found)).toEqual([])
    }),
    { numRuns: RUNS, seed: 8 },
  )
})
