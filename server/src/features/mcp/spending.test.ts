import { setTimeout as sleep } from 'node:timers/promises'
import type { HedgeAnalysis } from '@ballast/contract'
import type { Progress } from '@modelcontextprotocol/sdk/types.js'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditTokens, BOOKS_IN_ORDER } from '../../accounts/testing/pro-user.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { countTokens, NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { type Assistant, connectAssistant, makeAccessToken } from './testing/mcp-client.ts'

let app: TestApp
let users = 0
let getOptionChain: MarketData['getOptionChain']
beforeAll(async () => {
  app = await createTestApp({
    environment: { ADMIN_EMAILS: 'admin@example.com' },
    overrides: { clock: { now: () => NOW } },
  })
  getOptionChain = app.dependencies.marketData.getOptionChain
})
afterAll(() => app.close())

let browser: TestClient
let portfolioId: string
let token: string
let assistant: Assistant
beforeEach(async () => {
  users += 1
  browser = await signInPro(app, `user${users}@example.com`, 3)
  portfolioId = await upload(browser, WORKED_EXAMPLE)
  token = (await makeAccessToken(browser)).token
  assistant = await connectAssistant(app.url, token)
})
afterEach(async () => {
  app.dependencies.marketData.getOptionChain = getOptionChain
  await assistant.close()
  expect(await auditTokens(app.db)).toEqual(BOOKS_IN_ORDER)
})

const listAnalyses = () => browser.json<unknown[]>(`/api/portfolios/${portfolioId}/hedge-analyses`)

/** Lets a search go as far as its chains and no further. */
function holdChains() {
  const asked = Promise.withResolvers<void>()
  const held = Promise.withResolvers<void>()
  app.dependencies.marketData.getOptionChain = async (request) => {
    asked.resolve()
    await held.promise
    return getOptionChain(request)
  }
  return { asked: asked.promise, release: () => held.resolve() }
}

/** A search as a bare message, with the label and number of the request under the sender's control. */
const send = (body: object, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      authorization: `Bearer ${token}`,
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', ...body }),
  })
const searchAs = (id: number, args: object = {}) => ({
  id,
  method: 'tools/call',
  params: { name: 'search_hedges', arguments: { portfolioId, ...args } },
})
async function readResult(response: Response) {
  const data = /^data: (.+)$/m.exec(await response.text())?.[1]
  return (JSON.parse(data ?? '{}') as { result: { structuredContent: HedgeAnalysis } }).result.structuredContent
}

describe('what a search costs', () => {
  test('what was paid for is handed over, however much of the portfolio has no price', { tags: 'full' }, async () => {
    const unknown = Array.from({ length: 6_000 }, (_, index) => `ZZ${index.toString(36).toUpperCase()}QQQQ,10,5`)
    const large = await upload(browser, `${WORKED_EXAMPLE}\n${unknown.join('\n')}`)
    const content = await assistant.answer('search_hedges', { portfolioId: large })
    expect(content).toMatchObject({ tokensRemaining: 2, shortened: { leftOut: 6_000 } })
    expect(content.leftOut).toHaveLength(50)
    for (const tool of ['get_portfolio_overview', 'get_correlation_analysis', 'run_comprehensive_analysis']) {
      expect(await assistant.answer(tool, { portfolioId: large })).toHaveProperty('shortened')
    }
  })

  test('one token, and the answer says how many are left', async () => {
    const { tokensRemaining, isAdmin } = await assistant.answer<HedgeAnalysis>('search_hedges', { portfolioId })
    expect({ tokensRemaining, isAdmin }).toEqual({ tokensRemaining: 2, isAdmin: false })
    expect(await countTokens(browser)).toBe(2)
    expect(await listAnalyses()).toHaveLength(1)
  })

  test('Free is told to upgrade, where and why, before anything is read', async () => {
    const free = await app.signIn('free@example.com')
    const id = await upload(free, WORKED_EXAMPLE)
    app.dependencies.marketData.getOptionChain = () => Promise.reject(new Error('The provider was asked'))
    const frees = await connectAssistant(app.url, (await makeAccessToken(free)).token)
    const { _meta } = await frees.use('search_hedges', { portfolioId: id })
    expect(await frees.refusal('search_hedges', { portfolioId: id })).toBe(
      `PRO Feature: AI Hedge Recommendations is a PRO feature. Upgrade to access AI-powered hedge analysis. See ${app.url}/pricing.`,
    )
    expect(_meta?.['ballast/error']).toMatchObject({ status: 403, requiresUpgrade: true, error: 'PRO Feature' })
    await frees.close()
  })

  test('PRO without tokens is told to buy some', async () => {
    const poor = await signInPro(app, 'poor@example.com', 0)
    const id = await upload(poor, WORKED_EXAMPLE)
    const poors = await connectAssistant(app.url, (await makeAccessToken(poor)).token)
    const { _meta } = await poors.use('search_hedges', { portfolioId: id })
    expect(_meta?.['ballast/error']).toMatchObject({ status: 403, requiresPurchase: true })
    expect(await poors.refusal('search_hedges', { portfolioId: id })).toContain(
      "You've used all your AI analysis tokens",
    )
    await poors.close()
  })

  test('an admin pays nothing', { tags: 'full' }, async () => {
    const admin = await app.signIn('admin@example.com')
    const admins = await connectAssistant(app.url, (await makeAccessToken(admin)).token)
    const id = await upload(admin, WORKED_EXAMPLE)
    expect(await admins.answer('search_hedges', { portfolioId: id })).toMatchObject({
      tokensRemaining: -1,
      isAdmin: true,
    })
    await admins.close()
  })

  test('a message that is sent again is charged once and gets the same answer', { tags: 'full' }, async () => {
    const label = { 'mcp-session-id': 'one-client' }
    const first = await readResult(await send(searchAs(4), label))
    expect(await readResult(await send(searchAs(4), label))).toEqual(first)
    expect(await countTokens(browser)).toBe(2)
    const other = await readResult(await send(searchAs(5), label))
    expect(other.analysisId).not.toBe(first.analysisId)
    expect(await countTokens(browser)).toBe(1)
  })

  test('the same numbers of another client, or other arguments, are another search', { tags: ['full'] }, async () => {
    const first = await readResult(await send(searchAs(1), { 'mcp-session-id': 'one' }))
    const second = await readResult(await send(searchAs(1), { 'mcp-session-id': 'two' }))
    const third = await readResult(await send(searchAs(1, { limitPercent: 10 }), { 'mcp-session-id': 'two' }))
    expect(new Set([first, second, third].map(({ analysisId }) => analysisId)).size).toBe(3)
    expect(await countTokens(browser)).toBe(0)
  })
})

