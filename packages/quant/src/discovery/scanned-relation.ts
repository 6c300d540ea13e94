import type { PartialRelation } from './partial-relation.ts'
import type { TailDependence } from './tail-dependence.ts'

/** An asset of the universe. Funds of one group (such as rates or metals) are variants of one idea. */
export interface ScannedAsset {
  readonly ticker: string
  readonly group: string
}

/** A partial correlation among all that were tested. */
export interface ScannedPartial extends PartialRelation {
  readonly qValue: number
  readonly isSignificant: boolean
  /** In each half of the window and over a year; null where there are too few days. */
  readonly firstHalf: number | null
  readonly secondHalf: number | null
  readonly year: number | null
  /** Share of those three that have the same sign, 0 to 1. */
  readonly stability: number
}

/** A relation across days: the asset's residual against the book's, `lag` days earlier (negative: later). */
export interface LaggedRelation extends PartialRelation {
  readonly lag: number
  readonly qValue: number
}

/** Behaviour in the book's tail, among all that were tested. */
export interface ScannedTail extends TailDependence {
  readonly gainQValue: number
  readonly excessQValue: number
  /** Gains on the book's worst days by more than chance. */
  readonly isGain: boolean
  /** Falls on them more than its beta explains, by more than chance, and by the interval of its tail beta too. */
  readonly isAmplifier: boolean
  /** Share of the two halves of the worst days whose mean has the sign of the whole, 0 to 1. */
  readonly stability: number
}

/** Findings on one asset. */
export interface AssetRelation extends ScannedAsset {
  readonly isHeld: boolean
  /** Plain correlation with the book over the window. */
  readonly correlation: number
  /**
   * Given the index; of a holding, with the rest of the book, since everything is related to itself. Null for what does
   * nothing but follow the index.
   */
  readonly partial: ScannedPartial | null
  /** Lags that pass; they are reported and never the reason for a trade. */
  readonly lags: readonly LaggedRelation[]
  /** Null with less than a year of common days. */
  readonly tail: ScannedTail | null
}

/** One family of tests that share a bound on false findings. */
export interface TestFamily {
  readonly tests: number
  readonly significant: number
}

/** A whole scan. */
export interface RelationScan {
  /** In the order of the universe. */
  readonly relations: readonly AssetRelation[]
  readonly leftOut: readonly { readonly ticker: string; readonly reason: 'no-history' | 'too-few-days' }[]
  /** Common days of book and index in the window and in the tail's window. */
  readonly days: { readonly window: number; readonly tail: number }
  readonly families: {
    readonly partial: TestFamily
    readonly lagged: TestFamily
    readonly tailGain: TestFamily
    readonly tailExcess: TestFamily
  }
  readonly falseDiscoveryRate: number
  /** Tests of all families. */
  readonly tests: number
  /** Assets with at least one finding that a trade may rest on (a lag is not one). */
  readonly significant: number
}
