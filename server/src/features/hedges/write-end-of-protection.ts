// Tests: hedge-verdicts.test.ts, hedges.test.ts

import type { GroundedText } from '@ballast/contract'
import { writeShortStrike } from '../../advice/texts/write-terms.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { ground } from '../../grounding/grounded-text.ts'
import { findPick, type TargetFrame } from './write-target.ts'

/** Where what is recommended stops protecting, and what a deeper fall then costs in dollars. */
export function writeEndOfProtection({ analysis, ledger, facts }: TargetFrame): GroundedText[] {
  const pick = findPick(analysis)
  if (pick === undefined) return []
  return writeShortStrike((prefix) => new FactWriter(ledger, prefix), pick, {
    market: analysis,
    prefix: 'search.beyond',
    stateUsd: (loss, writer, percent) => {
      const usd = writer.state('search.beyond.lossUsd', loss * analysis.risk.value, {
        key: 'lossUsd',
        inputs: [percent, facts.value],
      })
      return ground`${usd}`
    },
  })
}
