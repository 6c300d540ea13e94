/** @module-tag full */

import type { ComprehensiveAnalysis, Operation } from '@ballast/contract'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { NOW, signInPro } from '../hedges/testing/hedge-client.ts'
import { findUnreal } from '../hedges/testing/loose-figures.ts'
import { analyseWhole } from './testing/analysis-client.ts'
import { addGearedFunds } from './testing/geared-funds.ts'
import { findLooseFigures } from './testing/loose-analysis-figures.ts'

type Book = Readonly<Record<string, number>>

const PATIENCE_MS = 120_000

let app: TestApp
let anna: TestClient
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  addGearedFunds(app.dependencies.marketData)
  anna = await signInPro(app, 'anna@example.com')
})
afterAll(() => app?.close())

const kindOf = (ticker: string) => (ticker === 'CASH' ? 'cash' : ticker.length > 15 ? 'option' : 'security')

async function analyse(book: Book): Promise<ComprehensiveAnalysis> {
  const positions = Object.entries(book).map(([ticker, shares]) => ({
    ticker,
    shares,
    avgCost: 1,
    kind: kindOf(ticker),
  }))
  const json = { name: 'Odd', positions }
  const { id } = await anna.json<{ id: string }>('/api/portfolios/save-from-review', { method: 'POST', json })
  const answer = await analyseWhole(anna, id)
  expect(findLooseFigures(answer)).toEqual([])
  expect(findUnreal(answer)).toEqual([])
  expectToAddUp(book, answer)
  return answer
}

/** Carried out in order, the steps sell nothing twice, and leave what they say. */
function expectToAddUp(book: Book, { actions }: ComprehensiveAnalysis) {
  const held = new Map(Object.entries(book))
  const add = (name: string, count: number) => held.set(name, (held.get(name) ?? 0) + count)
  for (const [place, { step, operations }] of actions.entries()) {
    expect(step === null).toBe(operations.length === 0)
    if (step === null) continue
    if (step.status === 'first' || step.status === 'as-it-stands')
      expect(step.operations).toHaveLength(operations.length)
    if (step.status.startsWith('not-')) expect(step.operations).toEqual([])
    for (const earlier of step.excludes) expect(earlier).toBeLessThan(place)
    for (const one of step.operations) carryOut(one, { book, add })
    for (const { ticker, shares } of step.left.holdings) expect(held.get(ticker) ?? 0).toBeCloseTo(shares, 1)
    for (const [name, count] of held) {
      // What was held is not turned into what is owed, nor the other way round.
      const before = book[name] ?? 0
      if (before !== 0 && kindOf(name) === 'security') expect(Math.sign(count) === -Math.sign(before)).toBe(false)
    }
  }
}

function carryOut(one: Operation, { add }: { book: Book; add: (name: string, count: number) => void }) {
  if (one.kind === 'trade') {
    add(one.ticker, one.shares)
    add('CASH', -one.amount)
  } else {
    add(one.symbol, one.contracts)
    add('CASH', -100 * one.contracts * one.premium)
  }
}

const PUT = 'SPY270219P00700000'
const CALL = 'SPY270219C00800000'

