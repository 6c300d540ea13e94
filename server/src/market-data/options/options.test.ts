import { computeBlackScholesPrice, formatIsoDate, parseIsoDate } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import { createSimulatedChain } from '../sample/simulated-chain.ts'
import { createSimulatedMarket } from '../sample/simulated-market.ts'
import { analyseChain, findIndexTicker, toExerciseStyle } from './analyse-chain.ts'
import { isExpired, toLastSessionStart, toYearsToExpiry } from './chain-time.ts'
import { chooseExpiries, chooseNearTerm } from './choose-expiries.ts'
import { cleanContracts, findUnderlyingPrice, type RawContract } from './clean-contracts.ts'
import type { OptionChain } from './option-chain.ts'

const TODAY = parseIsoDate('2026-11-20')
const inDays = (...days: number[]) => days.map((day) => formatIsoDate(TODAY + day))

describe('choosing expiries', () => {
  test.each([
    ['six of seven weeks', [7, 14, 21, 28, 35, 42, 49], [7, 14, 21, 28, 35, 42]],
    ['the nearest six of daily ones', [0, 1, 3, 4, 5, 6, 7, 8], [0, 1, 3, 4, 5, 6]],
    ['two, though the second is far', [28, 56, 91], [28, 56]],
    ['what is there', [200], [200]],
    ['nothing that is over', [-1, -8], []],
  ])('near term: %s', (_case, days, expected) => {
    expect(chooseNearTerm(inDays(...days), TODAY)).toEqual(inDays(...expected))
  })

  test('the term structure needs the expiries around 30 and around 90 days, monthly ones where there are any', () => {
    const weekly = inDays(1, 2, 3, 4, 5, 6, 7, 8, 28, 35, 63, 84, 119, 180)
    expect(chooseExpiries(weekly, TODAY, 'near-term')).toEqual(inDays(1, 2, 3, 4, 5, 6, 28, 119))
    const noMonthly = inDays(1, 2, 3, 4, 5, 6, 7, 8, 30, 35, 63, 84, 180)
    expect(chooseExpiries(noMonthly, TODAY, 'near-term')).toEqual(inDays(1, 2, 3, 4, 5, 6, 8, 30, 35, 84, 180))
  })

  test('hedging: one to seven months, monthly ones where there are too many', () => {
    expect(chooseExpiries(inDays(7, 28, 56, 91, 119, 300), TODAY, 'hedging')).toEqual(inDays(28, 56, 91, 119))
    const daily = Array.from({ length: 200 }, (_, day) => day + 20)
    // Third Fridays; that of June 2027 is a holiday, so its Thursday.
    expect(chooseExpiries(inDays(...daily), TODAY, 'hedging')).toEqual([
      ...['2026-12-18', '2027-01-15', '2027-02-19', '2027-03-19', '2027-04-16', '2027-05-21', '2027-06-17'],
    ])
  })

  test('a single expiry is itself, if there is such a one', () => {
    expect(chooseExpiries(inDays(7, 14), TODAY, { expiry: '2026-11-27' })).toEqual(['2026-11-27'])
    expect(chooseExpiries(inDays(7, 14), TODAY, { expiry: '2026-11-28' })).toEqual([])
  })
})

test('a ticker has one volatility of 30 days and one of 90, whatever part of its chain is read', {
  tags: 'full',
}, () => {
  const market = createSimulatedMarket()
  for (const ticker of ['SPY', 'NVDA', 'VXX']) {
    for (let day = TODAY - 300; day <= TODAY; day += 37) {
      const [near, hedging] = (['near-term', 'hedging'] as const).map((slice) => {
        const choose = (expiries: readonly string[], today: number) => chooseExpiries(expiries, today, slice)
        return analyseChain(createSimulatedChain(market, ticker, day, choose)!).term
      })
      expect(near).not.toBeNull()
      expect(hedging).toEqual(near)
    }
  }
})

