/** @module-tag full */

import {
  type AiRun,
  type AiRunEntry,
  comprehensiveAnalysisSchema,
  type RecommendationRow,
  type StreamStep,
} from '@ballast/contract'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER } from '../../accounts/testing/pro-user.ts'
import type { Database } from '../../database/database.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { addFrankfurt } from '../hedges/testing/frankfurt.ts'
import { countTokens, NOW, readEvents, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { analyseWhole, requestComprehensive } from './testing/analysis-client.ts'
import { findLooseFigures } from './testing/loose-analysis-figures.ts'

const EVENTS = 'text/event-stream'

let app: TestApp
let users = 0
let now = NOW
let original: Pick<MarketData, 'getOptionChain' | 'getQuotes' | 'getDailyHistory' | 'getExchangeRates'>
beforeAll(async () => {
  app = await createTestApp({
    environment: { ADMIN_EMAILS: 'admin@example.com' },
    overrides: { clock: { now: () => now } },
  })
  const { getOptionChain, getQuotes, getDailyHistory, getExchangeRates } = app.dependencies.marketData
  original = { getOptionChain, getQuotes, getDailyHistory, getExchangeRates }
})
afterAll(() => app?.close())

let client: TestClient
let portfolioId: string
beforeEach(async () => {
  now = NOW
  users += 1
  client = await signInPro(app, `user${users}@example.com`, 3)
  portfolioId = await upload(client, WORKED_EXAMPLE)
})
afterEach(async () => {
  Object.assign(app.dependencies.marketData, original)
  expect(await auditTokens(app.db)).toEqual(BOOKS_IN_ORDER)
})

const open = (analysisId: string, id: string, by: TestClient = client) => by.fetch(`/api/facts/${analysisId}.${id}`)
const listRuns = (id = portfolioId) => client.json<AiRunEntry[]>(`/api/portfolios/${id}/ai-runs`)
const countRecommendations = async () => {
  const [row] = await app.db.asOwner('select count(*)::int as count from recommendations')
  return Number(row!.count)
}

describe('who may, and what it costs', () => {
  test.each(['application/json', EVENTS])('Free is asked to upgrade before anything is read, as %s', async (accept) => {
    const free = await app.signIn(`free-${accept.length}@example.com`)
    const id = await upload(free, WORKED_EXAMPLE)
    app.dependencies.marketData.getQuotes = () => Promise.reject(new Error('Prices were asked for a user who may not'))
    const response = await requestComprehensive(free, id, { accept })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      requiresUpgrade: true,
      message: 'AI Portfolio Analysis is a PRO feature. Upgrade to access the comprehensive analysis.',
    })
  })

  test('PRO pays no token, not even without any, and neither does an admin', async () => {
    await analyseWhole(client, portfolioId)
    expect(await countTokens(client)).toBe(3)
    const poor = await signInPro(app, 'poor@example.com', 0)
    await analyseWhole(poor, await upload(poor, WORKED_EXAMPLE))
    const admin = await app.signIn('admin@example.com')
    await analyseWhole(admin, await upload(admin, WORKED_EXAMPLE))
  })

  test('a portfolio of somebody else is as absent as one that never was', async () => {
    const stranger = await signInPro(app, `stranger${users}@example.com`)
    const foreign = await requestComprehensive(stranger, portfolioId)
    const unknown = await requestComprehensive(stranger, '00000000-0000-4000-8000-000000000000')
    const told = async (response: Response) => ((await response.json()) as { error: string }).error
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(await told(foreign)).toBe(await told(unknown))
  })

  test('the same key is worked on once and gets the same answer', async () => {
    const both = await Promise.all([
      requestComprehensive(client, portfolioId, { key: 'twice' }),
      requestComprehensive(client, portfolioId, { key: 'twice' }),
    ])
    const [first, second] = await Promise.all(both.map((response) => response.json()))
    expect(second).toEqual(first)
    expect(await listRuns()).toHaveLength(1)
  })

  test.each([
    ['an empty portfolio', '', 'holds nothing yet'],
    ['nothing with a price', 'NOSUCH,10,1\n', 'no position has a price'],
    ['more owed than held', 'AAPL,-100,1\nMSFT,10,1\n', 'worth more than it owes'],
  ])('%s cannot be analysed, and is told why', async (_name, rows, words) => {
    const id = await upload(client, rows === '' ? 'AAPL,1,1\n' : rows)
    if (rows === '') {
      const [position] = await client.json<{ id: string }[]>(`/api/portfolios/${id}/positions`)
      await client.json(`/api/portfolios/${id}/positions/${position!.id}`, { method: 'DELETE' })
    }
    const response = await requestComprehensive(client, id)
    expect(response.status).toBe(422)
    expect(await response.text()).toContain(words)
    expect(await listRuns(id)).toEqual([])
  })
})

