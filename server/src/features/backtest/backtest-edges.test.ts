import {
  type BacktestRequest,
  type BacktestResult,
  type BacktestScenario,
  backtestResultSchema,
} from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MarketData } from '../../market-data/market-data.ts'
import { createFixedMarket } from '../../market-data/testing/fixed-market.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.com')
})
afterAll(() => app?.close())

const post = (client: TestClient, request: BacktestRequest) =>
  client.fetch('/api/backtest/scenario', { method: 'POST', json: request })
const run = async (client: TestClient, request: BacktestRequest) =>
  backtestResultSchema.parse(await (await post(client, request)).json())
async function refusalOf(client: TestClient, request: BacktestRequest): Promise<{ status: number; error: string }> {
  const response = await post(client, request)
  return { status: response.status, error: ((await response.json()) as { error: string }).error }
}

describe('a bad request', () => {
  let portfolioId: string
  beforeAll(async () => {
    portfolioId = await anna.upload('P', 'ticker,shares\nSPY,1\n')
  })

  test.each([
    [{ scenarioId: 'moon-2031' }, 'There is no scenario "moon-2031"'],
    [{ scenarioId: 'custom' }, 'needs both a start and an end date'],
    [{ scenarioId: 'custom', start: '2020-01-02' }, 'needs both a start and an end date'],
    [{ scenarioId: 'custom', start: '1997-06-02', end: '2020-01-02' }, 'price histories begin on 1998-01-02'],
    [{ scenarioId: 'custom', start: '2020-01-02', end: '2020-01-02' }, 'must lie after the start'],
    [{ scenarioId: 'custom', start: '2020-01-02', end: '2099-01-02' }, 'is too late: the last close is of'],
    [{ scenarioId: 'custom', start: '2020-01-02', end: '2020-01-07' }, 'must hold 5 trading days or more'],
    [{ scenarioId: 'gfc-2007', start: '2020-01-02' }, 'has its own dates'],
  ])('%o is refused with words', async (request, words) => {
    const refusal = await refusalOf(anna, { portfolioId, ...request })
    expect(refusal).toMatchObject({ status: 400, error: expect.stringContaining(words) })
  })

  test.each([{ start: '2020-02-30' }, { basis: 'votes' }, { rebalance: 'hourly' }, { colour: 'red' }])(
    '%o is no request',
    async (more) => {
      const response = await anna.fetch('/api/backtest/scenario', {
        method: 'POST',
        json: { portfolioId, scenarioId: 'custom', ...more },
      })
      expect(response.status).toBe(400)
    },
  )

  test('a portfolio without anything that has a price is refused', async () => {
    const id = await anna.upload('P', 'ticker,shares\nZZZZ,1\n')
    expect(await refusalOf(anna, { portfolioId: id, scenarioId: 'recent-6m' })).toMatchObject({
      status: 422,
      error: expect.stringContaining('nothing to replay'),
    })
  })
})

