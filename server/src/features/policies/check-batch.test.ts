import type { HedgeAnalysis, NewPolicy, Policy } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runWholeJob } from '../../jobs/testing/run-whole-job.ts'
import type { MarketData } from '../../market-data/market-data.ts'
import { rememberMarket } from '../../market-data/remember-market.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, upload, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { checkBatch } from './check-batch.service.ts'
import { checkPortfolio } from './check-policies.service.ts'
import { createPolicyJob } from './policy-job.ts'

let app: TestApp
let now = NOW
let client: TestClient
let userId: string
let analysis: HedgeAnalysis
const ids: string[] = []
const { signal } = new AbortController()
const NEXT_CLOSE = new Date('2026-11-23T22:00:00.000Z')

/** Portfolios of shares, of a Treasury, of a foreign listing, with an option of their own, and with cash. */
const BOOKS = [
  WORKED_EXAMPLE,
  `${WORKED_EXAMPLE}IWM,100,1\n`,
  'AAPL,900,1\nCASH,20000,1\n',
  'SPY,500,1\nAAPL270115C00300000,-2,3\nAAPL,300,1\n',
  'NVDA,2000,1\n',
]

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
  client = await signInPro(app, 'batch@example.com')
  userId = (await client.json<{ id: string }>('/api/auth/user')).id
  for (const [place, rows] of BOOKS.entries()) {
    const portfolioId = await upload(client, rows, `Book ${place}`)
    if (place === 0) analysis = await analyse(client, portfolioId)
    ids.push(portfolioId)
    await client.json(`/api/portfolios/${portfolioId}/policies`, { method: 'POST', json: fromTicket() })
  }
})
afterAll(() => app?.close())

function fromTicket(): NewPolicy {
  const { request, term, hedgeStrategies } = analysis
  const legs = hedgeStrategies.find(({ role }) => role === 'recommended')?.legs ?? []
  return {
    limitPercent: request.limitPercent,
    shockPercent: request.shockPercent,
    endsOn: term?.lastDay ?? '',
    legs: legs.map(({ symbol, contracts, premium }) => {
      return { symbol, ordered: contracts, filled: contracts, price: premium }
    }),
    fees: 0,
    placedOn: '2026-11-20',
    addPositions: true,
    analysisId: null,
    strategyId: null,
  }
}

/** The market with every call counted by what it was asked for. */
function countCalls(market: MarketData) {
  const calls: string[] = []
  const counted: MarketData = {
    ...market,
    getDailyHistory(request) {
      calls.push(...request.tickers.map((ticker) => `history ${ticker}`))
      return market.getDailyHistory(request)
    },
    getQuotes(request) {
      calls.push(...request.tickers.map((ticker) => `quote ${ticker}`))
      return market.getQuotes(request)
    },
    getOptionChain(request) {
      calls.push(`chain ${request.ticker} ${JSON.stringify(request.slice)}`)
      return market.getOptionChain(request)
    },
  }
  return { counted, calls }
}

const judgements = async () => {
  // A session would have ended meanwhile.
  const at = now
  now = NOW
  const policies = await client.json<Policy[]>('/api/policies')
  now = at
  return ids.map((id) => policies.find(({ portfolioId }) => portfolioId === id)?.judgement)
}

/** Goes to a close that no policy was checked for. */
async function forgetChecks() {
  await app.db.asOwner('update policies set checked_day = null, judgement = null')
}

test('judged together, policies are found as each by itself, to the last digit', { tags: 'full' }, async () => {
  now = NEXT_CLOSE
  await forgetChecks()
  for (const portfolioId of ids) await checkPortfolio(app.dependencies, { userId, portfolioId, cause: 'close', signal })
  const alone = await judgements()
  await forgetChecks()
  const failures: unknown[] = []
  await checkBatch(
    app.dependencies,
    ids.map((portfolioId) => ({ userId, portfolioId })),
    { cause: 'close', signal, onFailure: async (_due, error) => void failures.push(error) },
  )
  expect(failures).toEqual([])
  expect(await judgements()).toEqual(alone)
  const states = new Set(alone.map((judgement) => judgement?.state))
  // Some are found by repricing, others by a search.
  expect(states.has('holds')).toBe(true)
  expect(states.size).toBeGreaterThan(1)
})

test('the market is asked once for each ticker, however many portfolios hold it', async () => {
  await forgetChecks()
  const { counted, calls } = countCalls(app.dependencies.marketData)
  await runWholeJob(createPolicyJob({ ...app.dependencies, marketData: counted }))
  expect((await judgements()).every((judgement) => judgement != null)).toBe(true)
  expect(calls.filter((call) => call.startsWith('chain SPY "hedging"'))).toHaveLength(1)
  expect(new Set(calls).size).toBe(calls.length)
})

test('an account that is deleted while its policies are measured leaves nothing, and the others are checked', async () => {
  now = NOW
  const email = 'gone@example.com'
  const gone = await signInPro(app, email)
  const { id } = await gone.json<{ id: string }>('/api/auth/user')
  const portfolioId = await upload(gone, WORKED_EXAMPLE)
  await gone.json(`/api/portfolios/${portfolioId}/policies`, { method: 'POST', json: fromTicket() })
  await forgetChecks()
  const { workers } = app.dependencies
  let deletion: Promise<Response> | undefined
  const run: typeof workers.run = (...task) =>
    workers.run(...task).finally(async () => {
      deletion ??= gone.fetch('/api/account', { method: 'DELETE', json: { confirmEmail: email } })
      expect((await deletion).status).toBe(200)
    })
  await runWholeJob(createPolicyJob({ ...app.dependencies, workers: { ...workers, run } }))
  expect(deletion).toBeDefined()
  for (const table of ['policies', 'policy_history', 'inbox_messages', 'outbox']) {
    expect(await app.db.asOwner(`select 1 from ${table} where user_id = '${id}'`)).toEqual([])
  }
  expect((await judgements()).every((judgement) => judgement != null)).toBe(true)
})

test('what a market could not answer is remembered, too, and what is asked for anew is asked', async () => {
  const { counted, calls } = countCalls(app.dependencies.marketData)
  const market = rememberMarket(counted)
  const first = await market.getQuotes({ tickers: ['AAPL', 'NO-SUCH'] })
  const again = await market.getQuotes({ tickers: ['NO-SUCH', 'AAPL', 'KO'] })
  expect(calls).toEqual(['quote AAPL', 'quote NO-SUCH', 'quote KO'])
  expect(again.missing).toEqual(first.missing)
  expect(again.found.get('AAPL')).toEqual(first.found.get('AAPL'))
  expect([...(await market.getInstruments(['AAPL', 'NO-SUCH'])).keys()]).toEqual(['AAPL'])
  expect([...(await market.getInstruments(['AAPL', 'NO-SUCH'])).keys()]).toEqual(['AAPL'])
})
