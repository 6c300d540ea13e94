import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../database/test-database.ts'
import { createProviderFailures, polygonFailures, yahooFailures } from '../failures.ts'
import { createLiveMarketData } from '../live-market-data.ts'
import type { MarketData } from '../market-data.ts'
import { decodeChain, encodeChain, type OptionChain } from '../options/option-chain.ts'
import { createSimulatedChain } from '../sample/simulated-chain.ts'
import { createSimulatedMarket } from '../sample/simulated-market.ts'
import { createStubProvider, makeStubQuote, type StubProvider } from '../testing/stub-provider.ts'
import { createOptionChainSweeper } from './option-chain.repository.ts'

const CHAIN: OptionChain = {
  ...createSimulatedChain(createSimulatedMarket(), 'AAPL', 20_777, (expiries) => expiries.slice(0, 2))!,
  source: 'yahoo',
}

let db: TestDatabase
let provider: StubProvider
let now: Date
let markets: MarketData[]
const clock = { now: () => now }
const log = { warn: () => {} }

beforeAll(async () => {
  db = await createTestDatabase()
})
afterAll(() => db.close())
beforeEach(() => {
  provider = createStubProvider()
  provider.chains.set('AAPL', CHAIN)
  now = new Date('2026-11-20T22:00:00Z')
  markets = []
})
afterEach(async () => {
  await Promise.all(markets.map((market) => market.close()))
  await db.asOwner('truncate option_chains, price_quotes, leases')
})

function open(optionProvider?: StubProvider): MarketData {
  const market = createLiveMarketData({ provider, ...(optionProvider && { optionProvider }), db, clock, log })
  markets.push(market)
  return market
}
const wait = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}
const ask = (market: MarketData, ticker = 'AAPL') => market.getOptionChain({ ticker, slice: 'near-term' })

test('a chain comes back as it was sent', () => {
  expect(decodeChain(encodeChain(CHAIN))).toEqual(CHAIN)
})

describe('chains are shared like prices', () => {
  test('two processes and many callers ask the provider once in five minutes', async () => {
    const [one, two] = [open(), open()]
    const answers = await Promise.all([ask(one), ask(one), ask(two), ask(two), ask(one)])
    expect(provider.calls).toEqual(['chain AAPL near-term'])
    for (const answer of answers) {
      expect(answer).toEqual({
        kind: 'chain',
        encoded: encodeChain(CHAIN),
        fetchedAt: '2026-11-20T22:00:00.000Z',
        stale: false,
      })
    }
    wait(300)
    await ask(two)
    expect(provider.calls).toHaveLength(1)
    wait(1)
    await ask(one)
    expect(provider.calls).toHaveLength(2)
  })

  test('another part of the same options is another question', async () => {
    const market = open()
    await ask(market)
    await market.getOptionChain({ ticker: 'AAPL', slice: { expiry: '2026-12-18' } })
    await market.getOptionChain({ ticker: 'AAPL', slice: 'hedging' })
    expect(provider.calls).toEqual(['chain AAPL near-term', 'chain AAPL 2026-12-18', 'chain AAPL hedging'])
  })

  test('what one source said does not answer for another', async () => {
    await ask(open())
    const polygon: StubProvider = { ...createStubProvider(), source: 'polygon' }
    expect(await ask(open(polygon))).toMatchObject({ kind: 'empty', reason: 'no-options' })
  })
})

test('a chain that nobody asked for in two weeks is forgotten', async () => {
  await ask(open())
  wait(14 * 86_400 + 1)
  await ask(open(), 'NONE')
  expect(await createOptionChainSweeper({ db, clock }).sweep()).toBe(1)
  expect(await db.asOwner('select ticker from option_chains')).toEqual([{ ticker: 'NONE' }])
})

