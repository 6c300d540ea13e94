import {
  type OptionChain,
  overviewSchema,
  type PortfolioOptions,
  portfolioOptionsSchema,
  pricesSchema,
} from '@ballast/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listWidelyHeldTickers } from '../../portfolios/held-tickers.repository.ts'
import { createTestApp, type TestApp, type TestClient } from '../../test-app.ts'

const NOW = '2026-11-20T22:00:00.000Z'
const CALL = 'SPY261218C00740000'
const PUT = 'SPY261218P00740000'
/** Middles of the simulated quotes: (22.20 + 22.50) / 2 and (8.80 + 8.95) / 2. */
const CALL_PRICE = 22.35
const PUT_PRICE = 8.875
const SPY_PRICE = 751.9099
let app: TestApp
let anna: TestClient

beforeAll(async () => {
  app = await createTestApp({ overrides: { clock: { now: () => new Date(NOW) } } })
  anna = await app.signIn('anna@example.com')
})
afterAll(() => app?.close())

async function upload(rows: string): Promise<string> {
  const json = { name: 'Options', data: `ticker,shares,avgCost\n${rows}` }
  const { id } = await anna.json<{ id: string }>('/api/portfolios/upload', { method: 'POST', json })
  return id
}
const optionsOf = async (rows: string): Promise<PortfolioOptions> =>
  portfolioOptionsSchema.parse(await anna.json(`/api/portfolios/${await upload(rows)}/options`))

describe('options of a portfolio are priced from their chains', () => {
  test('prices are per share; values take the multiplier and the sign', async () => {
    const id = await upload(`SPY,100,700\n${CALL},-1,30\n${PUT},2,15\n`)
    const { prices, missing } = pricesSchema.parse(await anna.json(`/api/portfolios/${id}/prices`))
    expect(missing).toEqual({})
    expect(prices[CALL]).toMatchObject({ price: CALL_PRICE, currency: 'USD', source: 'sample', stale: false })
    const overview = overviewSchema.parse(await anna.json(`/api/portfolios/${id}/overview`))
    // 100 × 751.9099 − 100 × 22.35 + 200 × 8.875
    expect(overview.marketValue).toBeCloseTo(100 * SPY_PRICE - 100 * CALL_PRICE + 200 * PUT_PRICE, 6)
    // Gain: 51.9099 × 100, 30 − 22.35 on the call that was sold, 8.875 − 15 on two puts.
    expect(overview.totalGain?.value).toBeCloseTo(100 * (SPY_PRICE - 700) + 765 - 1_225, 6)
    expect(overview.unpriced).toEqual({})
  })

  test('what is shown of them agrees with the chain', async () => {
    const chain = await anna.json<OptionChain>('/api/options/near-term/SPY?expiry=2026-12-18')
    const call = chain.options.find(({ symbol }) => symbol === CALL)!
    const { positions, source, simulated } = await optionsOf(`${CALL},-3,30\n`)
    expect({ source, simulated }).toEqual({ source: 'sample', simulated: true })
    expect(positions).toHaveLength(1)
    expect(positions[0]).toMatchObject({
      underlying: 'SPY',
      underlyingPrice: SPY_PRICE,
      expiry: '2026-12-18',
      days: 28,
      contractType: 'call',
      strike: 740,
      contracts: -3,
      price: CALL_PRICE,
      value: expect.closeTo(-300 * CALL_PRICE, 8),
      cost: -9_000,
      gain: expect.closeTo(9_000 - 300 * CALL_PRICE, 8),
      breakEven: 770,
      inTheMoney: true,
      missing: null,
    })
    expect(positions[0]!.greeks!.delta).toBeCloseTo(-300 * call.delta!, 6)
    expect(positions[0]!.greeks!.theta).toBeCloseTo(-300 * call.theta!, 6)
    expect(positions[0]!.greeks!.vega).toBeCloseTo(-300 * call.vega!, 6)
  })

  test('the book counts shares and options in shares of the benchmark', async () => {
    const { book, positions, notCounted } = await optionsOf(`SPY,100,700\n${PUT},1,15\n`)
    const { delta } = positions[0]!.greeks!
    // The benchmark has a beta of 1 to itself.
    expect(book!.betaWeightedDelta).toBeCloseTo(100 + delta, 6)
    expect(book!.optionsBetaWeightedDelta).toBeCloseTo(delta, 6)
    expect(book!.dollarDelta).toBeCloseTo((100 + delta) * SPY_PRICE, 4)
    expect(delta).toBeCloseTo(-35, 0)
    expect(notCounted).toEqual([])
  })

  test('risk counts them by delta: a collared fund is less volatile than the fund', async () => {
    const volatilityOf = async (rows: string) =>
      overviewSchema.parse(await anna.json(`/api/portfolios/${await upload(rows)}/overview`)).risk
    const bare = await volatilityOf('SPY,100,700\n')
    const collared = await volatilityOf(`SPY,100,700\n${PUT},1,15\nSPY261218C00770000,-1,10\n`)
    expect(bare.beta).toBeCloseTo(1, 6)
    // About 100 − 35 − 30 shares of 100 are left.
    expect(collared.beta).toBeGreaterThan(0.1)
    expect(collared.beta).toBeLessThan(0.45)
    expect(collared.volatilityPercent!).toBeLessThan(0.6 * bare.volatilityPercent!)
  })
})

