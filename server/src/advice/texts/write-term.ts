import type { GroundedText } from '@ballast/contract'
import type { HedgeContext, ProtectionEnd } from '@ballast/quant'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { ground } from '../../grounding/grounded-text.ts'
import type { RiskFacts } from './risk-facts.ts'

/** "Your protection ends on Nov 27, 2026. Until then a market fall of 20% costs 1.7%, after it 20.9%." */
export function writeProtectionEnd(
  ledger: FactLedger,
  { date, lossBefore, lossAfter }: ProtectionEnd,
  { shock }: Pick<RiskFacts, 'shock'>,
): GroundedText {
  const writer = new FactWriter(ledger, 'protection')
  const end = writer.date('end', date, {
    label: 'Last day on which options that are held keep the limit',
    formula: 'Expiry of the options after which the loss at the asked fall is beyond the limit',
  })
  const before = writer.percent('lossBeforePercent', lossBefore, {
    label: 'Loss at the asked fall on the last day of that protection',
    formula: 'Shares by their betas, options by their worst valuation on that day',
    inputs: [shock],
  })
  const after = writer.percent('lossAfterPercent', lossAfter, {
    label: 'Loss at the asked fall on the trading day after it',
    formula: 'The same, with the options that have ended worth what they paid',
    inputs: [shock],
  })
  return Number(before.value) > 0
    ? ground`Your protection ends on ${end}: until then a market fall of ${shock} costs up to ${before}, from the next day on ${after}.`
    : ground`Your protection ends on ${end}: until then a market fall of ${shock} costs nothing, from the next day on ${after}.`
}

/** Days by which an expiry may miss the day that was asked for before it is said. */
const A_FEW_DAYS = 7

/** Where no option is listed for as long as was asked. */
export function writeShortTerm(
  ledger: FactLedger,
  { term, asked }: Pick<HedgeContext, 'term' | 'asked'>,
  { lastDay }: Pick<RiskFacts, 'lastDay'>,
): GroundedText[] {
  if (asked.calendarDays - term.calendarDays <= A_FEW_DAYS) return []
  const wanted = new FactWriter(ledger, 'request').date('askedDay', asked.date, {
    label: 'Last day that was asked for',
    formula: 'Day of the quotes and as many sessions of the exchange as were asked for',
  })
  return [ground`No options are listed until ${wanted}, so the protection is for the time until ${lastDay}.`]
}
