import type { HedgeAnalysis } from '@ballast/contract'
import type {
  HedgeRequest,
  InstrumentClass,
  OptionMarketRole,
  OptionType,
  PriceSeries,
  RiskDriver,
  SplitAccount,
} from '@ballast/quant'
import type { ProxyChoice } from '../../risk/proxy-ladder.ts'
import type { EchoedRequest } from '../request/merge-request.ts'

/** One ticker of the portfolio, its lots taken together; amounts in US dollars, negative for what is owed. */
export interface HeldShare {
  ticker: string
  value: number
  shares: number
  sector: string | null
  instrumentClass: InstrumentClass
  internalDiversification: number
  /** Beta that its own is shrunk towards. */
  usualBeta: number
  /** Proxies for the days before it traded. */
  proxies: ProxyChoice[]
  /** Its exchange closes hours before or after New York. */
  closesElsewhere: boolean
  /** It trades in another currency than the dollar. */
  isForeign: boolean
  /** It repeats a multiple of each day's move, or its opposite; left out in runs from before it was looked at. */
  isGeared?: boolean
  /** Lots bought at a known price; left out in runs from before they were recorded. */
  lots?: { shares: number; cost: number }[]
}

/** Sectors that the index holds. */
export interface IndexSectors {
  /** Fractions by sector. */
  weights: Readonly<Record<string, number>>
  asOf: string
  /** False where the source tells none and a table of an earlier day stands in. */
  isTold: boolean
}

/** An option that is held, at what it is worth now. */
export interface HeldContract {
  symbol: string
  underlying: string
  type: OptionType
  strike: number
  expiry: string
  contracts: number
  multiplier: number
  price: number
  /** Dollars of the underlying that move as all its contracts do; null without a delta, left out in older runs. */
  exposure?: number | null
  /** Internal diversification of the underlying; left out in older runs. */
  internalDiversification?: number
}

/** Positions that an analysis leaves out, with the reasons. */
export interface LeftOut {
  ticker: string
  reason: string
}

/** The portfolio as hedges see it. */
export interface HedgedBook {
  shares: HeldShare[]
  cash: number
  contracts: HeldContract[]
  leftOut: LeftOut[]
}

/** Result of asking for a chain. */
export interface ChainOutcome {
  ticker: string
  state: 'used' | 'stale' | 'no-options' | 'provider-down' | 'unauthorized' | 'unreadable'
  /** Meaning of its absence, when it is absent. */
  note: string | null
}

/** A chain in slices as `encodeChain` writes them, and what its underlying is to the book. */
export interface LoadedChain {
  ticker: string
  role: OptionMarketRole
  sector: string | null
  usualBeta: number
  slices: string[]
}

/** Everything that an analysis is computed from; it can be copied between threads. */
export interface BookInput {
  book: HedgedBook
  /** The benchmark's trading days since the first crisis, ascending. */
  calendar: Int32Array
  series: PriceSeries[]
  /** The index of volatility, in points; null where the source has none, left out in runs from before it was loaded. */
  volatility?: PriceSeries | null
  chains: LoadedChain[]
  chainOutcomes: ChainOutcome[]
  /** True when an old tail of history or old quotes stand in for what the provider did not give. */
  isStale: boolean
  /** Tickers whose history ends early, because the provider did not give its latest days. */
  oldHistories: string[]
  indexSectors: IndexSectors
  sectorFunds: { sector: string; ticker: string }[]
  otherIndexes: string[]
  diversifiers: { ticker: string; usualBeta: number }[]
  /** Risks beside the market whose funds have a history; left out in runs from before they were looked at. */
  drivers?: RiskDriver[]
  /** Brokerage accounts that a ticket has to fit into; left out where nobody has said what they may hold. */
  accounts?: readonly SplitAccount[]
  request: HedgeRequest
  echo: EchoedRequest
  frame: AnswerFrame
}

/** Circumstances of an analysis next to its figures. */
export interface AnswerFrame {
  analysisId: string
  portfolioId: string
  portfolioName: string
  createdAt: string
  source: HedgeAnalysis['source']
  simulated: boolean
  /** Newest price of the portfolio. */
  asOf: string
}