describe('what a careful adviser would say of', { timeout: PATIENCE_MS }, () => {
  test('cash alone: nothing is at stake, and that is known', async () => {
    const answer = await analyse({ CASH: 100_000 })
    expect(answer).toMatchObject({ headline: 'hold', confidence: 100 })
    expect(answer.reasoning.join(' ')).not.toContain('too little history')
    expect(answer.context[0]).toMatchObject({ state: 'used', note: 'Cash alone.' })
  })

  test.each<[string, Book]>([
    ['an inverse fund', { SH: 1000 }],
    ['inverse funds beside a stock', { SH: 1000, SQQQ: 200, KO: 50 }],
    ['stocks below a much larger short index fund', { KO: 100, SPY: -90, CASH: 90_000 }],
  ])('%s: a rise is what threatens it, and less of it is the answer', async (_, book) => {
    const { headline, recommendation, actions, confidence } = await analyse(book)
    expect(headline).toBe('hedge-market-risk')
    expect(recommendation).toMatch(
      /A market rise of 25% would cost \d\d\.\d% of the portfolio, more than the limit of 15%/,
    )
    expect(actions[0]?.type).toBe('rebalance')
    expect(actions[0]?.description).toMatch(/A market rise of 25% then costs 1[45]\.\d% of the portfolio instead of/)
    expect(recommendation).toMatch(/^Hold less of what loses when the market rises: /)
    // The last whole share ends it within the limit.
    expect(actions[0]?.step?.left.lossPercent).toBeLessThanOrEqual(15.005)
    expect(confidence).toBeLessThanOrEqual(100)
  })

  test('shorts alone: the largest is bought back first, which takes the rise out of what threatens it', async () => {
    const { recommendation, actions } = await analyse({ AAPL: -70, XOM: -100, CASH: 60_000 })
    expect(recommendation).toMatch(/^Reduce concentration in the short position in AAPL/)
    expect(actions[0]?.description).toMatch(/^Buy back \d+ shares of AAPL/)
    expect(actions[0]?.step?.left).toMatchObject({ marketPercent: 25 })
    expect(actions.at(-1)?.step?.left.lossPercent).toBeLessThanOrEqual(15.005)
  })

  test.each<[string, Book, RegExp]>([
    ['puts and calls alone', { [PUT]: 10, [CALL]: 5 }, /sell to close/],
    ['calls alone', { [CALL]: 5 }, /sell to close [345] SPY .* 800 calls/],
    ['puts alone', { [PUT]: 10 }, /sell to close 9 SPY .* 700 puts/],
  ])('%s: they may end worthless, which is known, so that some are closed', async (_, book, order) => {
    const { headline, actions, confidence, confidenceDetail } = await analyse(book)
    expect(headline).toBe('hedge-market-risk')
    expect(confidenceDetail.data).toBe(1)
    expect(confidence).toBeGreaterThan(60)
    expect(actions[0]?.description).toMatch(order)
    expect(actions[0]?.step?.left.lossPercent).toBeLessThan(15.5)
  })

  test('a loss less than two points beyond the limit: it is beyond it', async () => {
    const { headline, recommendation, actions } = await analyse({ VTI: 114, CASH: 11_878 })
    expect(headline).toBe('hedge-market-risk')
    expect(recommendation).toMatch(
      /A market fall of 20% would cost 1[56]\.\d+% of the portfolio, more than the limit of 15%/,
    )
    expect(actions.at(-1)?.step?.left.lossPercent).toBeLessThanOrEqual(15.005)
  })

  test('gold worth less than an option contract on it: a part of it is sold', async () => {
    const { headline, recommendation, actions, evidence } = await analyse({ GLD: 40, KO: 2 })
    expect(headline).toBe('hedge-market-risk')
    expect(recommendation).toMatch(
      /^Hold less of what follows the price of gold: if gold falls by 20%, it then loses at most 1[45]\.\d%, within the limit of 15%\. The largest risk of this portfolio is the price of gold: .* more than the limit of 15%\. No listed option fits, so a part of it is sold\./,
    )
    expect(actions[0]?.type).toBe('rebalance')
    expect(actions[0]?.description).toMatch(
      /^Sell \d+ shares of GLD .*\. Keep the proceeds in cash\. If gold falls by 20% on any day until .*, the portfolio then loses at most 1[45]\.\d% instead of (?:1[5-9]|20)\.\d%\./,
    )
    expect(evidence).toBe('Not tested: histories of the market do not show what this protects from.')
  })

  test('holdings on credit: the loan is repaid before insurance is bought', async () => {
    const { headline, actions } = await analyse({ SPY: 200, QQQ: 100, CASH: -120_000 })
    expect(headline).toBe('hedge-market-risk')
    expect(actions[0]).toMatchObject({ type: 'rebalance' })
    expect(actions[0]?.description).toContain('Repay the loan with the proceeds.')
  })

  test('long and short beside cash: no step within the limit adds to the worst losses', async () => {
    const { headline, actions } = await analyse({ SPY: 100, MSFT: 100, TSLA: -100, INTC: -500, CASH: 100_000 })
    expect(headline).toBe('hold')
    expect(actions.map(({ description }) => description).join(' ')).not.toMatch(/worst losses .* rises by/)
  })

  test('four small positions: no step sells the index that one before it has bought', async () => {
    const { actions } = await analyse({ AMD: 20, INTC: 50, F: 100, PLTR: 20 })
    const traded = actions.flatMap(({ operations }) =>
      operations.flatMap((one) => (one.kind === 'trade' && one.ticker === 'SPY' ? [one.shares] : [])),
    )
    expect(traded).toEqual([expect.any(Number)])
    expect(traded[0]).toBeGreaterThan(0)
    expect(actions[0]?.description).toMatch(
      /Put a part of the proceeds into \d+ shares of SPY .*, and keep the rest in cash\./,
    )
    expect(actions[1]?.type).toBe('rebalance')
  })

  test.each<[string, Book, RegExp]>([
    [
      'one',
      { SH: 1000 },
      /^SH repeats a multiple of each day’s move or its opposite, and makes up 100\.0% of the positions/,
    ],
    ['several', { TQQQ: 500, UPRO: 300, SPY: 50 }, /^TQQQ and UPRO repeat a multiple of each day’s move/],
  ])('funds that repeat each day’s move, %s of them: that they drift is told', async (_, book, words) => {
    const { reasoning } = await analyse(book)
    expect(reasoning.filter((text) => words.test(text))).toHaveLength(1)
  })

  test('a few dollars: the trades are as fine as the effect that is claimed for them', async () => {
    const { actions, facts } = await analyse({ AAPL: 0.05, KO: 0.1 })
    const value = Number(facts.find(({ key }) => key === 'book.value')?.value)
    const [sale] = actions[0]?.operations ?? []
    if (sale?.kind !== 'trade') throw new Error('A sale was expected')
    // Down to a tenth of the value, to a hundredth of it.
    const price = sale.amount / sale.shares
    expect((0.05 + sale.shares) * price).toBeGreaterThan(0.099 * value)
    expect((0.05 + sale.shares) * price).toBeLessThan(0.11 * value)
    expect(actions.map(({ description }) => description).join(' ')).not.toMatch(/\$0\b(?!\.)/)
  })

  test('a short position of about all that is held: buying all of it back costs more than is left, and a part is bought', async () => {
    const { actions } = await analyse({ KO: -5, GLD270219C00400000: 1 })
    expect(actions[0]?.operations).toMatchObject([{ kind: 'trade', ticker: 'KO', shares: 4 }])
  })

  test('billions: an order that does nothing is no recommendation', async () => {
    const { actions } = await analyse({ AAPL: 2e6, MSFT: 1e6, NVDA: 5e6, JPM: 1e6, XOM: 1e6 })
    for (const { type, effect } of actions) {
      if (type !== 'monitor' && effect) expect(effect.cvarChangePercent).toBeLessThan(-0.5)
    }
  })

  test('a new listing beside old ones: neither the least nor more confidence than is known of them', async () => {
    const { confidence, confidenceDetail, reasoning } = await analyse({ NEWLY: 400, KO: 100, JPM: 20 })
    expect(confidenceDetail.resampleCount).toBe(500)
    expect(confidence).toBeLessThanOrEqual(100 * confidenceDetail.data + 0.05)
    expect(reasoning.join(' ')).toContain('the market at its beta replaces what has too little history')
    expect(reasoning.join(' ')).toContain('the proxies of today’s positions would have lost')
  })

  test('a new listing alone: nothing is known of it, and no figure claims that', async () => {
    const { confidence, reasoning } = await analyse({ NEWLY: 1000 })
    expect(confidence).toBe(0)
    expect(reasoning.join(' ')).toContain('the proxies of today’s positions')
  })

  test.each<[string, Book]>([
    ['bonds', { TLT: 200, IEF: 200, LQD: 100, AGG: 200 }],
    ['what gains when shares fall, in measure', { SH: 300, TLT: 200, GLD: 50, UUP: 300 }],
  ])('%s: to hold, because the worst losses keep within the limit', async (_, book) => {
    const { headline, reasoning, confidence } = await analyse(book)
    expect(headline).toBe('hold')
    expect(confidence).toBeGreaterThan(60)
    expect(reasoning.join(' ')).toMatch(
      /The worst losses over 60 trading days stay within the limit of 15% in \d+ of 100\./,
    )
  })

  test('volatility beside shares: to hold, but not surely, since the worst losses often exceed the limit', async () => {
    const { headline, confidence } = await analyse({ VXX: 500, SPY: 20 })
    expect(headline).toBe('hold')
    expect(confidence).toBeLessThan(60)
  })

  test('long and short stocks: less of the short that may ruin it, paid for and named as what it is', async () => {
    const { recommendation, actions } = await analyse({
      AAPL: 100,
      MSFT: 50,
      JPM: 60,
      NVDA: -130,
      XOM: -150,
      BAC: -250,
      CASH: 60_000,
    })
    expect(recommendation).toMatch(/^Reduce concentration in the short position in NVDA/)
    expect(actions[0]?.description).toMatch(/^Buy back \d+ shares of NVDA/)
    // It was the cover: what a fall then costs is said, though it keeps the limit.
    const [, after, before] = /A market fall of 20% then costs ([\d.]+)% .* instead of ([\d.]+)%/.exec(
      actions[0]?.description ?? '',
    )!
    expect(Number(after)).toBeGreaterThan(Number(before))
    expect(Number(after)).toBeLessThan(15)
  })

  test('a short fund worth less than what is sold: it is bought back, not turned into a holding', async () => {
    const { actions } = await analyse({ SPY: -10, AAPL: 75, CASH: 60_000 })
    expect(actions[0]?.description).toMatch(/With the proceeds, buy back 10 shares of SPY .*\. Keep the rest in cash\./)
  })

  test('long stocks and a short fund: the proceeds buy the fund back, and are not also kept', async () => {
    const { actions } = await analyse({ AAPL: 100, JPM: 50, KO: 100, SPY: -50 })
    expect(actions[0]?.description).toMatch(/With the proceeds, buy back .* of SPY/)
    expect(actions[0]?.description).not.toContain('Keep the proceeds in cash')
  })
})

