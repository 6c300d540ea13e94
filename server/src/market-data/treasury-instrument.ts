// Tests: ../features/overview/rates-risk.test.ts

import { nameBond, toBondTerms } from '@ballast/contract'
import { parseIsoDate } from '@ballast/quant'
import type { Instrument } from './market-data.ts'

/** The instrument that a Treasury's ticker spells out, on a day number; undefined when the ticker is no Treasury's. */
export function toTreasuryInstrument(ticker: string, today: number): Instrument | undefined {
  const terms = toBondTerms(ticker)
  if (!terms) return undefined
  return {
    ticker,
    name: nameBond(terms),
    assetClass: 'bond-fund',
    sector: 'Fixed Income',
    currency: 'USD',
    isFund: false,
    internalDiversification: 1,
    fundSectors: null,
    remainingYears: Math.max(0, parseIsoDate(terms.maturity) - today) / 365.25,
  }
}
