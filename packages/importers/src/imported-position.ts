import type { PositionKind, Problem } from '@ballast/contract'

/** A position as an importer understood it: decimals are exact text, ready for the database. */
export interface ImportedPosition {
  ticker: string
  kind: PositionKind
  /** Negative when short; contracts of an option; units of cash. */
  shares: string
  /** Cost per share in `currency`; null when the input does not tell. */
  avgCost: string | null
  currency: string
  /** 100 for option contracts, else 1. */
  multiplier: number
  /** For a bond: price per $100 of face value as it is stated, exact text, and its ISO date where one is stated. */
  statedPrice?: string | null
  statedOn?: string | null
  sector: string | null
  account: string | null
}

/** Result of reading a text: all positions, or the problems. */
export type ImportResult =
  | { ok: true; source: 'csv' | 'json'; positions: readonly ImportedPosition[]; notes: string[] }
  | { ok: false; problems: Problem[]; problemCount: number }

export interface ImportOptions {
  /** Most positions accepted; the product's limit unless told otherwise. */
  maxRows?: number
}