describe('steps are told as they happen', () => {
  test('each begins, counts and ends in order, and the result is the last event', async () => {
    const events = await readEvents(await requestComprehensive(client, portfolioId, { accept: EVENTS }))
    const steps = events.filter(({ event }) => event === 'step').map(({ data }) => data as StreamStep)
    const done = steps.filter(({ state }) => state === 'done')
    expect(done.map(({ id }) => id)).toEqual(['positions', 'histories', 'chains', 'risk', 'hedges', 'trials', 'texts'])
    for (const { ms } of done) expect(ms).toBeGreaterThanOrEqual(0)
    const chains = steps.filter(({ id, done: count }) => id === 'chains' && count !== undefined)
    expect(chains.at(-1)).toMatchObject({ done: 5, total: 5 })
    const result = comprehensiveAnalysisSchema.parse(events.at(-1)!.data)
    expect(events.at(-1)!.event).toBe('result')
    expect(result.headline).toBe('reduce-concentration')
  })

  test('what fails is told at the end of the stream, and nothing is kept or recorded', async () => {
    const before = await countRecommendations()
    app.dependencies.marketData.getOptionChain = () => Promise.reject(new Error('out of order'))
    const events = await readEvents(await requestComprehensive(client, portfolioId, { accept: EVENTS }))
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { error: expect.stringContaining('went wrong') } })
    expect(await listRuns()).toEqual([])
    expect(await countRecommendations()).toBe(before)
  })

  test('who leaves stops the work, and leaves nothing behind', async () => {
    const before = await countRecommendations()
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    let chains = 0
    app.dependencies.marketData.getOptionChain = async (request) => {
      chains += 1
      asked.resolve()
      await held.promise
      return original.getOptionChain(request)
    }
    const leaving = new AbortController()
    const request = requestComprehensive(client, portfolioId, { accept: EVENTS, signal: leaving.signal })
    await asked.promise
    leaving.abort()
    await request.then((response) => response.text()).catch(() => undefined)
    const statuses = async () => app.db.asOwner(`select status from token_uses where portfolio_id = '${portfolioId}'`)
    await expect.poll(statuses, { timeout: 45_000 }).not.toContainEqual({ status: 'reserved' })
    held.resolve()
    await expect.poll(() => listRuns()).toEqual([])
    // Of five chains the four that were under way are the last that were asked for.
    expect(chains).toBeLessThanOrEqual(4)
    expect(await countRecommendations()).toBe(before)
  })
})

describe('who leaves while the finished analysis is being stored', () => {
  let asUser: Database['asUser']
  beforeEach(() => {
    asUser = app.dependencies.db.asUser
  })
  afterEach(() => Object.assign(app.dependencies.db, { asUser }))

  test('finds nothing kept and nothing recorded', async () => {
    const before = await countRecommendations()
    const leaving = new AbortController()
    const left = Promise.withResolvers<void>()
    const count = async (table: string) => {
      const [row] = await app.db.asOwner(
        `select count(*)::int as count from ${table} where portfolio_id = '${portfolioId}'`,
      )
      return Number(row!.count)
    }
    let isStored = false
    Object.assign(app.dependencies.db, {
      asUser: async <T>(userId: string, work: Parameters<typeof asUser<T>>[1]) => {
        const result = await asUser(userId, work)
        if (!isStored && (await count('ai_runs')) > 0) {
          isStored = true
          expect(await count('recommendation_drafts')).toBe(1)
          leaving.abort()
          left.resolve()
          // The server hears of it in one of its next turns, which pass however slow the machine is.
          for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 10))
        }
        return result
      },
    })
    const request = requestComprehensive(client, portfolioId, { accept: EVENTS, signal: leaving.signal })
    await left.promise
    await request.then((response) => response.text()).catch(() => undefined)
    await expect.poll(() => count('ai_runs'), { timeout: 45_000 }).toBe(0)
    expect(await count('recommendation_drafts')).toBe(0)
    expect(await countRecommendations()).toBe(before)
  })
})

