// Tests: ../features/ai-analysis/comprehensive.test.ts

import { MARKET_INDEX } from '@ballast/contract'
import type { ProxyMethod } from '@ballast/quant'

/** A series that may stand in for a holding, before its beta is known. */
export interface ProxyChoice {
  method: ProxyMethod
  ticker: string
}

/** The same company or the same index under another ticker: taken as it is. */
const TWINS: ReadonlyMap<string, string> = new Map([
  ['GOOG', 'GOOGL'],
  ['GOOGL', 'GOOG'],
  ['BRK.A', 'BRK.B'],
  ['BRK.B', 'BRK.A'],
  ['FOX', 'FOXA'],
  ['FOXA', 'FOX'],
  ['NWS', 'NWSA'],
  ['NWSA', 'NWS'],
  ['META', 'FB'],
  ['XYZ', 'SQ'],
  ['VOO', 'SPY'],
  ['IVV', 'SPY'],
  ['SPLG', 'SPY'],
  ['SPYM', 'SPY'],
  ['QQQM', 'QQQ'],
  ['IAU', 'GLD'],
  ['GLDM', 'GLD'],
  ['IAUM', 'GLD'],
])

/** Funds that hold a sector, the one with the most assets first, one that is older after it. */
const SECTOR_FUNDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['Technology', ['XLK']],
  ['Communication Services', ['XLC']],
  ['Consumer Discretionary', ['XLY']],
  ['Consumer Staples', ['XLP']],
  ['Energy', ['XLE']],
  ['Financials', ['XLF']],
  ['Health Care', ['XLV']],
  ['Industrials', ['XLI']],
  ['Materials', ['XLB']],
  ['Real Estate', ['XLRE', 'VNQ']],
  ['Utilities', ['XLU']],
])

/** Proxies of assets that do not move with shares: funds of their own kind. */
const CLASS_FUNDS: ReadonlyMap<string, readonly string[]> = new Map([
  ['bond-fund', ['AGG', 'IEF']],
  ['commodity-fund', ['DBC', 'GLD']],
  ['crypto', ['BTC-USD', 'IBIT']],
  ['currency', ['UUP']],
  ['volatility', []],
  ['option', []],
])

/** Funds of Treasuries by the years that are left to what they hold, the shortest first; an older neighbour after the young. */
const TREASURY_FUNDS: readonly { below: number; tickers: readonly string[] }[] = [
  { below: 1, tickers: ['SHV', 'SHY'] },
  { below: 3, tickers: ['SHY'] },
  { below: 7, tickers: ['IEI', 'IEF'] },
  { below: 15, tickers: ['IEF'] },
  { below: Number.POSITIVE_INFINITY, tickers: ['TLT'] },
]

/**
 * Lists the proxies for a position that did not trade yet, in the order in which they are tried: a twin, the fund of its
 * sector, the benchmark; for other assets than shares, a fund of their class.
 *
 * @param sector of the holding, by its standard name
 */
export function listProxies(
  ticker: string,
  instrument: { assetClass: string; remainingYears?: number } | undefined,
  sector: string | null,
): ProxyChoice[] {
  const twin = TWINS.get(ticker)
  const years = instrument?.remainingYears
  if (years !== undefined) {
    const funds = TREASURY_FUNDS.find(({ below }) => years < below)?.tickers ?? []
    return funds.map((fund) => ({ method: 'asset-class', ticker: fund }))
  }
  const classFunds = instrument && CLASS_FUNDS.get(instrument.assetClass)
  const choices: ProxyChoice[] = [
    ...(twin === undefined ? [] : [{ method: 'predecessor' as const, ticker: twin }]),
    ...(classFunds
      ? classFunds.map((fund) => ({ method: 'asset-class' as const, ticker: fund }))
      : [
          ...(SECTOR_FUNDS.get(sector ?? '') ?? []).map((fund) => ({ method: 'sector' as const, ticker: fund })),
          { method: 'market' as const, ticker: MARKET_INDEX },
        ]),
  ]
  return choices.filter((choice) => choice.ticker !== ticker)
}
