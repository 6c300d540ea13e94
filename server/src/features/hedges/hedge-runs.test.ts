import { gunzipSync, gzipSync } from 'node:zlib'
import { type HedgeAnalysis, type HedgeAnalysisEntry, hedgeAnalysisSchema, type StreamStep } from '@ballast/contract'
import { repriceHedge } from '@ballast/quant'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER } from '../../accounts/testing/pro-user.ts'
import type { Database } from '../../database/database.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { decodeChain, encodeChain } from '../../market-data/options/option-chain.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { createHedgeRecomputer } from './recompute-hedges.service.ts'
import {
  analyse,
  countTokens,
  NOW,
  newKey,
  readEvents,
  requestAnalysis,
  signInPro,
  upload,
  WORKED_EXAMPLE,
} from './testing/hedge-client.ts'
import { findLooseFigures } from './testing/loose-figures.ts'

const EVENTS = 'text/event-stream'
/** The quickest to answer: for tests of who pays and what is kept, whatever was found. */
const QUICK = { allowOptions: false }

let app: TestApp
let users = 0
let getOptionChain: MarketData['getOptionChain']
beforeAll(async () => {
  const environment = { ADMIN_EMAILS: 'admin@example.com' }
  app = await createTestApp({ environment, overrides: { clock: { now: () => NOW } } })
  getOptionChain = app.dependencies.marketData.getOptionChain
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
  app.dependencies.marketData.getOptionChain = getOptionChain
  expect(await auditTokens(app.db)).toEqual(BOOKS_IN_ORDER)
})

/** Sets what the provider of options answers from now on. */
function answerChains(answer: MarketData['getOptionChain']) {
  app.dependencies.marketData.getOptionChain = answer
}
const countStored = async () => {
  const [{ count } = {}] = await app.db.asOwner(
    `select count(*)::int as count from hedge_analyses where portfolio_id = '${portfolioId}'`,
  )
  return Number(count)
}
const listOf = (id = portfolioId) => client.json<HedgeAnalysisEntry[]>(`/api/portfolios/${id}/hedge-analyses`)

