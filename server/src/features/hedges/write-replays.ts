// Tests: hedge-crises.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import {
  findDeepestFall,
  formatIsoDate,
  type HedgeAnalysis,
  type HedgeProposal,
  keepsLimit,
  type PriceSeries,
} from '@ballast/quant'
import { findUnhedgedLoss, type RiskFacts } from '../../advice/texts/risk-facts.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground, plain } from '../../grounding/grounded-text.ts'
import { recordReplay, writeRenewals } from './crisis-facts.ts'
import type { SummaryFrame } from './summary-frame.ts'
import { findPick } from './write-target.ts'

/** Shares of the value nearer than this are the same. */
const SAME = 0.0005

/**
 * The crisis whose replay gives less than what a proposal promises for the shock: one that was no deeper than that
 * fall, in which the hedge saves less or leaves a larger loss. Of several, the deepest: it is the most like what is asked.
 *
 * @returns undefined where none is so, or where no fall is promised anything
 */
export function findContraryReplay(
  { request, risk }: Pick<HedgeAnalysis, 'request' | 'risk'>,
  { legs, crises, lossAtShock }: HedgeProposal,
): ContraryReplay | undefined {
  if (legs.length === 0 || request.crisis !== null || request.objective !== 'loss-curve') return undefined
  const promised = findUnhedgedLoss(risk, request) - lossAtShock
  return crises
    .filter(({ indexReturn }) => indexReturn < 0 && indexReturn >= request.shock)
    .map((row) => ({
      ...row,
      savesLess: (row.hedged - row.unhedged) / risk.value < promised - SAME,
      losesMore: -row.worstHedged / risk.value > lossAtShock + SAME,
    }))
    .filter(({ savesLess, losesMore }) => savesLess || losesMore)
    .sort((a, b) => a.indexReturn - b.indexReturn)[0]
}

type ContraryReplay = HedgeProposal['crises'][number] & { savesLess: boolean; losesMore: boolean }

/** Writes what the replay says that the headline does not. */
export function writeContraryReplay(ledger: FactLedger, analysis: HedgeAnalysis): GroundedText[] {
  const pick = findPick(analysis)
  const row = pick && findContraryReplay(analysis, pick)
  if (!pick || !row) return []
  const replay = recordReplay(ledger, {
    proposal: pick,
    key: 'pick',
    scenario: row.scenario,
    value: analysis.risk.value,
  })
  if (replay === null) return []
  const { name, fall, days, saved, savedRenewed, worstHedged, endDay } = replay
  const left = row.losesMore ? ground`leaves a loss of ${worstHedged} by the lowest day and ` : ''
  const ended = endDay === null ? '' : ground`: its options are gone after ${bare(endDay)} of them`
  const texts = [
    ground`But in ${name}, a fall of ${fall} over ${bare(days)} trading days, the same hedge ${left}${writeSaved(saved, row.savesLess)}${ended}.`,
  ]
  const again = writeRenewals(replay)
  if (again !== null) texts.push(ground`Bought again at each expiry (${again}), it ${writeSaved(savedRenewed)}.`)
  return texts
}

/**
 * The crisis that costs a portfolio most beyond a limit that it keeps in what was asked about: one in which the market fell
 * no further than that, or any where the portfolio has another risk to fear than the market.
 *
 * @returns undefined where none is so, or a crisis was asked about itself
 */
export function findBrokenReplay({
  request,
  unhedged,
  ownRisk,
  risk,
}: HedgeAnalysis): { readonly scenario: string } | undefined {
  if (request.crisis !== null || request.objective !== 'loss-curve') return undefined
  return unhedged.crises
    .filter(({ indexReturn }) => ownRisk !== null || indexReturn >= request.shock)
    .filter(({ worstUnhedged }) => !keepsLimit(-worstUnhedged / risk.value, request.limit))
    .sort((a, b) => a.worstUnhedged - b.worstUnhedged)[0]
}

/** Writes the past crisis that a portfolio within its limit would not get through within it. */
export function writeKeptReplay({ ledger, analysis }: Pick<SummaryFrame, 'ledger' | 'analysis'>): GroundedText[] {
  const found = findBrokenReplay(analysis)
  const replay =
    found &&
    recordReplay(ledger, {
      proposal: analysis.unhedged,
      key: 'unhedged',
      scenario: found.scenario,
      value: analysis.risk.value,
    })
  if (!replay) return []
  return [
    ground`But if ${replay.name} came again, it would lose ${replay.worstUnhedged} by the lowest day, more than that limit.`,
    plain('Choose that crisis as the shock to see what protects from it.'),
  ]
}

function writeSaved(saved: Fact, isLess = false): GroundedText {
  return Number(saved.value) >= 0
    ? ground`saves ${isLess ? 'only ' : ''}${saved} by the end`
    : ground`leaves you ${abs(saved)} worse off at the end`
}

/** Terms that can be asked for instead, in trading days. */
const LONGER_TERMS = [126, 189, 252]

/** A fall that the market's history never saw within the term. */
export function writeRareFall(
  ledger: FactLedger,
  { analysis, facts, history }: { analysis: HedgeAnalysis; facts: RiskFacts; history: PriceSeries | null },
): GroundedText[] {
  const { request, term } = analysis
  const deepest = history && findDeepestFall(history.closes, term.tradingDays)
  if (!history || !deepest || request.crisis !== null || request.shock >= deepest.marketReturn) return []
  const writer = new FactWriter(ledger, 'history')
  const fall = writer.state('history.deepestFallPercent', -deepest.marketReturn)
  const until = writer.state('history.deepestFallDate', formatIsoDate(history.days[deepest.to] ?? 0))
  const first = ground`No ${bare(facts.horizon)} trading days of the market’s history saw a fall of ${facts.shock}: the deepest was ${fall}, until ${until}.`
  const longer = LONGER_TERMS.find(
    (days) => days > term.tradingDays && (findDeepestFall(history.closes, days)?.marketReturn ?? 0) <= request.shock,
  )
  if (longer === undefined)
    return [first, ground`Falls so deep take longer than a year: choose a past crisis as the shock.`]
  const days = writer.state('history.longerTermDays', longer)
  return [
    first,
    ground`Falls so deep take longer: ask for ${bare(days)} trading days, or choose a past crisis as the shock.`,
  ]
}