describe('what has no price says why', () => {
  test.each([
    ['expired', 'AAPL261016C00250000', 'expired'],
    ['a strike that is not listed', 'AAPL261218C00001000', 'not-listed'],
    ['an expiry that is not listed', 'AAPL261217C00250000', 'not-listed'],
    ['an underlying without options', 'ZZZZ261218C00250000', 'no-options'],
  ])('%s', async (_case, symbol, reason) => {
    const { positions, notCounted } = await optionsOf(`${symbol},1,5\n`)
    expect(positions[0]).toMatchObject({
      price: null,
      value: null,
      greeks: null,
      missing: reason,
      cost: 500,
      gain: null,
    })
    expect(notCounted).toEqual([{ ticker: symbol, reason: expect.any(String) }])
  })

  test('a date that does not exist breaks nothing', async () => {
    const { positions } = await optionsOf('AAPL260230C00250000,1,5\n')
    expect(positions[0]).toMatchObject({ missing: 'expired', expiry: '2026-02-28' })
  })
})

test('the calendar says what expires when, and what would be owed', async () => {
  const { calendar } = await optionsOf(
    `SPY,100,700\n${CALL},-1,30\n${PUT},-2,15\nAAPL270115P00250000,3,9\nAAPL261016C00250000,1,5\n`,
  )
  expect(calendar.map(({ expiry }) => expiry)).toEqual(['2026-10-16', '2026-12-18', '2027-01-15'])
  expect(calendar[1]).toMatchObject({
    days: 28,
    symbols: [CALL, PUT],
    longContracts: 0,
    shortContracts: 3,
    sharesToDeliver: { SPY: 100 },
    cashToPay: 148_000,
    value: expect.closeTo(-100 * CALL_PRICE - 200 * PUT_PRICE, 6),
  })
  expect(calendar[2]).toMatchObject({ longContracts: 3, shortContracts: 0, cashToPay: 0, sharesToDeliver: {} })
})

test('an expired option owes nothing and takes no cover from one that is alive', async () => {
  const { positions, calendar } = await optionsOf(
    'AAPL,100,200\nAAPL261016C00250000,-1,5\nAAPL261016P00250000,-1,5\nAAPL261218C00260000,-1,5\n',
  )
  expect(positions.map(({ coverage, uncoveredContracts }) => [coverage, uncoveredContracts])).toEqual([
    ['expired', 0],
    ['expired', 0],
    ['covered', 0],
  ])
  expect(calendar[0]).toMatchObject({ shortContracts: 2, sharesToDeliver: {}, cashToPay: 0 })
  expect(calendar[1]).toMatchObject({ shortContracts: 1, sharesToDeliver: { AAPL: 100 } })
})

test('what anybody holds is listed for watching, the most widely held first, and cash is not', async () => {
  await app.db.asOwner('delete from portfolios')
  await upload('CASH,5,\nMSFT,1,1\nSPY,1,1\n')
  await upload(`SPY,1,1\n${PUT},1,1\n`)
  expect(await listWidelyHeldTickers(app.db, 10)).toEqual(['SPY', 'MSFT', PUT])
  expect(await listWidelyHeldTickers(app.db, 1)).toEqual(['SPY'])
})

test('lots of one contract are one position; one without a cost leaves the gain unknown', async () => {
  const { positions } = await optionsOf(`${PUT},1,15\n${PUT},2,\n`)
  expect(positions).toHaveLength(1)
  expect(positions[0]).toMatchObject({ contracts: 3, cost: null, gain: null, breakEven: null })
})
