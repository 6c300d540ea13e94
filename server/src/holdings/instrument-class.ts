// Tests: ../features/overview/overview.test.ts

import type { InstrumentClass } from '@ballast/quant'
import type { Instrument } from '../market-data/market-data.ts'

/** How much of one bet an instrument is; what is not known is taken for a company, the most concentrated there is. */
export function toInstrumentClass(instrument: Instrument | undefined): InstrumentClass {
  switch (instrument?.assetClass) {
    case 'crypto':
      return 'coin'
    case 'commodity-fund':
    case 'volatility':
    case 'currency':
      return 'single-driver-fund'
    case 'bond-fund':
      return instrument.internalDiversification > 1.05 ? 'credit-fund' : 'government-bond-fund'
    case 'index':
      return 'broad-fund'
    case 'fund':
      return instrument.sector === null || instrument.sector === 'Diversified Fund' ? 'broad-fund' : 'sector-fund'
    default:
      return 'company'
  }
}
