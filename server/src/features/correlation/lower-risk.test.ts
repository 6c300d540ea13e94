import { type CorrelationAnalysis, type LowerRisk, lowerRiskSchema, type Overview } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp()
  anna = await app.signIn('anna@example.com')
})
afterAll(() => app?.close())

async function lowerRiskOf(id: string, query = ''): Promise<LowerRisk> {
  const answer = await anna.json(`/api/portfolios/${id}/lower-risk${query}`)
  const parsed = lowerRiskSchema.parse(answer)
  expect(answer).toEqual(parsed)
  return parsed
}

const MIXED = 'ticker,shares\nAAPL,50\nMSFT,20\nTLT,100\nGLD,30\nJPM,25\nSPY,10\nCASH,5000\n'

describe('the same holdings with less risk', () => {
  test('three proposals beside today, each with what its whole shares change', async () => {
    const id = await anna.upload('P', MIXED)
    const found = await lowerRiskOf(id)
    const analysis = await anna.json<CorrelationAnalysis>(`/api/portfolios/${id}/correlation-analysis`)
    expect(found.missing).toBeNull()
    expect(found.window.observations).toBe(252)
    expect(found.todayVolatilityPercent).toBeCloseTo(analysis.diversification!.portfolioVolatilityPercent, 8)
    expect(found.crises.map(({ id: crisis }) => crisis)).toEqual(['gfc-2007', 'covid-2020', 'bear-2022'])
    expect(found.proposals.map(({ method }) => method)).toEqual([
      'equal-risk-contribution',
      'hierarchical-risk-parity',
      'minimum-variance',
    ])
    for (const proposal of found.proposals) {
      expect(proposal.volatilityPercent).toBeLessThan(found.todayVolatilityPercent!)
      expect(proposal.unseen).toMatchObject({ resamples: 100 })
      const bought = proposal.orders.filter(({ action }) => action === 'buy')
      const sold = proposal.orders.filter(({ action }) => action === 'sell')
      const sum = (orders: LowerRisk['proposals'][number]['orders']) =>
        orders.reduce((all, { value }) => all + value, 0)
      expect(sum(sold) - sum(bought)).toBeCloseTo(proposal.cashChange, 6)
      expect(proposal.turnoverPercent).toBeCloseTo((50 * (sum(sold) + sum(bought))) / found.grossValue, 8)
      expect(proposal.orders.every(({ shares }) => Number.isInteger(shares))).toBe(true)
    }
    const [, , minimum] = found.proposals
    expect(minimum!.volatilityPercent).toBe(
      Math.min(...found.proposals.map(({ volatilityPercent }) => volatilityPercent)),
    )
  })

  test('volatility is that of fixed weights, and the one of Overview that of fixed shares', async () => {
    const volatilityOf = async (id: string) =>
      (await anna.json<Overview>(`/api/portfolios/${id}/overview`)).risk.volatilityPercent!
    const shares = await volatilityOf(await anna.upload('Shares', 'ticker,shares\nNVDA,100\n'))
    const half = await anna.upload('Half', 'ticker,shares\nNVDA,100\nCASH,15000\n')
    const { todayVolatilityPercent, holdings } = await lowerRiskOf(half)
    // Cash does not move: at fixed weights the volatility is that of the shares times their weight.
    // Overview rounds to six decimals.
    expect(todayVolatilityPercent).toBeCloseTo((shares * holdings[0]!.weightPercent) / 100, 5)
    // With fixed shares they weigh less on days on which they were cheaper.
    expect(Math.abs((await volatilityOf(half)) - todayVolatilityPercent!)).toBeGreaterThan(0.1)
  })

  test('a ticket that is carried out gives the portfolio that was promised', async () => {
    const found = await lowerRiskOf(await anna.upload('P', MIXED))
    const proposal = found.proposals[1]!
    const held = new Map([
      ['AAPL', 50],
      ['MSFT', 20],
      ['TLT', 100],
      ['GLD', 30],
      ['JPM', 25],
      ['SPY', 10],
    ])
    for (const { ticker, action, shares } of proposal.orders) {
      held.set(ticker, held.get(ticker)! + (action === 'buy' ? shares : -shares))
    }
    const lines = [...held].filter(([, shares]) => shares > 0).map(([ticker, shares]) => `${ticker},${shares}`)
    const id = await anna.upload(
      'P',
      `ticker,shares\n${lines.join('\n')}\nCASH,${(5000 + proposal.cashChange).toFixed(10)}\n`,
    )
    const after = await lowerRiskOf(id)
    expect(after.todayVolatilityPercent).toBeCloseTo(proposal.volatilityPercent, 6)
    after.crises.forEach(({ todayFallPercent }, place) => {
      expect(todayFallPercent).toBeCloseTo(proposal.crisisFallsPercent[place]!, 6)
    })
  })

  test('holdings that are kept stay, and limits hold', async () => {
    const id = await anna.upload('P', MIXED)
    const found = await lowerRiskOf(id, '?keep=aapl,SPY&maxHoldingPercent=30&maxSectorPercent=45')
    const index = (ticker: string) => found.holdings.findIndex((holding) => holding.ticker === ticker)
    expect(found.holdings[index('AAPL')]!.kept).toBe('by-you')
    for (const { orders, weightsPercent } of found.proposals) {
      expect(orders.map(({ ticker }) => ticker)).not.toContain('AAPL')
      expect(orders.map(({ ticker }) => ticker)).not.toContain('SPY')
      found.holdings.forEach(({ kept }, row) => {
        if (kept === null) expect(weightsPercent[row]).toBeLessThanOrEqual(30)
      })
    }
  })

  test('shares under options, shorts and short histories stay as they are', async () => {
    const id = await anna.upload(
      'P',
      'ticker,shares\nAAPL,100\nAAPL270115C00300000,-1\nMSFT,-10\nJPM,50\nKO,80\nTLT,40\n',
    )
    const { holdings } = await lowerRiskOf(id)
    const kept = Object.fromEntries(holdings.map((holding) => [holding.ticker, holding.kept]))
    expect(kept).toMatchObject({ AAPL: 'options', MSFT: 'short', JPM: null, KO: null, TLT: null })
  })

  test('says in words why there are no proposals', async () => {
    const single = await lowerRiskOf(await anna.upload('P', 'ticker,shares\nAAPL,10\n'))
    expect(single).toMatchObject({ proposals: [], missing: expect.stringContaining('At least two positions') })
    const id = await anna.upload('P', MIXED)
    const tight = await lowerRiskOf(id, '?maxHoldingPercent=10')
    expect(tight).toMatchObject({ proposals: [], missing: expect.stringContaining('Raise the limit') })
    const sectors = await lowerRiskOf(id, '?maxSectorPercent=5')
    expect(sectors).toMatchObject({ proposals: [], missing: expect.stringContaining('in a sector') })
    const empty = await lowerRiskOf(await anna.upload('P', 'ticker,shares\nCASH,100\n'))
    expect(empty).toMatchObject({ proposals: [], holdings: [] })
  })

  test('refuses what is no ticker, no percent, or somebody else’s', async () => {
    const id = await anna.upload('P', MIXED)
    expect((await anna.fetch(`/api/portfolios/${id}/lower-risk?keep=%3Cb%3E`)).status).toBe(400)
    expect((await anna.fetch(`/api/portfolios/${id}/lower-risk?maxHoldingPercent=0`)).status).toBe(400)
    const bert = await app.signIn('bert@example.com')
    expect((await bert.fetch(`/api/portfolios/${id}/lower-risk`)).status).toBe(404)
  })
})