describe('runs are kept', () => {
  test('listed newest first, opened as they were, current until the positions change', async () => {
    const first = await analyseWhole(client, portfolioId)
    now = new Date(NOW.getTime() + 60_000)
    const second = await analyseWhole(client, portfolioId)
    expect(await listRuns()).toMatchObject([
      { id: second.analysisId, kind: 'comprehensive', isCurrent: true, engine: 'Built-in quantitative engine' },
      { id: first.analysisId, summary: first.recommendation, simulated: true },
    ])
    const path = `/api/portfolios/${portfolioId}/ai-runs/${first.analysisId}`
    expect(await client.json<AiRun>(path)).toEqual({ comprehensive: first, discovery: null })
    const added = await client.json<{ id: string }>(`/api/portfolios/${portfolioId}/positions`, {
      method: 'POST',
      json: { ticker: 'AMD', shares: 5 },
    })
    expect((await listRuns()).map(({ isCurrent }) => isCurrent)).toEqual([false, false])
    expect((await client.json<AiRun>(path)).comprehensive!.isCurrent).toBe(false)
    // By content: the same positions again are the same portfolio again.
    await client.json(`/api/portfolios/${portfolioId}/positions/${added.id}`, { method: 'DELETE' })
    expect((await listRuns()).map(({ isCurrent }) => isCurrent)).toEqual([true, true])
    // What an account may hold decides on what is recommended.
    const rule = { account: null, level: 'uncovered', kind: 'margin' }
    await client.json(`/api/portfolios/${portfolioId}/accounts`, { method: 'PUT', json: rule })
    expect((await listRuns()).map(({ isCurrent }) => isCurrent)).toEqual([false, false])
  })

  test('at most fifty of a portfolio, the oldest go', { tags: 'full' }, async () => {
    const { analysisId } = await analyseWhole(client, portfolioId)
    await app.db.asOwner(
      `insert into ai_runs select gen_random_uuid(), user_id, portfolio_id, kind, content_key, 'older', engine, simulated,
         answer, inputs, created_at - n * interval '1 hour' from ai_runs, generate_series(1, 55) n where id = '${analysisId}'`,
    )
    now = new Date(NOW.getTime() + 60_000)
    await analyseWhole(client, portfolioId)
    const kept = await listRuns()
    expect(kept).toHaveLength(50)
    expect(kept.map(({ id }) => id)).toContain(analysisId)
    // Of the ten newest what they were computed from is kept as well.
    const statuses = await Promise.all(kept.slice(8, 12).map(({ id }) => open(id, 'F1').then(({ status }) => status)))
    expect(statuses).toEqual([200, 200, 410, 410])
  })

  test('another portfolio neither lists nor opens them, and they go with theirs', async () => {
    const { analysisId } = await analyseWhole(client, portfolioId)
    const other = await upload(client, 'AAPL,1,1\n')
    expect(await listRuns(other)).toEqual([])
    expect((await client.fetch(`/api/portfolios/${other}/ai-runs/${analysisId}`)).status).toBe(404)
    await client.json(`/api/portfolios/${portfolioId}`, { method: 'DELETE' })
    const [row] = await app.db.asOwner(`select count(*)::int as count from ai_runs where id = '${analysisId}'`)
    expect(row).toEqual({ count: 0 })
  })

  test('each is a recommendation of the record, with the operations of its whole plan', {
    tags: ['full'],
  }, async () => {
    const before = await countRecommendations()
    const { confidence } = await analyseWhole(client, portfolioId)
    expect(await countRecommendations()).toBe(before + 1)
    const rows = await client.json<RecommendationRow[]>('/api/track-record/recommendations?simulated=true')
    expect(rows[0]).toMatchObject({
      kind: 'comprehensive',
      recommendation: expect.stringMatching(
        /^Reduce concentration in NVDA, then hedge market risk: a market fall of 20% then/,
      ),
      states: 'evidence',
      confidence,
      status: 'open',
      simulated: true,
    })
  })
})

test('evidence is called confidence once thirty with as much of it have been scored, and is then corrected', {
  tags: ['full'],
}, async () => {
  const { trackRecord } = app.dependencies
  const { calibrate } = trackRecord
  const analyseWith = (scored: number) => {
    trackRecord.calibrate = async ({ confidence }) => ({ confidence, calibrated: true, scored, successes: scored / 2 })
    return analyseWhole(client, portfolioId).finally(() => Object.assign(trackRecord, { calibrate }))
  }
  const few = await analyseWith(28)
  expect(few.confidenceDetail).toMatchObject({ calibrated: false, calibratedBy: null })
  expect(few.evidence).not.toMatch(/[Cc]onfidence|%/)
  expect(few.methodology.analysisApproach).toContain(
    'We do not call it confidence yet, because too few recommendations',
  )
  const enough = await analyseWith(30)
  // (15 + 20 × evidence) / (30 + 20), to a tenth of a percent.
  expect(enough.confidence).toBeCloseTo((100 * 15 + 20 * few.confidence) / 50, 0)
  expect(enough.confidenceDetail).toMatchObject({ calibrated: true, calibratedBy: 'record' })
  expect(enough.evidence).toMatch(/Confidence [\d.]+%: 15 of 30 pieces of advice with as much evidence helped\.$/)
  expect(findLooseFigures(enough)).toEqual([])
})

