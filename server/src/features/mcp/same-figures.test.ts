import type {
  BacktestResult,
  CorrelationAnalysis,
  HedgeAnalysis,
  OptionChain,
  Overview,
  Policy,
  PortfolioHistory,
  Position,
} from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { createTools } from '../tools/tools.service.ts'
import { countFigures, findDifferences } from './testing/is-part-of.ts'
import { type Assistant, connectAssistant, makeAccessToken } from './testing/mcp-client.ts'

/** Puts that were bought without an analysis. */
const PLACED = {
  limitPercent: 15,
  shockPercent: 20,
  endsOn: '2027-02-19',
  placedOn: '2026-11-20',
  legs: [{ symbol: 'SPY270219P00700000', ordered: 4, filled: 4, price: 9.5 }],
  fees: 2.6,
  addPositions: true,
  analysisId: null,
  strategyId: null,
}

let app: TestApp
let ann: TestClient
let portfolioId: string
let analysisId: string
let strategyId: string
let discoveryId: string
let policyId: string
let hedgedId: string
let assistant: Assistant
beforeAll(async () => {
  // The clock stands still, so that both ways of asking ask at the same time.
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  ann = await signInPro(app, 'ann@example.com', 10)
  portfolioId = await upload(ann, WORKED_EXAMPLE)
  const analysis = await analyse(ann, portfolioId)
  analysisId = analysis.analysisId
  strategyId = analysis.hedgeStrategies.find(({ role }) => role === 'recommended')!.id
  discoveryId = (await ann.json<{ runId: string }>('/api/agentic-discovery', { method: 'POST', json: { portfolioId } }))
    .runId
  hedgedId = await upload(ann, WORKED_EXAMPLE, 'Hedged')
  const path = `/api/portfolios/${hedgedId}/policies`
  policyId = (await ann.json<Policy>(path, { method: 'POST', json: PLACED })).id
  assistant = await connectAssistant(app.url, (await makeAccessToken(ann)).token)
})
afterAll(async () => {
  await assistant.close()
  await app.close()
})

const of = (path: string) => `/api/portfolios/${portfolioId}/${path}`
const post = (path: string, json: unknown) => ann.json<object>(path, { method: 'POST', json })

interface Comparison {
  input(): Record<string, unknown>
  /** Answer that the screens get, in the same shape; it may hold more. */
  screen(told: Record<string, unknown>): Promise<object>
  /** Figures that must be there at least, so that an empty answer is not taken for an equal one. */
  figures: number
}

