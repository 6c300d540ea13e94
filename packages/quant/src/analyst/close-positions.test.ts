import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { evaluateProposal } from '../hedge/evaluate-proposal.ts'
import { prepareHedging } from '../hedge/hedge-context.ts'
import { completeHedgeRequest } from '../hedge/hedge-request.ts'
import type { HedgeSituation } from '../hedge/hedge-situation.ts'
import { createTestSituation } from '../hedge/test-situation.ts'
import { applyProposal } from './apply-proposal.ts'
import { proposeClosing } from './close-positions.ts'
import { findWorstMove, measureMoveLoss, mirrorShock } from './market-moves.ts'

const MARKET = createTestSituation({ positions: 6, days: 400 })
const REQUEST = completeHedgeRequest()
const prepare = (situation: HedgeSituation) => prepareHedging(situation, REQUEST)

/** The made-up book with every holding times its factor, and the cash that makes it worth what it was. */
function bend(factors: readonly number[]): HedgeSituation {
  const holdings = MARKET.holdings.map((one, place) => {
    const factor = factors[place] ?? 1
    return { ...one, value: factor * one.value, shares: factor * one.shares }
  })
  const value = holdings.reduce((sum, one) => sum + one.value, 0)
  return { ...MARKET, holdings, cash: 500_000 - value }
}

const SPOT = MARKET.index.price
const listed = MARKET.markets
  .find(({ role }) => role === 'index')!
  .chain.contracts.filter(({ state, bid, ask }) => state === 'ok' && (bid ?? 0) > 0 && (ask ?? 0) > 0)

function holdOption(type: 'call' | 'put', contracts: number) {
  // Out of the money, so that it ends worthless where nothing moves.
  const isOut = ({ strike }: { strike: number }) => (type === 'call' ? strike > 1.05 * SPOT : strike < 0.95 * SPOT)
  // Longer than the term: once they have expired, no move of the market costs more than another.
  const long = listed.filter((one) => one.type === type && isOut(one) && 365 * one.years > 120)
  const { strike, expiry, mark } = long.reduce((near, one) =>
    Math.abs(one.strike - SPOT) < Math.abs(near.strike - SPOT) ? one : near,
  )
  return { underlying: 'SPY', type, strike, expiry, contracts, premium: mark!, multiplier: 100 } as const
}

describe('the move that costs most', () => {
  test('a book of beta −1 loses at the mirrored rise what one of beta 1 loses at the fall', () => {
    // 1/(1 − 0.2) − 1 = 0.25, and 1.25^−1 − 1 = −0.2.
    expect(mirrorShock(-0.2)).toBeCloseTo(0.25, 12)
    const of = (beta: number) => {
      const [first] = MARKET.holdings
      const situation = { ...MARKET, holdings: [{ ...first!, beta, value: 100_000 }], cash: 0 }
      return findWorstMove(prepare(situation))
    }
    expect(of(1)).toEqual({ marketReturn: -0.2, loss: expect.closeTo(0.2, 12) })
    expect(of(-1)).toEqual({ marketReturn: mirrorShock(-0.2), loss: expect.closeTo(0.2, 12) })
  })

  test('of options alone it may be none at all', () => {
    const options = [holdOption('call', 5), holdOption('put', 5)]
    expect(findWorstMove(prepare({ ...MARKET, holdings: [], cash: 0, options })).marketReturn).toBe(0)
  })
})