describe('without some of what it asks for', () => {
  test('option providers that are down are named, and the rest is answered', async () => {
    app.dependencies.marketData.getOptionChain = async () => ({ kind: 'provider-down', isUnreadable: false })
    const found = await analyseWhole(client, portfolioId)
    expect(found.context.find(({ name }) => name === 'Options chains')).toMatchObject({ state: 'missing' })
    expect(found.methodology.dataSources).toContain('Option chains: none could be read')
    expect(found.actions.map(({ type }) => type)).toEqual(['trim', 'rebalance'])
    expect(found.actions[1]!.description).toMatch(/^Sell .* Keep the proceeds in cash\./)
    expect(findLooseFigures(found)).toEqual([])
  })

  test('older prices and quotes are used, dated, and said to be old', { tags: ['full'] }, async () => {
    const { marketData } = app.dependencies
    marketData.getQuotes = async (request) => {
      const { found, missing } = await original.getQuotes(request)
      return { found: new Map([...found].map(([ticker, quote]) => [ticker, { ...quote, stale: true }])), missing }
    }
    marketData.getOptionChain = async (request) => {
      const answer = await original.getOptionChain(request)
      return answer.kind === 'chain' ? { ...answer, stale: true } : answer
    }
    const found = await analyseWhole(client, portfolioId)
    expect(found.stale).toBe(true)
    // Nothing is priced afresh, so that nothing can be relied upon.
    expect(found.headline).toBe('improve-data')
    expect(found.confidence).toBe(0)
    expect(found.context.map(({ state }) => state)).toEqual(['partial', 'partial', 'partial', 'used'])
    expect(found.methodology.dataSources[0]).toContain('prices of Nov 20, 2026')
    expect(findLooseFigures(found)).toEqual([])
  })

  test('histories that end early are used, and named', { tags: ['full'] }, async () => {
    app.dependencies.marketData.getDailyHistory = async (request) => {
      const { found, missing } = await original.getDailyHistory(request)
      const old = [...found].map(([ticker, history]) => [ticker, { ...history, stale: ticker === 'NVDA' }] as const)
      return { found: new Map(old), missing }
    }
    const found = await analyseWhole(client, portfolioId)
    expect(found.stale).toBe(true)
    expect(found.context[1]).toMatchObject({ state: 'partial', note: 'Older histories are used for NVDA.' })
    expect(found.methodology.dataSources[1]).toContain('older ones are used for NVDA')
    expect(findLooseFigures(found)).toEqual([])
  })

  test('without histories of what is held there is little confidence', { tags: ['full'] }, async () => {
    app.dependencies.marketData.getDailyHistory = async (request) => {
      const { found, missing } = await original.getDailyHistory(request)
      const kept = [...found].filter(([ticker]) => !['AAPL', 'MSFT', 'NVDA', 'JPM', 'XOM', 'KO'].includes(ticker))
      return { found: new Map(kept), missing }
    }
    const found = await analyseWhole(client, portfolioId)
    expect(found.headline).toBe('improve-data')
    expect(found.confidence).toBeLessThan(25)
    expect(findLooseFigures(found)).toEqual([])
  })

  test('without a history of the benchmark it says that the provider does not answer', async () => {
    app.dependencies.marketData.getDailyHistory = async ({ tickers }) => ({
      found: new Map(),
      missing: new Map(tickers.map((ticker) => [ticker, 'provider-down'] as const)),
    })
    const response = await requestComprehensive(client, portfolioId)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('does not answer')
  })

  test('a foreign listing counts in dollars of its days, and is sold like any other', { tags: 'full' }, async () => {
    addFrankfurt(app.dependencies.marketData)
    const found = await analyseWhole(client, await upload(client, 'SAP.DE,300,1\nKO,100,1\n'))
    expect(found.leftOut).toEqual([])
    expect(found.recommendation).toMatch(/^Reduce concentration in SAP\.DE/)
    // 300 × 160 euros at 1.25 to the dollar.
    const sale = found.actions[0]!.operations[0]
    expect(sale?.kind === 'trade' && sale.amount / sale.shares).toBeCloseTo(200, 6)
    expect(findLooseFigures(found)).toEqual([])
  })

  test('one that has no exchange rates of its days is left out by name, and its share is told', async () => {
    addFrankfurt(app.dependencies.marketData, { hasRates: false })
    const found = await analyseWhole(client, await upload(client, 'SAP.DE,300,1\nKO,100,1\n'))
    expect(found.leftOut.map(({ ticker }) => ticker)).toEqual(['SAP.DE'])
    expect(found.recommendation).toMatch(/^Complete the data/)
    // 60,000 of 60,000 and 100 shares of Coca-Cola at 80.38.
    expect(found.context[0]).toMatchObject({ state: 'partial', note: 'Left out: SAP.DE (1 of 2 positions).' })
    expect(found.actions[0]!.description).toMatch(/^SAP\.DE: It trades in another currency/)
    expect(findLooseFigures(found)).toEqual([])
  })
})
