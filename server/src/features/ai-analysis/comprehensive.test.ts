import type { ComprehensiveAnalysis, CorrelationAnalysis, OptionChain, Prices } from '@ballast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SIMULATED_INSTRUMENTS } from '../../market-data/sample/instruments.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { findUnreal } from '../hedges/testing/loose-figures.ts'
import { analyseWhole } from './testing/analysis-client.ts'
import { findLooseFigures } from './testing/loose-analysis-figures.ts'

const RUNS = process.env.BALLAST_LONG ? 60 : 6

let app: TestApp
let anna: TestClient
let example: string
let answer: ComprehensiveAnalysis
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  anna = await signInPro(app, 'anna@example.com')
  example = await upload(anna, WORKED_EXAMPLE)
  answer = await analyseWhole(anna, example)
})
afterAll(() => app?.close())

const factOf = ({ facts }: ComprehensiveAnalysis, key: string) => facts.find((fact) => fact.key === key)?.value
const stateOf = ({ context }: ComprehensiveAnalysis, name: string) => context.find((one) => one.name === name)!

/** Checks what must be true of every analysis, whatever the portfolio. */
function expectSound(analysis: ComprehensiveAnalysis) {
  expect(findLooseFigures(analysis)).toEqual([])
  expect(findUnreal(analysis)).toEqual([])
  expect(analysis.recommendation).toMatch(
    /^(Reduce concentration in |Hedge market risk|Hold less of |Diversify across sectors|Complete the data|Hold – no change)/,
  )
  expect(analysis.reasoning.length).toBeGreaterThanOrEqual(4)
  expect(analysis.reasoning.length).toBeLessThanOrEqual(7)
  for (const parts of analysis.reasoningParts) expect(parts.some(({ fact }) => fact !== undefined)).toBe(true)
  expect(analysis.actions.length).toBeGreaterThan(0)
  const { data, within, alternative } = analysis.confidenceDetail
  if (analysis.evidence.startsWith('Not tested')) expect(analysis.confidence).toBe(0)
  else expect(analysis.confidence).toBeCloseTo(100 * Math.min(data, Math.max(0, within! - (alternative ?? 0))), 1)
  expect(analysis.evidence).not.toMatch(/[Cc]onfidence|%/)
  expect(analysis.context.map(({ name }) => name)).toEqual([
    ...['Portfolio data', 'Correlation matrix', 'Options chains', 'Backtest results'],
  ])
  expect(new Set(analysis.facts.map(({ id }) => id)).size).toBe(analysis.facts.length)
}

