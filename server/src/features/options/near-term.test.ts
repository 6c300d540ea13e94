import { nearTermOptionsSchema, type OptionChain } from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const NOW = '2026-11-20T22:00:00.000Z'
let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => new Date(NOW) } } })
  anna = await app.signIn('anna@example.com')
})
afterAll(() => app?.close())

async function chainOf(ticker: string, query = ''): Promise<OptionChain> {
  const answer = nearTermOptionsSchema.parse(await anna.json(`/api/options/near-term/${ticker}${query}`))
  if ('unauthorized' in answer) throw new Error('refused')
  return answer
}

describe('a simulated chain', () => {
  test('is that of the definition, with our own volatilities', async () => {
    const chain = await chainOf('SPY')
    const call = chain.options.find(({ symbol }) => symbol === 'SPY261218C00800000')!
    expect(call).toMatchObject({
      contractType: 'call',
      strikePrice: 800,
      expirationDate: '2026-12-18',
      bid: 32.25,
      ask: 32.6,
      mid: 32.425,
      providerIV: 0.2655,
      openInterest: 6664,
      volume: 339,
      underlyingPrice: 814.2159,
      state: 'ok',
      inTheMoney: true,
      style: 'american',
      multiplier: 100,
    })
    expect(call.impliedVolatility).toBeCloseTo(0.2655, 2)
    expect(call.delta).toBeCloseTo(0.6195, 2)
    expect(chain).toMatchObject({
      ticker: 'SPY',
      name: 'SPDR S&P 500 ETF Trust',
      underlyingPrice: 814.2159,
      asOf: '2026-11-20T21:00:00.000Z',
      source: 'sample',
      simulated: true,
      stale: false,
      emptyReason: null,
    })
  })
})
