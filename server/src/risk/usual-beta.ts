// Tests: ../features/hedges/hedge-verdicts.test.ts

/** Betas to the S&P 500 that companies of a sector usually have; illustrative round figures. */
const SECTOR_BETAS: ReadonlyMap<string, number> = new Map([
  ['Technology', 1.2],
  ['Communication Services', 1],
  ['Consumer Discretionary', 1.15],
  ['Consumer Staples', 0.55],
  ['Financials', 1.1],
  ['Health Care', 0.75],
  ['Industrials', 1.05],
  ['Energy', 0.95],
  ['Materials', 1],
  ['Utilities', 0.5],
  ['Real Estate', 0.9],
])

/** Betas by class of assets that do not move with shares. */
const CLASS_BETAS: ReadonlyMap<string, number> = new Map([
  ['bond-fund', -0.2],
  ['commodity-fund', 0.3],
  ['currency', -0.2],
  ['crypto', 1.5],
  ['volatility', -3],
])
const MARKET_BETA = 1

/**
 * The beta towards which an estimate is shrunk, and which stands in where there is no history: that of the sector, or of
 * the class of what is no share; 1 when neither is known.
 */
export function toUsualBeta(instrument: { assetClass: string; sector: string | null } | undefined): number {
  if (!instrument) return MARKET_BETA
  return CLASS_BETAS.get(instrument.assetClass) ?? SECTOR_BETAS.get(instrument.sector ?? '') ?? MARKET_BETA
}
