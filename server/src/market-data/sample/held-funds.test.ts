import { parseIsoDate } from '@ballast/quant'
import { describe, expect, test } from 'vitest'
import { findKnownInstrument } from '../known-instruments.ts'
import { findSimulatedFundSectors } from './fund-sectors.ts'
import { HELD_FUNDS } from './held-funds.ts'
import { createSimulatedMarket } from './simulated-market.ts'

const market = createSimulatedMarket()
const LAST = parseIsoDate('2025-09-30')

/** Daily log returns of the five years to the anchor date, oldest first. */
function getReturns(ticker: string): number[] {
  const returns = market.getRecentReturns(ticker, LAST, 1260)?.returns.toReversed()
  if (!returns) throw new Error(`${ticker} is not simulated`)
  return returns
}

const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

function covarianceOf(a: readonly number[], b: readonly number[]): number {
  const [first, second] = [a.slice(-Math.min(a.length, b.length)), b.slice(-Math.min(a.length, b.length))]
  const [meanA, meanB] = [meanOf(first), meanOf(second)]
  return meanOf(first.map((value, i) => (value - meanA) * ((second[i] ?? 0) - meanB)))
}

const volatilityOf = (ticker: string) => Math.sqrt(252 * covarianceOf(getReturns(ticker), getReturns(ticker)))

function correlationOf(a: string, b: string): number {
  const [first, second] = [getReturns(a), getReturns(b)]
  return covarianceOf(first, second) / Math.sqrt(covarianceOf(first, first) * covarianceOf(second, second))
}

test('a hundred and fifty funds and more, each once, with a name, a month and a price', () => {
  expect(HELD_FUNDS.length).toBeGreaterThanOrEqual(150)
  expect(new Set(HELD_FUNDS.map(({ ticker }) => ticker)).size).toBe(HELD_FUNDS.length)
  for (const { ticker, name, start, anchorPrice } of HELD_FUNDS) {
    expect(ticker).toMatch(/^[A-Z]{2,5}$/)
    expect(name.split(' ').length, ticker).toBeGreaterThan(1)
    expect(start, ticker).toMatch(/^(19|20)\d\d-(0[1-9]|1[0-2])-01$/)
    expect(anchorPrice, ticker).toBeGreaterThan(1)
  }
})

test.each([
  ['BND', 'Vanguard Total Bond Market ETF', 'bond-fund', 'Fixed Income'],
  ['SCHD', 'Schwab US Dividend Equity ETF', 'fund', 'Diversified Fund'],
  ['VXUS', 'Vanguard Total International Stock ETF', 'fund', 'Diversified Fund'],
  ['SGOV', 'iShares 0-3 Month Treasury Bond ETF', 'bond-fund', 'Fixed Income'],
  ['VGT', 'Vanguard Information Technology ETF', 'fund', 'Technology'],
  ['IAU', 'iShares Gold Trust', 'commodity-fund', 'Commodities'],
  ['FBTC', 'Fidelity Wise Origin Bitcoin Fund', 'crypto', 'Crypto'],
])('%s is known by its name and class', (ticker, name, assetClass, sector) => {
  expect(findKnownInstrument(ticker)).toMatchObject({ ticker, name, assetClass, sector, isFund: true })
})

describe('a fund moves as its class does', () => {
  test.each([
    ['IVV', 'SPY', 0.99],
    ['VTSAX', 'VTI', 0.99],
    ['QQQM', 'QQQ', 0.98],
    ['IJR', 'IWM', 0.97],
    ['BND', 'AGG', 0.95],
    ['VGLT', 'TLT', 0.95],
    ['VXUS', 'EFA', 0.95],
    ['VWO', 'EEM', 0.95],
    ['IAU', 'GLD', 0.95],
    ['JNK', 'HYG', 0.95],
  ])('%s goes with %s', (ticker, relative, least) => {
    expect(correlationOf(ticker, relative)).toBeGreaterThan(least)
  })

  test('bonds swing by their duration, bills next to not at all', () => {
    const swings = ['SGOV', 'VGSH', 'BND', 'VGLT'].map(volatilityOf)
    expect(swings).toEqual(swings.toSorted((a, b) => a - b))
    expect(swings[0]).toBeLessThan(0.004)
    expect(swings[2]).toBeGreaterThan(0.04)
    expect(swings[2]).toBeLessThan(0.075)
    expect(swings[3]).toBeGreaterThan(0.1)
  })

  test('dividends are calmer than the market, three times the Nasdaq is not', () => {
    const [market500, dividends, threefold] = ['SPY', 'SCHD', 'TQQQ'].map(volatilityOf) as [number, number, number]
    expect(dividends).toBeLessThan(market500)
    expect(threefold).toBeGreaterThan(2.5 * market500)
  })

  test('gains are those of the market by beta and a little more or less', () => {
    const gainOf = (ticker: string) => getReturns(ticker).reduce((sum, value) => sum + value, 0) / 5
    expect(gainOf('SCHD')).toBeGreaterThan(0.02)
    expect(gainOf('SCHD')).toBeLessThan(0.2)
    expect(gainOf('SGOV')).toBeGreaterThan(0.005)
    expect(gainOf('SGOV')).toBeLessThan(0.035)
  })
})

test('the sectors of a broad fund are those of the fund of the same index', () => {
  expect(findSimulatedFundSectors('IVV')).toEqual(findSimulatedFundSectors('SPY'))
  expect(findSimulatedFundSectors('VXUS')).toEqual(findSimulatedFundSectors('EFA'))
  expect(findSimulatedFundSectors('SCHD')).toBeNull()
})
