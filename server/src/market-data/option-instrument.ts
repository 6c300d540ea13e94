// Tests: live-market-data.test.ts

import { toOptionTerms } from '@ballast/contract'
import type { Instrument } from './market-data.ts'

/**
 * The instrument that an option symbol spells out; no provider has to be asked for it. It carries the sector of its
 * underlying, when that is known. `undefined` when the ticker is not an option symbol.
 */
export function toOptionInstrument(ticker: string, underlying: Instrument | undefined): Instrument | undefined {
  const terms = toOptionTerms(ticker)
  if (!terms) return undefined
  return {
    ticker,
    name: `${terms.underlying} ${terms.expiry} ${terms.strike} ${terms.type}`,
    assetClass: 'option',
    sector: underlying?.sector ?? null,
    currency: underlying?.currency ?? 'USD',
    isFund: false,
    internalDiversification: 1,
    fundSectors: null,
  }
}
