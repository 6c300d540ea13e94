import type { HedgeAnalysis } from '@ballast/contract'
import type { HedgeUnderlying } from '@ballast/quant'

/** Underlyings with the day that their days count from; in answers from before it was kept, the day of the prices. */
export function dateUnderlyings(
  { underlyings }: Pick<HedgeAnalysis['repricing'], 'underlyings'>,
  asOf: string,
): HedgeUnderlying[] {
  return underlyings.map((one) => ({ ...one, today: one.today ?? asOf.slice(0, 10) }))
}
