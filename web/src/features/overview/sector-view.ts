import { type ShareBasis, TOP_HOLDINGS_PER_SECTOR } from '@ballast/contract'
import { type PositionRow, toSize } from './position-rows.ts'
import { toGainPercent, totalOf } from './summary-view.ts'

export interface SectorEntry {
  sector: string
  /** In USD by the chosen basis; null when no position of the sector has one. */
  value: number | null
  /** Signed share of the gross total by the chosen basis, a percent. */
  percent: number | null
  marketValue: number | null
  gainLoss: number | null
  gainLossPercent: number | null
  /** The largest by cost. */
  topHoldings: string[]
  /** How many of its positions are left out because the basis is unknown for them. */
  leftOut: number
}

export interface SectorView {
  basis: ShareBasis
  /** Largest first. */
  sectors: SectorEntry[]
}

/** Exposure by sector, as shares of cost or of market value. */
export function toSectorView(rows: readonly PositionRow[], basis: ShareBasis): SectorView {
  const sizeBy = (row: PositionRow) => toSize(row, basis)
  const gross = rows.reduce((total, row) => total + Math.abs(sizeBy(row) ?? 0), 0)
  const groups = new Map<string, PositionRow[]>()
  for (const row of rows) {
    const group = groups.get(row.sector)
    if (group) group.push(row)
    else groups.set(row.sector, [row])
  }
  const sectors = [...groups].map(([sector, members]): SectorEntry => {
    const value = totalOf(members.map(sizeBy))
    return {
      sector,
      value,
      percent: value === null || gross === 0 ? null : (value / gross) * 100,
      marketValue: totalOf(members.map((row) => toSize(row, 'market-value'))),
      gainLoss: totalOf(members.map((row) => row.gain?.value ?? null)),
      gainLossPercent: toGainPercent(members),
      topHoldings: toTopHoldings(members),
      leftOut: members.filter((row) => sizeBy(row) === null).length,
    }
  })
  return {
    basis,
    sectors: sectors.toSorted(
      (a, b) => Math.abs(b.value ?? 0) - Math.abs(a.value ?? 0) || a.sector.localeCompare(b.sector),
    ),
  }
}

function toTopHoldings(members: readonly PositionRow[]): string[] {
  const sizeOf = (row: PositionRow) => Math.abs(row.costBasis ?? toSize(row, 'market-value') ?? 0)
  return members
    .toSorted((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, TOP_HOLDINGS_PER_SECTOR)
    .map((row) => row.ticker)
}