describe('who may, and what it costs', () => {
  test.each(['application/json', EVENTS])('Free is asked to upgrade before anything is read, as %s', async (accept) => {
    const free = await app.signIn(`free-${accept.length}@example.com`)
    const id = await upload(free, WORKED_EXAMPLE)
    answerChains(() => Promise.reject(new Error('The provider was asked for a user who may not')))
    const response = await requestAnalysis(free, id, {}, { accept })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      requiresUpgrade: true,
      message: 'AI Hedge Recommendations is a PRO feature. Upgrade to access AI-powered hedge analysis.',
    })
  })

  test.each(['application/json', EVENTS])('PRO without tokens is asked to buy some, as %s', async (accept) => {
    const poor = await signInPro(app, `poor-${accept.length}@example.com`, 0)
    const response = await requestAnalysis(poor, await upload(poor, WORKED_EXAMPLE), {}, { accept })
    expect(response.status).toBe(403)
    expect(await response.json()).toMatchObject({
      requiresPurchase: true,
      message: "You've used all your AI analysis tokens. Purchase more to continue.",
    })
  })

  test('an analysis takes one token and says how many are left', async () => {
    const { tokensRemaining, isAdmin } = await analyse(client, portfolioId, QUICK)
    expect({ tokensRemaining, isAdmin }).toEqual({ tokensRemaining: 2, isAdmin: false })
    expect(await countTokens(client)).toBe(2)
  })

  test('an admin pays nothing', async () => {
    const admin = await app.signIn('admin@example.com')
    const { tokensRemaining, isAdmin } = await analyse(admin, await upload(admin, WORKED_EXAMPLE), QUICK)
    expect({ tokensRemaining, isAdmin }).toEqual({ tokensRemaining: -1, isAdmin: true })
  })

  test('the same key is charged once and gets the same answer, also when the last token went into it', async () => {
    const key = newKey()
    const [first, second] = await Promise.all([
      analyse(client, portfolioId, QUICK, key),
      analyse(client, portfolioId, QUICK, key),
    ])
    expect(second).toEqual(first)
    await analyse(client, portfolioId, QUICK)
    await analyse(client, portfolioId, QUICK)
    expect(await countTokens(client)).toBe(0)
    const again = await requestAnalysis(client, portfolioId, QUICK, { key, accept: EVENTS })
    const [last] = (await readEvents(again)).slice(-1)
    expect(last).toMatchObject({ event: 'result', data: { analysisId: first.analysisId, summary: first.summary } })
  })

  test('the same key for another request is refused, and so is one whose analysis was deleted', async () => {
    const key = newKey()
    const { analysisId } = await analyse(client, portfolioId, QUICK, key)
    expect((await requestAnalysis(client, portfolioId, { ...QUICK, limitPercent: 10 }, { key })).status).toBe(409)
    await client.json(`/api/portfolios/${portfolioId}/hedge-analyses/${analysisId}`, { method: 'DELETE' })
    const gone = await requestAnalysis(client, portfolioId, QUICK, { key })
    expect(gone.status).toBe(409)
    expect(await gone.text()).toContain('deleted since')
    expect(await countTokens(client)).toBe(2)
  })

  test.each([
    ['nothing has a price', 'NOSUCH,10,1\n'],
    ['more is owed than held', 'AAPL,-100,1\nMSFT,10,1\n'],
  ])('where %s there is nothing to hedge: said, and given back', async (_why, rows) => {
    const response = await requestAnalysis(client, await upload(client, rows))
    expect(response.status).toBe(422)
    expect(await response.text()).toContain('Nothing was charged')
    expect(await countTokens(client)).toBe(3)
  })

  test('whatever fails on the way is given back, and the stream says that it failed', async () => {
    answerChains(() => Promise.reject(new Error('out of order')))
    const events = await readEvents(await requestAnalysis(client, portfolioId, {}, { accept: EVENTS }))
    expect(events.at(-1)).toMatchObject({ event: 'error', data: { error: expect.stringContaining('went wrong') } })
    expect(await countTokens(client)).toBe(3)
    expect(await listOf()).toEqual([])
  })

  test('who leaves stops the work, pays nothing and leaves nothing behind', async () => {
    const asked = Promise.withResolvers<void>()
    const held = Promise.withResolvers<void>()
    answerChains(async (request) => {
      asked.resolve()
      await held.promise
      return getOptionChain(request)
    })
    const leaving = new AbortController()
    const request = requestAnalysis(client, portfolioId, {}, { accept: EVENTS, signal: leaving.signal })
    await asked.promise
    leaving.abort()
    await request.then((response) => response.text()).catch(() => undefined)
    await expect.poll(() => countTokens(client), { timeout: 45_000 }).toBe(3)
    held.resolve()
    await expect.poll(() => listOf()).toEqual([])
  })
})

describe('who leaves while the finished analysis is being stored', () => {
  let original: Database['asUser']
  beforeEach(() => {
    original = app.dependencies.db.asUser
  })
  afterEach(() => Object.assign(app.dependencies.db, { asUser: original }))

  /** Calls back as soon as an analysis of the portfolio is stored, before the work goes on. */
  function onceStored(callBack: () => Promise<void>) {
    let isStored = false
    Object.assign(app.dependencies.db, {
      asUser: async <T>(userId: string, work: Parameters<typeof original<T>>[1]) => {
        const result = await original(userId, work)
        if (!isStored && (await countStored()) > 0) {
          isStored = true
          await callBack()
        }
        return result
      },
    })
  }

  test('pays nothing, and what was stored goes again', async () => {
    const leaving = new AbortController()
    const left = Promise.withResolvers<void>()
    onceStored(async () => {
      leaving.abort()
      left.resolve()
      // The server hears of it in one of its next turns, which pass however slow the machine is.
      for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve, 10))
    })
    const request = requestAnalysis(client, portfolioId, QUICK, { accept: EVENTS, signal: leaving.signal })
    await left.promise
    await request.then((response) => response.text()).catch(() => undefined)
    await expect.poll(() => countTokens(client), { timeout: 45_000 }).toBe(3)
    await expect.poll(countStored, { timeout: 45_000 }).toBe(0)
  })

  test('and asks again under the same key gets an analysis, and pays once', async () => {
    const key = newKey()
    const leaving = new AbortController()
    const left = Promise.withResolvers<void>()
    onceStored(async () => {
      leaving.abort()
      left.resolve()
    })
    const request = requestAnalysis(client, portfolioId, QUICK, { key, accept: EVENTS, signal: leaving.signal })
    await left.promise
    await request.then((response) => response.text()).catch(() => undefined)
    const found = await analyse(client, portfolioId, QUICK, key)
    expect(await countTokens(client)).toBe(2)
    await expect.poll(async () => (await listOf()).map(({ analysisId }) => analysisId)).toEqual([found.analysisId])
  })
})

