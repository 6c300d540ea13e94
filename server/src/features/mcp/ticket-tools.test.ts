import type { CallOutput, HedgeAnalysis, splitTicket } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, signInPro, WORKED_EXAMPLE } from '../hedges/testing/hedge-client.ts'
import { connectAssistant, makeAccessToken } from './testing/mcp-client.ts'

type Split = CallOutput<typeof splitTicket>

let app: TestApp
let ann: TestClient
let portfolioId: string
let analysis: HedgeAnalysis
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  ann = await signInPro(app, 'ann@example.com', 5)
  const rows = `${WORKED_EXAMPLE}CASH,20000,1\n`.trim().split('\n')
  const data = ['ticker,shares,avgCost,account', ...rows.flatMap((row) => [`${row},IRA`, `${row},Taxable`])].join('\n')
  portfolioId = (
    await ann.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json: { name: 'Two', data } })
  ).id
  analysis = await analyse(ann, portfolioId)
})
afterAll(() => app.close())

const describeAccount = (account: string, level: string, kind: string) =>
  ann.json(`/api/portfolios/${portfolioId}/accounts`, { method: 'PUT', json: { account, level, kind } })
const recommended = () => analysis.hedgeStrategies.find(({ role }) => role === 'recommended')!
const asked = () => ({ portfolioId, analysisId: analysis.analysisId, strategyId: recommended().id })

test('a ticket that was found is split by what each account may hold now', async () => {
  const assistant = await connectAssistant(app.url, (await makeAccessToken(ann, ['read:portfolios'])).token)
  const { legs } = recommended()
  expect(legs.some(({ contracts }) => contracts < 0)).toBe(true)
  const placedOf = ({ accounts, unplaced }: Split, place: number) =>
    accounts.flatMap((one) => one.legs).reduce((sum, { leg, contracts }) => sum + (leg === place ? contracts : 0), 0) +
    unplaced.reduce((sum, { leg, quantity }) => sum + (leg === place ? (quantity ?? 0) : 0), 0)
  const ofAll = (split: Split) => legs.map((_, place) => placedOf(split, place))

  const bought = await assistant.answer<Split>('split_ticket', asked())
  expect(bought.accounts.map(({ account, level }) => [account, level])).toEqual([
    ['IRA', null],
    ['Taxable', null],
  ])
  expect(bought.accounts.flatMap((one) => one.legs).every(({ contracts }) => contracts > 0)).toBe(true)
  expect(bought.unplaced.length).toBeGreaterThan(0)
  expect(ofAll(bought)).toEqual(legs.map(({ contracts }) => contracts))
  const { content } = await assistant.use('split_ticket', asked())
  expect(content[0]).toMatchObject({ text: expect.stringMatching(/fits in none: Not approved in Two · IRA/) })

  await describeAccount('Taxable', 'uncovered', 'margin')
  const whole = await assistant.answer<Split>('split_ticket', asked())
  expect(whole.unplaced).toEqual([])
  expect(ofAll(whole)).toEqual(legs.map(({ contracts }) => contracts))
  await assistant.close()
})

test('it needs the scope of reading, and a strategy of a search of one’s own', async () => {
  const others = await connectAssistant(app.url, (await makeAccessToken(ann, ['run:analysis', 'spend:tokens'])).token)
  expect(await others.refusal('split_ticket', asked())).toContain('It needs the scope read:portfolios')
  await others.close()
  const own = await connectAssistant(app.url, (await makeAccessToken(ann)).token)
  expect(await own.refusal('split_ticket', { ...asked(), strategyId: 'none' })).toContain('There is no such strategy')
  await own.close()
  const eve = await connectAssistant(app.url, (await makeAccessToken(await app.signIn('eve@example.com'))).token)
  expect(await eve.refusal('split_ticket', asked())).toContain('There is no such portfolio')
  await eve.close()
})
