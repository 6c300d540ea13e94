import type { PortfolioHistory } from '@ballast/contract'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makePro } from '../../accounts/testing/pro-user.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { askIn, wordsOf } from './testing/ask-client.ts'

let app: TestApp
let ann: TestClient
let now = new Date('2026-08-03T22:00:00.000Z')
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => now } } })
  ann = await app.signIn('ann@example.com')
  const { id } = await ann.json<{ id: string }>('/api/auth/user')
  await makePro(app.db, id, { monthly: 0, purchased: 10 })
})
afterAll(() => app?.close())

const historyOf = (id: string) => ann.json<PortfolioHistory>(`/api/portfolios/${id}/history`)

test('"How have I done?" is answered from what was held, not from what is held today', async () => {
  now = new Date('2026-08-03T22:00:00.000Z')
  const id = await ann.upload('Done', 'ticker,shares,avgCost\nAAPL,10,100\nCASH,5000,1\n')
  const young = await askIn(ann, id, 'How have I done?')
  expect(wordsOf(young)[0]).toBe('A return needs two closes. Ballast does not know two closes of this portfolio yet.')
  now = new Date('2026-11-20T22:00:00.000Z')
  // The session has ended meanwhile.
  ann = await app.signIn('ann@example.com')
  await ann.json(`/api/portfolios/${id}/positions`, { method: 'POST', json: { ticker: 'MSFT', shares: 100 } })
  const { figures } = await historyOf(id)
  for (const question of ['How have I done?', 'my return since I started', 'what is my time-weighted return?']) {
    const turn = await askIn(ann, id, question)
    const found = (kind: string) => turn.facts.find((fact) => fact.kind === kind)?.value
    expect(turn.understood).toBe('How have I done?')
    expect(found('get_portfolio_history.figures.timeWeightedPercent')).toBe(figures?.timeWeightedPercent)
    expect(found('get_portfolio_history.figures.gain')).toBe(figures?.gain)
    expect(found('get_portfolio_history.figures.moneyIn')).toBe(figures?.moneyIn)
    expect(found('get_portfolio_history.figures.moneyWeighted.*.percent')).toBe(figures?.moneyWeighted[0]?.percent)
    expect(wordsOf(turn)[0]).toMatch(/^From Aug 3, 2026 to Nov 20, 2026, the portfolio (?:gained|lost) [\d.]+%\./)
    expect(wordsOf(turn).join(' ')).toContain('Some changes count with money that Ballast proposes.')
  }
})

test('"What did my hedges cost and pay?" is answered from the hedges that were placed', async () => {
  now = new Date('2026-11-20T22:00:00.000Z')
  ann = await app.signIn('ann@example.com')
  const id = await ann.upload('Hedged', 'ticker,shares,avgCost\nSPY,100,400\n')
  expect(wordsOf(await askIn(ann, id, 'What did my hedges cost and pay?'))).toEqual([
    'No hedge was placed here yet. So nothing was paid, and nothing came back.',
  ])
  const leg = { symbol: 'SPY270219P00700000', ordered: 1, filled: 1, price: 9.5 }
  await ann.json(`/api/portfolios/${id}/policies`, {
    method: 'POST',
    json: {
      limitPercent: 15,
      shockPercent: 20,
      endsOn: '2027-02-19',
      placedOn: '2026-11-20',
      legs: [leg],
      fees: 1,
      addPositions: true,
      analysisId: null,
      strategyId: null,
    },
  })
  const { hedges } = await historyOf(id)
  const turn = await askIn(ann, id, 'what did my hedges cost and pay')
  const found = (name: string) => turn.facts.find(({ kind }) => kind === `get_portfolio_history.hedges.${name}`)?.value
  expect([found('count'), found('paid'), found('paidBack'), found('worth')]).toEqual([
    1,
    hedges?.paid,
    hedges?.paidBack,
    hedges?.worth,
  ])
  expect(wordsOf(turn)[0]).toMatch(/^You placed 1 hedge\. They cost \$/)
})
