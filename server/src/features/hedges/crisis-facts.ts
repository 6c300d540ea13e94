// Tests: hedge-crises.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import type { HedgeProposal } from '@ballast/quant'
import { nameCrisis } from '../../advice/request/name-crisis.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground } from '../../grounding/grounded-text.ts'

/** The figures of one crisis that is replayed with a strategy. Losses and results in percent of the portfolio. */
export interface ReplayFacts {
  name: string
  /** Of the index, positive. */
  fall: Fact
  days: Fact
  /** What the hedge as it is made of it in dollars: what was lost without it less what was lost with it. */
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
  const asIs = 'Every close of the window at today’s values; options expire and are not replaced'
  const again =
    'Every close of the window at today’s values; at each expiry the same strikes relative to the price and the same term are bought again, at that day’s volatility and today’s spread'
  const { renewed, endDay } = row
  const last = renewed ?? row
  const unhedged = writer.usd('unhedgedUsd', row.unhedged, {
    label: `Result without it at the end of ${name}`,
    formula: asIs,
  })
  const hedged = writer.usd('hedgedUsd', row.hedged, { label: `Result with it at the end of ${name}`, formula: asIs })
  return {
    name,
    fall: writer.percent('fallPercent', -row.indexReturn, {
      label: `Fall of the index in ${name}`,
      formula: '1 − last close / first close',
    }),
    days: writer.count('tradingDays', row.tradingDays, 'days', {
      label: `Trading days of ${name}`,
      formula: 'Closes of the window − 1',
    }),
    saved: writer.usd('savedUsd', row.hedged - row.unhedged, {
      label: `What it made of ${name}, left to expire`,
      formula: 'Result with it − result without it',
      inputs: [unhedged, hedged],
    }),
    worstUnhedged: writer.percent('worstUnhedgedPercent', -row.worstUnhedged / value, {
      label: `Loss without it by the lowest day of ${name}`,
      formula: asIs,
    }),
    worstHedged: writer.percent('worstHedgedPercent', -row.worstHedged / value, {
      label: `Loss with it by the lowest day of ${name}, left to expire`,
      formula: asIs,
    }),
    worstRenewed: writer.percent('worstRenewedPercent', -last.worstHedged / value, {
      label: `Loss with it by the lowest day of ${name}, bought again at each expiry`,
      formula: again,
    }),
    endRenewed: writer.percent('endRenewedPercent', last.hedged / value, {
      label: `Result with it at the end of ${name}, bought again at each expiry`,
      formula: again,
    }),
    savedRenewed: writer.usd('savedRenewedUsd', last.hedged - row.unhedged, {
      label: `What it made of ${name}, bought again at each expiry`,
      formula: 'Result with it − result without it',
    }),
    endDay:
      endDay === null
        ? null
        : writer.count('endDay', endDay, 'days', {
            label: 'Trading days until its last option has expired',
            formula: 'Sessions of the exchange up to the expiry',
          }),
    renewals:
      renewed && writer.count('renewals', renewed.renewals, 'count', { label: `Renewals in ${name}`, formula: again }),
    renewalCost:
      renewed &&
      writer.usd('renewalCost', renewed.cost, {
        label: `Cost of all renewals in ${name}`,
        formula: 'Premiums paid less received, and commissions; what options paid out is not taken off',
      }),
  }
}
