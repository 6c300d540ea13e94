// Tests: hedge-crises.test.ts

import { type GroundedText, namePosition, namePositions } from '@ballast/contract'
import { nameCrisis } from '@ballast/contract/hedge-request'
import type { HedgeProposal } from '@ballast/quant'
import { CRISIS, STRATEGY, SUMMARY } from '../../advice/texts/sentence-kinds.ts'
import type { TextFrame } from '../../advice/texts/strategy-facts.ts'
import { abs, bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import { chain, type Sentence, say } from '../../grounding/sentence.ts'
import { type ReplayFacts, recordReplay, writeRenewals } from './crisis-facts.ts'
import { after, answer, type RankedSentence } from './fold-summary.ts'
import { INDEX_PUTS } from './index-puts.ts'
import type { SummaryFrame } from './summary-frame.ts'
import { nameCheapest, writeCheaper } from './write-cheapest.ts'
import { recordForgone, writeSellingVerdict, writeTaxClause } from './write-selling.ts'
import { findCostWithoutBudget, findPick, nameOffered } from './write-target.ts'

/** The answer where a crisis is asked about: what its path does, and what the hedge makes of it. */
export function writeCrisisAnswer(frame: SummaryFrame, crisis: string): RankedSentence[] {
  const { ledger, analysis, outcome, facts, pick } = frame
  const { limit } = facts
  const replay = (proposal: HedgeProposal, key: string) =>
    recordReplay(ledger, { proposal, key, scenario: crisis, value: analysis.risk.value })
  const bare = replay(analysis.unhedged, 'unhedged')
  const picked = findPick(analysis)
  const hedged = picked === undefined ? null : replay(picked, 'pick')
  if (bare === null) return []
  const { worstUnhedged } = bare
  const name = nameCrisis(crisis)
  if (outcome === 'limit-holds-already') {
    return answer(
      say(
        CRISIS.kept,
        Number(worstUnhedged.value) > 0
          ? ground`No hedge is needed: if ${name} came again, the portfolio would lose ${worstUnhedged} by its lowest day, within the limit of ${limit}.`
          : ground`No hedge is needed: if ${name} came again, the portfolio would not lose.`,
      ),
    )
  }
  const loss = say(
    CRISIS.loss,
    ground`If ${name} came again, the portfolio would lose ${worstUnhedged} by its lowest day.`,
  )
  if (outcome === 'do-not-hedge') {
    return answer(
      say(
        CRISIS.unhedgeable,
        ground`Do not hedge the market: with a beta of ${facts.beta} the portfolio hardly falls with it.`,
      ),
      loss,
    )
  }
  if (outcome === 'hedge' && pick !== null && hedged !== null) {
    return [
      ...answer(
        loss,
        say(
          CRISIS.pick,
          ground`The ${nameCheapest(frame)} is ${pick.instrument} for ${pick.facts.cost} (${pick.facts.costPercent} of the portfolio).`,
        ),
      ),
      ...after(2, say(SUMMARY.cheaper, ...writeCheaper(frame))),
      ...writeThrough(frame, hedged),
    ]
  }
  return [
    ...answer(loss, say(CRISIS.shortfall, writeShortfall(frame, name))),
    ...(pick && hedged ? writeBest(frame, pick, hedged) : answer(say(CRISIS.nothingHelps, ...writeNone(frame)))),
    ...after(5, say(CRISIS.longerTerm, ...writeLonger(frame, bare))),
  ]
}

function writeShortfall(frame: SummaryFrame, name: string): GroundedText {
  const { facts, obstacle } = frame
  if (obstacle !== null) return joinTexts([plain('Options cannot limit that here.'), obstacle])
  const cost = findCostWithoutBudget(frame)
  const wanted = ground`A loss of at most ${facts.limit} through ${name}`
  return cost === null
    ? ground`${wanted} cannot be had at any price with the options that ${nameOffered(frame)}.`
    : ground`${wanted} cannot be had for ${facts.budgetUsd} (${facts.budget}): it would cost ${cost} at first.`
}

function writeBest(frame: SummaryFrame, { instrument, facts }: NonNullable<SummaryFrame['pick']>, hedged: ReplayFacts) {
  return [
    ...answer(say(CRISIS.best, ground`The best that the budget buys is ${instrument} for ${facts.cost}.`)),
    ...writeThrough(frame, hedged),
  ]
}

const writeNone = ({ obstacle }: SummaryFrame) =>
  obstacle === null ? [plain('No affordable hedge makes its lowest day any better.')] : []

/** Writes what the hedge makes of the path: bought again at each expiry, and left to expire. */
function writeThrough({ facts }: SummaryFrame, replay: ReplayFacts): RankedSentence[] {
  const { worstRenewed, worstUnhedged, worstHedged, endRenewed, endDay } = replay
  const isKept = Number(worstRenewed.value) <= Number(facts.limit.value) + 0.05
  const effect = isKept
    ? ground`the loss by the lowest day is ${worstRenewed} instead of ${worstUnhedged}`
    : ground`the loss by the lowest day is still ${worstRenewed} (without it, ${worstUnhedged})`
  const end =
    Number(endRenewed.value) < 0
      ? ground`at the end it is ${abs(endRenewed)}`
      : ground`at the end there is a gain of ${endRenewed}`
  const again = writeRenewals(replay)
  if (again === null || endDay === null) {
    return [
      ...after(3, say(CRISIS.through, ground`The hedge lasts as long as the crisis did: ${effect}, and ${end}.`)),
      ...after(7, say(CRISIS.fitted, FITTED)),
    ]
  }
  return [
    ...after(3, [
      ...say(CRISIS.through, ground`Bought again at each expiry (${again}), ${effect}, and ${end}.`),
      ...say(
        CRISIS.expired,
        ground`Left to expire, it is gone after ${bare(endDay)} trading days, and the loss by the lowest day is ${worstHedged}.`,
      ),
    ]),
    ...after(7, say(CRISIS.fitted, FITTED)),
  ]
}

/** A search that knows the path finds what suits it. */
const FITTED = plain(
  'The ticket is fitted to the days of that crisis; another one of the same depth will not run the same.',
)

/** Trading days of the longest term that can be asked for. */
const LONGEST_TERM = 252

/** A protection that ends long before the crisis does is paid for many times. */
function writeLonger({ facts, obstacle }: SummaryFrame, { days }: ReplayFacts): GroundedText[] {
  const isShort = Number(facts.horizon.value) < Math.min(LONGEST_TERM - 5, Number(days.value))
  if (!isShort || obstacle !== null) return []
  return [
    ground`The crisis took ${bare(days)} trading days and the protection is for ${bare(facts.horizon)}: ask for a longer term, which is bought again less often.`,
  ]
}

/** Says what a strategy gives up where the market rises, if that is worth a word. */
export const sayUpside = ({ facts: { upside } }: Pick<TextFrame, 'facts'>): Sentence[] =>
  say(
    STRATEGY.upside,
    Number(upside.value) > 0.05 && ground`In a strong market this strategy gives up ${upside} of the portfolio.`,
  )

/** Writes what a strategy does where a crisis is asked about. */
export function writeCrisisReasoning(frame: TextFrame, crisis: string, why: string): Sentence[] {
  const { ledger, proposal, key, risk, riskFacts, isPick, isReached } = frame
  const replay = recordReplay(ledger, { proposal, key, scenario: crisis, value: risk.value })
  const reason = say(STRATEGY.why, plain(why))
  if (replay === null) return reason
  const { limit } = riskFacts
  const name = nameCrisis(crisis)
  const { worstUnhedged, worstRenewed } = replay
  const again = writeRenewals(replay)
  let merit: Sentence[] = []
  if (isPick && proposal.holdsLimit && isReached) {
    const every = ground`the loss within ${limit} on every day of ${name}${again === null ? '' : ', bought again at each expiry'}`
    merit = say(
      STRATEGY.crisisKept,
      INDEX_PUTS.has(proposal.family)
        ? ground`Among puts on ${namePosition(proposal.legs[0]?.underlying ?? '')}, with or without puts sold below them, this ticket is the cheapest that keeps ${every}.`
        : ground`It keeps ${every}.`,
    )
  } else if (isPick && !proposal.holdsLimit) {
    merit = say(
      STRATEGY.crisisMissed,
      ground`It does not keep the loss within ${limit} on every day of ${name}; it is the best that the budget buys.`,
    )
  }
  const sayEffect = (text: GroundedText) => say(STRATEGY.crisisEffect, text)
  if (proposal.family === 'do-nothing') {
    return chain(
      merit,
      reason,
      sayEffect(ground`If ${name} came again, it would lose ${worstUnhedged} by its lowest day.`),
    )
  }
  const effect = sayEffect(
    Number(worstRenewed.value) < Number(worstUnhedged.value)
      ? ground`If ${name} came again, the portfolio would lose ${worstRenewed} by its lowest day instead of ${worstUnhedged}.`
      : ground`It does not soften ${name}: the loss by its lowest day is ${worstRenewed} with it and ${worstUnhedged} without.`,
  )
  return chain(
    merit,
    reason,
    effect,
    say(STRATEGY.crisisRenewals, again && ground`To do that, it is bought again ${again}.`),
    sayUpside(frame),
  )
}

/** Selling instead of hedging, by the same crisis. */
export function writeCrisisSelling(frame: SummaryFrame): Sentence[] {
  const { comparator, ledger, facts, analysis, outcome } = frame
  if (comparator === null || outcome === 'limit-holds-already' || outcome === 'do-not-hedge') return []
  const { loss } = comparator.facts
  const share = ledger.get('strategy.reduce-exposure.soldPercent')
  const { keep } = analysis.request
  const but = keep.length > 0 ? ` but ${namePositions(keep)}` : ''
  return [
    ...say(
      CRISIS.selling,
      ground`Selling instead: with ${share} of every position${but} sold, the loss by the lowest day is ${loss}. Selling costs about ${recordForgone(ledger, comparator.facts, analysis.selling)} of expected return over ${bare(facts.horizon)} trading days${writeTaxClause(ledger, analysis)}.`,
    ),
    ...say(SUMMARY.sellingVerdict, ...writeSellingVerdict(ledger, analysis)),
  ]
}