describe('steps are told as they happen', () => {
  test('each begins, counts and ends in order, and the result is the last event', async () => {
    const events = await readEvents(await requestAnalysis(client, portfolioId, {}, { accept: EVENTS }))
    const steps = events.filter(({ event }) => event === 'step').map(({ data }) => data as StreamStep)
    const done = steps.filter(({ state }) => state === 'done')
    expect(done.map(({ id }) => id)).toEqual(['positions', 'histories', 'chains', 'risk', 'search', 'texts'])
    for (const { ms } of done) expect(ms).toBeGreaterThanOrEqual(0)
    const chains = steps.filter(({ id, done: count }) => id === 'chains' && count !== undefined)
    expect(chains.at(-1)).toMatchObject({ done: 5, total: 5 })
    expect(steps.slice(0, 6).every(({ state }) => state === 'waiting')).toBe(true)
    const result = hedgeAnalysisSchema.parse(events.at(-1)!.data)
    expect(events.at(-1)!.event).toBe('result')
    expect(result.hedgeStrategies[0]!.cost.total).toBeCloseTo(1_563.9, 6)
  })
})

describe('analyses are kept', () => {
  test('listed newest first, opened as they were, deleted once', { tags: ['full'] }, async () => {
    const first = await analyse(client, portfolioId)
    const second = await analyse(client, portfolioId, { limitPercent: 10 })
    const entries = await listOf()
    expect(entries.map(({ analysisId }) => analysisId).toSorted()).toEqual(
      [first.analysisId, second.analysisId].toSorted(),
    )
    const entry = entries.find(({ analysisId }) => analysisId === first.analysisId)
    expect(entry).toMatchObject({
      isCurrent: true,
      outcome: 'hedge',
      limitPercent: 15,
      shockPercent: 20,
      simulated: true,
      summary: first.summary,
      recommended: { type: 'Put Spread', instrument: first.hedgeStrategies[0]!.instrument },
    })
    const path = `/api/portfolios/${portfolioId}/hedge-analyses/${first.analysisId}`
    expect(await client.json<HedgeAnalysis>(path)).toEqual({ ...first, tokensRemaining: 1 })
    expect(await client.json(path, { method: 'DELETE' })).toEqual({ deleted: true })
    expect((await client.fetch(path, { method: 'DELETE' })).status).toBe(404)
    expect((await client.fetch(path)).status).toBe(404)
    expect((await listOf()).length).toBe(1)
  })

  test('one that was kept when smiles were parabolas opens, and can be repriced', { tags: 'full' }, async () => {
    const { analysisId } = await analyse(client, portfolioId)
    const where = `where id = '${analysisId}'`
    const [{ text } = {}] = await app.db.asOwner(`select encode(body, 'base64') as text from hedge_analyses ${where}`)
    const kept = JSON.parse(gunzipSync(Buffer.from(String(text), 'base64')).toString()) as HedgeAnalysis
    const underlyings = kept.repricing.underlyings.map((underlying) => ({
      ...underlying,
      expiries: underlying.expiries.map(({ expiry, dividendYield, smile: { svi: _svi, ...smile } }) => {
        return { expiry, dividendYield, smile: { ...smile, slope: -0.29, curvature: 0.02 } }
      }),
    }))
    const verification = { checked: 57, repaired: 3, dropped: 2, fallback: 1 }
    const body = gzipSync(JSON.stringify({ ...kept, verification, repricing: { ...kept.repricing, underlyings } }))
    await app.db.asOwner(`update hedge_analyses set body = decode('${body.toString('base64')}', 'base64') ${where}`)
    const opened = await client.json<HedgeAnalysis>(`/api/portfolios/${portfolioId}/hedge-analyses/${analysisId}`)
    expect(opened.verification).toEqual(verification)
    const strategy = opened.hedgeStrategies[0]!
    const known = opened.repricing.underlyings.map((underlying) => ({ ...underlying, today: underlying.today! }))
    const hedge = { ...opened.repricing, underlyings: known, legs: strategy.legs, fees: strategy.cost.fees }
    const fall = { marketReturn: -0.2, horizonDays: 21, volatility: { kind: 'rule', scale: 1 } } as const
    expect(repriceHedge(hedge, fall).hedge).toBeGreaterThan(0)
  })

  test('another portfolio neither lists nor opens them, and a changed one says that they are old', async () => {
    const { analysisId } = await analyse(client, portfolioId, QUICK)
    const other = await upload(client, 'AAPL,1,1\n')
    expect(await listOf(other)).toEqual([])
    expect((await client.fetch(`/api/portfolios/${other}/hedge-analyses/${analysisId}`)).status).toBe(404)
    await client.json(`/api/portfolios/${portfolioId}/positions`, {
      method: 'POST',
      json: { ticker: 'AMD', shares: 5 },
    })
    expect((await listOf()).map(({ isCurrent }) => isCurrent)).toEqual([false])
    const old = await client.json<HedgeAnalysis>(`/api/portfolios/${portfolioId}/hedge-analyses/${analysisId}`)
    expect(old.isCurrent).toBe(false)
    expect(old.riskAssessment.value).toBeCloseTo(189_713, 0)
  })

  test('they go with their portfolio', async () => {
    await analyse(client, portfolioId, QUICK)
    await client.json(`/api/portfolios/${portfolioId}`, { method: 'DELETE' })
    expect(await countStored()).toBe(0)
  })
})

