// Tests: hedge-crises.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import { nameCrisis } from '@ballast/contract/hedge-request'
import type { HedgeProposal } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground } from '../../grounding/grounded-text.ts'

/** The figures of one crisis that is replayed with a strategy. Losses and results in percent of the portfolio. */
export interface ReplayFacts {
  name: string
  /** Fall of the index, positive. */
  fall: Fact
  days: Fact
  /** Loss that the hedge as it is saved, in dollars: the loss without it less the loss with it. */
  saved: Fact
  /** Losses by the lowest day, positive, without a hedge, with it as it is, and with options bought again. */
  worstUnhedged: Fact
  worstHedged: Fact
  worstRenewed: Fact
  /** At the end in percent, signed, with options bought again. */
  endRenewed: Fact
  savedRenewed: Fact
  endDay: Fact | null
  renewals: Fact | null
  renewalCost: Fact | null
}

/** "2 times, for $12,177 in all"; null where nothing is bought again. */
export function writeRenewals({ renewals, renewalCost }: ReplayFacts): GroundedText | null {
  if (renewals === null || renewalCost === null) return null
  const times = ground`${bare(renewals)} ${Number(renewals.value) === 1 ? 'time' : 'times'}`
  return Number(renewalCost.value) < 0
    ? ground`${times}, for a credit of ${abs(renewalCost)} in all`
    : ground`${times}, for ${renewalCost} in all`
}

/** Enters the replay of one crisis with one strategy; null where it was not replayed. */
export function recordReplay(
  ledger: FactLedger,
  { proposal, key, scenario, value }: { proposal: HedgeProposal; key: string; scenario: string; value: number },
): ReplayFacts | null {
  const row = proposal.crises.find((one) => one.scenario === scenario)
  if (row === undefined) return null
  const writer = new FactWriter(ledger, `replay.${scenario}.${key}`)
  const name = nameCrisis(scenario)
  const { renewed, endDay } = row
  const last = renewed ?? row
  const unhedged = writer.state('replay.unhedgedUsd', row.unhedged, { names: { name } })
  const hedged = writer.state('replay.hedgedUsd', row.hedged, { names: { name } })
  return {
    name,
    fall: writer.state('replay.fallPercent', -row.indexReturn, { names: { name } }),
    days: writer.state('replay.tradingDays', row.tradingDays, { names: { name } }),
    saved: writer.state('replay.savedUsd', row.hedged - row.unhedged, { names: { name }, inputs: [unhedged, hedged] }),
    worstUnhedged: writer.state('replay.worstUnhedgedPercent', -row.worstUnhedged / value, { names: { name } }),
    worstHedged: writer.state('replay.worstHedgedPercent', -row.worstHedged / value, { names: { name } }),
    worstRenewed: writer.state('replay.worstRenewedPercent', -last.worstHedged / value, { names: { name } }),
    endRenewed: writer.state('replay.endRenewedPercent', last.hedged / value, { names: { name } }),
    savedRenewed: writer.state('replay.savedRenewedUsd', last.hedged - row.unhedged, { names: { name } }),
    endDay: endDay === null ? null : writer.state('replay.endDay', endDay),
    renewals: renewed && writer.state('replay.renewals', renewed.renewals, { names: { name } }),
    renewalCost: renewed && writer.state('replay.renewalCost', renewed.cost, { names: { name } }),
  }
}
