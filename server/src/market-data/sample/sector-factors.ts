/**
 * Factors of groups of instruments, next to the benchmark: eleven sectors, and the classes of assets that funds hold.
 *
 * Crisis returns are total returns of the group's main fund over the four windows of `CRISES`: the two older ones after
 * the published S&P sector returns, the two newer ones approximate. `null` leaves the factor free in that window.
 */

export type SimulatedFactor = keyof typeof SECTOR_FACTORS

export interface SectorFactor {
  /** Annual volatility of the factor itself, a fraction. */
  volatility: number
  /** Total return in each window of `CRISES`, fractions. */
  crisisReturns: readonly (number | null)[]
}

/** First and last close of the dot-com bust, the financial crisis, the pandemic crash and the bear market of 2022. */
export const CRISES: readonly (readonly [start: string, end: string])[] = [
  ['2000-03-24', '2002-10-09'],
  ['2007-10-09', '2009-03-09'],
  ['2020-02-19', '2020-03-23'],
  ['2022-01-03', '2022-10-12'],
]

export const SECTOR_FACTORS = {
  Technology: { volatility: 0.09, crisisReturns: [-0.82, -0.53, -0.31, -0.33] },
  'Communication Services': { volatility: 0.08, crisisReturns: [-0.74, -0.51, -0.29, -0.38] },
  'Consumer Discretionary': { volatility: 0.07, crisisReturns: [-0.41, -0.58, -0.32, -0.33] },
  'Consumer Staples': { volatility: 0.08, crisisReturns: [0.24, -0.31, -0.24, -0.06] },
  Financials: { volatility: 0.1, crisisReturns: [-0.25, -0.83, -0.43, -0.2] },
  'Health Care': { volatility: 0.09, crisisReturns: [-0.07, -0.4, -0.28, -0.1] },
  Industrials: { volatility: 0.07, crisisReturns: [-0.38, -0.65, -0.42, -0.19] },
  Energy: { volatility: 0.18, crisisReturns: [-0.18, -0.47, -0.56, 0.4] },
  Materials: { volatility: 0.1, crisisReturns: [-0.25, -0.6, -0.37, -0.22] },
  Utilities: { volatility: 0.12, crisisReturns: [-0.48, -0.46, -0.36, -0.05] },
  'Real Estate': { volatility: 0.12, crisisReturns: [0.2, -0.68, -0.38, -0.3] },
  Semis: { volatility: 0.14, crisisReturns: [-0.84, -0.55, -0.32, -0.42] },
  'Broad Market': { volatility: 0.02, crisisReturns: [null, null, null, null] },
  International: { volatility: 0.08, crisisReturns: [-0.47, -0.59, -0.33, -0.27] },
  Rates: { volatility: 0.13, crisisReturns: [0.28, 0.22, 0.14, -0.3] },
  Credit: { volatility: 0.05, crisisReturns: [0.15, -0.18, -0.18, -0.2] },
  Gold: { volatility: 0.15, crisisReturns: [0.13, 0.24, -0.07, -0.08] },
  Silver: { volatility: 0.24, crisisReturns: [-0.1, -0.05, -0.32, -0.18] },
  Oil: { volatility: 0.3, crisisReturns: [0.1, -0.5, -0.55, 0.3] },
  Gas: { volatility: 0.48, crisisReturns: [null, -0.45, -0.12, 0.6] },
  Dollar: { volatility: 0.07, crisisReturns: [0.02, 0.1, 0.03, 0.17] },
  Crypto: { volatility: 0.5, crisisReturns: [null, null, -0.4, -0.58] },
  Volatility: { volatility: 0.3, crisisReturns: [null, 2, 3.4, 0] },
  Inverse: { volatility: 0.01, crisisReturns: [null, null, null, null] },
} as const satisfies Record<string, SectorFactor>
