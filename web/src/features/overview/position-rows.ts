import {
  BASE_CURRENCY,
  CASH_SECTOR,
  chooseShareBasis,
  type Position,
  type PositionKind,
  type Prices,
  type ShareBasis,
  UNKNOWN_SECTOR,
} from '@ballast/contract'

/** Why a row has no price; `pending` while the prices are still on their way. */
export type MissingPrice = Prices['missing'][string] | 'pending'

/** A price as the API quotes it. */
export type Quote = Prices['prices'][string]

/** One holding in one account. Money is in USD; a figure that is not known is null, never 0. */
export interface Lot {
  id: string
  account: string | null
  shares: number
  avgCost: number | null
  /** The cost as it was uploaded, when that was not in USD. */
  localCost: { value: number; currency: string } | null
  marketValue: number | null
  costBasis: number | null
}

/** Row of Portfolio Positions: everything held of one ticker. Money is in USD. */
export interface PositionRow {
  ticker: string
  name: string | null
  kind: PositionKind
  sector: string
  shares: number
  /** Mean cost per share over the lots whose cost is known. */
  avgCost: number | null
  /** The live price; without one the average cost, and then `isPriced` is false. */
  currentPrice: number | null
  /** shares × currentPrice × multiplier; at cost when `isPriced` is false. */
  marketValue: number | null
  costBasis: number | null
  /** False: current price and market value stand for cost and belong in no total. */
  isPriced: boolean
  missingPrice: MissingPrice | null
  /** Where the price comes from and of when it is; null for what has no quote. */
  quote: Quote | null
  /** Since the previous close; null when either price is unknown. */
  dayChangePercent: number | null
  /** Over the lots with both a price and a cost; null when there is none. */
  gain: { value: number; percent: number | null } | null
  lots: Lot[]
}

/**
 * Returns the amount that a row counts with in shares of a basis; null where that is not known. A value at cost is no
 * market value.
 */
export function toSize(row: PositionRow, basis: ShareBasis): number | null {
  if (basis === 'cost') return row.costBasis
  return row.isPriced ? row.marketValue : null
}

/** Expired or paid back: nothing of it is held any more, so that what it cost is in no total and in no share. */
export const isSettled = ({ missingPrice }: Pick<PositionRow, 'missingPrice'>): boolean =>
  missingPrice === 'expired' || missingPrice === 'matured'

/** Chooses the basis of shares, see `chooseShareBasis`. */
export function chooseRowBasis(wanted: ShareBasis, rows: readonly PositionRow[]): ShareBasis {
  const positions = rows.map((row) => ({
    kind: row.kind,
    value: toSize(row, 'market-value'),
    // A row whose lots have costs in part has none as a whole.
    cost: row.lots.every((lot) => lot.costBasis !== null) ? row.costBasis : null,
  }))
  return chooseShareBasis(wanted, positions)
}

/**
 * Rows of a portfolio, one for each ticker, in upload order.
 *
 * @param prices undefined when there are none: rows then have no price
 * @param whyNone the reason those rows give, `pending` while the prices are loading
 */
export function toPositionRows(
  positions: readonly Position[],
  prices: Prices | undefined,
  whyNone: MissingPrice = 'pending',
): PositionRow[] {
  const byTicker = new Map<string, Position[]>()
  for (const position of positions) {
    const key = `${position.kind}:${position.ticker}`
    const lots = byTicker.get(key)
    if (lots) lots.push(position)
    else byTicker.set(key, [position])
  }
  return [...byTicker.values()].map((lots) => toRow(lots, prices, whyNone))
}

function toRow(positions: readonly Position[], prices: Prices | undefined, whyNone: MissingPrice): PositionRow {
  // A group is made with its first position, so there is one.
  const [first] = positions as [Position, ...Position[]]
  const price = prices?.prices[first.ticker]
  const livePrice = price?.price ?? toCashPrice(first)
  const costs = positions.map((position) => toUnitCost(position, price, livePrice))
  const known = positions.flatMap((position, i) => {
    const unitCost = costs[i] ?? null
    return unitCost === null ? [] : [{ units: position.shares * position.multiplier, unitCost }]
  })
  const units = sum(positions.map((position) => position.shares * position.multiplier))
  const knownUnits = sum(known.map((lot) => lot.units))
  const costBasis = known.length === 0 ? null : sum(known.map((lot) => lot.units * lot.unitCost))
  const avgCost = costBasis === null || knownUnits === 0 ? null : costBasis / knownUnits
  const currentPrice = livePrice ?? avgCost
  return {
    ticker: first.ticker,
    name: first.name,
    kind: first.kind,
    sector: toSector(positions),
    shares: sum(positions.map((position) => position.shares)),
    avgCost,
    currentPrice,
    marketValue: currentPrice === null ? null : units * currentPrice,
    costBasis,
    isPriced: livePrice !== null,
    missingPrice: livePrice === null ? (prices ? (prices.missing[first.ticker] ?? 'no-price') : whyNone) : null,
    quote: price ?? null,
    dayChangePercent: toDayChangePercent(price),
    gain: livePrice === null || costBasis === null ? null : toGain(knownUnits * livePrice, costBasis),
    lots: positions.map((position, i) => toLot(position, costs[i] ?? null, livePrice)),
  }
}

function toLot(position: Position, unitCost: number | null, livePrice: number | null): Lot {
  const units = position.shares * position.multiplier
  const unitValue = livePrice ?? unitCost
  return {
    id: position.id,
    account: position.account,
    shares: position.shares,
    avgCost: unitCost,
    localCost:
      position.currency === BASE_CURRENCY || position.avgCost === null
        ? null
        : { value: position.avgCost, currency: position.currency },
    marketValue: unitValue === null ? null : units * unitValue,
    costBasis: unitCost === null ? null : units * unitCost,
  }
}

/** A unit of the base currency is worth one of it; other currencies need a rate, which comes with the prices. */
function toCashPrice(position: Position): number | null {
  return position.kind === 'cash' && position.currency === BASE_CURRENCY ? 1 : null
}

/**
 * Cost of one share in USD. A cost in the currency the security trades in is converted at the rate its price came with;
 * without that rate it stays unknown, because adding currencies up would be wrong.
 */
function toUnitCost(position: Position, price: Quote | undefined, livePrice: number | null): number | null {
  if (position.kind === 'cash') return livePrice
  if (position.avgCost === null) return null
  if (position.currency === BASE_CURRENCY) return position.avgCost
  const local = price?.localPrice
  return local?.currency === position.currency ? position.avgCost * local.rate : null
}

function toGain(value: number, cost: number): { value: number; percent: number | null } {
  // A short position's cost is negative; its magnitude is what the gain is measured against.
  return { value: value - cost, percent: cost === 0 ? null : ((value - cost) / Math.abs(cost)) * 100 }
}

function toDayChangePercent(price: Quote | undefined): number | null {
  if (!price?.previousClose || price.previousClose <= 0) return null
  return (price.price / price.previousClose - 1) * 100
}

function toSector(positions: readonly Position[]): string {
  if (positions[0]?.kind === 'cash') return CASH_SECTOR
  return positions.find((position) => position.sector)?.sector ?? UNKNOWN_SECTOR
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
