/** A holding as a model copied it from an image: texts as they are shown, null for what is not. */
export interface CopiedHolding {
  ticker: string
  name: string | null
  shares: string | null
  averageCost: string | null
  totalCost: string | null
  price: string | null
  value: string | null
  gain: string | null
}
