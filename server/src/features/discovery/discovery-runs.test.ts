/** @module-tag full */

import { type AiRun, type AiRunEntry, type DiscoveryRun, discoveryRunSchema, type StreamStep } from '@ballast/contract'
import { parseIsoDate } from '@ballast/quant'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER } from '../../accounts/testing/pro-user.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { decodeChain, encodeChain } from '../../market-data/options/option-chain.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { countTokens, newKey, readEvents, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { findUnreal } from '../hedges/testing/loose-figures.ts'
import { A_DAY_WITH_IDEAS, discover, findLooseFigures, requestDiscovery } from './testing/discovery-client.ts'

const EVENTS = 'text/event-stream'

let app: TestApp
let users = 0
let provider: Pick<MarketData, 'getOptionChain' | 'getDailyHistory'>
beforeAll(async () => {
  app = await createTestApp({
    environment: { ADMIN_EMAILS: 'admin@example.com' },
    overrides: { clock: { now: () => A_DAY_WITH_IDEAS } },
  })
  const { getOptionChain, getDailyHistory } = app.dependencies.marketData
  provider = { getOptionChain, getDailyHistory }
})
afterAll(() => app?.close())

let client: TestClient
let portfolioId: string
beforeEach(async () => {
  users += 1
  client = await signInPro(app, `user${users}@example.com`, 3)
  portfolioId = await upload(client, WORKED_EXAMPLE)
})
afterEach(async () => {
  Object.assign(app.dependencies.marketData, provider)
  expect(await auditTokens(app.db)).toEqual(BOOKS_IN_ORDER)
})

/** Sets what the provider answers from now on. */
function answer(change: Partial<typeof provider>) {
  Object.assign(app.dependencies.marketData, change)
}
const answerChains = (getOptionChain: MarketData['getOptionChain']) => answer({ getOptionChain })

/** Histories as ever but for some tickers: without them, or as `change` makes them. */
function loseHistories(tickers: readonly string[], reason: 'provider-down' | 'unknown-ticker' = 'provider-down') {
  answer({
    getDailyHistory: async (request) => {
      const histories = await provider.getDailyHistory(request)
      const lost = request.tickers.filter((ticker) => tickers.includes(ticker))
      return {
        found: new Map([...histories.found].filter(([ticker]) => !tickers.includes(ticker))),
        missing: new Map([...histories.missing, ...lost.map((ticker) => [ticker, reason] as const)]),
      }
    },
  })
}

const listRuns = (of = client, id = portfolioId) => of.json<AiRunEntry[]>(`/api/portfolios/${id}/ai-runs`)

function expectSound(run: DiscoveryRun) {
  expect(findLooseFigures(run)).toEqual([])
  expect(findUnreal(run)).toEqual([])
}

describe('who may, and what it costs', () => {
  test.each(['application/json', EVENTS])('Free is asked to upgrade before anything is read, as %s', async (accept) => {
    const free = await app.signIn(`free-${accept.length}@example.com`)
    const id = await upload(free, WORKED_EXAMPLE)
    answer({ getDailyHistory: () => Promise.reject(new Error('The provider was asked for a user who may not')) })
    const response = await requestDiscovery(free, id, { accept })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ requiresUpgrade: true, message: expect.stringContaining('PRO') })
  })

  test.each(['application/json', EVENTS])('PRO without tokens is asked to buy some, as %s', async (accept) => {
    const poor = await signInPro(app, `poor-${accept.length}@example.com`, 0)
    const response = await requestDiscovery(poor, await upload(poor, WORKED_EXAMPLE), { accept })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({ requiresPurchase: true, message: expect.stringContaining('tokens') })
  })

  test('an admin pays nothing and is told so', async () => {
    const admin = await app.signIn('admin@example.com')
    const { tokensRemaining, isAdmin, charged } = await discover(admin, await upload(admin, WORKED_EXAMPLE))
    expect({ tokensRemaining, isAdmin, charged }).toEqual({ tokensRemaining: -1, isAdmin: true, charged: false })
  })

  test('the same key is charged once and gets the same answer, also when the last token went into it', async () => {
    const key = newKey()
    const [first, second] = await Promise.all([discover(client, portfolioId, key), discover(client, portfolioId, key)])
    expect(second).toEqual(first)
    await discover(client, portfolioId)
    await discover(client, portfolioId)
    expect(await countTokens(client)).toBe(0)
    const again = await readEvents(await requestDiscovery(client, portfolioId, { key, accept: EVENTS }))
    expect(again.at(-1)).toMatchObject({ event: 'result', data: { runId: first.runId, summary: first.summary } })
    expect((await requestDiscovery(client, portfolioId)).status).toBe(403)
  })

  test('the same key for another portfolio is refused', async () => {
    const key = newKey()
    await discover(client, portfolioId, key)
    const other = await upload(client, 'AAPL,1,1\n')
    expect((await requestDiscovery(client, other, { key })).status).toBe(409)
    expect(await countTokens(client)).toBe(2)
  })

  test('two users are each charged once and see nothing of each other', async () => {
    const other = await signInPro(app, `other${users}@example.com`, 3)
    const othersId = await upload(other, 'KO,100,1\nPEP,60,1\nJNJ,60,1\n')
    const [mine, theirs] = await Promise.all([discover(client, portfolioId), discover(other, othersId)])
    expect([await countTokens(client), await countTokens(other)]).toEqual([2, 2])
    expect(mine.portfolioId).toBe(portfolioId)
    expect(theirs.portfolioId).toBe(othersId)
    const foreign = await requestDiscovery(other, portfolioId)
    expect(foreign.status).toBe(404)
    expect((await requestDiscovery(other, '00000000-0000-4000-8000-000000000000')).status).toBe(404)
    expect((await other.fetch(`/api/facts/${mine.runId}.F1`)).status).toBe(404)
    expect((await other.fetch(`/api/portfolios/${othersId}/ai-runs/${mine.runId}`)).status).toBe(404)
    expect(await countTokens(other)).toBe(2)
  })

  test.each([
    ['nothing has a price', 'NOSUCH,10,1\n'],
    ['more is owed than held', 'AAPL,-100,1\nMSFT,10,1\n'],
  ])('where %s there is nothing to look for: said, and given back', async (_why, rows) => {
    const response = await requestDiscovery(client, await upload(client, rows))
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Nothing was charged')
    expect(await countTokens(client)).toBe(3)
  })

  test('whatever fails on the way is given back, and the stream says that it failed', async () => {
    answerChains(() => Promise.reject(new Error('out of order')))
    const events = await readEvents(await requestDiscovery(client, portfolioId, { accept: EVENTS }))
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { error: expect.stringContaining('went wrong') } })
    expect(await countTokens(client)).toBe(3)
    expect(await listRuns()).toEqual([])
  })

  test('who stops, stops the work, pays nothing and leaves nothing behind', async () => {
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    let chains = 0
    answerChains(async (request) => {
      chains += 1
      asked.resolve()
      await held.promise
      return provider.getOptionChain(request)
    })
    const leaving = new AbortController()
    const request = requestDiscovery(client, portfolioId, { accept: EVENTS, signal: leaving.signal })
    await asked.promise
    leaving.abort()
    await request.then((response) => response.text()).catch(() => undefined)
    await expect.poll(() => countTokens(client), { timeout: 45_000 }).toBe(3)
    const begun = chains
    held.resolve()
    await expect.poll(() => listRuns()).toEqual([])
    // Six are in idea: those that were not asked for yet never were.
    expect([begun < 6, chains]).toEqual([true, begun])
    expect(
      (await app.dependencies.trackRecord.read()).filter(({ recommendation }) => recommendation.kind !== 'discovery'),
    ).toEqual([])
  })
})

