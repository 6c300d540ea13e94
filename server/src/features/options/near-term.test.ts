import { nearTermOptionsSchema, type OptionChain } from '@ballast/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { toStoredSource } from '../../market-data/stored-source.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const NOW = '2026-11-20T22:00:00.000Z'
let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => new Date(NOW) } } })
  anna = await app.signIn('anna@example.com')
})
afterAll(() => app?.close())

async function chainOf(ticker: string, query = ''): Promise<OptionChain> {
  const answer = nearTermOptionsSchema.parse(await anna.json(`/api/options/near-term/${ticker}${query}`))
  if ('unauthorized' in answer) throw new Error('refused')
  return answer
}

describe('a simulated chain', () => {
  test('is that of the definition, with our own volatilities', async () => {
    const chain = await chainOf('SPY')
    const call = chain.options.find(({ symbol }) => symbol === 'SPY261218C00740000')!
    expect(call).toMatchObject({
      contractType: 'call',
      strikePrice: 740,
      expirationDate: '2026-12-18',
      bid: 22.2,
      ask: 22.5,
      mid: 22.35,
      providerIV: 0.1781,
      openInterest: 13590,
      volume: 1566,
      underlyingPrice: 751.9099,
      state: 'ok',
      inTheMoney: true,
      style: 'american',
      multiplier: 100,
    })
    expect(call.impliedVolatility).toBeCloseTo(0.1781, 2)
    expect(call.delta).toBeCloseTo(0.6519, 2)
    expect(chain).toMatchObject({
      ticker: 'SPY',
      name: 'SPDR S&P 500 ETF Trust',
      underlyingPrice: 751.9099,
      asOf: '2026-11-20T21:00:00.000Z',
      source: 'sample',
      simulated: true,
      stale: false,
      emptyReason: null,
    })
  })

  test('lists the next six expiries, and reads later ones for the term structure', async () => {
    const { options, expiries, availableExpiries, summary } = await chainOf('SPY')
    const listed = expiries.filter((expiry) => expiry.listed)
    expect(listed.map(({ expiry, days }) => [expiry, days])).toEqual([
      ['2026-11-27', 7],
      ['2026-12-04', 14],
      ['2026-12-11', 21],
      ['2026-12-18', 28],
      ['2026-12-24', 34],
      ['2026-12-31', 41],
    ])
    expect(new Set(options.map(({ expirationDate }) => expirationDate))).toEqual(
      new Set(listed.map((one) => one.expiry)),
    )
    expect(listed.reduce((sum, { contractCount }) => sum + contractCount, 0)).toBe(options.length)
    expect(expiries.filter((expiry) => !expiry.listed).map(({ expiry }) => expiry)).toEqual([
      '2027-01-15',
      '2027-02-19',
    ])
    expect(availableExpiries.length).toBeGreaterThan(expiries.length)
    expect(summary!.termSlope).toBeCloseTo(summary!.iv90! - summary!.iv30!, 9)
    expect(summary!.expectedMove).toBeCloseTo(751.9099 * summary!.iv30! * Math.sqrt(30 / 365), 6)
  })

  test('its figures are sums over the contracts that it lists', async () => {
    const { options, summary } = await chainOf('AAPL')
    const sum = (type: string, field: 'volume' | 'openInterest') =>
      options.filter(({ contractType }) => contractType === type).reduce((total, one) => total + one[field]!, 0)
    const [calls, puts] = [sum('call', 'volume'), sum('put', 'volume')]
    expect(summary).toMatchObject({
      contractCount: options.length,
      callVolume: calls,
      putVolume: puts,
      totalOpenInterest: sum('call', 'openInterest') + sum('put', 'openInterest'),
      putCallRatio: expect.closeTo(puts / calls, 9),
      averageVolume: expect.closeTo((calls + puts) / options.length, 9),
    })
    const clean = options.filter(({ state, impliedVolatility }) => state === 'ok' && impliedVolatility !== null)
    const mean = clean.reduce((total, { impliedVolatility }) => total + impliedVolatility!, 0) / clean.length
    expect(summary!.averageIV).toBeCloseTo(mean, 9)
    expect(summary!.leftOutCount).toBe(options.filter(({ state }) => state !== 'ok').length)
    const unusual = options.filter((one) => one.volume! > 2 * summary!.averageVolume)
    expect(summary!.unusualCount).toBe(unusual.length)
    expect(options.filter((one) => one.unusual)).toEqual(unusual)
    expect(summary!.unusual.map(({ volume }) => volume)).toEqual(
      unusual
        .map(({ volume }) => volume!)
        .toSorted((a, b) => b - a)
        .slice(0, 5),
    )
  })

  test('another expiry can be asked for alone', async () => {
    const { options, expiries } = await chainOf('SPY', '?expiry=2027-05-21')
    expect(options.length).toBeGreaterThan(50)
    expect(new Set(options.map(({ expirationDate }) => expirationDate))).toEqual(new Set(['2027-05-21']))
    expect(expiries).toMatchObject([{ expiry: '2027-05-21', listed: true, days: 182 }])
  })
})

