// Tests: own-risk.test.ts

import type { Fact, GroundedText } from '@ballast/contract'
import type { HedgeAnalysis, OwnRisk } from '@ballast/quant'
import type { RiskFacts } from '../../advice/texts/risk-facts.ts'
import type { TextFrame } from '../../advice/texts/strategy-facts.ts'
import type { FactLedger } from '../../grounding/fact-ledger.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, ground, plain } from '../../grounding/grounded-text.ts'
import { type RankedSentence, rank } from './fold-summary.ts'
import type { SummaryFrame } from './summary-frame.ts'

type DriverKind = OwnRisk['driver']['kind']

/** What moves the portfolio, in words; the fall of its fund is a figure where the words do not say it. */
const DRIVERS: Readonly<Record<DriverKind, { name: string; move: (fall: Fact) => GroundedText }>> = {
  rates: {
    name: 'the level of yields',
    move: (fall) => ground`yields rise by one point, which costs long Treasuries ${fall}`,
  },
  gold: { name: 'the price of gold', move: (fall) => ground`gold falls by ${fall}` },
  dollar: { name: 'the dollar', move: (fall) => ground`the dollar falls by ${fall} against other currencies` },
  euro: { name: 'the euro', move: (fall) => ground`the euro falls by ${fall} against the dollar` },
  yen: { name: 'the yen', move: (fall) => ground`the yen falls by ${fall} against the dollar` },
}

interface OwnRiskFrame {
  ledger: FactLedger
  risk: Pick<HedgeAnalysis['risk'], 'value'>
  riskFacts: Pick<RiskFacts, 'value'>
}

/** Enters what a portfolio's own risk costs it. */
function recordOwnRisk({ ledger, risk, riskFacts }: OwnRiskFrame, { driver, beta, loss }: OwnRisk) {
  const writer = new FactWriter(ledger, 'own')
  const fall = writer.state(driver.kind === 'rates' ? 'own.ratesFallPercent' : 'own.fallPercent', -driver.fall, {
    key: 'fallPercent',
    names: { ticker: driver.ticker },
  })
  const slope = writer.state('own.beta', beta, { names: { ticker: driver.ticker }, inputs: [riskFacts.value] })
  const lossPercent = writer.state('own.lossPercent', loss, { names: { ticker: driver.ticker }, inputs: [fall, slope] })
  const lossUsd = writer.state('own.lossUsd', loss * risk.value, { inputs: [lossPercent, riskFacts.value] })
  return { fall, lossPercent, lossUsd, move: DRIVERS[driver.kind].move(fall), name: DRIVERS[driver.kind].name }
}

/** The answer for a portfolio that has another risk to fear than the stock market. */
export function writeOwnAnswer(frame: SummaryFrame, own: OwnRisk): RankedSentence[] {
  const { ledger, analysis, facts, pick, outcome } = frame
  const { limit, budget, budgetUsd, lastDay } = facts
  const { move, name, lossPercent, lossUsd } = recordOwnRisk({ ledger, risk: analysis.risk, riskFacts: facts }, own)
  const market = rank(3, 'protection', [writeMarket(facts)])
  if (own.isKept) {
    return [
      ...answer(
        ground`No hedge is needed: what moves this portfolio most is ${name}, and if ${move}, it loses ${lossPercent} (${lossUsd}), within the limit of ${limit}.`,
      ),
      ...market,
    ]
  }
  const threat = ground`What this portfolio has to fear is ${name}: if ${move}, it loses ${lossPercent} (${lossUsd}).`
  const after = pick && own.effects.find(({ id }) => id === own.pick)
  const left = after && new FactWriter(ledger, 'own').state('own.lossAfterPercent', after.loss)
  if (outcome === 'hedge' && pick && left) {
    return [
      ...answer(
        threat,
        ground`The cheapest hedge that was found is ${pick.instrument} for ${pick.facts.cost} (${pick.facts.costPercent} of the portfolio): that fall on any day until ${lastDay} then costs ${left} instead.`,
      ),
      ...market,
    ]
  }
  return [...answer(threat, ...writeShortfall(frame, own)), ...(pick && left ? writeBest() : []), ...market]

  function writeBest(): RankedSentence[] {
    if (!pick || !left) return []
    return answer(
      ground`The best that the budget of ${budgetUsd} (${budget}) buys is ${pick.instrument} for ${pick.facts.cost}: the loss is then ${left}.`,
    )
  }
}

function writeShortfall({ ledger, facts: { limit }, ownObstacle }: SummaryFrame, own: OwnRisk): GroundedText[] {
  if (ownObstacle !== null)
    return [
      ground`No listed option brings that within ${limit} here.`,
      ownObstacle,
      plain('Selling a part of it is what is left.'),
    ]
  if (own.costWithoutBudget === null)
    return [ground`No options on ${own.driver.ticker} keep it within ${limit} at any price.`]
  const cost = new FactWriter(ledger, 'own').state('search.costWithoutBudget', own.costWithoutBudget)
  return [ground`To keep it within ${limit} would cost ${cost}.`]
}

const answer = (...texts: readonly GroundedText[]) => rank(0, 'verdict', texts, { follows: 'rest' })

function writeMarket({ shock, lossPercent }: RiskFacts): GroundedText {
  return Number(lossPercent.value) < 0
    ? ground`In a market fall of ${shock} it loses ${abs(lossPercent)}.`
    : ground`In a market fall of ${shock} it is not expected to lose.`
}

/** What that risk costs with a strategy, on its card: a hedge of it, or nothing done; of others nothing is said. */
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