describe('on a market of a few days', () => {
  const closes = {
    SPY: [100, 110, 99, 99, 108.9, 108.9],
    AAA: [50, 55, 55, 60.5, 60.5, 66.55],
    'SAP.DE': [1, 1, 1, 1, 1, 1],
    LATE: [5, 6],
    PENCE: [1, 1.01, 101, 102, 103, 1.03],
  }
  const market = createFixedMarket({
    quotes: {
      AAA: { price: 60 },
      SPY: { price: 110 },
      'SAP.DE': { price: 1, currency: 'EUR' },
      LATE: { price: 6 },
      PENCE: { price: 1 },
    },
    closes,
    rates: { EUR: 1 },
  })

  async function withMarket(fixed: MarketData, work: (client: TestClient) => Promise<void>) {
    const other = await createTestApp({ overrides: { marketData: fixed }, db: app.db })
    try {
      await work(await other.signIn('carl@example.com'))
    } finally {
      await other.close()
    }
  }
  const range = { scenarioId: 'custom', start: '2026-11-15', end: '2026-11-20' }

  test('the sums can be done by hand', async () => {
    await withMarket(market, async (client) => {
      const portfolioId = await client.upload('P', 'ticker,shares\nAAA,100\nCASH,6000\n')
      const result = backtestResultSchema.parse(await (await post(client, { portfolioId, ...range })).json())
      // Half in AAA: 50,000 × 66.55 ÷ 50 = 66,550; half in cash: 50,000 × (1 + 0.03 ÷ 252)^5
      const end = 66_550 + 50_000 * (1 + 0.03 / 252) ** 5
      expect(result.results.at(-1)!.portfolioValue).toBeCloseTo(end, 6)
      expect(result.results.at(-1)!.benchmarkValue).toBeCloseTo(108_900, 6)
      expect(result.metrics.totalReturn).toBeCloseTo(end / 1_000 - 100, 8)
      // 110 → 99
      expect(result.benchmarkMetrics?.maxDrawdown).toBeCloseTo(10, 8)
      expect(result.benchmarkDrawdowns).toEqual([
        {
          peak: '2026-11-16',
          trough: '2026-11-17',
          recovery: null,
          depthPercent: 10,
          daysDown: 1,
          daysToRecover: null,
        },
      ])
      expect(result.benchmarkMetrics?.worstDay).toEqual({ date: '2026-11-17', percent: -10 })
      expect(result.metrics).toMatchObject({ annualizedReturn: null, var95: null, observations: 5 })
      expect(result.metrics.flags).toEqual(expect.arrayContaining(['short-window', 'short-tail']))
      expect(result.monthlyReturns).toMatchObject([{ year: 2026, month: 11, isPartial: true }])
      expect(result.analysis).toBe(
        `Over Custom range (2026-11-15 to 2026-11-20) the portfolio gained ${(end / 1_000 - 100).toFixed(2)}%. It outperformed the benchmark (SPY) by ${(end / 1_000 - 108.9).toFixed(2)} percentage points.`,
      )
    })
  })

  test('closes that look like errors of the data are told of beside the verdict', async () => {
    await withMarket(market, async (client) => {
      const portfolioId = await client.upload('P', 'ticker,shares\nPENCE,100\nAAA,10\n')
      const { coverage, analysis } = await run(client, { portfolioId, ...range })
      expect(coverage.sentence).toBe(
        'PENCE has closes that look like errors of the data (2026-11-17, 2026-11-20); they are computed with as they are.',
      )
      expect(analysis).toContain(coverage.sentence)
      const wrong = createFixedMarket({
        quotes: { SPY: { price: 110 }, AAA: { price: 60 } },
        closes: { ...closes, SPY: [100, 110, 9.9, 99, 108.9, 108.9] },
      })
      await withMarket(wrong, async (other) => {
        const own = await other.upload('P', 'ticker,shares\nAAA,1\n')
        expect((await run(other, { portfolioId: own, ...range })).coverage.sentence).toContain(
          'SPY has closes that look',
        )
      })
      const before = await run(client, { portfolioId: await client.upload('P', 'ticker,shares\nAAA,1\n'), ...range })
      expect(before.coverage.sentence).toBeNull()
    })
  })

  test('a history that ends within the window is named, with its last close', async () => {
    const rising = Array.from({ length: 20 }, (_, day) => 100 + day)
    const whole = createFixedMarket({
      quotes: { SPY: { price: 119 }, AAA: { price: 119 }, HALT: { price: 119 } },
      closes: { SPY: rising, AAA: rising, HALT: rising },
    })
    const halted: MarketData = {
      ...whole,
      async getDailyHistory(request) {
        const { found, missing } = await whole.getDailyHistory(request)
        const cut = [...found].map(([ticker, history]) => {
          const { dates, closes, adjustedCloses } = history
          const kept = ticker === 'HALT' ? 12 : dates.length
          const arrays = { closes: closes.slice(0, kept), adjustedCloses: adjustedCloses.slice(0, kept) }
          return [ticker, { ...history, ...arrays, dates: dates.slice(0, kept) }] as const
        })
        return { found: new Map(cut), missing }
      },
    }
    await withMarket(halted, async (client) => {
      const portfolioId = await client.upload('P', 'ticker,shares\nHALT,100\nAAA,10\n')
      const window = { portfolioId, scenarioId: 'custom', start: '2026-11-02' }
      const sentenceAt = async (end: string) => (await run(client, { ...window, end })).coverage.sentence
      expect(await sentenceAt('2026-11-20')).toBe('HALT has no close after 2026-11-12 and stays at it.')
      // For five days a close stands for days without one.
      expect(await sentenceAt('2026-11-17')).toBeNull()
      expect(await sentenceAt('2026-11-18')).toContain('2026-11-12')
    })
  })

  test('why nothing can be replayed is said: no answer of the provider, only options, or no price', async () => {
    const missing = { AAA: 'provider-down', LATE: 'unknown-ticker' } as const
    const down = createFixedMarket({ quotes: { SPY: { price: 110 } }, missing, closes })
    await withMarket(down, async (client) => {
      const refusalFor = async (data: string) =>
        refusalOf(client, { portfolioId: await client.upload('P', data), ...range })
      expect(await refusalFor('ticker,shares\nAAA,1\nLATE,1\n')).toMatchObject({
        status: 503,
        error: expect.stringContaining('does not answer, and no price'),
      })
      expect(await refusalFor('ticker,shares\nLATE,1\n')).toMatchObject({
        status: 422,
        error: expect.stringContaining('no share or fund with a price'),
      })
    })
    const options = await anna.upload('P', 'ticker,shares\nSPY270219C00800000,1\nCASH,100\n')
    expect(await refusalOf(anna, { portfolioId: options, scenarioId: 'recent-6m' })).toMatchObject({
      status: 422,
      error: expect.stringContaining('today’s options did not exist then'),
    })
  })

  test('a listing on the fifth day follows the benchmark until then, and its own closes after', async () => {
    await withMarket(market, async (client) => {
      const alone = await client.upload('P', 'ticker,shares\nLATE,100\n')
      const weights = (await (await post(client, { portfolioId: alone, ...range })).json()) as BacktestResult
      // One common return makes no beta, so it is the prior of 1: 100,000 × 108.9 ÷ 100, then × 6 ÷ 5
      expect(weights.results.map((point) => Math.round(point.portfolioValue))).toEqual([
        ...[100_000, 110_000, 99_000, 99_000, 108_900, 130_680],
      ])
      expect(weights.coverage.details).toMatchObject([
        {
          ticker: 'LATE',
          method: 'benchmark',
          proxy: 'SPY',
          beta: 1,
          from: '2026-11-15',
          to: '2026-11-19',
          weightPercent: 100,
        },
      ])

      const both = await client.upload('P', 'ticker,shares\nLATE,100\nAAA,10\n')
      const shares = (await (
        await post(client, { portfolioId: both, ...range, basis: 'actual-shares' })
      ).json()) as BacktestResult
      // Its first close, 5, taken back with the benchmark: 100 × 5 × 100 ÷ 108.9 + 10 × 50
      expect(shares.initialValue).toBeCloseTo(50_000 / 108.9 + 500, 8)
      expect(shares.results.at(-1)!.portfolioValue).toBeCloseTo(100 * 6 + 10 * 66.55, 8)
    })
  })

  test('what trades in another currency is left out with that reason', async () => {
    await withMarket(market, async (client) => {
      const portfolioId = await client.upload('P', 'ticker,shares\nAAA,100\nSAP.DE,100\n')
      const result = (await (await post(client, { portfolioId, ...range })).json()) as BacktestResult
      expect(result.coverage.details[1]).toMatchObject({
        ticker: 'SAP.DE',
        method: 'excluded',
        reason: expect.stringContaining('another currency'),
      })
    })
  })

  test('a portfolio that owes more than it holds has no return', async () => {
    await withMarket(market, async (client) => {
      const portfolioId = await client.upload('P', 'ticker,shares\nAAA,1\nSPY,-10\n')
      expect(await refusalOf(client, { portfolioId, ...range })).toMatchObject({
        status: 422,
        error: expect.stringContaining('owes as much'),
      })
    })
  })

  test('a provider that does not answer is told from a company that did not exist', { tags: 'full' }, async () => {
    const down: MarketData = {
      ...market,
      async getDailyHistory({ tickers, from }) {
        const { found, missing } = await market.getDailyHistory({
          tickers: tickers.filter((ticker) => ticker === 'SPY'),
          from,
        })
        return {
          found,
          missing: new Map([
            ...missing,
            ...tickers.filter((ticker) => ticker !== 'SPY').map((ticker) => [ticker, 'provider-down'] as const),
          ]),
        }
      },
    }
    await withMarket(down, async (client) => {
      const portfolioId = await client.upload('P', 'ticker,shares\nAAA,100\n')
      expect(await refusalOf(client, { portfolioId, ...range })).toMatchObject({
        status: 503,
        error: expect.stringContaining('no histories of these yet'),
      })
    })
    await withMarket(
      { ...market, getDailyHistory: async () => ({ found: new Map(), missing: new Map([['SPY', 'provider-down']]) }) },
      async (client) => {
        const portfolioId = await client.upload('P', 'ticker,shares\nAAA,100\n')
        expect(await refusalOf(client, { portfolioId, ...range })).toMatchObject({
          status: 503,
          error: expect.stringContaining('no price history of SPY'),
        })
        const scenarios = await client.json<BacktestScenario[]>('/api/backtest/scenarios')
        expect(scenarios.every(({ spark }) => spark === null)).toBe(true)
        expect(scenarios.find(({ id }) => id === 'gfc-2007')).toMatchObject({ start: '2007-10-09' })
      },
    )
  })
})