describe('steps are told as they happen', () => {
  test('each begins, counts what it really did, and ends in order', async () => {
    loseHistories(['UNG', 'IBIT', 'EWZ'])
    const events = await readEvents(await requestDiscovery(client, portfolioId, { accept: EVENTS }))
    const steps = events.filter(({ event }) => event === 'step').map(({ data }) => data as StreamStep)
    const done = steps.filter(({ state }) => state === 'done')
    expect(done.map(({ id }) => id)).toEqual(['positions', 'scan', 'relations', 'chains', 'pricing', 'texts'])
    const scan = steps.filter(({ id }) => id === 'scan')
    expect(scan.at(-1)).toMatchObject({ label: 'Scanning assets', state: 'done', done: 52, total: 55 })
    const counts = scan.flatMap(({ done: count }) => count ?? [])
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(new Set(counts).size).toBeGreaterThan(3)
    const run = discoveryRunSchema.parse(events.at(-1)!.data)
    expect(run.scanned).toMatchObject({ universe: 55, assets: 52 })
    expect(run.summary).toContain('We looked at 52 of 55 assets')
  })
})

describe('runs are kept', () => {
  test('listed, opened as they were, and old once the portfolio has changed', async () => {
    const first = await discover(client, portfolioId)
    expect(await listRuns()).toMatchObject([
      { id: first.runId, kind: 'discovery', isCurrent: true, summary: first.summary, simulated: true },
    ])
    const path = `/api/portfolios/${portfolioId}/ai-runs/${first.runId}`
    expect((await client.json<AiRun>(path)).discovery).toEqual(first)
    await client.json(`/api/portfolios/${portfolioId}/positions`, {
      method: 'POST',
      json: { ticker: 'AMD', shares: 5 },
    })
    expect((await client.json<AiRun>(path)).discovery).toEqual({ ...first, isCurrent: false })
  })

  test('and noted down with everything that was shown, in shares of the value', async () => {
    const { createdAt, discoveries } = await discover(client, portfolioId)
    const rows = await app.dependencies.trackRecord.read()
    const mine = rows.filter(
      ({ recommendation }) => recommendation.kind === 'discovery' && recommendation.madeAt === createdAt,
    )
    expect(mine.at(-1)?.recommendation).toMatchObject({
      recommendation: 'Buy calls on VXX, puts on XLK, calls on FXY, calls on TLT, calls on IEF',
      engine: 'Built-in quantitative engine',
      simulated: true,
      excludedBecause: null,
    })
    expect(discoveries.length).toBe(5)
  })
})

