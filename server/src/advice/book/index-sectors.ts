import { MARKET_INDEX } from '@ballast/contract'
import type { RiskDriver } from '@ballast/quant'
import type { Instrument } from '../../market-data/market-data.ts'
import type { IndexSectors } from './book-input.ts'

/** When {@link DATED_WEIGHTS} were taken. */
const DATED_AS_OF = '2025-09-30'

/** Weights of the sectors in the S&P 500, fractions, rounded; they move by a point or two a quarter. */
const DATED_WEIGHTS: Readonly<Record<string, number>> = {
  Technology: 0.34,
  Financials: 0.135,
  'Consumer Discretionary': 0.105,
  'Communication Services': 0.1,
  'Health Care': 0.09,
  Industrials: 0.085,
  'Consumer Staples': 0.05,
  Energy: 0.03,
  Utilities: 0.025,
  Materials: 0.02,
  'Real Estate': 0.02,
}

/** Finds the sectors of the benchmark's fund by the source; by a dated table where the source tells nothing. */
export function findIndexSectors(instruments: ReadonlyMap<string, Pick<Instrument, 'fundSectors'>>): IndexSectors {
  const told = instruments.get(MARKET_INDEX)?.fundSectors
  if (!told) return { weights: DATED_WEIGHTS, asOf: DATED_AS_OF, isTold: false }
  return { weights: { ...told.weights }, asOf: told.asOf, isTold: true }
}

/** The fund of each sector whose options are traded most. */
export const SECTOR_FUNDS: readonly { readonly sector: string; readonly ticker: string }[] = [
  { sector: 'Technology', ticker: 'XLK' },
  { sector: 'Financials', ticker: 'XLF' },
  { sector: 'Consumer Discretionary', ticker: 'XLY' },
  { sector: 'Communication Services', ticker: 'XLC' },
  { sector: 'Health Care', ticker: 'XLV' },
  { sector: 'Industrials', ticker: 'XLI' },
  { sector: 'Consumer Staples', ticker: 'XLP' },
  { sector: 'Energy', ticker: 'XLE' },
  { sector: 'Utilities', ticker: 'XLU' },
  { sector: 'Materials', ticker: 'XLB' },
  { sector: 'Real Estate', ticker: 'XLRE' },
]

/** Broad indexes whose options may fit a book better than those of the benchmark. */
export const OTHER_INDEXES: readonly string[] = ['QQQ', 'IWM']
/** Funds that money may be moved into for calm. */
export const DIVERSIFIERS: readonly string[] = ['TLT', 'IEF', 'SHY', 'GLD']
/**
 * Risks beside the market, by the fund whose options are traded most. Long Treasuries lose about 15.5 % when yields rise by
 * one point: that is their duration in years. A fifth is what gold lost from March to November 2022, and a tenth what the euro
 * and the yen lost to the dollar within months of the same year.
 */
export const DRIVERS: readonly RiskDriver[] = [
  { kind: 'rates', ticker: 'TLT', fall: -0.155 },
  { kind: 'gold', ticker: 'GLD', fall: -0.2 },
  { kind: 'dollar', ticker: 'UUP', fall: -0.1 },
  { kind: 'euro', ticker: 'FXE', fall: -0.1 },
  { kind: 'yen', ticker: 'FXY', fall: -0.1 },
]
export const VOLATILITY_INDEX = '^VIX'
/** Ten years of returns. */
export const HISTORY_DAYS = 2520
/** The past crises that a book and its hedges are sent through. */
export const CRISES: readonly string[] = [
  'dotcom-2000',
  'gfc-2007',
  'q4-2018',
  'covid-2020',
  'bear-2022',
  'tariff-2025',
]