describe('what cannot be answered is told apart', () => {
  test.each([
    ['ZZZZ', '', 'not-simulated'],
    ['VTSAX', '', 'no-options'],
    ['A', '', 'no-options'],
    ['SPY', '?expiry=2026-12-19', 'expiry-not-listed'],
    ['A', '?expiry=2026-12-18', 'no-options'],
  ])('%s%s: %s', async (ticker, query, emptyReason) => {
    expect(await chainOf(ticker, query)).toMatchObject({
      options: [],
      summary: null,
      emptyReason,
      underlyingPrice: null,
    })
  })

  test('an expiry that is not listed is answered with those that are', async () => {
    const { availableExpiries } = await chainOf('SPY')
    expect(availableExpiries).toContain('2026-12-18')
    expect(await chainOf('SPY', '?expiry=2026-12-19')).toMatchObject({ availableExpiries })
  })

  test.each(['%3Cscript%3E', 'TOO-LONG-FOR-A-TICKER', '%00'])('%s is no ticker', async (text) => {
    const response = await anna.fetch(`/api/options/near-term/${text}`)
    expect(response.status).toBe(400)
  })

  test('lower case and other spellings of a class of shares are the same ticker', async () => {
    expect((await chainOf('brk-b')).ticker).toBe('BRK.B')
  })
})

describe('observations of volatility', () => {
  const observe = (count: number) =>
    app.db.asOwner(`insert into volatility_observations
      select '${toStoredSource('sample')}', 'NVDA', 20777 - i, 0.30 + 0.001 * i, null, 100, now(), 0.001 * i
      from generate_series(1, ${count}) i`)

  test('are counted until there are sixty, then ranked', async () => {
    await observe(59)
    expect((await chainOf('NVDA')).summary!.ivHistory).toEqual({
      observations: 59,
      needed: 60,
      from: '2026-09-22',
      ivRank: null,
      ivPercentile: null,
    })
    await app.db.asOwner(`delete from volatility_observations`)
    await observe(100)
    const { iv30, ivHistory } = (await chainOf('NVDA')).summary!
    // From 0.301 to 0.400 in steps of 0.001.
    expect(ivHistory.ivRank).toBeCloseTo(Math.min(100, Math.max(0, (100 * (iv30! - 0.301)) / 0.099)), 6)
    expect(ivHistory).toMatchObject({ observations: 100, ivPercentile: expect.any(Number) })
  })
})

describe('the put/call ratio beside the usual one', () => {
  beforeEach(() => app.db.asOwner(`delete from volatility_observations`))
  const observe = (ratio: number, count: number) =>
    app.db.asOwner(`insert into volatility_observations (source, ticker, day, volatility_30, underlying_price,
      put_call_ratio, observed_at) select '${toStoredSource('sample')}', 'NVDA', 20700 + i, 0.3, 100, ${ratio}, now()
      from generate_series(1, ${count}) i`)

  test('is compared from twenty days on', async () => {
    await observe(9, 19)
    const none = { usualRatio: null, percentile: null, reading: null }
    expect((await chainOf('NVDA')).summary!.putCallHistory).toEqual({ observations: 19, needed: 20, ...none })
  })

  test.each([
    [20, 9, 'fewer-puts', 0],
    [21, 0.01, 'more-puts', 100],
  ])('on %d days that had %d', async (observations, usualRatio, reading, percentile) => {
    await observe(usualRatio, observations)
    const told = { observations, needed: 20, usualRatio, percentile, reading }
    expect((await chainOf('NVDA')).summary!.putCallHistory).toEqual(told)
  })

  test('days observed before ratios were kept do not count', async () => {
    await app.db.asOwner(`insert into volatility_observations (source, ticker, day, volatility_30, underlying_price,
      observed_at) select '${toStoredSource('sample')}', 'NVDA', 20700 + i, 0.3, 100, now() from generate_series(1, 30) i`)
    expect((await chainOf('NVDA')).summary!.putCallHistory).toMatchObject({ observations: 0, reading: null })
  })
})

test('suggestions come with a name and a kind', async () => {
  const answer = await anna.json('/api/instruments/search?q=app')
  expect(answer).toMatchObject({ source: 'sample', simulated: true, complete: true })
  const { results } = answer as { results: { ticker: string }[] }
  expect(results.map(({ ticker }) => ticker)).toContain('AAPL')
  expect(results.length).toBeLessThanOrEqual(10)
})

test('a chain that has not changed is not sent again', async () => {
  const first = await anna.fetch('/api/options/near-term/SPY')
  const etag = first.headers.get('etag')!
  const again = await anna.fetch('/api/options/near-term/SPY', { headers: { 'if-none-match': etag } })
  expect(again.status).toBe(304)
})