describe('what cannot be looked at is named, and the rest goes on', () => {
  test.each([
    ['provider-down', 'The provider did not answer about its history'],
    ['unknown-ticker', 'The provider has no history of it'],
  ] as const)('histories missing, %s', async (reason, words) => {
    loseHistories(['UNG', 'IBIT', 'TLT'], reason)
    const run = await discover(client, portfolioId)
    expect(run.leftOut).toEqual([
      { ticker: 'TLT', reason: words },
      { ticker: 'UNG', reason: words },
      { ticker: 'IBIT', reason: words },
    ])
    // TLT is held as well.
    expect(run.positionsLeftOut).toEqual([{ ticker: 'TLT', reason: `${words}; the others represent it` }])
    expect(run.assets).not.toContain('TLT')
    expect(run.discoveries.map(({ ticker }) => ticker)).toContain('XLK')
    expectSound(run)
  })

  test('a history that ended long ago, and one that has just begun', async () => {
    answer({
      getDailyHistory: async (request) => {
        const { found, missing } = await provider.getDailyHistory(request)
        const cut = (ticker: string, from: number, to?: number) => {
          const history = found.get(ticker)
          if (!history) return []
          const { dates, closes, adjustedCloses } = history
          const parts = { dates: dates.slice(from, to), closes: closes.slice(from, to) }
          return [
            [ticker, { ...history, ...parts, adjustedCloses: adjustedCloses.slice(from, to), stale: true }] as const,
          ]
        }
        return { found: new Map([...found, ...cut('UUP', 0, -30), ...cut('FXY', -40)]), missing }
      },
    })
    const run = await discover(client, portfolioId)
    expect(run.leftOut).toEqual([
      { ticker: 'UUP', reason: 'Its history ends too early: the provider gives no newer closes' },
      { ticker: 'FXY', reason: 'It has too few days in common with the portfolio' },
    ])
    expect(run.scanned).toMatchObject({ universe: 55, assets: 53 })
    expect(run.stale).toBe(true)
    expectSound(run)
  })

  test('a chain that is missing, one that is old, one that cannot be read', async () => {
    answerChains(async (request) => {
      if (request.ticker === 'TLT') return { kind: 'provider-down', isUnreadable: false }
      if (request.ticker === 'VXX')
        return { kind: 'empty', reason: 'no-options', fetchedAt: A_DAY_WITH_IDEAS.toISOString() }
      if (request.ticker === 'FXY') return { kind: 'provider-down', isUnreadable: true }
      const chain = await provider.getOptionChain(request)
      return chain.kind === 'chain' && request.ticker === 'XLK' ? { ...chain, stale: true } : chain
    })
    const run = await discover(client, portfolioId)
    const states = Object.fromEntries(run.chains.map(({ ticker, state }) => [ticker, state]))
    expect(states).toEqual({
      XLK: 'stale',
      TLT: 'provider-down',
      IEF: 'used',
      UUP: 'used',
      VXX: 'no-options',
      FXY: 'unreadable',
    })
    expect(run.scanned).toMatchObject({ significant: 6, assetsWithOptions: 3 })
    expect(run.discoveries.map(({ ticker }) => ticker).toSorted()).toEqual(['IEF', 'XLK'])
    expect(run.considered).toContainEqual({
      ticker: 'TLT',
      contractType: 'call',
      rule: 'no-chain',
      reason: 'There is no option chain of it to choose from',
    })
    expect(run.stale).toBe(true)
    expectSound(run)
  })

  test('without the benchmark nothing can be said: 503, and given back', async () => {
    loseHistories(['SPY'])
    const response = await requestDiscovery(client, portfolioId)
    expect(response.status).toBe(503)
    expect(await response.text()).toContain('Nothing was charged')
    expect(await countTokens(client)).toBe(3)
  })
})

