import { expect, test } from 'vitest'
import { toFundKind } from './fund-kind.ts'
import { findKnownInstrument } from './known-instruments.ts'
import { SIMULATED_INSTRUMENTS } from './sample/instruments.ts'

test.each([
  ['iShares MSCI ACWI ETF', 'fund', 'Diversified Fund', 1.9],
  ['Vanguard Small-Cap ETF', 'fund', 'Diversified Fund', 2],
  ['Schwab U.S. Broad Market ETF', 'fund', 'Diversified Fund', 1.75],
  ['Fidelity Nasdaq Composite Index ETF', 'fund', 'Diversified Fund', 1.55],
  ['Vanguard Information Technology ETF', 'fund', 'Technology', 1.35],
  ['iShares U.S. Oil & Gas Exploration & Production ETF', 'fund', 'Energy', 1.25],
  ['Vanguard Short-Term Corporate Bond ETF', 'bond-fund', 'Fixed Income', 1.1],
  ['SPDR Portfolio High Yield Bond ETF', 'bond-fund', 'Fixed Income', 1.3],
  ['iShares 0-3 Month Treasury Bond ETF', 'bond-fund', 'Fixed Income', 1.05],
  ['iShares Gold Trust', 'commodity-fund', 'Commodities', 1],
  ['VanEck Junior Gold Miners ETF', 'fund', 'Materials', 1.2],
  ['iShares Biotechnology ETF', 'fund', 'Health Care', 1.6],
  ['iShares MBS ETF', 'bond-fund', 'Fixed Income', 1.05],
  ['Grayscale Bitcoin Trust ETF', 'crypto', 'Crypto', 1],
])('%s is told from its name', (name, assetClass, sector, internalDiversification) => {
  expect(toFundKind(name)).toEqual({ assetClass, sector, internalDiversification })
})

test('the rules find the sector of every fund that is known by hand', () => {
  const funds = [...SIMULATED_INSTRUMENTS.values()].filter(({ isFund }) => isFund)
  for (const { ticker, name } of funds) {
    expect(toFundKind(name).sector, ticker).toBe(findKnownInstrument(ticker)?.sector)
  }
})
