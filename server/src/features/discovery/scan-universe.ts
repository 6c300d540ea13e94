import { MARKET_INDEX } from '@ballast/contract'
import { alignPrices, computeReturns, listIdeaSides, type RelationScan, scanRelations } from '@ballast/quant'
import type { ScanSource } from './discovery-input.ts'

/** Returns of the scan: its longest window is 504 days. */
const SCAN_DAYS = 505

/** A scan, and the assets that it gives reason to look at. */
export interface ScannedUniverse {
  scan: RelationScan
  related: string[]
}

/** Looks for relations of assets to the portfolio. It runs in a thread, and the same source gives the same scan. */
export function scanUniverse(source: ScanSource): ScannedUniverse {
  const scan = scanRelations({
    returns: computeReturns(alignPrices(source.series, source.calendar.slice(-SCAN_DAYS))),
    holdings: source.book.holdings,
    index: MARKET_INDEX,
    assets: source.assets.map(({ ticker, kind }) => ({ ticker, group: kind })),
  })
  return { scan, related: [...new Set(listIdeaSides(scan).map(({ ticker }) => ticker))] }
}