describe('without some of the chains', () => {
  test('a provider that is down is named, and what needs no options is still proposed', async () => {
    answerChains(async () => ({ kind: 'provider-down', isUnreadable: false }))
    const found = await analyse(client, portfolioId)
    expect(new Set(found.chains.map(({ state }) => state))).toEqual(new Set(['provider-down']))
    expect(found.outcome).toBe('cannot-be-met')
    expect(found.summary).toContain('The provider did not answer about options on SPY.')
    expect(found.hedgeStrategies.map(({ family }) => family)).toContain('reduce-exposure')
    expect(findLooseFigures(found)).toEqual([])
  })

  test('a key without options is told so', async () => {
    answerChains(async () => ({ kind: 'unauthorized' }))
    const { chains, considered } = await analyse(client, portfolioId)
    expect(chains.map(({ state }) => state)).toContain('unauthorized')
    expect(considered.find(({ family }) => family === 'index-put')!.reason).toContain('refuses options on SPY')
  })

  test('without the index’s chain single names are still hedged', async () => {
    answerChains(async (request) =>
      request.ticker === 'SPY' ? { kind: 'provider-down', isUnreadable: true } : getOptionChain(request),
    )
    const found = await analyse(client, portfolioId)
    expect(found.hedgeStrategies.flatMap(({ legs }) => legs.map(({ underlying }) => underlying))).toContain('NVDA')
    expect(found.chains.find(({ ticker }) => ticker === 'SPY')).toMatchObject({ state: 'unreadable', contracts: 0 })
  })

  test('a volatility index’s chain is read on its forwards, and proposed or judged', { tags: ['full'] }, async () => {
    answerChains(async (request) => {
      if (request.ticker !== '^VIX') return getOptionChain(request)
      // The simulated market has no volatility index; its volatility fund has quotes of the same shape.
      const answer = await getOptionChain({ ...request, ticker: 'VXX' })
      if (answer.kind !== 'chain') return answer
      return { ...answer, encoded: encodeChain({ ...decodeChain(answer.encoded), ticker: '^VIX' }) }
    })
    const found = await analyse(client, portfolioId)
    expect(found.chains.find(({ ticker }) => ticker === '^VIX')).toMatchObject({ state: 'used' })
    const proposed = found.hedgeStrategies.filter(({ family }) => family === 'volatility-calls')
    const judged = found.considered.filter(({ family }) => family === 'volatility-calls')
    expect(proposed.length + judged.length).toBeGreaterThan(0)
    expect(judged.map(({ rule }) => rule)).not.toContain('no-chain')
    expect(findLooseFigures(found)).toEqual([])
  })

  test('quotes that are old are used and said to be old', async () => {
    answerChains(async (request) => {
      const answer = await getOptionChain(request)
      return answer.kind === 'chain' ? { ...answer, stale: true } : answer
    })
    const found = await analyse(client, portfolioId)
    expect(found.stale).toBe(true)
    expect(found.chains.find(({ ticker }) => ticker === 'SPY')).toMatchObject({
      state: 'stale',
      note: expect.stringContaining('older ones'),
    })
    expect(found.hedgeStrategies[0]!.cost.total).toBeCloseTo(1_563.9, 6)
  })
})

