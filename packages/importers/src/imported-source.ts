import type {
  ColumnMapping,
  ImportSource,
  LineVerdict,
  MappedField,
  PositionKind,
  Problem,
  ReviewedField,
} from '@ballast/contract'

/**
 * At least this certainty, and no doubt about any field: only then may a position look sure. The recogniser's own figure
 * counts for little by itself, so a position of an image reaches it by proof or by being read alike twice.
 */
export const SURE_CERTAINTY = 0.9

/** One file, text or image as it came in, read but not yet matched with instruments or the user's portfolios. */
export interface ImportedSource {
  kind: ImportSource['kind']
  /** Broker or layout recognised by content; null when the layout is unknown. */
  format: string | null
  content: ImportSource['content']
  /** ISO date of the positions, as stated. */
  asOf: string | null
  /** For a history: ISO date of the first transaction it knows. */
  knownFrom: string | null
  /** Every line, in order; `text` is shortened and masked. */
  lines: readonly SourceLine[]
  /** Unmerged: one for each line or lot that states a holding. */
  positions: readonly SourcePosition[]
  /** Totals as the source states them, by account label (null: the only account, or all of them). */
  statedTotals: readonly { account: string | null; currency: string; value: number }[]
  /**
   * Stated values of lines that are understood but are no positions (bonds, pending activity): a part of the source's own
   * total all the same.
   */
  valuesOutside?: readonly { line: number; account: string | null; currency: string; value: number }[]
  /** For a history: what was held after each trade, in the order of the trades of each security. */
  trades?: readonly SourceTrade[]
  /** Present when the layout is unknown and columns were mapped. */
  mapping: Omit<ColumnMapping, 'source'> | null
  /** Problems of the source as a whole, or of single lines. */
  problems: readonly Problem[]
  notes: readonly string[]
}

export interface SourceTrade {
  ticker: string
  isOption: boolean
  account: string | null
  currency: string
  /** ISO date. */
  date: string
  /** Shares or contracts held after it, as exact decimal text. */
  shares: string
  /** Money paid, negative when received, without fees; null when shares moved without a price. */
  paid: string | null
}

export interface SourceLine {
  line: number
  verdict: LineVerdict
  text: string
  note: string | null
}

export interface SourcePosition {
  /** 1-based lines that it was made from. */
  lines: readonly number[]
  /** Canonical ticker or OCC-21 symbol; what was written, upper case, when it cannot be made one (with a doubt). */
  ticker: string
  /** The name or description that the source gives. */
  name: string | null
  /** CUSIP or ISIN, where the source gives one. */
  identifier: string | null
  kind: PositionKind
  /** Exact decimal text; null when unreadable. Contracts of an option, units of cash, negative when short. */
  shares: string | null
  /** Exact decimal text, per share; null when the source does not tell. */
  avgCost: string | null
  currency: string
  multiplier: number
  sector: string | null
  /** Masked label. */
  account: string | null
  statedPrice: number | null
  statedValue: number | null
  /** How sure the reading of characters is, 0 to 1: 1 for text, the recogniser's own figure for images. */
  certainty: number
  doubts: readonly { field: ReviewedField; reason: string }[]
  suggestions: readonly { field: ReviewedField; value: string; reason: string }[]
}

export interface ReadOptions {
  /** How the person mapped the columns of this layout, by fingerprint of its header. */
  mappings?: Readonly<Record<string, Readonly<Record<number, MappedField>>>>
}