/** For every tool: what to ask, and what the screens' own calls answer to the same. A tool that is missing fails the run. */
const COMPARISONS: Record<string, Comparison> = {
  list_portfolios: {
    input: () => ({}),
    screen: async () => ({ portfolios: await ann.json('/api/portfolios?book=true') }),
    figures: 1,
  },
  get_portfolio: {
    input: () => ({ portfolioId, offset: 1, limit: 5 }),
    screen: async () => ({
      ...(await ann.json<object>(of('prices'))),
      positions: await ann.json(of('positions')),
      page: { offset: 1, limit: 5, total: 7, nextOffset: 6 },
    }),
    figures: 25,
  },
  get_portfolio_overview: {
    input: () => ({ portfolioId }),
    screen: () => ann.json(of('overview')),
    figures: 20,
  },
  get_portfolio_history: {
    input: () => ({ portfolioId }),
    async screen() {
      const history = await ann.json<PortfolioHistory>(of('history'))
      return { ...history, unanswered: history.changes.filter(({ status }) => status === 'asked').length }
    },
    figures: 3,
  },
  get_correlation_analysis: {
    input: () => ({ portfolioId, tickers: ['AAPL', 'KO', 'TLT'], limit: 4 }),
    screen: async () => ({
      ...(await ann.json<CorrelationAnalysis>(of('correlation-analysis'))),
      page: { offset: 0, limit: 4, total: 7, nextOffset: 4 },
    }),
    figures: 100,
  },
  list_backtest_scenarios: {
    input: () => ({}),
    screen: async () => ({ scenarios: await ann.json('/api/backtest/scenarios') }),
    figures: 5,
  },
  run_backtest: {
    input: () => ({
      portfolioId,
      scenarioId: 'covid-2020',
      curvePoints: 20,
      monthlyReturns: true,
      rebalance: 'monthly',
    }),
    async screen() {
      const asked = { portfolioId, scenarioId: 'covid-2020', rebalance: 'monthly' }
      const result = (await post('/api/backtest/scenario', asked)) as BacktestResult
      return { ...result, coverage: { ...result.coverage, detailCount: result.coverage.details.length } }
    },
    figures: 120,
  },
  try_sale: {
    input: () => ({ portfolioId, ticker: 'NVDA', percent: 50 }),
    async screen() {
      const before = await ann.json<object>(of('overview'))
      // The same portfolio as if it had been sold and typed in.
      const { price } = (await ann.json<{ prices: Record<string, { price: number }> }>(of('prices'))).prices.NVDA!
      const proceeds = 150 * price
      const rows = `${WORKED_EXAMPLE.replace('NVDA,300', 'NVDA,150')}`
      const sold = await upload(ann, `${rows}CASH,${proceeds},1\n`, 'Sold')
      const after = await ann.json(`/api/portfolios/${sold}/overview`)
      return { ...before, ticker: 'NVDA', percent: 50, shares: 150, price, proceeds, before, after }
    },
    figures: 16,
  },
  get_dividends: {
    input: () => ({ tickers: ['KO', 'NONE1'] }),
    // The simulated market pays none, and no screen lists them; what recorded closes show is held by dividends.test.ts.
    screen: async () => ({
      dividends: [{ ticker: 'KO', paid: [], yearAmount: 0, next: null }],
      missing: ['NONE1'],
      asOf: NOW.toISOString(),
      source: 'sample',
      simulated: true,
    }),
    figures: 1,
  },
  measure_market_fall: {
    input: () => ({ portfolioId, fallPercent: 20 }),
    async screen() {
      const { asOf, source, simulated } = await ann.json<Overview>(of('overview'))
      const { riskAssessment } = await analyse(ann, portfolioId, { shockPercent: 20 })
      const shock = riskAssessment.shocks.find(({ marketPercent }) => marketPercent === -20)!
      return {
        fallPercent: 20,
        hedgingBeta: riskAssessment.beta,
        lossPercent: -shock.profitPercent,
        loss: -shock.profit,
        holdsOptions: false,
        leftOut: 0,
        asOf,
        source,
        simulated,
      }
    },
    figures: 5,
  },
  get_option_chain: {
    input: () => ({ ticker: 'SPY', contractType: 'put', minStrike: 600, maxStrike: 700, offset: 3, limit: 12 }),
    async screen() {
      const chain = await ann.json<OptionChain>('/api/options/near-term/SPY')
      const fitting = chain.options.filter(
        ({ contractType, strikePrice }) => contractType === 'put' && strikePrice >= 600 && strikePrice <= 700,
      )
      return { ...chain, page: { offset: 3, limit: 12, total: fitting.length, nextOffset: 15 } }
    },
    figures: 200,
  },
  search_hedges: {
    input: () => ({ portfolioId, limitPercent: 12, customPrompt: 'keep KO' }),
    screen: () => analyse(ann, portfolioId, { limitPercent: 12, customPrompt: 'keep KO' }),
    figures: 200,
  },
  list_hedge_analyses: {
    input: () => ({ portfolioId }),
    screen: async () => ({ analyses: await ann.json(of('hedge-analyses')) }),
    figures: 3,
  },
  get_hedge_analysis: {
    input: () => ({ portfolioId, analysisId, tables: true }),
    screen: () => ann.json(of(`hedge-analyses/${analysisId}`)),
    figures: 400,
  },
  split_ticket: {
    input: () => ({ portfolioId, analysisId, strategyId }),
    async screen() {
      const { hedgeStrategies } = await ann.json<HedgeAnalysis>(of(`hedge-analyses/${analysisId}`))
      const { legs, trades, cost } = hedgeStrategies.find(({ id }) => id === strategyId)!
      const ofTicket = legs.map(({ symbol, underlying, type, strike, expiry, multiplier, contracts, premium }) => {
        return { symbol, underlying, type, strike, expiry, multiplier, contracts, premium }
      })
      return post(of('ticket-split'), { legs: ofTicket, trades, fees: cost.fees })
    },
    figures: 2,
  },
  run_comprehensive_analysis: {
    input: () => ({ portfolioId }),
    screen: () => post('/api/ai-analysis/comprehensive', { portfolioId }),
    figures: 20,
  },
  run_discovery: {
    input: () => ({ portfolioId }),
    screen: () => post('/api/agentic-discovery', { portfolioId }),
    figures: 50,
  },
  list_ai_runs: {
    input: () => ({ portfolioId }),
    screen: async () => ({ runs: await ann.json(of('ai-runs')) }),
    figures: 0,
  },
  get_ai_run: {
    input: () => ({ portfolioId, runId: discoveryId }),
    screen: () => ann.json(of(`ai-runs/${discoveryId}`)),
    figures: 50,
  },
  create_policy: {
    input: () => ({ portfolioId: hedgedId, ...PLACED }),
    screen: (told) => ann.json(`/api/policies/${(told as { policy: Policy }).policy.id}`),
    figures: 10,
  },
  list_policies: {
    input: () => ({}),
    screen: async () => ({ policies: await ann.json('/api/policies') }),
    figures: 10,
  },
  get_policy: {
    input: () => ({ policyId }),
    async screen() {
      const opened = await ann.json<{ history: object[] }>(`/api/policies/${policyId}`)
      return { ...opened, page: { offset: 0, limit: 20, total: opened.history.length, nextOffset: null } }
    },
    figures: 10,
  },
  get_fact: {
    input: () => ({ factId: `${analysisId}.F3` }),
    screen: () => ann.json(`/api/facts/${analysisId}.F3`),
    figures: 3,
  },
  get_track_record: {
    input: () => ({}),
    screen: () => ann.json('/api/track-record'),
    figures: 40,
  },
  list_recommendations: {
    input: () => ({ simulated: true, limit: 2 }),
    screen: async () => {
      const recommendations = await ann.json<object[]>('/api/track-record/recommendations?simulated=true')
      const page = {
        offset: 0,
        limit: 2,
        total: recommendations.length,
        nextOffset: recommendations.length > 2 ? 2 : null,
      }
      return { recommendations, page }
    },
    figures: 5,
  },
}

