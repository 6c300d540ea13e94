// Tests: hedge-verdicts.test.ts, hedges.test.ts

import type { GroundedText } from '@ballast/contract'
import type { HedgeAnalysis, HedgeProposal } from '@ballast/quant'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, ground } from '../../grounding/grounded-text.ts'
import { findPick, type TargetFrame } from './write-target.ts'

/**
 * Where a recommended spread stops protecting, and what a deeper fall then costs: "Below a market fall of 22.6% every
 * further fall is yours: one of 30% costs $65,000 (19.8%)."
 */
export function writeShortStrike(frame: TargetFrame): GroundedText[] {
  const { analysis, ledger, facts } = frame
  const pick = findPick(analysis)
  const fall = pick === undefined ? null : findStrikeFall(pick, analysis)
  if (pick === undefined || fall === null) return []
  const deeper = pick.losses.falls.findIndex((one) => one <= fall - LEAST_DISTANCE)
  const loss = findWorstAt(pick, analysis, deeper)
  if (loss === null || loss <= 0) return []
  const writer = new FactWriter(ledger, 'search.beyond')
  const end = writer.state('search.beyond.strikePercent', fall, { key: 'strikePercent' })
  const next = writer.state('search.beyond.fallPercent', pick.losses.falls[deeper] ?? 0, { key: 'fallPercent' })
  const percent = writer.state('search.beyond.lossPercent', loss, { key: 'lossPercent', inputs: [next] })
  const usd = writer.state('search.beyond.lossUsd', loss * analysis.risk.value, {
    key: 'lossUsd',
    inputs: [percent, facts.value],
  })
  const left = pick.legs.reduce((sum, { contracts }) => sum + contracts, 0)
  return [
    left > 0
      ? ground`Below a market fall of ${abs(end)} less of each further fall is covered: one of ${abs(next)} costs ${usd} (${percent}).`
      : ground`Below a market fall of ${abs(end)} every further fall is yours: one of ${abs(next)} costs ${usd} (${percent}).`,
  ]
}

/** A fall so much deeper than the strike is worth naming. */
const LEAST_DISTANCE = 0.02

/** The market return that brings an underlying to the highest strike of its puts that are sold; null without any. */
function findStrikeFall({ legs }: HedgeProposal, { underlyings }: HedgeAnalysis): number | null {
  const sold = legs.filter(({ type, contracts }) => type === 'put' && contracts < 0)
  const falls = sold.flatMap(({ underlying: ticker, strike }) => {
    const underlying = underlyings.find((one) => one.ticker === ticker)
    if (underlying === undefined || !(underlying.beta > 0)) return []
    return [(strike / underlying.spot) ** (1 / underlying.beta) - 1]
  })
  return falls.length === 0 ? null : Math.max(...falls)
}

/** The largest loss of any day of the term at one fall of the map. */
function findWorstAt({ losses }: HedgeProposal, { term }: HedgeAnalysis, fall: number): number | null {
  if (fall < 0) return null
  const rows = losses.hedged.filter((_, day) => (losses.days[day]?.tradingDays ?? 0) <= term.tradingDays)
  return Math.max(...rows.map((row) => row[fall] ?? 0))
}