describe('time to expiry', () => {
  test('counts days of New York to the close, whatever its clocks do in between', () => {
    expect(toYearsToExpiry('2026-12-18', '2026-11-20T21:00:00.000Z')).toBe(28 / 365)
    // The clocks go back on 1 November 2026.
    expect(toYearsToExpiry('2026-11-20', '2026-10-23T20:00:00.000Z')).toBe(28 / 365)
    expect(toYearsToExpiry('2026-11-20', '2026-11-20T15:00:00.000Z')).toBeCloseTo(6 / 24 / 365, 12)
  })

  test('counts seconds too', () => {
    expect(toYearsToExpiry('2026-12-04', '2026-11-20T20:59:15.000Z')).toBeCloseTo((14 + 45 / 86_400) / 365, 12)
  })

  test('ends at 13:00 on half days', () => {
    expect(toYearsToExpiry('2026-11-27', '2026-11-20T21:00:00.000Z')).toBe((7 - 3 / 24) / 365)
    expect(isExpired('2026-11-27', new Date('2026-11-27T17:59:00Z'))).toBe(false)
    expect(isExpired('2026-11-27', new Date('2026-11-27T18:00:00Z'))).toBe(true)
  })

  test('is never less than an hour', () => {
    expect(toYearsToExpiry('2026-11-20', '2026-11-20T20:59:00.000Z')).toBe(1 / 24 / 365)
    expect(toYearsToExpiry('2026-11-19', '2026-11-20T20:59:00.000Z')).toBe(1 / 24 / 365)
  })

  test('an option lives to the close of its day', () => {
    expect(isExpired('2026-11-20', new Date('2026-11-20T20:59:00Z'))).toBe(false)
    expect(isExpired('2026-11-20', new Date('2026-11-20T21:00:00Z'))).toBe(true)
    expect(isExpired('2026-11-23', new Date('2026-11-22T01:00:00Z'))).toBe(false)
  })

  test('a quote of Friday’s session is not stale on Sunday', () => {
    const opening = Date.parse('2026-11-20T14:30:00Z')
    expect(toLastSessionStart('2026-11-20T21:00:00.000Z', 'closed')).toBe(opening)
    expect(toLastSessionStart('2026-11-22T18:00:00.000Z', 'closed')).toBe(opening)
    expect(toLastSessionStart('2026-11-20T15:00:00.000Z', 'open')).toBe(opening)
  })
})

describe('cleaning rows', () => {
  const row = (changes: Partial<RawContract> = {}): RawContract => ({
    symbol: 'AAPL261218C00250000',
    type: 'call',
    strike: 250,
    expiry: '2026-12-18',
    bid: 4.1,
    ask: 4.3,
    last: 4.2,
    volume: 10,
    openInterest: 100,
    providerVolatility: 0.3,
    ...changes,
  })
  const clean = (...rows: (RawContract | undefined)[]) => cleanContracts('AAPL', rows)

  test('a good row is taken as it is', () => {
    expect(clean(row())).toEqual({
      contracts: [
        {
          ...row(),
          previousClose: null,
          quotedAt: null,
          tradedAt: null,
          multiplier: 100,
          isAdjusted: false,
        },
      ],
      damaged: 0,
    })
  })

  test.each([
    ['another company', { symbol: 'MSFT261218C00250000' }],
    ['a strike that is not its own', { strike: 25 }],
    ['a type that is not its own', { type: 'put' }],
    ['an expiry that is not its own', { expiry: '2026-12-19' }],
    ['no symbol', { symbol: '' }],
    ['a strike of text', { strike: '250' }],
  ])('a row with %s is left out and counted', (_case, changes) => {
    expect(clean(row(changes), undefined)).toEqual({ contracts: [], damaged: 2 })
  })

  test.each([
    ['bid', -1, null],
    ['bid', 0, 0],
    ['bid', Number.NaN, null],
    ['bid', '4.1', null],
    ['ask', Number.POSITIVE_INFINITY, null],
    ['ask', 1e300, null],
    ['volume', -5, null],
    ['volume', 2.5, null],
    ['openInterest', 1e-320, null],
    ['providerVolatility', 1e-5, null],
    ['providerVolatility', 0, null],
    ['providerVolatility', 12, null],
    ['last', 0, null],
  ] as const)('%s %s is read as %s, and the rest of the row stands', (field, value, expected) => {
    expect(clean(row({ [field]: value })).contracts[0]).toMatchObject({ symbol: row().symbol, [field]: expected })
  })

  test('of two rows for one strike the one with more open interest stays; a row that comes twice counts once', () => {
    const weekly = {
      symbol: 'SPXW261218C06800000',
      type: 'call',
      strike: 6800,
      expiry: '2026-12-18',
      openInterest: 900,
    }
    const monthly = { ...weekly, symbol: 'SPX261218C06800000', openInterest: 100 }
    const { contracts, damaged } = cleanContracts('^SPX', [monthly, weekly, weekly])
    expect([contracts.map(({ symbol }) => symbol), damaged]).toEqual([['SPXW261218C06800000'], 2])
  })

  test('what delivers something else is told from the ordinary contract of that strike', () => {
    const { contracts } = clean(
      row(),
      row({ symbol: 'AAPL1261218C00250000' }),
      row({ symbol: 'AAPL7261218C00250000', multiplier: 10 }),
    )
    expect(contracts.map(({ isAdjusted, multiplier }) => [isAdjusted, multiplier])).toEqual([
      [false, 100],
      [true, 100],
      [true, 10],
    ])
  })

  test('the price of the underlying is the middle of what rows say, if it fits the strikes', () => {
    const { contracts } = clean(row())
    expect(findUnderlyingPrice([251, 251, 9_999], contracts)).toBe(251)
    expect(findUnderlyingPrice([12, undefined, 'x', Number.NaN, -3], contracts)).toBeNull()
    expect(findUnderlyingPrice([], contracts)).toBeNull()
  })
})

