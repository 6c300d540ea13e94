import { describe, expect, test } from 'vitest'
import { createAutoMarketData } from './auto-market-data.ts'
import { yahooFailures } from './failures.ts'
import type { MarketData } from './market-data.ts'
import { createSampleMarketData } from './sample/sample-market-data.ts'
import { createStubProvider, makeStubQuote } from './testing/stub-provider.ts'

const clock = { now: () => new Date('2026-11-20T22:00:00Z') }

/** A live market that has one price and nothing else. */
function createLive(): MarketData {
  const price = { ...makeStubQuote('SPY', 1), fetchedAt: clock.now().toISOString(), stale: false }
  return {
    ...createSampleMarketData({ clock }),
    status: () => ({ source: 'yahoo', simulated: false, requested: 'yahoo', state: 'ready', notice: null }),
    getQuotes: async () => ({ found: new Map([['SPY', price]]), missing: new Map() }),
  }
}

function setUp(prepare: (provider: ReturnType<typeof createStubProvider>) => void) {
  const provider = createStubProvider()
  prepare(provider)
  const warnings: string[] = []
  const log = { warn: (_fields: object, message: string) => void warnings.push(message) }
  const simulated = createSampleMarketData({ clock })
  const market = createAutoMarketData({ provider, live: createLive(), simulated, log, probeMs: 50 })
  const getSource = async () => (await market.getQuotes({ tickers: ['SPY'] })).found.get('SPY')?.source
  return { market, provider, warnings, getSource }
}

describe('auto', () => {
  test('takes the live provider when it answers', async () => {
    const { market, getSource } = setUp(({ quotes }) => quotes.set('SPY', makeStubQuote('SPY', 1)))
    expect(market.status()).toMatchObject({ state: 'probing', requested: 'auto', simulated: false })
    expect(await getSource()).toBe('yahoo')
    expect(market.status()).toEqual({
      source: 'yahoo',
      simulated: false,
      requested: 'auto',
      state: 'ready',
      notice: null,
    })
  })

  test.each([
    [
      'fails',
      (provider: ReturnType<typeof createStubProvider>) =>
        Object.assign(provider, { failure: yahooFailures.unreachable('') }),
    ],
    [
      'is silent',
      (provider: ReturnType<typeof createStubProvider>) => Object.assign(provider, { gate: new Promise(() => {}) }),
    ],
    ['does not know the benchmark', () => {}],
  ])('simulates when it %s, and says so', async (_case, prepare) => {
    const { market, getSource } = setUp(prepare)
    expect(await getSource()).toBe('sample')
    expect(market.status()).toEqual({
      source: 'sample',
      simulated: true,
      requested: 'auto',
      state: 'ready',
      notice: 'Yahoo Finance did not answer, so all prices here are simulated.',
    })
  })

  test('a late answer changes nothing until an administrator tries again', async () => {
    const { market, provider, getSource, warnings } = setUp((stub) =>
      Object.assign(stub, { failure: yahooFailures.unreachable('') }),
    )
    await market.ready()
    expect(warnings).toEqual(['Yahoo Finance did not answer'])
    provider.failure = undefined
    provider.quotes.set('SPY', makeStubQuote('SPY', 1))
    expect(await getSource()).toBe('sample')
    expect(await market.retry()).toMatchObject({ source: 'yahoo', simulated: false, notice: null })
    expect(await getSource()).toBe('yahoo')
  })

  test('once live it stays live: another try asks nobody', async () => {
    const { market, provider } = setUp(({ quotes }) => quotes.set('SPY', makeStubQuote('SPY', 1)))
    await market.ready()
    await market.retry()
    expect(provider.calls).toHaveLength(1)
  })
})