describe('a failure decides what happens next', () => {
  test('while the provider is down the old chain stands, and says so; without one nothing does', async () => {
    const market = open()
    await ask(market)
    provider.failure = yahooFailures.serverError(502)
    wait(3_600)
    expect(await ask(market)).toMatchObject({ kind: 'chain', stale: true, fetchedAt: '2026-11-20T22:00:00.000Z' })
    expect(await ask(market, 'MSFT')).toEqual({ kind: 'provider-down', isUnreadable: false })
  })

  test('a reply that cannot be read is told apart from silence, also while the provider rests', async () => {
    const market = open()
    provider.failure = yahooFailures.badReply('it is not JSON')
    for (let i = 0; i < 7; i++) {
      expect(await ask(market, `T${'ABCDEFG'[i]}`)).toEqual({ kind: 'provider-down', isUnreadable: true })
    }
    expect(provider.calls.length).toBeLessThan(7)
  })

  test('no options, and no such ticker, are answers that hold for an hour', async () => {
    const market = open()
    expect(await ask(market, 'NONE')).toMatchObject({ kind: 'empty', reason: 'no-options' })
    provider.failure = yahooFailures.unknownTicker('ZZZZ')
    expect(await ask(market, 'ZZZZ')).toMatchObject({ kind: 'empty', reason: 'unknown-ticker' })
    const asked = provider.calls.length
    wait(3_600)
    expect([await ask(market, 'NONE'), await ask(market, 'ZZZZ')]).toMatchObject([
      { reason: 'no-options' },
      { reason: 'unknown-ticker' },
    ])
    expect(provider.calls).toHaveLength(asked)
  })

  test('a plan without options is said as such, and asked about again after a minute', async () => {
    const failing: StubProvider = {
      ...createStubProvider(),
      source: 'polygon',
      needsPlan: true,
      fetchOptionChain: () => Promise.reject(polygonFailures.notAuthorised(403)),
    }
    const market = open(failing)
    expect(await ask(market)).toEqual({ kind: 'unauthorized' })
    failing.fetchOptionChain = async () => CHAIN
    wait(59)
    expect(await ask(market)).toEqual({ kind: 'unauthorized' })
    wait(2)
    expect(await ask(market)).toMatchObject({ kind: 'chain' })
  })

  test('options that fail do not keep anybody from prices', async () => {
    const market = open()
    provider.quotes.set('AAPL', makeStubQuote('AAPL', 255))
    provider.failure = createProviderFailures('yahoo').serverError(500)
    for (const ticker of ['A', 'B', 'C', 'D', 'E', 'F']) await ask(market, ticker)
    provider.failure = undefined
    expect((await market.getQuotes({ tickers: ['AAPL'] })).found.get('AAPL')?.price).toBe(255)
  })
})

describe('suggestions', () => {
  const ibm = { ticker: 'IBMX', name: 'Unlisted Machines', assetClass: 'equity', sector: null } as const

  test('what is known comes first by fit, completed by the provider', async () => {
    provider.suggestions = [ibm]
    const { found, complete } = await open().searchInstruments(' ibm ')
    expect(found.map(({ ticker }) => ticker).slice(0, 2)).toEqual(['IBM', 'IBMX'])
    expect(complete).toBe(true)
  })

  test('a name is found by any of its words', async () => {
    const { found } = await open().searchInstruments('motors')
    expect(found.map(({ ticker }) => ticker)).toContain('GM')
  })

  test('a provider that fails leaves what is known, and the answer says that it is not all', async () => {
    provider.failure = yahooFailures.serverError(500)
    const { found, complete } = await open().searchInstruments('apple')
    expect([found[0]?.ticker, complete]).toEqual(['AAPL', false])
  })

  test('the same question is asked once, and a single letter not at all', async () => {
    const market = open()
    for (const text of ['ap', 'AP', 'a']) await market.searchInstruments(text)
    expect(provider.calls).toEqual(['suggestions AP'])
    expect(await market.searchInstruments('')).toEqual({ found: [], complete: true })
  })
})