describe('nothing found is an answer: explained in a sentence, and free', () => {
  const discoverNothing = async (id = portfolioId) => {
    const run = await discover(client, id)
    expect(run).toMatchObject({ discoveries: [], charged: false, tokensRemaining: 3 })
    expect(await countTokens(client)).toBe(3)
    expect(run.summary).toMatch(/nothing was charged\b.*\.$/i)
    expectSound(run)
    const kept = await client.json<AiRun>(`/api/portfolios/${id}/ai-runs/${run.runId}`)
    expect(kept.discovery).toEqual(run)
    return run
  }

  test('cash alone has no worst days', async () => {
    const run = await discoverNothing(await upload(client, 'USD,10000,1\n'))
    expect(run.nothingFound).toBe('no-history')
    expect(run.summary).toMatch(/^The portfolio holds only cash, so nothing can be related to it/)
    expect(run.scanned.assets).toBe(0)
  })

  test('nothing is related by more than chance', async () => {
    const few = new Set(['SPY', 'EFA', 'XLV', 'XLI'])
    const rows = 'MSFT,50,1\nJPM,80,1\nXOM,100,1\nKO,100,1\n'
    answer({
      getDailyHistory: async (request) => {
        const { found } = await provider.getDailyHistory(request)
        const kept = [...found].filter(([ticker]) => few.has(ticker) || rows.includes(`${ticker},`))
        return { found: new Map(kept), missing: new Map() }
      },
    })
    const run = await discoverNothing(await upload(client, rows))
    expect(run.nothingFound).toBe('nothing-significant')
    expect(run.scanned).toMatchObject({ significant: 0, assets: 8 })
  })

  test('no chain of what is related can be read', async () => {
    answerChains(async () => ({ kind: 'unauthorized' }))
    const run = await discoverNothing()
    expect(run.nothingFound).toBe('no-options')
    expect(new Set(run.chains.map(({ state }) => state))).toEqual(new Set(['unauthorized']))
    expect(run.summary).toContain('6 are related to the portfolio, but we could not read their option chains.')
  })

  test('nothing of what is related is traded enough', async () => {
    answerChains(async (request) => {
      const found = await provider.getOptionChain(request)
      if (found.kind !== 'chain') return found
      const chain = decodeChain(found.encoded)
      const contracts = chain.contracts.map((one) => ({ ...one, volume: 0, openInterest: 0 }))
      return { ...found, encoded: encodeChain({ ...chain, contracts }) }
    })
    const run = await discoverNothing()
    expect(run.nothingFound).toBe('nothing-passed')
    expect(run.considered.map(({ rule }) => rule)).toContain('no-tradable-contract')
  })
})

test('what options usually cost is measured on what was observed of the asset, from sixty days on', async () => {
  const { marketData, volatilities } = app.dependencies
  const { found } = await marketData.getDailyHistory({ tickers: ['TLT'], from: '2026-01-02' })
  const { dates, adjustedCloses } = found.get('TLT')!
  const observe = (place: number) => {
    const observation = { ticker: 'TLT', day: parseIsoDate(dates[place]!), volatility30: 0.2 }
    return volatilities.add(
      'sample',
      { ...observation, skew25: null, underlyingPrice: adjustedCloses[place]!, putCallRatio: null },
      A_DAY_WITH_IDEAS,
    )
  }
  const measuredOf = ({ discoveries }: DiscoveryRun) => discoveries.find(({ ticker }) => ticker === 'TLT')!.pricing
  const usual = measuredOf(await discover(client, portfolioId))
  expect([usual.premiumRatio, usual.premiumMeasured]).toEqual([1.06, 0])
  // The month after the last twenty of these days is not over yet.
  const observed = Array.from({ length: 90 }, (_, k) => dates.length - 90 + k)
  for (const place of observed) await observe(place)
  const ratios = observed.slice(0, -21).map((place) => {
    const logs = Array.from({ length: 21 }, (_, k) =>
      Math.log(adjustedCloses[place + k + 1]! / adjustedCloses[place + k]!),
    )
    return 0.2 / Math.sqrt((252 / 21) * logs.reduce((sum, one) => sum + one * one, 0))
  })
  const median = ratios.toSorted((a, b) => a - b)[(ratios.length - 1) / 2]!
  const measured = measuredOf(await discover(client, portfolioId))
  expect(measured.premiumMeasured).toBe(69)
  expect(measured.premiumRatio).toBeCloseTo(Math.min(1.8, Math.max(0.7, median)), 10)
})
