import type { HedgeAnalysis } from '@ballast/contract'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { decodeChain, encodeChain, type OptionChain } from '../../market-data/options/option-chain.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from './testing/hedge-client.ts'
import { findLooseFigures, findUnreal } from './testing/loose-figures.ts'

let app: TestApp
let client: TestClient
let example: string
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  client = await signInPro(app, 'ann@example.com')
  example = await upload(client, WORKED_EXAMPLE)
})
afterAll(() => app?.close())

let putBack: (() => void) | undefined
afterEach(() => putBack?.())

/** Makes every chain of a ticker another one. */
function changeChains(ticker: string, change: (chain: OptionChain) => OptionChain): void {
  const { marketData } = app.dependencies
  const { getOptionChain } = marketData
  putBack = () => Object.assign(marketData, { getOptionChain })
  marketData.getOptionChain = async (request) => {
    const answer = await getOptionChain.call(marketData, request)
    if (answer.kind !== 'chain' || request.ticker !== ticker) return answer
    return { ...answer, encoded: encodeChain(change(decodeChain(answer.encoded))) }
  }
}

const caveatsOf = ({ hedgeStrategies }: HedgeAnalysis) =>
  hedgeStrategies
    .filter(({ legs }) => legs.some(({ underlying }) => underlying === 'SPY'))
    .flatMap(({ caveats }) => caveats)

test('the expected cost of a hedge is a range with odds, not one figure and a confidence', {
  tags: 'full',
}, async () => {
  const answer = await analyse(client, example)
  const { expected, cost, reasoning } = answer.hedgeStrategies[0]!
  const { low, high, odds, netCost, payoff, standardError } = expected!
  expect(netCost).toBeCloseTo(cost.total - payoff, 6)
  expect([low, high]).toEqual([790, 1_100])
  expect(standardError).toBeLessThan(0.05 * netCost)
  expect([odds!.paysBackPercent, odds!.overThreePercent, odds!.nothingPercent].map(Math.round)).toEqual([5, 4, 94])
  expect(reasoning).toContain(
    'In the end this strategy is expected to cost about $790 to $1,100, most likely lost in full. This strategy pays back its price in 5 of a hundred simulated outcomes, more than triple that in 4, and nothing in 94.',
  )
  expect(answer.summary).toContain('expected to cost about $790 to $1,100, most likely lost in full.')
})

test('what option prices imply is not said of dividends: they may imply a fee for borrowing the shares', async () => {
  const { hedgeStrategies } = await analyse(client, await upload(client, 'TSLA,300,1\n'))
  const told = hedgeStrategies.flatMap(({ caveats }) => caveats).filter(({ rule }) => rule === 'ex-dividend-assignment')
  expect(told.length).toBeGreaterThan(0)
  for (const { text } of told)
    expect(text).toMatch(/^If TSLA pays a dividend, assignment is likeliest on the day before/)
})

describe('what is wrong with quotes stands on the ticket', () => {
  test('nothing, where they are of now and of the price that the underlying has', async () => {
    const rules = caveatsOf(await analyse(client, example)).map(({ rule }) => rule)
    expect(rules).not.toContain('quotes-off-spot')
    expect(rules).not.toContain('old-trade')
  })

  test.each([0.95, 1.05])('a chain that was made at %f of the price', { tags: 'full' }, async (factor) => {
    changeChains('SPY', (chain) => ({
      ...chain,
      underlyingPrice: chain.underlyingPrice && factor * chain.underlyingPrice,
      contracts: chain.contracts.map((one) => ({
        ...one,
        strike: factor * one.strike,
        bid: one.bid && factor * one.bid,
        ask: one.ask && factor * one.ask,
      })),
    }))
    const found = await analyse(client, example)
    const [caveat] = caveatsOf(found).filter(({ rule }) => rule === 'quotes-off-spot')
    expect(caveat?.text).toMatch(
      /Its quotes were made with SPY at \$\d+(\.\d+)?, 5\.0% away from its own price of \$751\.9/,
    )
    expect(findUnreal(found)).toEqual([])
  })

  test('contracts that nobody has traded for ten days', { tags: 'full' }, async () => {
    changeChains('SPY', (chain) => ({
      ...chain,
      contracts: chain.contracts.map((one) => ({ ...one, tradedAt: Date.parse(chain.asOf) - 10.5 * 86_400_000 })),
    }))
    const found = await analyse(client, example)
    const told = caveatsOf(found).filter(({ rule }) => rule === 'old-trade')
    expect(told.length).toBeGreaterThan(0)
    expect(told[0]?.text).toContain('last traded 10 days ago')
    expect(findLooseFigures(found)).toEqual([])
  })
})

describe('a put that does not help', () => {
  test.each([
    ['corporate bonds beside an index fund', 'LQD,1000,1\nSPY,100,1\n'],
    ['bonds of three kinds', 'LQD,1000,1\nTLT,500,1\nSPY,300,1\nHYG,500,1\n'],
  ])('is not offered for %s, and the reason stands among what was considered', async (_, rows) => {
    const { hedgeStrategies, considered } = await analyse(client, await upload(client, rows))
    for (const { role, legs, lossAtShockPercent, unhedgedLossAtShockPercent, instrument } of hedgeStrategies) {
      if (legs.length === 0 || role === 'recommended') continue
      expect({ instrument, relief: unhedgedLossAtShockPercent - lossAtShockPercent >= 0.1 - 1e-9 }).toEqual({
        instrument,
        relief: true,
      })
    }
    const idle = considered.filter(({ rule }) => rule === 'does-not-help')
    expect(idle.length).toBeGreaterThan(0)
    expect(idle[0]?.reason).toMatch(/saves only|saves nothing/)
  })
})
