import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { nearTermOptionsSchema, type OptionChain } from '@ballast/contract'
import { computeImpliedVolatility } from '@ballast/quant'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { findSharedFolder } from '../../market-data/testing/recorded-data.ts'
import { type StubServer, sendJson, startStubServer } from '../../market-data/testing/stub-server.ts'
import { startYahooStub, type YahooStub } from '../../market-data/testing/yahoo-stub.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const shared = findSharedFolder()

interface Reply {
  status: number
  contentType?: string
  body?: unknown
  bodyText?: string
}
interface Pages {
  spot: number
  pages?: { results: unknown[]; next_url?: string }[]
}
type FigureSet = Record<string, number | null>
interface Figures {
  cases: { id: string; expected: FigureSet; perExpiry?: Record<string, FigureSet> }[]
}

if (shared === undefined) {
  console.warn('REFERENCE DATA IS ABSENT: option chains were not read from recorded replies.')
  test('no recorded option chains were read: the reference data is absent', () => {})
} else {
  const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(shared, path), 'utf8')) as T
  const readYahoo = (name: string) => readJson<Reply & { recordedAt: string }>(`data/providers/yahoo/${name}.json`)
  const errorCases = readJson<{ cases: (Reply & { id: string })[] }>('data/providers/synthetic/errors.json').cases
  const findCase = (id: string) => errorCases.find((each) => each.id === id)!
  const expected = new Map(
    readJson<Figures>('reference/options-chain-analytics.json').cases.map((one) => [one.id, one]),
  )
  let now = new Date()
  const clock = { now: () => now }
  let yahoo: YahooStub
  let polygon: StubServer
  let yahooReply: Reply
  let polygonReplies: ReadonlyMap<string, Reply>
  let apps: Record<'yahoo' | 'polygon' | 'both', { app: TestApp; client: TestClient }>

  const answer = (response: Parameters<typeof sendJson>[0], reply: Reply) =>
    sendJson(response, reply.status, reply.bodyText ?? reply.body, {
      'content-type': reply.contentType ?? 'application/json',
    })

  beforeAll(async () => {
    yahoo = await startYahooStub()
    yahoo.script.intercept = (url, response) => {
      if (!url.pathname.includes('/finance/options/')) return false
      answer(response, yahooReply)
      return true
    }
    polygon = await startStubServer((url, _request, response) => {
      const reply = polygonReplies.get(url.searchParams.get('cursor') ?? 'first')
      answer(response, reply ?? { status: 200, body: { status: 'OK', results: [] } })
    })
    const open = async (environment: Record<string, string>) => {
      const app = await createTestApp({ environment, overrides: { clock } })
      return { app, client: await app.signIn('anna@example.com') }
    }
    const yahooOnly = { MARKET_DATA: 'yahoo', YAHOO_BASE_URL: yahoo.origin }
    const keyed = { POLYGON_API_KEY: 'a-key-of-thirty-two-characters-xx', POLYGON_BASE_URL: polygon.origin }
    apps = {
      yahoo: await open(yahooOnly),
      polygon: await open({ MARKET_DATA: 'polygon', ...keyed }),
      both: await open({ ...yahooOnly, ...keyed }),
    }
  }, 120_000)
  afterEach(async () => {
    for (const { app } of Object.values(apps)) await app.db.asOwner('truncate option_chains, leases')
  })
  afterAll(async () => {
    await Promise.all(Object.values(apps).map(({ app }) => app.close()))
    await Promise.all([yahoo.close(), polygon.close()])
  })

  const fetchFrom = (source: keyof typeof apps, ticker: string) =>
    apps[source].client.fetch(`/api/options/near-term/${ticker}`)

  async function readChain(response: Response): Promise<OptionChain> {
    const text = await response.text()
    expect(response.status, text.slice(0, 200)).toBe(200)
    const body = nearTermOptionsSchema.parse(JSON.parse(text))
    if ('unauthorized' in body) throw new Error('refused')
    return body
  }

  function expectFigures({ summary, expiries }: OptionChain, id: string) {
    const { expected: figures, perExpiry = {} } = expected.get(id)!
    for (const expiry of expiries) {
      const own = perExpiry[expiry.expiry]
      if (!own) continue
      expect(expiry).toMatchObject({
        contractCount: own.contracts,
        callVolume: own.callVolume,
        putVolume: own.putVolume,
        callOpenInterest: own.callOpenInterest,
        putOpenInterest: own.putOpenInterest,
      })
    }
    if (expiries.some(({ listed }) => !listed)) return
    expect(summary).toMatchObject({
      contractCount: figures.contracts,
      callVolume: figures.callVolume,
      putVolume: figures.putVolume,
      callOpenInterest: figures.callOpenInterest,
      putOpenInterest: figures.putOpenInterest,
      totalOpenInterest: figures.totalOpenInterest,
      unusualCount: expect.any(Number),
    })
    const ratio = figures.putCallRatioVolume
    if (typeof ratio === 'number') expect(summary!.putCallRatio).toBeCloseTo(ratio, 9)
    else expect(summary!.putCallRatio).toBeNull()
  }

  describe('Yahoo, recorded before the open', () => {
    async function chainOf(ticker: string, file = `options-${ticker}`) {
      const recording = readYahoo(file)
      yahooReply = recording
      now = new Date(recording.recordedAt)
      return readChain(await fetchFrom('yahoo', ticker))
    }

    test.each(['AAPL', 'ABBV', 'BABA'])('%s: its figures, and no volatility out of nothing', async (ticker) => {
      const chain = await chainOf(ticker)
      expectFigures(chain, `yahoo:${ticker}`)
      expect(chain).toMatchObject({
        asOf: '2025-02-21T21:00:02.000Z',
        session: 'closed',
        simulated: false,
        stale: false,
      })
      expect(chain.availableExpiries.length).toBeGreaterThanOrEqual(16)
      // At most one deep in-the-money call is quoted, which knows nothing of the volatility at the money.
      expect(chain.summary).toMatchObject({ iv30: null, expectedMove: null })
      for (const contract of chain.options) {
        const { bid, ask, state, mid, impliedVolatility, providerIV } = contract
        if (bid === 0 && ask === 0) expect([state, mid]).toEqual(['no-quote', null])
        // 1e-5 stands for "no quote"; neither ours nor theirs may show it.
        for (const volatility of [impliedVolatility, providerIV]) {
          expect(volatility === null || (volatility >= 0.01 && volatility <= 5)).toBe(true)
        }
      }
    })

    test('one put and no call: no ratio, and what there is', async () => {
      const chain = await chainOf('EPAC')
      expectFigures(chain, 'yahoo:EPAC')
      expect(chain.options).toHaveLength(1)
      expect(chain.summary).toMatchObject({ putCallLabel: null, averageIV: null })
    })

    test.each(['ADH', 'BTC-USD', 'OCDO.L'])('%s has no options, which is not a failure', async (ticker) => {
      expect(await chainOf(ticker)).toMatchObject({ options: [], emptyReason: 'no-options', summary: null })
    })

    test('an expiry of years ago is not taken for today’s', async () => {
      expect(await chainOf('AAPL', 'options-AAPL-expire-2022-03-01')).toMatchObject({ emptyReason: 'no-options' })
    })

    test('a chain of long ago counts from its own day and says that it is old', async () => {
      yahooReply = readYahoo('options-AAPL')
      now = new Date('2026-11-21T20:00:00Z')
      const chain = await readChain(await fetchFrom('yahoo', 'AAPL'))
      expect(chain).toMatchObject({ stale: true, asOf: '2025-02-21T21:00:02.000Z' })
      expect(chain.expiries[0]).toMatchObject({ expiry: '2025-02-28', days: 7 })
    })

    test.each([
      ['yahoo-html-consent', 424],
      ['yahoo-429', 503],
      ['yahoo-502', 503],
      ['yahoo-401-crumb', 503],
    ])('%s is a failure, %i, and never an empty chain', async (id, status) => {
      yahooReply = findCase(id)
      now = new Date(now.getTime() + 7_200_000)
      const response = await fetchFrom('yahoo', 'AAPL')
      expect(response.status).toBe(status)
      expect((await response.json()) as { error: string }).toMatchObject({ error: expect.stringContaining('AAPL') })
      now = new Date(now.getTime() + 7_200_000)
    })

    test('a reply that was cut off, and one about another company, are failures', async () => {
      const text = JSON.stringify(readYahoo('options-AAPL').body)
      for (const bodyText of [text.slice(0, 20_000), text.replaceAll('"AAPL"', '"MSFT"')]) {
        yahooReply = { status: 200, bodyText }
        now = new Date(now.getTime() + 7_200_000)
        expect((await fetchFrom('yahoo', 'AAPL')).status).toBe(424)
      }
    })

    test('while the provider fails, the chain of before stands, with its age', async () => {
      yahooReply = readYahoo('options-AAPL')
      now = new Date(now.getTime() + 7_200_000)
      await readChain(await fetchFrom('yahoo', 'AAPL'))
      const before = now
      yahooReply = findCase('yahoo-502')
      now = new Date(now.getTime() + 3_600_000)
      expect(await readChain(await fetchFrom('yahoo', 'AAPL'))).toMatchObject({
        stale: true,
        fetchedAt: before.toISOString(),
      })
    })
  })

  describe('Polygon', () => {
    function serve(name: string) {
      const file = readJson<Pages>(`data/providers/synthetic/polygon-chain-${name}.json`)
      const replies = new Map<string, Reply>()
      let key = 'first'
      for (const body of file.pages ?? []) {
        replies.set(key, { status: 200, body })
        key = new URL(body.next_url ?? 'http://none?cursor=none').searchParams.get('cursor') ?? ''
      }
      polygonReplies = replies
      return file
    }

    test.each(['XSIM', 'YSIM'])('%s: all pages, its figures, and the volatilities it was made with', async (ticker) => {
      now = new Date('2026-11-20T21:30:00Z')
      const { spot } = serve(ticker)
      const chain = await readChain(await fetchFrom('polygon', ticker))
      expectFigures(chain, `sim:${ticker}`)
      expect(chain).toMatchObject({ underlyingPrice: spot, source: 'polygon', simulated: false })
      const compared = chain.options.filter(({ state, delta }) => state === 'ok' && Math.abs(delta ?? 0) > 0.1)
      expect(compared.length).toBeGreaterThan(20)
      for (const { impliedVolatility, providerIV, ivDisagrees } of compared) {
        // Quotes are rounded to cents, and the chain was made at another rate: within three points.
        expect(Math.abs(impliedVolatility! - providerIV!)).toBeLessThan(0.03)
        expect(ivDisagrees).toBe(false)
      }
      const { asOf, options, expiries } = chain
      expect(asOf).toBe('2026-11-20T21:00:00.000Z')
      for (const { contractType, strikePrice, expirationDate, mid, impliedVolatility, state } of options) {
        const { forward, years, dividendYield } = expiries.find(({ expiry }) => expiry === expirationDate)!
        const isOutOfTheMoney = contractType === (strikePrice < forward ? 'put' : 'call')
        if (!isOutOfTheMoney || state !== 'ok') continue
        const terms = { type: contractType, spot, strike: strikePrice, years, dividendYield }
        const { volatility } = computeImpliedVolatility({ ...terms, rate: 0.04, price: mid! })
        expect(Math.abs(impliedVolatility! - volatility!)).toBeLessThan(1e-9)
      }
    })

    test('the recorded Yahoo chain in Polygon’s shape, 102 contracts on three pages', async () => {
      now = new Date('2025-02-24T09:24:42Z')
      serve('AAPL-paged')
      const chain = await readChain(await fetchFrom('polygon', 'AAPL'))
      expectFigures(chain, 'yahoo:AAPL')
    })

    test('a contract without anything: missing figures, never NaN', async () => {
      now = new Date('2026-11-20T21:30:00Z')
      polygonReplies = new Map([
        ['first', { ...findCase('polygon-chain-sparse'), bodyText: undefined } as unknown as Reply],
      ])
      const chain = await readChain(await fetchFrom('polygon', 'XYZ'))
      expect(chain.options).toHaveLength(1)
      expect(chain.options[0]).toMatchObject({ state: 'no-quote', mid: null, impliedVolatility: null, delta: null })
    })

    test('an empty chain is no options', async () => {
      polygonReplies = new Map([['first', findCase('polygon-empty-chain')]])
      expect(await readChain(await fetchFrom('polygon', 'XYZ'))).toMatchObject({ emptyReason: 'no-options' })
    })

    test.each([
      ['polygon', 'polygon-not-authorized'],
      ['polygon', 'polygon-bad-key'],
      ['both', 'polygon-not-authorized'],
    ] as const)('%s: %s is told as the specification says', async (source, id) => {
      polygonReplies = new Map([['first', findCase(id)]])
      now = new Date(now.getTime() + 7_200_000)
      const response = await fetchFrom(source, 'AAPL')
      expect([response.status, await response.json()]).toEqual([
        200,
        { unauthorized: true, message: 'Options data requires a paid Polygon plan' },
      ])
      // The next plan may include options: a minute later it is tried again.
      serve('XSIM')
      now = new Date(now.getTime() + 61_000)
      expect((await readChain(await fetchFrom(source, 'XSIM'))).source).toBe('polygon')
      now = new Date(now.getTime() + 7_200_000)
    })

    test('too many requests are a failure', async () => {
      polygonReplies = new Map([['first', findCase('polygon-429')]])
      now = new Date(now.getTime() + 7_200_000)
      expect((await fetchFrom('polygon', 'AAPL')).status).toBe(503)
      now = new Date(now.getTime() + 7_200_000)
    })
  })
}
