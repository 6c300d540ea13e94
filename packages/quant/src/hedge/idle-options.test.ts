import { expect, test } from 'vitest'
import { analyzeHedges } from './analyze-hedges.ts'
import { createTestSituation } from './test-situation.ts'

test('options of what hardly falls with the market are no protection, and are not offered as one', () => {
  const calm = createTestSituation({ ownChains: 2 })
  // The largest holding as a bond fund is: its put costs its premium and pays nothing in the fall that is asked about.
  const holdings = calm.holdings.map((one) => (one.ticker === 'N0' ? { ...one, beta: 0.1, downsideBeta: 0.1 } : one))
  const markets = calm.markets.map((one) => (one.ticker === 'N0' ? { ...one, beta: 0.1 } : one))
  const { proposals, considered, unhedged } = analyzeHedges({ ...calm, holdings, markets })
  const ofOptions = proposals.filter(({ legs, family }) => legs.length > 0 && !family.startsWith('index'))
  for (const { family, lossAtShock } of ofOptions) {
    if (family === 'volatility-calls' || family === 'put-spread') continue
    expect(unhedged.lossAtShock - lossAtShock).toBeGreaterThanOrEqual(0.001)
  }
  expect(
    considered.filter(({ rule, instrument }) => rule === 'does-not-help' && instrument === 'N0').length,
  ).toBeGreaterThan(0)
})
