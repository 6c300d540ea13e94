import { inputErrors } from './errors.ts'

/**
 * How much of one bet an instrument is: the factor h of the weighted Herfindahl index. A company is one bet; a fund of
 * hundreds of companies is a small fraction of one.
 */
export const BET_FACTORS = {
  company: 1,
  coin: 1,
  /** One commodity, one currency, or a volatility product: one driver, however it is wrapped. */
  'single-driver-fund': 1,
  'sector-fund': 0.1,
  'broad-fund': 0.03,
  /** High-grade or high-yield corporate bonds: hundreds of borrowers. */
  'credit-fund': 0.03,
  'government-bond-fund': 0.02,
  cash: 0,
} as const satisfies Record<string, number>

/** Kind of instrument, which says how many bets it is. */
export type InstrumentClass = keyof typeof BET_FACTORS

/** The sectors of the Global Industry Classification Standard; only these take part in the sector test. */
export const GICS_SECTORS = [
  'Technology',
  'Communication Services',
  'Consumer Discretionary',
  'Consumer Staples',
  'Energy',
  'Financials',
  'Health Care',
  'Industrials',
  'Materials',
  'Real Estate',
  'Utilities',
] as const

/** A position as the concentration test sees it. */
export interface ConcentrationHolding {
  readonly ticker: string
  /** Signed, in any one currency; several entries of one ticker are added up. */
  readonly marketValue: number
  readonly instrumentClass: InstrumentClass
  /** GICS sector name, or anything else (null, "Crypto", "Fixed Income") to stay out of the sector test. */
  readonly sector: string | null
}

/** How concentrated a portfolio is. */
export type ConcentrationLevel = 'High' | 'Medium' | 'Low'
/** The rule that decided the level; see `computeConcentration`. */
export type ConcentrationRule = 'largest-name' | 'herfindahl' | 'largest-sector' | 'top-three-names' | 'few-holdings'

/** Why the level is what it is. Weights are fractions of gross market value. */
export interface ConcentrationDetail {
  /** Σ h·w²: 1 for a single company, near 0 for a broad fund. */
  readonly hhi: number
  /** 1/hhi, the number of equal companies with the same index; null when hhi is 0 (cash only). */
  readonly effectiveNames: number | null
  /** Largest company or coin; null when there is none. */
  readonly maxName: { readonly ticker: string; readonly weight: number } | null
  /** Largest GICS sector, broad funds left out; null when no holding has one. */
  readonly maxSector: { readonly sector: string; readonly weight: number } | null
  /** Weight of the three largest companies or coins together. */
  readonly topThreeNames: number
  /** Distinct tickers, cash not counted. */
  readonly holdings: number
  /** The first rule that fired, or null when none did (Low). */
  readonly rule: ConcentrationRule | null
  /** The figure that rule looked at, and the bound it met. Null with `rule`. */
  readonly measured: number | null
  readonly bound: number | null
}

/** The verdict on concentration, with the figures behind it. */
export interface Concentration {
  readonly level: ConcentrationLevel
  readonly detail: ConcentrationDetail
}

/** A weight of 0.35 computed as 0.3499999999 must still meet the bound of 0.35. */
const TOLERANCE = 1e-9
const ENOUGH_HOLDINGS = 8
const BROAD_SHARE = 0.5
const BROAD_CLASSES: ReadonlySet<InstrumentClass> = new Set(['broad-fund', 'government-bond-fund'])
const NAME_CLASSES: ReadonlySet<InstrumentClass> = new Set(['company', 'coin'])

type Measures = Omit<ConcentrationDetail, 'rule' | 'measured' | 'bound'> & { readonly broadWeight: number }

/** The rules in the order in which they are tried; the first that fires decides. */
const RULES: readonly {
  readonly level: ConcentrationLevel
  readonly rule: ConcentrationRule
  readonly bound: number
  readonly measure: (measures: Measures) => number
}[] = [
  { level: 'High', rule: 'largest-name', bound: 0.35, measure: (m) => m.maxName?.weight ?? 0 },
  { level: 'High', rule: 'herfindahl', bound: 0.2, measure: (m) => m.hhi },
  { level: 'High', rule: 'largest-sector', bound: 0.65, measure: (m) => m.maxSector?.weight ?? 0 },
  { level: 'High', rule: 'top-three-names', bound: 0.7, measure: (m) => m.topThreeNames },
  { level: 'Medium', rule: 'largest-name', bound: 0.15, measure: (m) => m.maxName?.weight ?? 0 },
  { level: 'Medium', rule: 'herfindahl', bound: 0.1, measure: (m) => m.hhi },
  { level: 'Medium', rule: 'largest-sector', bound: 0.4, measure: (m) => m.maxSector?.weight ?? 0 },
]