describe('reading a chain', () => {
  const chain: OptionChain = createSimulatedChain(createSimulatedMarket(), 'SPY', TODAY, (expiries) =>
    expiries.slice(0, 3),
  )!

  test('without a price of the underlying it is backed out of parity', () => {
    const { spot, isSpotImplied, contracts } = analyseChain({ ...chain, underlyingPrice: null })
    expect(isSpotImplied).toBe(true)
    // Parity knows the price less its dividends of a week at 1.2 %: 0.02 % lower.
    expect(spot! / chain.underlyingPrice! - 1).toBeCloseTo(0, 2)
    expect(contracts.filter(({ state }) => state === 'ok').length).toBeGreaterThan(50)
  })

  test.each([0.1, 0.25, 0.8, 1.1, 4])(
    'a price %f times what its options imply, as after a split, is not used',
    (times) => {
      const { spot, isSpotImplied, term } = analyseChain({ ...chain, underlyingPrice: chain.underlyingPrice! * times })
      expect(isSpotImplied).toBe(true)
      expect(spot! / chain.underlyingPrice! - 1).toBeCloseTo(0, 2)
      expect(term!.volatility30).toBeCloseTo(analyseChain(chain).term!.volatility30, 1)
    },
  )

  test('a price that differs from parity by dividends of years is used', () => {
    const fund = { ...chain, underlyingPrice: 100 }
    const contracts = [85, 90, 95, 100, 105].flatMap((strike) =>
      (['call', 'put'] as const).map((type) => {
        const terms = { type, strike, spot: 100, years: 2, rate: 0.04, dividendYield: 0.08, volatility: 0.1 }
        const mid = computeBlackScholesPrice(terms)
        const symbol = `SPY281120${type === 'call' ? 'C' : 'P'}${String(strike * 1000).padStart(8, '0')}`
        return { ...chain.contracts[0]!, symbol, type, strike, expiry: '2028-11-20', bid: mid - 0.01, ask: mid + 0.01 }
      }),
    )
    expect(analyseChain({ ...fund, contracts })).toMatchObject({ spot: 100, isSpotImplied: false })
  })

  test('without quotes either, nothing is computed and nothing is made up', () => {
    const bare = chain.contracts.map((contract) => ({ ...contract, bid: null, ask: null }))
    const { spot, contracts, expiries, term } = analyseChain({ ...chain, underlyingPrice: null, contracts: bare })
    expect([spot, expiries, term]).toEqual([null, [], null])
    expect(contracts.every(({ state, mark, valuation }) => state === 'no-quote' && !mark && !valuation)).toBe(true)
  })

  test('quotes from before the session are stale', () => {
    const old = chain.contracts.map((contract) => ({ ...contract, quotedAt: Date.parse('2026-11-19T20:00:00Z') }))
    expect(new Set(analyseChain({ ...chain, contracts: old }).contracts.map(({ state }) => state))).toEqual(
      new Set(['stale']),
    )
  })

  test('options on the VIX follow the forward of their own expiry', () => {
    // VIX at 18, the forward of the expiry between two strikes: priced on the index, calls would look absurdly dear.
    const strikes = [16, 18, 20, 22, 24, 26, 28]
    const forward = 21.4
    const contracts = strikes.flatMap((strike) =>
      (['call', 'put'] as const).map((type) => {
        const terms = { type, strike, years: 26 / 365, rate: 0.04, dividendYield: 0, volatility: 1 }
        const mid = computeBlackScholesPrice({ ...terms, spot: forward * Math.exp((-0.04 * 26) / 365) })
        return {
          ...chain.contracts[0]!,
          symbol: `VIX261216${type === 'call' ? 'C' : 'P'}000${strike}000`,
          type,
          strike,
          expiry: '2026-12-16',
          bid: mid - 0.05,
          ask: mid + 0.05,
          providerVolatility: null,
        }
      }),
    )
    const vix = analyseChain({ ...chain, ticker: '^VIX', underlyingPrice: 18, contracts })
    expect(vix.style).toBe('european')
    expect(vix.expiries[0]!.forward.forward).toBeCloseTo(forward, 8)
    expect(vix.expiries[0]!.smile!.atmVolatility).toBeCloseTo(1, 2)
  })

  test('shares and funds are exercised early, indices are not', () => {
    expect(['AAPL', 'SPY', '^OEX', '^SPX', '^VIX'].map(toExerciseStyle)).toEqual([
      ...['american', 'american', 'american', 'european', 'european'],
    ])
    expect([findIndexTicker('SPX'), findIndexTicker('AAPL')]).toEqual(['^SPX', 'AAPL'])
  })
})