describe('the worked example: seven holdings of the simulated market on 2026-11-20', () => {
  test('reduces NVDA first and hedges the market second', () => {
    expectSound(answer)
    expect(answer.headline).toBe('reduce-concentration')
    expect(answer.recommendation).toMatch(
      /^Reduce concentration in NVDA, then hedge market risk: a market fall of 20% then costs at most 1[45]\.\d% of the portfolio, within the limit of 15%\. Moves of NVDA beyond the market/,
    )
    expect(answer.actions.map(({ type }) => type)).toEqual(['trim', 'hedge'])
    expect(answer.reasoning[0]).toBe('NVDA is 40.5% of the value and 64.0% of the risk.')
    expect(answer.reasoning[3]).toContain('a market fall of 20% implies a loss of about 22.84% ($43,340)')
    expect(answer).toMatchObject({ simulated: true, source: 'sample', engine: { kind: 'built-in' }, isCurrent: true })
  })

  test('says what stands behind its evidence, and what costs less', () => {
    expect(answer.evidence).toMatch(/^Helps in \d+ of 100 histories, \d of 6 crises\.$/)
    expect(answer.confidenceDetail).toMatchObject({ data: 1, resampleCount: 500, windowCount: 6, calibrated: false })
    expect(factOf(answer, 'confidence.percent')).toBe(answer.confidence)
    expect(answer.reasoning.join(' ')).toMatch(/keeps the limit of 15% in \d+\. The best plan that should cost less \(/)
  })

  test('measures each step on what stands after the steps before it, and hedges less after the trim', () => {
    const [trim, hedge] = answer.actions
    expect([trim?.step?.status, hedge?.step?.status]).toEqual(['first', 'as-it-stands'])
    const between = trim!.step!.left.lossPercent
    expect(trim!.description).toContain(
      `After this step a market fall of 20% costs ${between.toFixed(1)}% of the portfolio.`,
    )
    expect(hedge!.description).toContain(`instead of ${between.toFixed(1)}%`)
    expect(hedge!.step!.left.lossPercent).toBeLessThanOrEqual(15.05)
    // Alone, the hedge costs $5,795.
    expect(hedge!.effect!.costPercent).toBeLessThan(2.22)
    expect(hedge!.operations).toEqual(hedge!.step!.operations)
  })

  test('sells NVDA down to a tenth of the value and buys the index with the proceeds', async () => {
    const [trim] = answer.actions
    const { prices } = await anna.json<Prices>(`/api/portfolios/${example}/prices`)
    const [sale, purchase] = trim!.operations
    if (sale?.kind !== 'trade' || purchase?.kind !== 'trade') throw new Error('A sale and a purchase were expected')
    const price = prices.NVDA!.price
    const value = Number(factOf(answer, 'book.value'))
    expect([sale.ticker, purchase.ticker]).toEqual(['NVDA', 'SPY'])
    expect(sale.amount).toBeCloseTo(sale.shares * price, 6)
    // Whole shares: what is left is within one of them below a tenth.
    expect([sale, purchase].every(({ shares }) => Number.isInteger(shares))).toBe(true)
    expect((300 + sale.shares) * price).toBeGreaterThanOrEqual(0.1 * value - price)
    expect((300 + sale.shares) * price).toBeLessThanOrEqual(0.1 * value + 1e-6)
    expect(purchase.amount).toBeLessThanOrEqual(-sale.amount)
    expect(trim!.effect!.scoreChange).toBeGreaterThan(10)
    expect(trim!.effect!.cvarChangePercent).toBeLessThan(0)
    expect(trim!.effect!.crisisLossChangePercent).toBeLessThan(0)
  })

  test('carried out, the first action does what it says', async () => {
    const score = async (id: string) =>
      (await anna.json<CorrelationAnalysis>(`/api/portfolios/${id}/correlation-analysis`)).diversificationScore!
    const shares = new Map(
      WORKED_EXAMPLE.trim()
        .split('\n')
        .map((row) => [row.split(',')[0]!, Number(row.split(',')[1])]),
    )
    let left = 0
    for (const one of answer.actions[0]!.operations) {
      if (one.kind !== 'trade') continue
      shares.set(one.ticker, (shares.get(one.ticker) ?? 0) + one.shares)
      left -= one.amount
    }
    shares.set('CASH', Number(left.toFixed(2)))
    const followed = await upload(anna, [...shares].map(([ticker, count]) => `${ticker},${count},1\n`).join(''))
    // Both screens round the score to whole points.
    const change = (await score(followed)) - (await score(example))
    expect(Math.abs(change - answer.actions[0]!.effect!.scoreChange!)).toBeLessThanOrEqual(1)
    const after = await analyseWhole(anna, followed)
    expect(after.recommendation).not.toContain('NVDA')
    expect(factOf(after, 'book.value')).toBeCloseTo(Number(factOf(answer, 'book.value')), -1)
  })

  test('hedges with contracts of the chain, at their quotes', async () => {
    const [, hedge] = answer.actions
    const chain = await anna.json<OptionChain>('/api/options/near-term/SPY?expiry=2027-02-19')
    const quotes = new Map(chain.options.map((option) => [option.symbol, option]))
    expect(hedge!.operations).toHaveLength(2)
    for (const operation of hedge!.operations) {
      if (operation.kind !== 'option') throw new Error('An option was expected')
      const quote = quotes.get(operation.symbol)!
      expect(operation.premium).toBe(operation.contracts > 0 ? quote.ask : quote.bid)
    }
    expect(hedge!.description).toMatch(/buy to open \d SPY Feb 19, 2027 \d{3} puts \(SPY270219P00\d{6}\) at \$/)
  })

  test('lists what it was made from, with days and coverage', () => {
    expect(answer.methodology.dataSources).toEqual([
      'Positions: 7 at prices of Nov 20, 2026 from the simulated market',
      expect.stringMatching(/^Histories: 2,520 daily returns up to Nov 20, 2026 from the simulated market/),
      expect.stringMatching(/^Option chains: [\d,]+ contracts of SPY, XLK, NVDA, AAPL, quotes of Nov 20, 2026$/),
      'Option chains read for volatility alone: MSFT, JPM, XOM, among the largest 5 positions',
      expect.stringMatching(/^Past crises: 6 replays/),
      expect.stringMatching(/^Sector weights of the S&P 500 as of /),
    ])
    expect(answer.context.map(({ state }) => state)).toEqual(['used', 'used', 'used', 'used'])
  })

  test('the same portfolio gives the same analysis, byte for byte', { tags: 'full' }, async () => {
    const again = await analyseWhole(anna, example)
    const content = ({ analysisId: _id, ...rest }: ComprehensiveAnalysis) => JSON.stringify(rest)
    expect(content(again)).toBe(content(answer))
  })
})

const CASES: readonly (readonly [name: string, rows: string, check: (a: ComprehensiveAnalysis) => void])[] = [
  [
    'a balanced portfolio is held, and that is a result',
    'SPY,100,1\nAGG,500,1\nTLT,100,1\nGLD,50,1\nKO,100,1\nJNJ,50,1\nXLU,100,1\n',
    (a) => {
      expect(a.recommendation).toMatch(
        /^Hold – no change\. A market fall of 20% costs 1\d\.\d+% of the portfolio, within the limit of 15%\. No trade would take a risk of 2%/,
      )
      expect(a.actions).toMatchObject([{ type: 'monitor', operations: [], effect: null }])
      expect(a.confidence).toBeGreaterThan(50)
    },
  ],
  [
    'bonds are not told to become shares',
    'AGG,500,1\nSHY,300,1\nIEF,100,1\n',
    (a) => {
      expect(a.headline).toBe('hold')
      expect(a.actions.flatMap(({ operations }) => operations)).toEqual([])
    },
  ],
  [
    'one company alone',
    'AAPL,100,1\n',
    (a) => {
      expect(a.recommendation).toMatch(/^Reduce concentration in AAPL/)
      expect(stateOf(a, 'Correlation matrix')).toMatchObject({ state: 'missing' })
    },
  ],
  [
    'one broad fund has market risk and no company',
    'SPY,100,1\n',
    (a) => {
      expect(a.recommendation).toMatch(
        /^Hedge market risk: a market fall of 20% then costs at most [\d.]+% of the portfolio, within the limit of 15%\. A market fall of 20% would cost 20\.00%/,
      )
      expect(a.reasoning[0]).toMatch(/^If you look inside its funds/)
    },
  ],
  [
    'many companies of one sector',
    'AAPL,40,1\nMSFT,20,1\nAVGO,30,1\nORCL,40,1\nCRM,40,1\nADBE,25,1\nAMD,50,1\nCSCO,140,1\nTXN,55,1\nQCOM,60,1\nINTC,280,1\nMU,50,1\nIBM,36,1\n',
    (a) => {
      expect(a.recommendation).toMatch(/^Diversify across sectors, then hedge market risk: /)
      const spread = a.actions.find(({ type }) => type === 'diversify')!
      expect(spread.operations).toHaveLength(14)
      expect(spread.description).toContain('and the listed shares of')
    },
  ],
  [
    'cash alone',
    'CASH,10000,1\n',
    (a) => {
      expect(a.headline).toBe('hold')
      expect(a.reasoning.join(' ')).toContain('Cash is 100.0% of the value')
      expect(stateOf(a, 'Correlation matrix')).toMatchObject({ state: 'missing', note: 'Nothing is held but cash.' })
    },
  ],
  [
    'shorts keep their sign',
    'AAPL,100,1\nTSLA,-100,1\nNVDA,100,1\n',
    (a) => {
      for (const { operations } of a.actions) {
        for (const one of operations)
          if (one.kind === 'trade' && one.ticker === 'TSLA') expect(one.shares).toBeGreaterThan(0)
      }
    },
  ],
  [
    'a heavy short is bought back, and it loses when the market rises',
    'TSLA,-400,1\nCASH,300000,1\n',
    (a) => {
      expect(a.recommendation).toMatch(/^Reduce concentration in the short position in TSLA/)
      expect(a.actions[0]!.description).toMatch(/^Buy back /)
      const [cover] = a.actions[0]!.operations
      expect(cover).toMatchObject({ kind: 'trade', ticker: 'TSLA' })
      expect(cover?.kind === 'trade' && cover.shares > 200 && cover.shares < 400).toBe(true)
      expect(a.reasoning.join(' ')).toMatch(/is sold short by 28\.9% of the value\./)
      expect(a.reasoning.join(' ')).toMatch(/it loses when the market rises: a rise of a tenth costs about \d/)
    },
  ],
  [
    'what is sold pays for what is bought, and no sector is left once the companies that weigh too much are trimmed',
    'TSLA,50,1\nPLTR,300,1\nSNOW,60,1\nCRWD,40,1\nSHOP,150,1\nROKU,100,1\nARKK,300,1\nCOIN,30,1\n',
    (a) => {
      expect(a.actions.filter(({ type }) => type === 'trim' || type === 'diversify')).toHaveLength(1)
      for (const { operations } of a.actions) {
        const amounts = operations.flatMap((one) => (one.kind === 'trade' ? [one.amount] : []))
        expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeLessThanOrEqual(0)
      }
    },
  ],
  [
    'options that are held count with the book, and those without a chain are named',
    `${WORKED_EXAMPLE}SPY270219P00700000,2,10\nAAPL280121C00300000,1,50\n`,
    (a) => {
      expect(a.leftOut.map(({ ticker }) => ticker)).toEqual(['AAPL280121C00300000'])
      expect(stateOf(a, 'Portfolio data').state).toBe('partial')
    },
  ],
  [
    'mostly without a price: the data come first',
    'ABNB,60,1\nZZZZQ,100,50\nQQZZ,200,80\n',
    (a) => {
      // 60 × 214.70 over that, 5,000 and 16,000.
      expect(factOf(a, 'basis.dataPercent')).toBeCloseTo(38.0, 1)
      expect(a.recommendation).toMatch(/^Complete the data/)
      expect(a.actions[0]).toMatchObject({ type: 'data', operations: [], effect: null })
      expect(a.actions[0]!.description).toMatch(/^QQZZ and ZZZZQ are not in the demo market/)
      expect(a.leftOut).toEqual([
        { ticker: 'QQZZ', reason: 'not-simulated' },
        { ticker: 'ZZZZQ', reason: 'not-simulated' },
      ])
    },
  ],
]

const tryCase = (_name: string, rows: string, check: (a: ComprehensiveAnalysis) => void) => {
  test('is answered so, every figure a fact and nothing unreal', async () => {
    const found = await analyseWhole(anna, await upload(anna, rows))
    expectSound(found)
    check(found)
  })
}
describe.each(CASES.slice(0, 4))('%s', tryCase)
describe.each(CASES.slice(4))('%s', { tags: 'full' }, tryCase)

test('any portfolio is answered in real figures and facts, with operations that its holdings allow', {
  tags: 'full',
  timeout: 300_000,
}, async () => {
  const tickers = [
    'AAPL',
    'MSFT',
    'NVDA',
    'TSLA',
    'JPM',
    'XOM',
    'KO',
    'SPY',
    'QQQ',
    'TLT',
    'GLD',
    'BRK.B',
    'VXX',
    'RIVN',
    'IBIT',
  ]
  const position = fc.record({
    ticker: fc.constantFrom(...tickers),
    shares: fc.oneof(fc.integer({ min: 1, max: 800 }), fc.integer({ min: -40, max: -1 })),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(position, { minLength: 1, maxLength: 10, selector: ({ ticker }) => ticker }),
      fc.integer({ min: 0, max: 200_000 }),
      async (positions, cash) => {
        const rows = positions.map(({ ticker, shares }) => `${ticker},${shares},1\n`).join('')
        const id = await upload(anna, `${rows}CASH,${cash + 100_000},1\n`)
        const found = await analyseWhole(anna, id)
        expectSound(found)
        const held = new Map(positions.map(({ ticker, shares }) => [ticker, shares]))
        for (const { operations } of found.actions) {
          for (const one of operations) {
            if (one.kind !== 'trade' || one.shares >= 0) continue
            // Nothing is sold that is not held, and no more of it.
            expect(held.get(one.ticker) ?? 0).toBeGreaterThanOrEqual(-one.shares - 1e-9)
          }
        }
      },
    ),
    { numRuns: RUNS, seed: 9 },
  )
})

test('500 positions are answered within the time of a request', { tags: 'full' }, async () => {
  const tickers = [...SIMULATED_INSTRUMENTS.keys()].slice(0, 125)
  const rows = Array.from(
    { length: 500 },
    (_, place) => `${tickers[place % 125]},${1 + place},${1 + (place % 7)}\n`,
  ).join('')
  const found = await analyseWhole(anna, await upload(anna, rows))
  expectSound(found)
  // Lots of one ticker are one holding.
  expect(factOf(found, 'basis.holdings')).toBe(125)
})
