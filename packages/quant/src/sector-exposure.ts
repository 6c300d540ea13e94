import { inputErrors } from './errors.ts'
import { roundToTotal } from './rounding.ts'

/** Other names of the sectors, lower case, and the standard name of each. */
const SECTOR_SYNONYMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Technology: ['tech', 'it', 'information technology', 'technology', 'info tech'],
    'Communication Services': [
      'communications',
      'communication',
      'communication services',
      'telecommunication services',
    ],
    'Consumer Discretionary': ['consumer cyclical', 'consumer cyclicals', 'consumer discretionary'],
    'Consumer Staples': ['consumer defensive', 'consumer non-cyclical', 'consumer staples'],
    Energy: ['energy'],
    Financials: ['financial services', 'financial', 'financials', 'finance'],
    'Health Care': ['healthcare', 'health care', 'health'],
    Industrials: ['industrial', 'industrials'],
    Materials: ['basic materials', 'materials'],
    'Real Estate': ['real estate', 'realestate'],
    Utilities: ['utilities', 'utility'],
  }).flatMap(([standard, names]) => names.map((name) => [name, standard] as const)),
)

/** The sector of what nobody has classified. */
export const UNKNOWN_SECTOR = 'Unknown'

/**
 * The standard (GICS) name of a sector: "Tech" is Technology, "Consumer Cyclical" is Consumer Discretionary.
 * Names that are no synonym (Crypto, Fixed Income) are kept, trimmed.
 * @returns null for a blank name or "Unknown", in any case
 */
export function normalizeSector(name: string | null | undefined): string | null {
  const trimmed = name?.trim() ?? ''
  if (trimmed === '' || trimmed.toLowerCase() === 'unknown') return null
  return SECTOR_SYNONYMS.get(trimmed.toLowerCase()) ?? trimmed
}

/** A position as the sector table sees it. */
export interface SectorHolding {
  /** Signed, in any one currency. */
  readonly marketValue: number
  /** The sector the position states. It goes first, unless blank or "Unknown". */
  readonly positionSector?: string | null
  /** The sector the instrument's master data states ("Diversified Fund", "Fixed Income" and so on for funds). */
  readonly instrumentSector?: string | null
}

/** One sector of a portfolio. */
export interface SectorExposure {
  readonly sector: string
  /** Sum of absolute market values. */
  readonly value: number
  /** Percent of gross market value with one decimal; all percentages sum to exactly 100. */
  readonly percentage: number
}

/** How sectors are spread. */
export interface SectorExposureOptions {
  /**
   * Sectors whose value is spread over others, such as "Diversified Fund" over the sector weights of the market:
   * sector → (sector → weight, in any unit).
   */
  readonly lookThrough?: Readonly<Record<string, Readonly<Record<string, number>>>>
}

/**
 * Exposure by sector, largest first (equal ones by name). Shorts count by their absolute value: they are a bet on the
 * sector, if in the other direction.
 *
 * Percentages are rounded by largest remainders, so that a table of them adds up to 100.0.
 *
 * @returns empty when nothing has a market value
 * @throws QuantInputError naming the holding whose market value is not finite
 */
export function computeSectorExposure(
  holdings: readonly SectorHolding[],
  { lookThrough = {} }: SectorExposureOptions = {},
): SectorExposure[] {
  const values = new Map<string, number>()
  const add = (sector: string, value: number) => values.set(sector, (values.get(sector) ?? 0) + value)
  holdings.forEach(({ marketValue, positionSector, instrumentSector }, index) => {
    if (!Number.isFinite(marketValue)) {
      throw inputErrors.badNumber('holdings.marketValue', index, marketValue, 'a finite market value')
    }
    const sector = normalizeSector(positionSector) ?? normalizeSector(instrumentSector) ?? UNKNOWN_SECTOR
    const parts = Object.entries(lookThrough[sector] ?? {})
    const total = parts.reduce((sum, [, weight]) => sum + weight, 0)
    if (total > 0) for (const [part, weight] of parts) add(part, (Math.abs(marketValue) * weight) / total)
    else add(sector, Math.abs(marketValue))
  })
  const sectors = [...values]
    .map(([sector, value]) => ({ sector, value }))
    .filter(({ value }) => value > 0)
    .sort((a, b) => b.value - a.value || (a.sector < b.sector ? -1 : 1))
  const percentages = roundToTotal(sectors.map(({ value }) => value))
  return sectors.map((one, i) => ({ ...one, percentage: percentages[i] ?? 0 }))
}