describe('what was not delivered is given back', () => {
  test('when the work fails, in words that tell nothing of the inside', async () => {
    app.dependencies.marketData.getOptionChain = () => Promise.reject(new Error('secret of the inside'))
    const words = await assistant.refusal('search_hedges', { portfolioId })
    expect(words).toMatch(/went wrong on our side.* Request [\w-]{36}\.$/)
    expect(words).not.toContain('secret')
    expect(await countTokens(browser)).toBe(3)
  })

  test('when the user takes the question back', async () => {
    const { asked, release } = holdChains()
    const leaving = new AbortController()
    const search = assistant.client.callTool({ name: 'search_hedges', arguments: { portfolioId } }, undefined, {
      signal: leaving.signal,
    })
    await asked
    expect(await countTokens(browser)).toBe(2)
    leaving.abort('changed my mind')
    await expect(search).rejects.toThrow()
    await expect.poll(() => countTokens(browser), { timeout: 45_000 }).toBe(3)
    release()
    await sleep(50)
    expect(await listAnalyses()).toEqual([])
    // The same connection serves the next question.
    expect(await assistant.answer('list_portfolios')).toMatchObject({ portfolios: [{ id: portfolioId }] })
  })

  test('when the client goes away', async () => {
    const { asked, release } = holdChains()
    const search = assistant.use('search_hedges', { portfolioId }).catch((error: unknown) => error)
    await asked
    await assistant.close()
    await search
    await expect.poll(() => countTokens(browser), { timeout: 45_000 }).toBe(3)
    release()
    await sleep(50)
    expect(await listAnalyses()).toEqual([])
  })

  test('only whoever asked can take a question back: not another token, client or number', {
    tags: 'full',
  }, async () => {
    const { asked, release } = holdChains()
    const search = send(searchAs(9), { 'mcp-session-id': 'mine' })
    await asked
    const other = await makeAccessToken(browser)
    const cancel = { method: 'notifications/cancelled', params: { requestId: 9 } }
    await send(cancel, { 'mcp-session-id': 'mine', authorization: `Bearer ${other.token}` })
    await send(cancel, { 'mcp-session-id': 'other' })
    await send(cancel)
    await send({ ...cancel, params: { requestId: 8 } }, { 'mcp-session-id': 'mine' })
    release()
    expect((await readResult(await search)).tokensRemaining).toBe(2)
    expect(await countTokens(browser)).toBe(2)
  })
})

test('progress is told to whoever asks for it, growing, step by step in words', async () => {
  const notes: Progress[] = []
  await assistant.client.callTool({ name: 'search_hedges', arguments: { portfolioId } }, undefined, {
    onprogress: (note) => notes.push(note),
  })
  expect(notes.length).toBeGreaterThan(6)
  expect(notes.map(({ progress }) => progress)).toEqual(notes.map(({ progress }) => progress).toSorted((a, b) => a - b))
  expect(new Set(notes.map(({ progress }) => progress)).size).toBe(notes.length)
  expect(notes.map(({ message }) => message)).toContain('Loading option chains')
  expect(notes.at(-1)).toMatchObject({ progress: 6, total: 6 })
})
