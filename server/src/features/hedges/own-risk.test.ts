/** @module-tag full */

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'
import { analyse, NOW, readWhole, signInPro, upload } from './testing/hedge-client.ts'
import { findLooseFigures } from './testing/loose-figures.ts'

let app: TestApp
let anna: TestClient
beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  anna = await signInPro(app, 'anna@example.com', 1_000)
})
afterAll(() => app?.close())

const ask = async (rows: string, body?: Parameters<typeof analyse>[2]) => analyse(anna, await upload(anna, rows), body)

test('gold is hedged with options on gold, by a fall of gold', async () => {
  const answer = await ask('GLD,900,1\n')
  expect(answer.ownRisk).toMatchObject({ kind: 'gold', ticker: 'GLD', fallPercent: 20, isKept: false })
  expect(answer.outcome).toBe('hedge')
  const [pick] = answer.hedgeStrategies
  expect(pick).toMatchObject({ role: 'recommended', family: 'own-risk' })
  expect(pick?.legs.every(({ underlying }) => underlying === 'GLD')).toBe(true)
  expect(answer.summary).toContain('if gold falls by 20%, it loses 20.0%')
  const cheaper = answer.hedgeStrategies.filter(
    ({ family, cost }) => family === 'own-risk' && cost.total < (pick?.cost.total ?? 0) - 0.5,
  )
  const name = cheaper.length > 0 ? 'hedge that caps no gains' : 'hedge that was found'
  expect(answer.summary).toContain(`The cheapest ${name} is ${pick?.instrument}`)
  if (cheaper.length > 0)
    expect(answer.summary).toMatch(/Cheaper still is a collar for .*, which gives up what GLD gains above/)
  expect(readWhole(answer)).not.toContain('No hedge is needed')
  expect(readWhole(answer)).toContain('With 25.0% of every position sold instead, the loss stays within 15%')
  expect(pick?.reasoning).toMatch(/If gold falls by 20%, the portfolio loses 1[0-5]\.\d% instead of 20\.0%/)
  expect(findLooseFigures(answer)).toEqual([])
})

test('what concentrates a portfolio is named, a fund of gold before a company that hardly counts', async () => {
  const { riskAssessment } = await ask('GLD,300,1\nKO,60,1\nJNJ,30,1\n')
  expect(riskAssessment.concentrationRisk).toMatch(/^High: .*The largest position, GLD, is 92\.\d% of the value/)
})

test('bonds are asked about yields, and what stays within the limit is said of that', async () => {
  const answer = await ask('AGG,2000,1\nTLT,800,1\nLQD,600,1\n')
  expect(answer).toMatchObject({ outcome: 'limit-holds-already', ownRisk: { kind: 'rates', isKept: true } })
  // In 2022 yields rose by three points, which the replay on the same page shows.
  expect(answer.summary).toMatch(
    /^The largest risk of this portfolio is the level of yields: if yields rise by one point/,
  )
  expect(answer.summary).toMatch(
    /it loses [34]\.\d% \(\$[\d,]+\), within the limit of 15%\. But if the bear market of 2022/,
  )
  expect(answer.summary).toMatch(/it would lose (1[5-9]|2\d)\.\d% by the lowest day, more than that limit\./)
  const patient = await ask('AGG,2000,1\nTLT,800,1\nLQD,600,1\n', { limitPercent: 35 })
  expect(patient.summary).toMatch(/^No hedge is needed. The largest risk of this portfolio is the level of yields/)
  expect(patient.summary).not.toContain('came again')
  const strict = await ask('AGG,2000,1\nTLT,800,1\nLQD,600,1\n', { limitPercent: 2, underlyings: 'index' })
  expect(strict.outcome).toBe('cannot-be-met')
  expect(strict.summary).toContain('You asked for options on a broad index only.')
  // There are such options, and the owner ruled them out.
  expect(strict.summary).toContain('No option that may be used here brings that within 2%.')
})

test('shares are asked about the market as before', async () => {
  expect((await ask('VOO,100,1\nMSFT,50,1\n')).ownRisk).toBeNull()
})