/**
 * Concentration risk: could one name, one sector or a handful of holdings decide the fate of the portfolio?
 *
 * **High** if the largest company is ≥ 35 %, the index Σ h·w² ≥ 0.20, the largest sector ≥ 65 % or the three largest
 * companies ≥ 70 %; else **Medium** if the largest company is ≥ 15 %, the index ≥ 0.10, the largest sector ≥ 40 %, or
 * there are fewer than 8 holdings and broad funds (government bonds included) hold less than half; else **Low**.
 *
 * Weights are shares of gross market value, so a short counts as large as the long of its size.
 *
 * @returns null when there is nothing with a market value; cash alone is Low
 * @throws QuantInputError naming the holding whose market value is not finite
 */
export function computeConcentration(holdings: readonly ConcentrationHolding[]): Concentration | null {
  const merged = mergeByTicker(holdings)
  const gross = merged.reduce((sum, holding) => sum + Math.abs(holding.marketValue), 0)
  if (gross === 0) return null
  const measures = measure(merged, gross)
  const fired = RULES.find((rule) => rule.measure(measures) >= rule.bound - TOLERANCE)
  const { broadWeight, ...detail } = measures
  if (fired) {
    return {
      level: fired.level,
      detail: { ...detail, rule: fired.rule, measured: fired.measure(measures), bound: fired.bound },
    }
  }
  const isFew = detail.holdings > 0 && detail.holdings < ENOUGH_HOLDINGS && broadWeight < BROAD_SHARE - TOLERANCE
  return isFew
    ? {
        level: 'Medium',
        detail: { ...detail, rule: 'few-holdings', measured: detail.holdings, bound: ENOUGH_HOLDINGS },
      }
    : { level: 'Low', detail: { ...detail, rule: null, measured: null, bound: null } }
}

function mergeByTicker(holdings: readonly ConcentrationHolding[]): ConcentrationHolding[] {
  const byTicker = new Map<string, ConcentrationHolding>()
  holdings.forEach((holding, index) => {
    if (!Number.isFinite(holding.marketValue)) {
      throw inputErrors.badNumber('holdings.marketValue', index, holding.marketValue, 'a finite market value')
    }
    const known = byTicker.get(holding.ticker)
    byTicker.set(holding.ticker, {
      ...(known ?? holding),
      marketValue: (known?.marketValue ?? 0) + holding.marketValue,
    })
  })
  return [...byTicker.values()].filter((holding) => holding.marketValue !== 0)
}

function measure(holdings: readonly ConcentrationHolding[], gross: number): Measures {
  const weighted = holdings.map((holding) => ({ ...holding, weight: Math.abs(holding.marketValue) / gross }))
  const names = weighted
    .filter((holding) => NAME_CLASSES.has(holding.instrumentClass))
    // Equal weights are ordered by ticker, so that the same portfolio always names the same holding.
    .sort((a, b) => b.weight - a.weight || (a.ticker < b.ticker ? -1 : 1))
  const hhi = weighted.reduce((sum, { instrumentClass, weight }) => sum + BET_FACTORS[instrumentClass] * weight ** 2, 0)
  const [largest] = names
  return {
    hhi,
    effectiveNames: hhi === 0 ? null : 1 / hhi,
    maxName: largest ? { ticker: largest.ticker, weight: largest.weight } : null,
    maxSector: findLargestSector(weighted),
    topThreeNames: names.slice(0, 3).reduce((sum, name) => sum + name.weight, 0),
    holdings: weighted.filter((holding) => holding.instrumentClass !== 'cash').length,
    broadWeight: weighted.reduce((sum, one) => sum + (BROAD_CLASSES.has(one.instrumentClass) ? one.weight : 0), 0),
  }
}

function findLargestSector(
  holdings: readonly (ConcentrationHolding & { readonly weight: number })[],
): { readonly sector: string; readonly weight: number } | null {
  const weights = GICS_SECTORS.map((sector) => ({
    sector,
    weight: holdings
      .filter((one) => one.sector === sector && !BROAD_CLASSES.has(one.instrumentClass))
      .reduce((sum, one) => sum + one.weight, 0),
  }))
  const largest = weights.reduce((a, b) => (b.weight > a.weight ? b : a))
  return largest.weight > 0 ? largest : null
}
