// Tests: own-risk.test.ts

import { type GroundedText, namePositions } from '@ballast/contract'
import { findCappedGain, type OwnRisk } from '@ballast/quant'
import { recordOwnRisk } from '../../advice/texts/own-risk-facts.ts'
import type { RiskFacts } from '../../advice/texts/risk-facts.ts'
import { SUMMARY } from '../../advice/texts/sentence-kinds.ts'
import type { TextFrame } from '../../advice/texts/strategy-facts.ts'
import { writeCap } from '../../advice/texts/write-terms.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, ground, plain } from '../../grounding/grounded-text.ts'
import { type Sentence, say } from '../../grounding/sentence.ts'
import { answer, type RankedSentence, rank } from './fold-summary.ts'
import type { SummaryFrame } from './summary-frame.ts'
import { LEAST_SAVING, writePrice } from './write-cheapest.ts'
import { findBrokenReplay, writeKeptReplay } from './write-replays.ts'

/** The answer for a portfolio that has another risk to fear than the stock market. */
export function writeOwnAnswer(frame: SummaryFrame, own: OwnRisk): RankedSentence[] {
  const { ledger, analysis, facts, pick, outcome } = frame
  const { limit, budget, budgetUsd, lastDay } = facts
  const { move, name, lossPercent, lossUsd } = recordOwnRisk({ ledger, risk: analysis.risk, riskFacts: facts }, own)
  const market = rank(3, say(SUMMARY.fall, writeMarket(facts)))
  if (own.isKept) {
    const verdict = findBrokenReplay(analysis) === undefined ? plain('No hedge is needed. ') : []
    return [
      ...answer(
        say(
          SUMMARY.ownKept,
          ground`${verdict}The largest risk of this portfolio is ${name}: if ${move}, it loses ${lossPercent} (${lossUsd}), within the limit of ${limit}.`,
        ),
        say(SUMMARY.keptReplay, ...writeKeptReplay(frame)),
      ),
      ...market,
    ]
  }
  const threat = say(
    SUMMARY.ownThreat,
    ground`The largest risk of this portfolio is ${name}: if ${move}, it loses ${lossPercent} (${lossUsd}).`,
  )
  const selling = rank(2, say(SUMMARY.ownSelling, writeSelling(frame, own)))
  const after = pick && own.effects.find(({ id }) => id === own.pick)
  const left = after && new FactWriter(ledger, 'own').state('own.lossAfterPercent', after.loss)
  if (outcome === 'hedge' && pick && left) {
    const cheaper = writeCheaperOwn(frame, own)
    return [
      ...answer(
        threat,
        say(
          SUMMARY.ownPick,
          ground`The cheapest ${cheaper === null ? 'hedge that was found' : 'hedge that caps no gains'} is ${pick.instrument} for ${pick.facts.cost} (${pick.facts.costPercent} of the portfolio): that fall on any day until ${lastDay} then costs ${left} instead.`,
        ),
        say(SUMMARY.cheaper, cheaper),
      ),
      ...selling,
      ...market,
    ]
  }
  return [...answer(threat, writeShortfall(frame, own)), ...(pick && left ? writeBest() : []), ...selling, ...market]

  function writeBest(): RankedSentence[] {
    if (!pick || !left) return []
    return answer(
      say(
        SUMMARY.ownBest,
        ground`The best that the budget of ${budgetUsd} (${budget}) buys is ${pick.instrument} for ${pick.facts.cost}: the loss is then ${left}.`,
      ),
    )
  }
}

/** A collar on the same fund that costs less, and where it takes gains; null where nothing costs less. */
function writeCheaperOwn({ ledger, analysis }: SummaryFrame, { pick, effects }: OwnRisk): GroundedText | null {
  const holders = new Set(effects.filter(({ holdsLimit }) => holdsLimit).map(({ id }) => id))
  const own = analysis.proposals.filter(({ id }) => holders.has(id)).toSorted((a, b) => a.cost.total - b.cost.total)
  const [cheapest] = own
  const chosen = own.find(({ id }) => id === pick)
  if (!cheapest || !chosen || cheapest.cost.total > chosen.cost.total - LEAST_SAVING) return null
  const cap = findCappedGain(cheapest.legs, analysis.underlyings)
  if (cap === null) return null
  const writer = new FactWriter(ledger, 'own.cheapest')
  return ground`Cheaper still is a collar ${writePrice(writer, cheapest.cost.total)}, which ${writeCap(writer, cap)}.`
}

function writeShortfall({ ledger, facts: { limit }, ownObstacle }: SummaryFrame, own: OwnRisk): Sentence[] {
  if (ownObstacle !== null)
    return [
      ...say(SUMMARY.ownShortfall, ground`No option that may be used here brings that within ${limit}.`),
      ...say(SUMMARY.obstacle, ownObstacle),
      ...say(SUMMARY.sellOnly, plain('You can only sell a part of it.')),
    ]
  if (own.costWithoutBudget === null) {
    const offered = own.shortfall === 'accounts' ? ' that your accounts can hold' : ''
    return say(
      SUMMARY.ownShortfall,
      ground`No options on ${own.driver.ticker}${offered} keep it within ${limit} at any price.`,
    )
  }
  const cost = new FactWriter(ledger, 'own').state('search.costWithoutBudget', own.costWithoutBudget)
  return say(SUMMARY.ownShortfall, ground`To keep it within ${limit} would cost ${cost}.`)
}

/** Writes what a hedge of this risk competes with; null where no sale keeps the limit. */
function writeSelling({ ledger, analysis, facts: { limit } }: SummaryFrame, own: OwnRisk): GroundedText | null {
  if (own.partToSell === null) return null
  const share = new FactWriter(ledger, 'own').state('own.soldPercent', own.partToSell)
  const { keep } = analysis.request
  const but = keep.length > 0 ? ` but ${namePositions(keep)}` : ''
  return ground`With ${share} of every position${but} sold instead, the loss stays within ${limit}, before tax on gains.`
}

function writeMarket({ shock, lossPercent }: RiskFacts): GroundedText {
  return Number(lossPercent.value) < 0
    ? ground`In a market fall of ${shock} it loses ${abs(lossPercent)}.`
    : ground`In a market fall of ${shock} it is not expected to lose.`
}

/** Writes what that risk costs with a strategy, on its card: a hedge of it, or nothing done; of others nothing is said. */
export function writeOwnEffect(frame: TextFrame): GroundedText[] {
  const { proposal, ownRisk, ledger, key } = frame
  if (ownRisk === null) return []
  const { move, lossPercent, lossUsd } = recordOwnRisk(frame, ownRisk)
  if (proposal.family === 'do-nothing') return [ground`If ${move}, it loses ${lossPercent} (${lossUsd}).`]
  const effect = ownRisk.effects.find(({ id }) => id === proposal.id)
  if (effect === undefined) return []
  const left = new FactWriter(ledger, `strategy.${key}`).state('strategy.ownLossPercent', effect.loss)
  return effect.loss < 0
    ? [ground`If ${move}, the portfolio gains ${abs(left)} instead of losing ${lossPercent}.`]
    : [ground`If ${move}, the portfolio loses ${left} instead of ${lossPercent}.`]
}
