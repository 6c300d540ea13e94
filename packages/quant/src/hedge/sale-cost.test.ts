import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { analyzeHedges } from './analyze-hedges.ts'
import { prepareHedging } from './hedge-context.ts'
import type { HedgeHolding } from './hedge-market.ts'
import { completeHedgeRequest, type HedgeRequest } from './hedge-request.ts'
import { compareSelling, computeForgoneReturn, measureSaleTax } from './sale-cost.ts'
import { INDEX_CHAIN } from './test-chains.ts'
import { createTestSituation } from './test-situation.ts'

const holding = (ticker: string, value: number, shares: number, lots: HedgeHolding['lots'] = []): HedgeHolding => {
  const rest = { beta: 1, downsideBeta: null, sector: null, internalDiversification: 1 } as const
  return { ticker, value, shares, lots, instrumentClass: 'company', ...rest }
}
const taxable = { account: 'margin', gainsTax: null } as const

describe('expected return forgone', () => {
  test('is dollar beta times 4.5 % a year: gold and government bonds forgo nothing', () => {
    expect(computeForgoneReturn([{ value: 100_000, beta: 1.2 }], 126)).toBeCloseTo(100_000 * 1.2 * 0.045 * 0.5, 8)
    const safe = [
      { value: 50_000, beta: -0.2 },
      { value: 50_000, beta: 0 },
    ]
    expect(computeForgoneReturn(safe, 126)).toBe(0)
    expect(computeForgoneReturn([...safe, { value: 1_000, beta: 1 }], 252)).toBeCloseTo(45, 10)
  })

  test('shorts that are bought back take it off, and it is never negative', () => {
    const both = [
      { value: 1_000, beta: 1 },
      { value: -400, beta: 1 },
    ]
    expect(computeForgoneReturn(both, 252)).toBeCloseTo(27, 10)
    expect(computeForgoneReturn([{ value: -400, beta: 1 }], 252)).toBe(0)
  })
})

describe('tax on what is sold', () => {
  // 100 shares at 50: 30 were bought at 60, 40 at 20.
  const book = [
    holding('A', 5_000, 100, [
      { shares: 40, cost: 20 },
      { shares: 30, cost: 60 },
    ]),
  ]
  const sell = (shares: number) => [{ ticker: 'A', amount: -50 * shares, shares: -shares }]

  test('goes by lot, the dearest first, and says what has no known cost', () => {
    expect(measureSaleTax(book, sell(30), taxable)).toMatchObject({ gain: -300, unknownValue: 0 })
    expect(measureSaleTax(book, sell(50), taxable)).toMatchObject({ gain: -300 + 20 * 30, unknownValue: 0 })
    expect(measureSaleTax(book, sell(90), taxable)).toMatchObject({ gain: -300 + 40 * 30, unknownValue: 20 * 50 })
  })

  test('is the owner’s rate on the gain, nothing on a loss or in an IRA, and unknown without a rate', () => {
    const at = (account: 'margin' | 'ira', gainsTax: number | null, shares: number) =>
      measureSaleTax(book, sell(shares), { account, gainsTax })!.tax
    expect(at('margin', 0.2, 50)).toBeCloseTo(0.2 * 300, 10)
    expect(at('margin', 0.2, 30)).toBe(0)
    expect(at('ira', 0.2, 50)).toBe(0)
    expect(at('ira', null, 50)).toBe(0)
    expect(at('margin', null, 50)).toBeNull()
  })

  test('is none of purchases, of shorts that are bought back, and where nothing is traded', () => {
    expect(measureSaleTax(book, [{ ticker: 'A', amount: 500, shares: 10 }], taxable)).toBeNull()
    expect(measureSaleTax([holding('B', -500, -10)], [{ ticker: 'B', amount: 500, shares: 10 }], taxable)).toBeNull()
    expect(measureSaleTax(book, [], taxable)).toBeNull()
  })

  test('selling more never realises a smaller gain once losses are used up, and everything realises everything', () => {
    const lots = fc.array(
      fc.record({ shares: fc.integer({ min: 1, max: 50 }), cost: fc.integer({ min: 1, max: 100 }) }),
      { minLength: 1, maxLength: 5 },
    )
    fc.assert(
      fc.property(lots, fc.integer({ min: 1, max: 100 }), (owned, price) => {
        const shares = owned.reduce((sum, lot) => sum + lot.shares, 0)
        const all = [holding('A', shares * price, shares, owned)]
        const gainOf = (part: number) =>
          measureSaleTax(all, [{ ticker: 'A', amount: -part * shares * price, shares: null }], taxable)!
        const whole = owned.reduce((sum, lot) => sum + lot.shares * (price - lot.cost), 0)
        expect(gainOf(1).gain).toBeCloseTo(whole, 6)
        expect(gainOf(1).unknownValue).toBe(0)
        // No other choice of lots realises less.
        expect(gainOf(0.5).gain).toBeLessThanOrEqual(whole / 2 + 1e-6)
      }),
      propertyRuns(200),
    )
  })
})