describe('closing what loses', () => {
  test('keeps the limit with shares alone, sells no more than is held, and shorts nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 6, maxLength: 6 }),
        fc.constantFrom(-0.2, 0.25),
        (factors, marketReturn) => {
          const context = prepare(bend(factors))
          const draft = proposeClosing(context, marketReturn)
          const before = measureMoveLoss(context, marketReturn).loss
          if (draft === null) {
            expect(before).toBeLessThanOrEqual(REQUEST.limit)
            return
          }
          const situation = applyProposal(context.situation, evaluateProposal(context, draft))
          const after = measureMoveLoss(prepare(situation), marketReturn).loss
          expect(after).toBeLessThanOrEqual(REQUEST.limit + 1e-9)
          const left = new Map(situation.holdings.map(({ ticker, shares }) => [ticker, shares]))
          for (const { ticker, shares } of context.situation.holdings) {
            const now = left.get(ticker) ?? 0
            expect(now * shares).toBeGreaterThanOrEqual(0)
            expect(Math.abs(now)).toBeLessThanOrEqual(Math.abs(shares) + 1e-9)
          }
        },
      ),
      { numRuns: 60 },
    )
  })

  test('closes whole contracts at their quotes: bought ones at the bid, sold ones at the ask', () => {
    const held = holdOption('put', 9)
    const context = prepare({ ...MARKET, holdings: [], cash: 10, options: [held] })
    const draft = proposeClosing(context, 0)!
    const [closed] = draft.options
    expect(closed!.contracts).toBeLessThan(0)
    expect(Number.isInteger(closed!.contracts)).toBe(true)
    const { legs } = evaluateProposal(context, draft)
    expect(legs[0]!.premium).toBe(closed!.line.bid)
    expect(
      measureMoveLoss(prepare(applyProposal(context.situation, evaluateProposal(context, draft))), 0).loss,
    ).toBeLessThan(REQUEST.limit)
  })

  test('leaves what covers a sold option', () => {
    const calls = listed.filter(({ type }) => type === 'call')
    const [low, high] = [
      calls[0]!,
      calls.find(({ strike, expiry }) => strike > calls[0]!.strike && expiry === calls[0]!.expiry)!,
    ]
    const legOf = ({ strike, expiry, mark }: typeof low, contracts: number) =>
      ({ underlying: 'SPY', type: 'call', strike, expiry, contracts, premium: mark!, multiplier: 100 }) as const
    const context = prepare({ ...MARKET, holdings: [], cash: 100, options: [legOf(low, 5), legOf(high, -4)] })
    const draft = proposeClosing(context, -0.2)
    const sold = draft?.options.filter(({ contracts }) => contracts < 0) ?? []
    expect(sold.reduce((sum, { contracts }) => sum - contracts, 0)).toBeLessThanOrEqual(1)
  })

  test('touches nothing that is to be kept', () => {
    const context = prepareHedging(bend([2, 2, 2, 2, 2, 2]), { ...REQUEST, keep: ['N0', 'N1'] })
    const traded = proposeClosing(context, -0.2)!.trades.map(({ ticker }) => ticker)
    expect(traded).not.toContain('N0')
    expect(traded.length).toBeGreaterThan(0)
  })
})

describe('a book after a proposal', () => {
  test('is worth what it was, less commissions, and holds the index that was bought', () => {
    const context = prepare(bend([4, 1, 1, 1, 1, 1]))
    const [first] = context.situation.holdings
    const amount = 0.5 * first!.value
    const { index } = context.situation
    const proposal = evaluateProposal(context, {
      family: 'trim',
      options: [],
      caveats: [],
      trades: [
        { ticker: first!.ticker, amount: -amount, shares: -0.5 * first!.shares },
        { ticker: index.ticker, amount, shares: amount / index.price },
      ],
    })
    const after = prepare(applyProposal(context.situation, proposal))
    expect(after.book.value).toBeCloseTo(context.book.value - proposal.cost.fees, 6)
    expect(after.situation.cash).toBeCloseTo(context.situation.cash - proposal.cost.fees, 6)
    expect(after.situation.holdings.find(({ ticker }) => ticker === index.ticker)?.value).toBeCloseTo(amount, 9)
    // The index falls by itself in a crisis, not as the others do.
    for (const { prices, index: closes } of after.situation.crises) {
      const row = prices.tickers.indexOf(index.ticker)
      expect(prices.values[row * prices.columns + prices.columns - 1]).toBe(closes.at(-1))
    }
  })
})
