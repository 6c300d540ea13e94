import type { BacktestResult } from '@ballast/contract'
import type { Held } from '../count-covers.ts'
import type { ReplayInput } from './replay-portfolio.ts'

/** Why a holding is left out although it has a price today. */
export type ExclusionReason = 'other-currency' | 'provider-down' | 'own-data-only' | 'no-stand-in'

/** Facts about a backtest that are not its numbers. */
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
  /** Value of the options, signed: they are not replayed, and each has its share of the portfolio. */
  options: readonly { ticker: string; value: number }[]
  frame: BacktestFrame
  benchmarkTickers: readonly string[]
}
