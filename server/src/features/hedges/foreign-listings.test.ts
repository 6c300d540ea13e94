/** @module-tag full */

import type { HedgeAnalysis } from '@ballast/contract'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { MarketData } from '../../market-data/market-data.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { addFrankfurt } from './testing/frankfurt.ts'
import { analyse, NOW, signInPro, upload } from './testing/hedge-client.ts'
import { findLooseFigures, findUnreal } from './testing/loose-figures.ts'

let app: TestApp
let client: TestClient
let original: MarketData
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  client = await signInPro(app, 'abroad@example.com')
  original = { ...app.dependencies.marketData }
})
afterEach(() => Object.assign(app.dependencies.marketData, original))
afterAll(() => app?.close())

const listInFrankfurt = (options?: { hasRates?: boolean }) => addFrankfurt(app.dependencies.marketData, options)

const betaOf = ({ riskAssessment }: HedgeAnalysis) => riskAssessment.beta

test('a foreign listing counts in dollars of its days, with what it does a day after New York', {
  tags: 'full',
}, async () => {
  const home = await analyse(client, await upload(client, 'MSFT,300,1\n'))
  listInFrankfurt()
  const abroad = await analyse(client, await upload(client, 'SAP.DE,300,1\n'))
  expect(abroad.leftOut).toEqual([])
  // 300 × 160 euros at 1.25
  expect(abroad.riskAssessment.value).toBeCloseTo(60_000, 6)
  expect(Math.abs(betaOf(abroad) - betaOf(home))).toBeLessThan(0.15)
  // By the same day alone it would seem to have no beta but the usual one of its kind.
  expect(abroad.riskAssessment.rSquaredPercent).toBeLessThan(5)
  expect(abroad.hedgeStrategies[0]).toMatchObject({ role: 'recommended', holdsLimit: true })
  expect(abroad.hedgeStrategies[0]!.caveats.map(({ rule }) => rule)).toContain('outside-united-states')
  const crises = abroad.riskAssessment.crises.map(({ scenarioId, proxyPercent }) => [scenarioId, proxyPercent])
  expect(crises).toContainEqual(['gfc-2007', 0])
  expect(findLooseFigures(abroad)).toEqual([])
  expect(findUnreal(abroad)).toEqual([])
})

test('no chain is asked for it, and its own puts are rejected with that reason', async () => {
  listInFrankfurt()
  const asked: string[] = []
  app.dependencies.marketData.getOptionChain = (request) => {
    asked.push(request.ticker)
    return original.getOptionChain(request)
  }
  const found = await analyse(client, await upload(client, 'SAP.DE,300,1\nAAPL,100,1\n'))
  expect(asked).toContain('AAPL')
  expect(asked).not.toContain('SAP.DE')
  expect(found.chains).toContainEqual({
    ticker: 'SAP.DE',
    state: 'no-options',
    asOf: null,
    contracts: 0,
    note: 'SAP.DE is listed abroad, and only American options are read',
  })
  const own = found.considered.find(({ instrument, family }) => instrument === 'SAP.DE' && family === 'protective-put')
  expect(own?.reason).toBe('SAP.DE is listed abroad, and only American options are read.')
})

test('without exchange rates of its days it is left out by name, and so is its value', async () => {
  listInFrankfurt({ hasRates: false })
  const found = await analyse(client, await upload(client, 'SAP.DE,300,1\nAAPL,100,1\n'), { budgetUsd: 100 })
  expect(found.leftOut).toEqual([
    {
      ticker: 'SAP.DE',
      reason: 'It trades in another currency, and there are no exchange rates of its days to compare it with the index',
    },
  ])
  const { value } = found.riskAssessment
  expect(found.request.budgetPercent).toBeCloseTo((100 * 100) / value, 6)
  expect(found.riskAssessment.contributions.map(({ ticker }) => ticker)).toEqual(['AAPL'])
})

test('what the source tells of the index’s sectors is used with its day; a dated table stands in by name', async () => {
  const told = { weights: { Technology: 0.4, Energy: 0.6 }, asOf: '2026-11-19' }
  app.dependencies.marketData.getInstruments = async (tickers) => {
    const found = new Map(await original.getInstruments(tickers))
    const spy = found.get('SPY')
    if (spy) found.set('SPY', { ...spy, fundSectors: told })
    return found
  }
  const rows = 'AAPL,300,1\nKO,100,1\n'
  const { riskAssessment, facts } = await analyse(client, await upload(client, rows))
  expect(riskAssessment.sectorExposure).toMatch(
    /^Technology is .* against 40\.0% in the S&P 500 \(as of Nov 19, 2026\)/,
  )
  const formulaOf = (all: HedgeAnalysis['facts']) => all.find(({ key }) => key === 'request.indexSectorsAsOf')?.formula
  expect(formulaOf(facts)).toBe('Sectors of SPY as its source gave them on this day')

  app.dependencies.marketData.getInstruments = async (tickers) => {
    const found = await original.getInstruments(tickers)
    return new Map([...found].map(([ticker, one]) => [ticker, { ...one, fundSectors: null }]))
  }
  const silent = await analyse(client, await upload(client, rows))
  expect(silent.riskAssessment.sectorExposure).toContain('34.0% in the S&P 500 (as of Sep 30, 2025)')
  expect(formulaOf(silent.facts)).toBe('Rounded weights of this day, because the source tells no sectors of SPY')
})
