import type { ImportedSource } from '@ballast/importers'

/** A source under the name that the person knows it by. */
export interface ReviewedSource {
  name: string
  /** 0-based place of an image among those that were sent. */
  place?: number
  imported: ImportedSource
  /** Text to read again when the columns are mapped differently; only of a source of unknown layout, numbers of accounts masked. */
  text?: string
}

/** Knowledge of the market about the tickers of an import. */
export interface TickerKnowledge {
  /** Name and sector by ticker. */
  known: readonly (readonly [ticker: string, instrument: { name: string | null; sector: string | null }])[]
  /** Tickers that no instrument bears. One that could not be looked up is in neither list. */
  unknown: readonly string[]
  /** Tickers that could not be looked up, because nobody answered. */
  unchecked: readonly string[]
  /** Tickers, known by name or not, that the simulated market alone does not have: they exist for all anybody knows. */
  notSimulated: readonly string[]
  /** Tickers that the user holds: what is misread is probably one of these. */
  held: readonly string[]
}
