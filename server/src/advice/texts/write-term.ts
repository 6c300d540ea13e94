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
  const end = writer.state('protection.end', date)
  const before = writer.state('protection.lossBeforePercent', lossBefore, { inputs: [shock] })
  const after = writer.state('protection.lossAfterPercent', lossAfter, { inputs: [shock] })
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
  const wanted = new FactWriter(ledger, 'request').state('request.askedDay', asked.date)
  return [ground`No options are listed until ${wanted}, so the protection is for the time until ${lastDay}.`]
}
