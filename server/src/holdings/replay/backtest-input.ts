import type { BacktestResult } from '@ballast/contract'
import type { Held } from '../count-covers.ts'
import type { ReplayInput } from './replay-portfolio.ts'

/** Why a holding is left out although it has a price today. */
export type ExclusionReason = 'other-currency' | 'provider-down' | 'own-data-only' | 'no-stand-in'

/** What is known about a backtest beside the numbers. */
export type BacktestFrame = Pick<
  BacktestResult,
  | 'basis'
  | 'rebalance'
  | 'ownDataOnly'
  | 'unpriced'
  | 'source'
  | 'simulated'
  | 'stale'
  | 'asOf'
  | 'benchmark'
  | 'benchmarkCover'
> & { scenario: { id: string; name: string; description: string } }

export interface BacktestInput {
  replay: ReplayInput
  reasons: ReadonlyMap<string, ExclusionReason>
  held: Held
  /** What options are worth, signed: none is replayed, and each has its share of what is held. */
  options: readonly { ticker: string; value: number }[]
  frame: BacktestFrame
  /** What the benchmark is made of. */
  benchmarkTickers: readonly string[]
}
