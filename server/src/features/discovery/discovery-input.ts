import type { DiscoveryRun } from '@ballast/contract'
import type { PriceSeries } from '@ballast/quant'
import type { ChainOutcome, HeldContract, LeftOut, LoadedChain } from '../../advice/book/book-input.ts'
import type { AssetKindId } from './asset-classes.ts'

/** An asset that is looked at. */
export interface UniverseAsset {
  ticker: string
  name: string
  kind: AssetKindId
  isHeld: boolean
  /** Beta that its own is shrunk towards. */
  usualBeta: number
}

/** The portfolio as discovery sees it; amounts in US dollars, negative for what is owed. */
export interface DiscoveryBook {
  /** Value of everything priced, cash included. */
  value: number
  /** Shares, and options as the shares that move as they do. */
  holdings: { ticker: string; value: number }[]
  /** Shares alone, and options as they are: what is repriced. */
  shares: { ticker: string; value: number; shares: number; usualBeta: number }[]
  cash: number
  contracts: HeldContract[]
  leftOut: LeftOut[]
}

/** Everything that a scan is computed from. */
export interface ScanSource {
  book: DiscoveryBook
  assets: UniverseAsset[]
  /** The benchmark's trading days, ascending. */
  calendar: Int32Array
  /** Closes of holdings, benchmark and assets. */
  series: PriceSeries[]
}

/** Everything that a discovery is computed from; it can be copied between threads, and kept. */
export interface DiscoveryInput extends ScanSource {
  /** Chains of related assets, and of what options are held on. */
  chains: LoadedChain[]
  chainOutcomes: ChainOutcome[]
  /** Volatility that was observed day by day, by ticker: what the usual premium is measured on. */
  observations: { ticker: string; days: Int32Array; volatilities: Float64Array }[]
  /** Assets that could not be looked at. */
  leftOut: LeftOut[]
  /** How many assets there were to look at, those left out among them. */
  universe: number
  isStale: boolean
  /** Ideas beyond those chosen that are made ready for a model to choose from. */
  alternates: number
  frame: DiscoveryFrame
}

/** Circumstances of a discovery next to its figures. */
export interface DiscoveryFrame {
  runId: string
  portfolioId: string
  portfolioName: string
  createdAt: string
  source: DiscoveryRun['source']
  simulated: boolean
  /** Newest price of the portfolio. */
  asOf: string
}