test('calls in the money alone: some are closed, to the loss that the headline says, and time does not spare the others', async () => {
  const { recommendation, reasoning, actions } = await analyse({ SPY261218C00700000: 20, CASH: 200_000 })
  const order = actions[0]?.description ?? ''
  expect(order).toMatch(/^Place one order: sell to close 12 SPY Dec 18, 2026 700 calls/)
  expect(order).not.toContain('gives up')
  const [, left] = /A market fall of 20% .*then costs ([\d.]+%) /.exec(order) ?? []
  expect(recommendation).toContain(`a market fall of 20% then costs at most ${left} of the portfolio`)
  // They expire within the horizon, worth what the market's way until then leaves of them.
  expect(reasoning.join(' ')).toContain('(doing nothing) keeps the limit in 0.')
})

test('a company that sold calls hold fast is named, with why nothing of it is sold', {
  timeout: PATIENCE_MS,
}, async () => {
  const { actions, reasoning } = await analyse({ NVDA: 500, NVDA261218C00200000: -5, SPY: 50, CASH: 20_000 })
  const kept = actions.find(({ type, step }) => type === 'trim' && step === null)
  // The loss that is left is the last step's to say.
  expect(kept?.description).toBe(
    'No sale of NVDA is advised, because calls that you sold need its shares. Close those calls first, or let NVDA shrink as you add new money. A market fall of 20% does the same as before.',
  )
  expect(reasoning.join(' ')).toContain('today, options included; on the worst day until Feb 19, 2027')
})

