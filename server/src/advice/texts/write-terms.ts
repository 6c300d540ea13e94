// Tests: ../../features/hedges/hedge-verdicts.test.ts, ../../features/ai-analysis/twenty-books.test.ts

import { type Fact, type GroundedText, namePosition } from '@ballast/contract'
import type { CappedGain, HedgeAnalysis, HedgeProposal } from '@ballast/quant'
import type { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground } from '../../grounding/grounded-text.ts'

/** "gives up what SPY gains above 830 (10.4% from here)" */
export function writeCap(writer: FactWriter, { underlying, strike, rise }: CappedGain): GroundedText {
  const names = { underlying: namePosition(underlying) }
  const price = writer.state('cap.strike', strike, { key: 'capStrike', names })
  const share = writer.state('cap.risePercent', rise, { key: 'capRisePercent', names, inputs: [price] })
  return ground`gives up what ${namePosition(underlying)} gains above ${bare(price)} (${share} from here)`
}

interface ShortStrike {
  /** Market that the proposal is priced with; the term bounds the days. */
  market: Pick<HedgeAnalysis, 'underlyings' | 'term'>
  /** Name of the figures. */
  prefix: string
  /** States the loss in dollars, where it is said. */
  stateUsd?: (loss: number, writer: FactWriter, percent: Fact) => GroundedText
}

/**
 * Where a spread stops protecting, and what a deeper fall then costs: "Below a market fall of 22.6% every further fall is
 * yours: one of 30% costs $65,000 (19.8%)." Empty for a ticket that sells no put.
 */
export function writeShortStrike(
  createWriter: (prefix: string) => FactWriter,
  proposal: HedgeProposal,
  { market, prefix, stateUsd }: ShortStrike,
): GroundedText[] {
  const fall = findStrikeFall(proposal, market)
  if (fall === null) return []
  const deeper = proposal.losses.falls.findIndex((one) => one <= fall - LEAST_DISTANCE)
  const loss = findWorstAt(proposal, market, deeper)
  if (loss === null || loss <= 0) return []
  const writer = createWriter(prefix)
  const end = writer.state('search.beyond.strikePercent', fall, { key: 'strikePercent' })
  const next = writer.state('search.beyond.fallPercent', proposal.losses.falls[deeper] ?? 0, { key: 'fallPercent' })
  const percent = writer.state('search.beyond.lossPercent', loss, { key: 'lossPercent', inputs: [next] })
  const cost = stateUsd === undefined ? ground`${percent}` : ground`${stateUsd(loss, writer, percent)} (${percent})`
  const left = proposal.legs.reduce((sum, { contracts }) => sum + contracts, 0)
  return [
    left > 0
      ? ground`Below a market fall of ${abs(end)} the hedge covers less of each further fall: one of ${abs(next)} costs ${cost}.`
      : ground`Below a market fall of ${abs(end)} you bear every further fall: one of ${abs(next)} costs ${cost}.`,
  ]
}

/** A fall so much deeper than the strike is worth naming. */
const LEAST_DISTANCE = 0.02

type Market = ShortStrike['market']

/** The market return that brings an underlying to the highest strike of its puts that are sold; null without any. */
function findStrikeFall({ family, legs }: HedgeProposal, { underlyings }: Market): number | null {
  // A put that is sold to close it leaves nothing behind.
  if (family === 'close-options') return null
  const sold = legs.filter(({ type, contracts }) => type === 'put' && contracts < 0)
  const falls = sold.flatMap(({ underlying: ticker, strike }) => {
    const underlying = underlyings.find((one) => one.ticker === ticker)
    if (underlying === undefined || !(underlying.beta > 0)) return []
    return [(strike / underlying.spot) ** (1 / underlying.beta) - 1]
  })
  return falls.length === 0 ? null : Math.max(...falls)
}

/** The largest loss of any day of the term at one fall of the map. */
function findWorstAt({ losses }: HedgeProposal, { term }: Market, fall: number): number | null {
  if (fall < 0) return null
  const rows = losses.hedged.filter((_, day) => (losses.days[day]?.tradingDays ?? 0) <= term.tradingDays)
  return Math.max(...rows.map((row) => row[fall] ?? 0))
}
