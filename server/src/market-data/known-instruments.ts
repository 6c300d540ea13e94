// Tests: fund-kind.test.ts

import type { AssetClass, Instrument } from './market-data.ts'
import { SIMULATED_INSTRUMENTS } from './sample/instruments.ts'
import type { SimulatedFactor } from './sample/sector-factors.ts'
import type { SimulatedInstrument } from './sample/simulated-instrument.ts'
import { findListedCompany, LISTED_TICKERS, toGicsSector } from './sectors.ts'

/** Asset class and sector of a fund whose factor is not itself a sector. */
const FUND_KINDS: ReadonlyMap<SimulatedFactor, { assetClass: AssetClass; sector: string }> = new Map([
  ['Broad Market', { assetClass: 'fund', sector: 'Diversified Fund' }],
  ['International', { assetClass: 'fund', sector: 'Diversified Fund' }],
  ['Inverse', { assetClass: 'fund', sector: 'Diversified Fund' }],
  ['Semis', { assetClass: 'fund', sector: 'Technology' }],
  ['Rates', { assetClass: 'bond-fund', sector: 'Fixed Income' }],
  ['Credit', { assetClass: 'bond-fund', sector: 'Fixed Income' }],
  ['Gold', { assetClass: 'commodity-fund', sector: 'Commodities' }],
  ['Silver', { assetClass: 'commodity-fund', sector: 'Commodities' }],
  ['Oil', { assetClass: 'commodity-fund', sector: 'Commodities' }],
  ['Gas', { assetClass: 'commodity-fund', sector: 'Commodities' }],
  ['Dollar', { assetClass: 'currency', sector: 'Currencies' }],
  ['Crypto', { assetClass: 'crypto', sector: 'Crypto' }],
  ['Volatility', { assetClass: 'volatility', sector: 'Volatility' }],
])

/** Moves with gold, yet holds shares of mining companies. */
const MINING_FUND = 'GDX'

/**
 * Name, class and sector of a ticker in the simulated market. A member of the S&P 500 that is not simulated has a name
 * and a sector, but no prices; any other ticker is unknown: the simulated market never invents a company.
 * What sectors a fund holds is not told here: it changes, so it is the source's to tell.
 */
export function findKnownInstrument(ticker: string): Instrument | undefined {
  const simulated = SIMULATED_INSTRUMENTS.get(ticker)
  if (simulated) return toInstrument(simulated)
  const company = findListedCompany(ticker)
  if (!company) return undefined
  return {
    ticker,
    name: company.name,
    assetClass: 'equity',
    sector: company.sector,
    currency: 'USD',
    isFund: false,
    internalDiversification: 1,
    fundSectors: null,
  }
}

/** Every instrument that {@link findKnownInstrument} finds, simulated ones first; a few hundred. */
export function listKnownInstruments(): Instrument[] {
  const tickers = new Set([...SIMULATED_INSTRUMENTS.keys(), ...LISTED_TICKERS])
  return [...tickers].flatMap((ticker) => findKnownInstrument(ticker) ?? [])
}

function toInstrument(simulated: SimulatedInstrument): Instrument {
  const { ticker, name, isFund, internalDiversification } = simulated
  return { ticker, name, ...toKind(simulated), currency: 'USD', isFund, internalDiversification, fundSectors: null }
}

function toKind({ ticker, factor, isFund }: SimulatedInstrument): { assetClass: AssetClass; sector: string } {
  if (ticker === MINING_FUND) return { assetClass: 'fund', sector: 'Materials' }
  return FUND_KINDS.get(factor) ?? { assetClass: isFund ? 'fund' : 'equity', sector: toGicsSector(factor) ?? factor }
}
