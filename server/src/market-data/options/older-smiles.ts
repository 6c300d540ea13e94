import type { HedgeAnalysis } from '@ballast/contract'
import { createFlatSmile, fitVolatilitySmiles, type VolatilitySmile } from '@ballast/quant'

type Repricing = HedgeAnalysis['repricing']

/** How smiles were kept before they were SVI: a parabola of standardised moneyness between two bounds. */
interface ParabolicSmile extends Omit<VolatilitySmile, 'svi'> {
  slope: number
  curvature: number
}

/** Standard deviations from the forward between which a parabola was drawn. */
const DISTANCES = Array.from({ length: 21 }, (_, i) => -2.5 + 0.25 * i)

/**
 * Brings the repricing data of an answer of any age up to date: smiles that were kept as parabolas become the nearest SVI
 * smiles, and expiries without quotes have none.
 */
export function renewSmiles(repricing: Repricing): Repricing {
  const underlyings = repricing.underlyings.map((underlying) => ({
    ...underlying,
    expiries: underlying.expiries.map(({ quotes, ...expiry }) => ({
      ...expiry,
      smile: 'svi' in expiry.smile ? expiry.smile : toSvi(expiry.smile),
      quotes: (quotes as typeof quotes | undefined) ?? [],
    })),
  }))
  return { ...repricing, underlyings }
}

function toSvi(smile: ParabolicSmile): VolatilitySmile {
  const { forward, years, atmVolatility, slope, curvature, pointCount } = smile
  const points = DISTANCES.map((z) => ({
    strike: forward * Math.exp(z * atmVolatility * Math.sqrt(years)),
    volatility: atmVolatility * Math.min(2.2, Math.max(0.6, 1 + slope * z + curvature * z * z)),
    halfSpread: 0.001,
  }))
  const [fitted] = fitVolatilitySmiles([{ forward, years, points }])
  return { ...(fitted ?? createFlatSmile(atmVolatility, { forward, years })), pointCount }
}
