import type { GroundedText } from '@ballast/contract'
import type { PriceSeries } from '@ballast/quant'
import type { HedgeAnswer } from '../../advice/runs/answers.ts'
import type { StrategyFacts } from '../../advice/texts/strategy-facts.ts'
import type { TargetFrame } from './write-target.ts'

/** Frame that the summary of an analysis is written from. */
export interface SummaryFrame extends TargetFrame {
  outcome: HedgeAnswer['outcome']
  /** The search's choice in words, if there is one. */
  pick: { instrument: GroundedText; facts: StrategyFacts } | null
  /** Why no index hedge could be searched, in words; null when one was. */
  obstacle: GroundedText | null
  /** Why no option on what the portfolio has to fear beside the market was searched; null when one was. */
  ownObstacle: GroundedText | null
  /** Selling instead, if something would have to be sold. */
  comparator: { facts: StrategyFacts; lossPercent: number } | null
  /** Why not the same part is sold of every holding; null where it is. */
  soldLess: string | null
  leftOut: readonly string[]
  shorts: ReadonlySet<string>
  holdsOptions: boolean
  /** Closes of the index as far as they are known. */
  history: PriceSeries | null
}