/** Fields in which two runs of the same differ: one comes after the other, and the second leaves fewer tokens. */
const OF_THE_RUN: Record<string, readonly string[]> = {
  search_hedges: ['analysisId', 'tokensRemaining'],
  run_comprehensive_analysis: ['analysisId'],
  run_discovery: ['runId', 'tokensRemaining'],
  create_policy: [],
}

test('every tool of the catalogue is compared with what the screens are told', () => {
  const names = createTools(app.dependencies).map(({ name }) => name)
  expect(Object.keys(COMPARISONS).toSorted()).toEqual(names.toSorted())
})

const compare = async (name: string, { input, screen, figures }: Comparison) => {
  const told = await assistant.answer(name, input())
  for (const key of OF_THE_RUN[name] ?? []) delete told[key]
  expect(findDifferences(told, await screen(told))).toEqual([])
  expect(countFigures(told)).toBeGreaterThanOrEqual(figures)
}
const listTools = (isRun: boolean) => Object.entries(COMPARISONS).filter(([name]) => name in OF_THE_RUN === isRun)
test.each(listTools(false))('%s tells the screen’s figures to the last digit', compare)
test.each(listTools(true))('%s tells the screen’s figures to the last digit', { tags: 'full' }, compare)

test.each(Object.entries(COMPARISONS))(
  '%s says the same as text, for clients that read no structure',
  async (name, { input }) => {
    if (name in OF_THE_RUN) return
    const { content, structuredContent } = await assistant.use(name, input())
    const [summary, json] = content.map((part) => (part.type === 'text' ? part.text : ''))
    expect(summary).toMatch(/\w.*[.…]$/s)
    expect(JSON.parse(json ?? '')).toEqual(structuredContent)
    expect(Buffer.byteLength(json ?? '')).toBeLessThan(66_000)
  },
)

describe('the comparison itself', () => {
  const whole = {
    list: [
      { a: 1, b: 2 },
      { a: 3, b: 4 },
    ],
    text: 'x',
  }
  test.each([
    [{ list: [{ a: 3 }] }, 0],
    [{ list: [{ a: 3 }, { a: 1 }] }, 1],
    [{ list: [{ a: 3.0000000000000004 }] }, 1],
    [{ other: 1 }, 1],
    [{ text: 'y' }, 1],
  ])('%j', (part, differences) => {
    const found = findDifferences(part, whole)
    expect(found.length > 0).toBe(differences > 0)
  })
})

test('a long portfolio, narrowed in a thread, comes in parts that together are the whole', async () => {
  const rows = Array.from({ length: 2_000 }, (_, index) => `T${index},${index + 1},1`).join('\n')
  const long = await upload(ann, rows, 'Long')
  const tickers: string[] = []
  for (let offset: number | null = 0; offset !== null; ) {
    const part: { positions: Position[]; page: { nextOffset: number | null } } = await assistant.answer(
      'get_portfolio',
      {
        portfolioId: long,
        offset,
        limit: 500,
      },
    )
    tickers.push(...part.positions.map(({ ticker }) => ticker))
    offset = part.page.nextOffset
  }
  const whole = await ann.json<Position[]>(`/api/portfolios/${long}/positions`)
  expect(tickers).toEqual(whole.map(({ ticker }) => ticker))
})

test('an earlier hedge search is brief unless its tables are asked for', async () => {
  const { hedgeStrategies } = await assistant.answer<HedgeAnalysis>('get_hedge_analysis', { portfolioId, analysisId })
  expect(hedgeStrategies.every(({ table, crises }) => table.length + crises.length === 0)).toBe(true)
})