describe('a hedge beside selling', () => {
  // Options are dear, so that selling is worth a thought.
  const situation = createTestSituation({ indexChain: { ...INDEX_CHAIN, atmVolatility: 0.24 } })
  const withCosts = (share: number) => ({
    ...situation,
    holdings: situation.holdings.map((one) => ({
      ...one,
      lots: [{ shares: one.shares, cost: (share * one.value) / one.shares }],
    })),
  })

  test('wins or loses by expected cost, and above the break-even rate the other one does', () => {
    const plain = analyzeHedges(withCosts(0.4)).selling!
    expect(plain.cheaper).toBe('tax')
    expect(plain.breakEvenRate).toBeCloseTo((plain.hedgeCost - plain.forgone) / plain.sale.gain, 12)
    expect(plain.hedgeCost).toBeGreaterThan(plain.forgone)
    const at = (gainsTax: number) => analyzeHedges(withCosts(0.4), { gainsTax })
    const [below, above] = [at(0.9 * plain.breakEvenRate!), at(1.1 * plain.breakEvenRate!)]
    expect([below.selling!.cheaper, above.selling!.cheaper]).toEqual(['selling', 'hedge'])
    // The tax is part of what selling costs.
    const costOf = ({ proposals }: typeof below) => proposals.find(({ family }) => family === 'reduce-exposure')!.cost
    expect(costOf(above).tax).toBeCloseTo(1.1 * plain.breakEvenRate! * plain.sale.gain, 6)
    expect(costOf(above).total - costOf(above).tax).toBeCloseTo(plain.forgone, 6)
    const said = (found: typeof below) => found.priorities.some(({ rule }) => rule === 'selling-is-cheaper')
    expect([said(below), said(above)]).toEqual([true, false])
  })

  test('is no rival where neither keeps the limit but the hedge loses less', () => {
    const { proposals } = analyzeHedges(withCosts(0.4))
    const selling = {
      ...proposals.find(({ family }) => family === 'reduce-exposure')!,
      holdsLimit: false,
      worstLoss: 0.27,
    }
    const hedge = { ...proposals.find(({ family }) => family !== 'reduce-exposure')!, holdsLimit: false }
    expect(compareSelling({ ...hedge, worstLoss: 0.16 }, selling)).toBeNull()
    expect(compareSelling({ ...hedge, worstLoss: 0.28 }, selling)).not.toBeNull()
  })

  test('in an IRA, and of what is held at a loss, no tax decides', () => {
    expect(analyzeHedges(withCosts(0.4), { account: 'ira' }).selling).toMatchObject({
      cheaper: 'selling',
      sale: { tax: 0 },
    })
    expect(analyzeHedges(withCosts(1.4)).selling).toMatchObject({ cheaper: 'selling', breakEvenRate: null })
  })

  test('a request that was recorded before tax could be said assumes none', () => {
    const { gainsTax: _unsaid, ...recorded } = completeHedgeRequest()
    const { request } = prepareHedging(situation, recorded as HedgeRequest)
    expect(request.gainsTax).toBeNull()
  })

  test('is undecided where costs are unknown, and counts crises', () => {
    const { selling, proposals } = analyzeHedges(situation)
    expect(selling).toMatchObject({ cheaper: 'tax', breakEvenRate: null })
    expect(selling!.crises.all).toBe(situation.crises.length)
    const [pick, sold] = [proposals[0]!, proposals.find(({ family }) => family === 'reduce-exposure')!]
    const better = sold.crises.filter((row, i) => row.worstHedged > pick.crises[i]!.worstHedged).length
    expect(selling!.crises.better).toBe(better)
  })
})