describe('what an analysis was computed from', () => {
  const recomputer = () => createHedgeRecomputer(app.dependencies)
  const { signal } = new AbortController()

  test('gives every fact again, bit by bit, while prices and chains have moved on', async () => {
    const { analysisId, facts } = await analyse(client, portfolioId, { customPrompt: 'max loss 12%, keep NVDA' })
    answerChains(() => Promise.reject(new Error('The provider was asked again')))
    const { id: userId } = await client.json<{ id: string }>('/api/auth/user')
    const run = await recomputer().findRun(userId, analysisId)
    expect(run?.facts).toEqual(facts)
    expect(await recomputer().recompute(run!.inputs!, { owner: userId, signal })).toEqual(facts)
  })

  test('is nobody else’s, and kept of the ten newest', { tags: ['full'] }, async () => {
    const admin = await app.signIn('admin@example.com')
    const { id: userId } = await admin.json<{ id: string }>('/api/auth/user')
    const own = await upload(admin, 'KO,100,1\n')
    const ids: string[] = []
    for (let n = 0; n < 11; n++) {
      const body = { limitPercent: 10 + n, allowOptions: false }
      ids.push((await analyse(admin, own, body)).analysisId)
    }
    const kept = await Promise.all(ids.map((id) => recomputer().findRun(userId, id)))
    expect(kept.filter((run) => run?.inputs)).toHaveLength(10)
    const old = kept.findIndex((run) => run?.inputs === null)
    expect(kept[old]?.facts.length).toBeGreaterThan(50)
    expect((await admin.fetch(`/api/facts/${ids[old]}.F1`)).status).toBe(410)
    const inputsOf = (id: string, by = admin) => by.fetch(`/api/portfolios/${own}/hedge-analyses/${id}/inputs`)
    expect((await inputsOf(ids[old]!)).status).toBe(410)
    expect(await admin.json<HedgeAnalysisEntry[]>(`/api/portfolios/${own}/hedge-analyses`)).toHaveLength(11)
    const stranger = await client.json<{ id: string }>('/api/auth/user')
    const newest = ids[kept.findLastIndex((run) => run?.inputs)]!
    expect(await admin.json(`/api/facts/${newest}.F1`)).toMatchObject({ matches: true })
    expect(await (await inputsOf(newest)).text()).toContain('{"kind":"position","ticker":"KO"')
    expect((await inputsOf(newest, client)).status).toBe(404)
    expect(await recomputer().findRun(stranger.id, newest)).toBeNull()
    expect(await recomputer().findRun(userId, 'no such id')).toBeNull()
  })
})
