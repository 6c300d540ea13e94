import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createPolygonProvider } from './polygon/adapter.ts'
import type { MarketDataProvider } from './provider.ts'
import { findSharedFolder } from './testing/recorded-data.ts'
import { type StubServer, sendJson, startStubServer } from './testing/stub-server.ts'
import { startYahooStub, type YahooStub } from './testing/yahoo-stub.ts'
import { createYahooProvider } from './yahoo/adapter.ts'

const shared = findSharedFolder()
const clock = { now: () => new Date('2026-11-21T20:00:00Z') }

interface Recording {
  url: string
  status: number
  contentType?: string
  body: unknown
}
interface ErrorCase {
  id: string
  status: number
  contentType?: string
  body?: unknown
  bodyText?: string
}

if (shared === undefined) {
  console.warn('REFERENCE DATA IS ABSENT: the providers were not tried on recorded replies.')
  test('no recorded replies were tried: the reference data is absent', () => {})
} else {
  const providers = join(shared, 'data/providers')
  const readJson = <T>(path: string): T => JSON.parse(readFileSync(join(providers, path), 'utf8')) as T
  const yahooFiles = readdirSync(join(providers, 'yahoo'))
  const readYahoo = (name: string) => readJson<Recording>(`yahoo/${name}.json`)
  const errorCases = readJson<{ cases: ErrorCase[] }>('synthetic/errors.json').cases
  const findCase = (id: string) => errorCases.find((each) => each.id === id)!

  describe('Yahoo', () => {
    let stub: YahooStub
    let yahoo: MarketDataProvider
    let reply: Recording | ErrorCase

    beforeAll(async () => {
      stub = await startYahooStub()
      yahoo = createYahooProvider({ clock, random: () => 0, baseUrl: stub.origin })
      stub.script.intercept = (url, response) => {
        if (!url.pathname.includes('/finance/')) return false
        const text = 'bodyText' in reply ? reply.bodyText : undefined
        sendJson(response, reply.status, text ?? reply.body, {
          'content-type': reply.contentType ?? 'application/json',
        })
        return true
      }
    })
    afterAll(async () => {
      await yahoo.close()
      await stub.close()
    })

    async function getQuotes(file: string, ...tickers: string[]) {
      reply = readYahoo(file)
      const { found, missing } = await yahoo.fetchQuotes(tickers)
      return { ...Object.fromEntries(found), ...Object.fromEntries(missing) }
    }

    async function getHistory(file: string, ticker: string) {
      reply = readYahoo(file)
      return yahoo.fetchDailyHistory(ticker, '2020-01-01')
    }

    test('quotes of two companies', async () => {
      expect(await getQuotes('quote-AAPL-BABA', 'AAPL', 'BABA', 'ZZZZ')).toEqual({
        AAPL: {
          ticker: 'AAPL',
          price: 244.6,
          currency: 'USD',
          previousClose: 241.53,
          asOf: '2025-02-14T21:00:00.000Z',
          session: 'closed',
          source: 'yahoo',
        },
        BABA: expect.objectContaining({ price: 124.73, previousClose: 119.54 }),
        ZZZZ: 'unknown-ticker',
      })
    })

    test('pence are pounds, a Canadian fund is in Canadian dollars, a coin trades on Sundays', async () => {
      expect(await getQuotes('quote-OCDO.L', 'OCDO.L')).toMatchObject({
        'OCDO.L': { price: 3.088, currency: 'GBP', session: 'open' },
      })
      expect(await getQuotes('quote-0P000071W8.TO', '0P000071W8.TO')).toMatchObject({
        '0P000071W8.TO': { price: 152.63, currency: 'CAD' },
      })
      expect(await getQuotes('quote-BTC-USD', 'BTC-USD')).toMatchObject({
        'BTC-USD': { price: 96077.45, currency: 'USD' },
      })
    })

    test('a changed ticker is unknown; a thin quote has no price', async () => {
      expect(await getQuotes('quote-BRKS', 'BRKS')).toEqual({ BRKS: 'unknown-ticker' })
      expect(await getQuotes('quote-ADH', 'ADH')).toEqual({ ADH: 'no-price' })
      expect(await getQuotes('quote-MSFT-fields-beta', 'MSFT')).toEqual({ MSFT: 'no-price' })
    })

    test('daily bars fall on the exchange’s own dates, holes are left out', async () => {
      expect(await getHistory('chart-BTC-USD-2020-01-01-to-2020-01-03', 'BTC-USD')).toMatchObject({
        dates: ['2020-01-01', '2020-01-02', '2020-01-03'],
        closes: Float64Array.of(7200.17431640625, 6985.47021484375, 7344.88427734375),
      })
      expect(await getHistory('chart-WSU.DE-2023-08-04-to-2023-08-09', 'WSU.DE')).toMatchObject({
        currency: 'EUR',
        dates: ['2023-08-04', '2023-08-07', '2023-08-08'],
      })
      const london = await getHistory('chart-OCDO.L-2020-01-01-to-2020-01-03', 'OCDO.L')
      expect(london).toMatchObject({ currency: 'GBP', dates: ['2020-01-02'], closes: Float64Array.of(12.595) })
      const fund = await getHistory('chart-QQQ-2020-01-01-to-2020-01-03', 'QQQ')
      expect(fund).toMatchObject({ dates: ['2020-01-02'], closes: Float64Array.of(216.16000366210938) })
      expect(fund.adjustedCloses[0]).toBe(209.6380615234375)
    })

    test('a split in the period is reported, and dividends come off the adjusted closes before them', async () => {
      const history = await getHistory('chart-AAPL-2020-08-31-to-2020-11-07', 'AAPL')
      expect(history.adjustedCloses[0]).toBeLessThan(history.closes[0]!)
      expect(history.splits).toEqual([{ date: '2020-08-31', ratio: 4 }])
    })

    test('a company has a sector; a missing profile leaves it open', async () => {
      const intercept = stub.script.intercept
      const answer = (quoteFile: string, profileFile: string): void => {
        stub.script.intercept = (url, response) => {
          if (!url.pathname.includes('/finance/')) return false
          const { status, body } = readYahoo(url.pathname.includes('quoteSummary') ? profileFile : quoteFile)
          sendJson(response, status, body)
          return true
        }
      }
      answer('quote-AAPL', 'quoteSummary-assetProfile-AAPL')
      expect((await yahoo.fetchInstruments(['AAPL'])).get('AAPL')).toMatchObject({
        name: 'Apple Inc.',
        assetClass: 'equity',
        sector: 'Technology',
      })
      answer('quote-ABBV', 'quoteSummary-assetProfile-ADH')
      expect((await yahoo.fetchInstruments(['ABBV'])).get('ABBV')).toMatchObject({ name: 'AbbVie Inc.', sector: null })
      answer('quote-QQQ', 'quoteSummary-assetProfile-QQQ')
      expect((await yahoo.fetchInstruments(['QQQ'])).get('QQQ')).toMatchObject({
        isFund: true,
        sector: 'Diversified Fund',
        internalDiversification: 1.55,
      })
      stub.script.intercept = intercept
    })

    test.each([
      ['yahoo-chart-unknown', 'unknown-ticker'],
      ['yahoo-429', 'rate-limited'],
      ['yahoo-401-crumb', 'session-expired'],
      ['yahoo-chart-no-timestamps', 'no-data'],
      ['yahoo-html-consent', 'bad-reply'],
      ['yahoo-502', 'server-error'],
    ])('%s is the failure %s', async (id, code) => {
      reply = findCase(id)
      const ticker = id === 'yahoo-chart-no-timestamps' ? 'XXXX' : 'AAPL'
      await expect(yahoo.fetchDailyHistory(ticker, '2020-01-01')).rejects.toMatchObject({ code })
    })

    test('no chart, cut short anywhere, is taken for a history, and none throws anything but a provider’s failure', async () => {
      const whole = JSON.stringify(readYahoo('chart-AAPL-2020-08-31-to-2020-11-07').body)
      for (let cut = 1; cut < whole.length; cut += Math.ceil(whole.length / 60)) {
        reply = { url: '', status: 200, body: whole.slice(0, cut) }
        await expect(yahoo.fetchDailyHistory('AAPL', '2020-01-01')).rejects.toMatchObject({ name: 'ProviderFailure' })
      }
    })

    test('every recorded chart of the folder gives ascending dates and positive closes, or says what is missing', async () => {
      const files = yahooFiles.filter((file) => /^chart-.*\.json$/.test(file)).map((file) => file.slice(0, -5))
      expect(files.length).toBeGreaterThan(5)
      for (const file of files) {
        const recording = readYahoo(file)
        reply = recording
        const ticker = decodeURIComponent(new URL(recording.url).pathname.split('/').at(-1) ?? '')
        const history = await yahoo.fetchDailyHistory(ticker, '2020-01-01').catch((error: unknown) => error)
        if (history instanceof Error) {
          expect(history, file).toMatchObject({ code: 'no-data' })
          continue
        }
        const { dates, closes } = history as Awaited<ReturnType<MarketDataProvider['fetchDailyHistory']>>
        expect(dates, file).toEqual([...new Set(dates)].toSorted())
        expect(Math.min(...closes), file).toBeGreaterThan(0)
      }
    })
  })

  describe('Polygon', () => {
    let stub: StubServer
    let polygon: MarketDataProvider
    let replies: Map<string, { status: number; body: unknown }>

    beforeAll(async () => {
      stub = await startStubServer((url, _request, response) => {
        const reply = [...replies].find(([path]) => url.pathname.startsWith(path))?.[1]
        sendJson(response, reply?.status ?? 404, reply?.body ?? {})
      })
      polygon = createPolygonProvider({ apiKey: 'key', clock, random: () => 0, baseUrl: stub.origin })
    })
    afterAll(async () => {
      await polygon.close()
      await stub.close()
    })

    const ok = (file: string) => ({ status: 200, body: readJson<unknown>(`polygon/${file}.json`) })

    test('daily bars of two days in 2005', async () => {
      replies = new Map([
        ['/v2/aggs', ok('v2__aggs__ticker__AAPL__range__1__day__2005-04-01__2005-04-04')],
        ['/v3/reference/dividends', ok('v3__reference__dividends')],
        ['/v3/reference/splits', { status: 200, body: { results: [], status: 'OK' } }],
      ])
      expect(await polygon.fetchDailyHistory('AAPL', '2005-04-01')).toMatchObject({
        dates: ['2005-04-01', '2005-04-04'],
        closes: Float64Array.of(1.4604, 1.4675),
        // The recorded dividends are another company's.
        adjustedCloses: Float64Array.of(1.4604, 1.4675),
      })
    })

    test('a snapshot is a quote at the last close', async () => {
      const { body } = ok('v2__snapshot__locale__us__markets__stocks__tickers__AAPL')
      replies = new Map([['/v2/snapshot', { status: 200, body: { tickers: [(body as { ticker: unknown }).ticker] } }]])
      expect((await polygon.fetchQuotes(['AAPL'])).found.get('AAPL')).toMatchObject({
        price: 160.315,
        previousClose: 163.64,
        asOf: '2026-11-20T21:00:00.000Z',
      })
    })

    test('the details of a ticker are an instrument', async () => {
      replies = new Map([['/v3/reference/tickers/AAPL', ok('v3__reference__tickers__AAPL')]])
      expect((await polygon.fetchInstruments(['AAPL'])).get('AAPL')).toMatchObject({
        name: 'Apple Inc.',
        assetClass: 'equity',
      })
    })

    test.each([
      ['polygon-not-authorized', 'not-authorised'],
      ['polygon-bad-key', 'not-authorised'],
      ['polygon-429', 'rate-limited'],
    ])('%s is the failure %s', async (id, code) => {
      const { status, body } = findCase(id)
      replies = new Map([['/v2/snapshot', { status, body }]])
      await expect(polygon.fetchQuotes(['AAPL'])).rejects.toMatchObject({ code })
    })
  })
}
