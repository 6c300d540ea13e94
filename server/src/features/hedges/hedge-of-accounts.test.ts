/** @module-tag full */

import type { CallOutput, HedgeAnalysis, HedgeAnalysisEntry, splitTicket } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, WORKED_EXAMPLE } from './testing/hedge-client.ts'

let app: TestApp
let ann: TestClient
let portfolioId: string
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  ann = await signInPro(app, 'ann@example.com')
  const rows = `${WORKED_EXAMPLE}CASH,20000,1\n`.trim().split('\n')
  const data = ['ticker,shares,avgCost,account', ...rows.flatMap((row) => [`${row},IRA`, `${row},Taxable`])].join('\n')
  const json = { name: 'Two', data }
  portfolioId = (await ann.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })).id
})
afterAll(() => app?.close())

const describeAccount = (account: string, level: string, kind: string) =>
  ann.json(`/api/portfolios/${portfolioId}/accounts`, { method: 'PUT', json: { account, level, kind } })
const soldIn = ({ hedgeStrategies, frontierStrategies }: HedgeAnalysis) =>
  [...hedgeStrategies, ...frontierStrategies].flatMap(({ legs }) => legs).filter(({ contracts }) => contracts < 0)
const understood = ({ request }: HedgeAnalysis) =>
  request.understood.map(({ words, meaning }) => `${words}: ${meaning}`)
const reasonOf = ({ considered }: HedgeAnalysis, kind: string) =>
  considered.find(({ family }) => family === kind)?.reason
const listCurrent = async () =>
  (await ann.json<HedgeAnalysisEntry[]>(`/api/portfolios/${portfolioId}/hedge-analyses`))
    .filter(({ isCurrent }) => isCurrent)
    .map(({ analysisId }) => analysisId)
async function listUnplaced({ hedgeStrategies }: HedgeAnalysis) {
  const { legs, cost } = hedgeStrategies.find(({ role }) => role === 'recommended')!
  const ofTicket = legs.map(({ symbol, underlying, type, strike, expiry, multiplier, contracts, premium }) => {
    return { symbol, underlying, type, strike, expiry, multiplier, contracts, premium }
  })
  const json = { legs: ofTicket, trades: [], fees: cost.fees }
  const path = `/api/portfolios/${portfolioId}/ticket-split`
  return (await ann.json<CallOutput<typeof splitTicket>>(path, { method: 'POST', json })).unplaced
}

test('a search finds nothing that no account may hold, and says that the accounts are why', async () => {
  // Nobody has said anything: the request decides, and the ticket says that it fits in no account.
  const open = await analyse(ann, portfolioId)
  expect(soldIn(open).some(({ type }) => type === 'put')).toBe(true)
  expect(understood(open)).toEqual([])
  expect(await listUnplaced(open)).not.toEqual([])

  expect(await listCurrent()).toEqual([open.analysisId])
  await describeAccount('IRA', 'long', 'ira')
  expect(await listCurrent()).toEqual([])
  const long = await analyse(ann, portfolioId)
  await describeAccount('IRA', 'long', 'ira')
  expect(await listCurrent()).toEqual([long.analysisId])
  expect(soldIn(long).filter(({ type }) => type === 'put')).toEqual([])
  // The request stays what was asked: the same again, once an account may hold more, asks for no less.
  expect([understood(long), long.request.approval]).toEqual([['your accounts: No spreads'], 'uncovered'])
  expect(reasonOf(long, 'put-spread')).toBe('The approval level of your account does not allow it.')
  expect(await listUnplaced(long)).toEqual([])

  await describeAccount('IRA', 'none', 'ira')
  const bought = await analyse(ann, portfolioId)
  expect(await listCurrent()).toEqual([bought.analysisId])
  expect([soldIn(bought), understood(bought)]).toEqual([[], ['your accounts: Bought options only']])
  expect(await listUnplaced(bought)).toEqual([])

  await describeAccount('Taxable', 'spreads', 'margin')
  const spreads = await analyse(ann, portfolioId)
  expect(soldIn(spreads).some(({ type }) => type === 'put')).toBe(true)
  // Which rules out nothing that was asked for.
  expect(understood(spreads)).toEqual([])
  expect(await listUnplaced(spreads)).toEqual([])

  await describeAccount('Taxable', 'none', 'cash')
  const none = await analyse(ann, portfolioId)
  expect(none.hedgeStrategies.flatMap(({ legs }) => legs)).toEqual([])
  expect([understood(none), reasonOf(none, 'index-put')]).toEqual([
    ['your accounts: No options'],
    'You ruled out options.',
  ])
})

test('a search counts shares and cash by account, so that its ticket can be split', async () => {
  const rows = WORKED_EXAMPLE.trim().split('\n')
  const inParts = rows.flatMap((row) => {
    const [ticker, shares, cost] = row.split(',')
    const half = Number(shares) / 2
    return [`${ticker},${half},${cost},One`, `${ticker},${half},${cost},Two`]
  })
  const data = ['ticker,shares,avgCost,account', ...inParts, 'CASH,1500,1,One', 'CASH,1500,1,Two'].join('\n')
  const json = { name: 'Halves', data }
  portfolioId = (await ann.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })).id
  const open = await analyse(ann, portfolioId)
  expect(await listUnplaced(open)).not.toEqual([])
  await describeAccount('One', 'spreads', 'ira')
  await describeAccount('Two', 'spreads', 'ira')
  const counted = await analyse(ann, portfolioId)
  const recommended = counted.hedgeStrategies.filter(({ role }) => role === 'recommended')
  if (recommended.length > 0) expect(await listUnplaced(counted)).toEqual([])
  expect(counted.considered.some(({ reason }) => reason.startsWith('Your accounts cannot hold it'))).toBe(true)
  expect(counted.frontier.some(({ reason }) => reason === 'accounts')).toBe(true)
})

test('where accounts are why a risk of its own stays open, the answer says so', { tags: ['full'] }, async () => {
  const data = 'ticker,shares,avgCost,account\nTLT,1000,90,One\nCASH,500,1,Two\n'
  const json = { name: 'Bonds', data }
  portfolioId = (await ann.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })).id
  await describeAccount('One', 'none', 'ira')
  await describeAccount('Two', 'long', 'ira')
  const { summary } = await analyse(ann, portfolioId, { limitPercent: 5 })
  expect(summary).toContain('No options on TLT that your accounts can hold keep it within 5% at any price.')
})
