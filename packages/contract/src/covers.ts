import { z } from 'zod'
import { missingPriceReasonSchema, type PositionKind } from './portfolios.ts'

/** Why a figure leaves a position out: it has no price, no cost, too little history, or is an option where none is replayed. */
export const leftOutReasonSchema = z.enum([
  ...missingPriceReasonSchema.options,
  'no-cost',
  'no-history',
  'option-not-replayed',
])
export type LeftOutReason = z.infer<typeof leftOutReasonSchema>

/** Why a figure leaves a position out, in a few words. */
export const LEFT_OUT_WORDS: Readonly<Record<LeftOutReason, string>> = {
  'unknown-ticker': 'unknown ticker',
  'not-simulated': 'not in the demo market',
  'provider-down': 'the price source did not answer',
  'no-price': 'no price',
  'suspect-price': 'its price is doubtful',
  option: 'no usable option quote',
  expired: 'expired',
  matured: 'paid back: its value is cash now',
  'no-exchange-rate': 'no exchange rate',
  'no-cost': 'no cost',
  'no-history': 'too little price history',
  'option-not-replayed': 'options are not replayed',
}

/** Coverage of a headline: so many of the positions that are held, and those that it leaves out, each with its reason. */
export const coversSchema = z.object({
  covered: z.number().int(),
  positions: z.number().int(),
  leftOut: z.array(z.object({ ticker: z.string(), reason: leftOutReasonSchema })),
})
export type Covers = z.infer<typeof coversSchema>

/**
 * Counts what a figure covers. All lots of one ticker are one position, left out when any of its lots is; cash is no
 * position unless it is left out itself, as an amount without an exchange rate is. `covered` plus what is left out are
 * always `positions`.
 *
 * @param findReason why a lot is left out, null when it is not
 */
export function countCovers<Lot extends { ticker: string; kind: PositionKind }>(
  lots: readonly Lot[],
  findReason: (lot: Lot) => LeftOutReason | null,
): Covers {
  const positions = new Set<string>()
  const leftOut = new Map<string, Covers['leftOut'][number]>()
  for (const lot of lots) {
    const key = `${lot.kind}:${lot.ticker}`
    const reason = findReason(lot)
    if (lot.kind !== 'cash' || reason !== null) positions.add(key)
    if (reason !== null && !leftOut.has(key)) leftOut.set(key, { ticker: lot.ticker, reason })
  }
  return {
    covered: positions.size - leftOut.size,
    positions: positions.size,
    leftOut: [...leftOut.values()].sort((a, b) => (a.ticker < b.ticker ? -1 : 1)),
  }
}

/** Basis of shares: money paid, or value today. */
export type ShareBasis = 'cost' | 'market-value'

/** Shares of cost need a cost for so much of the value. */
const COSTED_SHARE = 0.8

/** Value and cost of a position, by any sign; null where that is not known. Cash has both always. */
export interface SizedPosition {
  kind: PositionKind
  value: number | null
  cost: number | null
}

/**
 * Chooses the basis of shares: cost where that is wanted and known for at least 80 % of the market value, else of market
 * value. Cash says nothing about what the others cost, so it does not count; without any price positions are counted
 * instead of valued. A portfolio of cash alone, or of nothing, keeps what is wanted.
 */
export function chooseShareBasis(wanted: ShareBasis, positions: readonly SizedPosition[]): ShareBasis {
  if (wanted === 'market-value') return wanted
  const held = positions.filter(({ kind }) => kind !== 'cash')
  if (held.length === 0) return wanted
  const priced = held.some(({ value }) => value !== null && value !== 0)
  const sizeOf = ({ value }: SizedPosition) => (priced ? Math.abs(value ?? 0) : 1)
  const sum = (some: readonly SizedPosition[]) => some.reduce((total, one) => total + sizeOf(one), 0)
  const costed = sum(held.filter(({ cost }) => cost !== null))
  return costed >= COSTED_SHARE * sum(held) - 1e-9 ? 'cost' : 'market-value'
}
