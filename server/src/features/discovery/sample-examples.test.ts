/** @module-tag full */

import { EXAMPLES, SAMPLE_PORTFOLIOS } from '@ballast/contract'
import { expect, test } from 'vitest'
import { createTestApp } from '../../test-app.ts'
import { analyseWhole } from '../ai-analysis/testing/analysis-client.ts'
import { NOW, signInPro } from '../hedges/testing/hedge-client.ts'
import { discover } from './testing/discovery-client.ts'

test('the examples of the two AI features are what is found for the sample portfolio', async () => {
  const app = await createTestApp({ overrides: { clock: { now: () => NOW } } })
  try {
    const pro = await signInPro(app, 'pro@example.com', 3)
    const json = { name: 'Sample', data: SAMPLE_PORTFOLIOS[0]!.csv }
    const { id } = await pro.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })
    const { actions, reasoning, evidence } = await analyseWhole(pro, id)
    expect(actions.map(({ type }) => type)).toEqual(['trim', 'hedge'])
    const trades = actions[0]!.operations.flatMap((one) => (one.kind === 'trade' ? [one] : []))
    const after = actions[1]!.step?.left
    const { discoveries } = await discover(pro, id)
    const [idea] = discoveries
    expect(EXAMPLES).toMatchObject({
      comprehensive_analysis: {
        sold: trades.filter(({ shares }) => shares < 0).map(({ ticker }) => ticker),
        marketPercent: after && Math.abs(after.marketPercent),
        lossPercent: Number(after?.lossPercent.toFixed(1)),
        reasons: reasoning.slice(0, 2),
        evidence,
      },
      agentic_discovery: {
        found: discoveries.length,
        ticker: idea?.ticker,
        contractType: idea?.contractType,
        strike: idea?.strike,
        expiry: idea?.expiry,
        cost: Math.round(idea?.cost ?? 0),
        badPortfolioPercent: Number(idea?.badPortfolioPercent.toFixed(1)),
        conditionalReturn: Math.round(idea?.conditionalReturn ?? 0),
        expectedReturn: Number(idea?.expectedReturn.toFixed(1)),
      },
    })
  } finally {
    await app.close()
  }
})