test('a hedge that the cash does not pay for says what is missing', { timeout: PATIENCE_MS }, async () => {
  const [poor] = (await analyse({ SPY: 300 })).actions
  const missing = `$${Math.round(-poor!.step!.left.cash).toLocaleString('en-US')}`
  expect(poor?.description).toContain(
    `The cash at hand does not pay for it: pay in ${missing}, or sell more for it first.`,
  )
  const [rich] = (await analyse({ SPY: 300, CASH: 5000 })).actions
  expect(rich?.type).toBe('hedge')
  expect(rich?.description).not.toContain('pay in')
})

test('whatever is held, the steps add up', { timeout: 3 * PATIENCE_MS }, async () => {
  const tickers = ['AAPL', 'NVDA', 'JPM', 'XOM', 'SPY', 'TLT', 'SH', 'IBIT', 'NEWLY', 'TQQQ', CALL, PUT]
  const book = fc
    .uniqueArray(fc.tuple(fc.constantFrom(...tickers), fc.integer({ min: -3, max: 12 })), {
      selector: ([ticker]) => ticker,
      minLength: 1,
      maxLength: 5,
    })
    .map((rows) =>
      rows.filter(([, n]) => n !== 0).map(([ticker, n]) => [ticker, ticker.length > 15 ? n : 25 * n] as const),
    )
    .filter((rows) => rows.length > 0)
    // Enough to buy back what is owed: a book that is worth nothing is refused.
    .map((rows) => ({
      ...Object.fromEntries(rows),
      CASH: rows.reduce((cash, [, n]) => cash + 1000 * Math.max(0, -n), 60_000),
    }))
  await fc.assert(
    fc.asyncProperty(book, async (held) => {
      await analyse(held)
    }),
    { numRuns: process.env.BALLAST_LONG ? 60 : 5 },
  )
})
