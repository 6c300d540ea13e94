import {
  computeDurrlemanFunction,
  computeSmileVolatility,
  computeSviVariance,
  createLegLookup,
  parseIsoDate,
  repriceHedge,
  toHedgeUnderlying,
} from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import { createSimulatedChain } from '../sample/simulated-chain.ts'
import { createSimulatedMarket } from '../sample/simulated-market.ts'
import { analyseChain } from './analyse-chain.ts'

const simulated = createSimulatedMarket()
const read = (ticker: string) =>
  analyseChain(createSimulatedChain(simulated, ticker, parseIsoDate('2026-11-20'), (expiries) => expiries)!)
const STEP = 0.0025

describe.each(['SPY', 'QQQ', 'XLK', 'NVDA', 'AAPL', 'KO', 'TLT', 'GLD', 'VXX'])('smiles of %s', (ticker) => {
  const { expiries, contracts, spot } = read(ticker)

  test('are as near the quotes as their spreads, wherever eight strikes are quoted', () => {
    const fitted = expiries.filter(({ smile }) => smile !== null && smile.pointCount >= 8)
    expect(fitted.length).toBeGreaterThan(5)
    for (const { expiry, smileError } of fitted) {
      expect(smileError!.rms, expiry).toBeLessThanOrEqual(smileError!.halfSpread)
    }
  })

  test('are those of the surface that the prices were made on', () => {
    for (const { expiry, forward, years, smile } of expiries) {
      const own = contracts.filter((one) => one.expiry === expiry && one.state === 'ok')
      for (const { strike, listing, bid, ask, valuation } of own) {
        const distance = Math.log(strike / forward.forward) / (smile!.atmVolatility * Math.sqrt(years))
        if (Math.abs(distance) > 1.5 || smile!.pointCount < 8) continue
        const error = computeSmileVolatility(smile!, strike) - listing.providerVolatility!
        const halfSpread = (0.5 * (ask! - bid!)) / valuation!.vega
        expect(Math.abs(error), `${expiry} ${strike}`).toBeLessThan(0.005 * smile!.atmVolatility + halfSpread)
      }
    }
  })

  test('allow neither butterflies nor calendar spreads on a grid of a quarter per cent', () => {
    const quoted = contracts.filter(
      ({ state, type, strike }) => state === 'ok' && type === (strike < spot! ? 'put' : 'call'),
    )
    const distances = quoted.map(({ strike }) => Math.log(strike / spot!))
    const [lowest, highest] = [Math.min(...distances), Math.max(...distances)]
    let before = expiries[0]!.smile!
    for (const { expiry, smile } of expiries) {
      for (let k = lowest; k <= highest; k += STEP) {
        if (!(computeDurrlemanFunction(smile!.svi, k) >= 0)) expect.fail(`${expiry}: a negative density at ${k}`)
        if (computeSviVariance(smile!.svi, k) < computeSviVariance(before.svi, k)) {
          expect.fail(`${expiry}: less variance than the expiry before at ${k}`)
        }
      }
      before = smile!
    }
  })
})

test('a spread of SPY puts is worth its quotes to the model on the day it is bought', () => {
  const { contracts, expiries, spot } = read('SPY')
  const market = {
    ticker: 'SPY',
    role: 'index',
    today: '2026-11-20',
    spot: spot!,
    beta: 1,
    rate: 0.04,
    style: 'american',
  } as const
  const underlying = toHedgeUnderlying({ ...market, multiplier: 100, chain: { contracts, expiries } })!
  const toLeg = (strike: number, count: number) => {
    const isThis = (one: (typeof contracts)[number]) =>
      one.type === 'put' && one.strike === strike && one.expiry === '2027-02-19'
    const { bid, ask } = contracts.find(isThis)!
    const leg = { underlying: 'SPY', type: 'put', strike, expiry: '2027-02-19', contracts: count } as const
    return { ...leg, premium: 0.5 * (bid! + ask!), multiplier: 100 }
  }
  const legs = [toLeg(710, 5), toLeg(630, -5)]
  const book = { value: 1, exposures: [], options: [] }
  const now = { marketReturn: 0, horizonDays: 0, volatility: { kind: 'rule', scale: 0 } } as const
  const hedge = { book, legs, fees: 0, underlyings: [underlying] }
  // Bought at its mids it has gained nothing and lost nothing.
  expect(repriceHedge(hedge, now, createLegLookup([underlying])).hedge).toBeCloseTo(0, 6)
  // The curve alone, without the quotes, is within the half-spreads of both legs: $120.
  const { quotes: _quotes, ...curve } = underlying.expiries.find(({ expiry }) => expiry === '2027-02-19')!
  const alone = { ...underlying, expiries: [curve] }
  expect(Math.abs(repriceHedge({ ...hedge, underlyings: [alone] }, now).hedge)).toBeLessThan(120)
})
