// Tests: odd-books.test.ts, comprehensive.test.ts

import type { ComprehensiveAnalysis, GroundedText } from '@ballast/contract'
import { type AdviceRule, findProtectionEnd, measureMoveLoss, type OwnRisk } from '@ballast/quant'
import { DRIVERS, recordOwnRisk } from '../../advice/texts/own-risk-facts.ts'
import { nameHolding, nameSectorBasis } from '../../advice/texts/write-risk.ts'
import { writeProtectionEnd } from '../../advice/texts/write-term.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import type { AdviceFacts } from './advice-facts.ts'
import type { AdviceFrame } from './advice-frame.ts'
import { writeBetterCourse } from './write-evidence.ts'
import { nameMove } from './write-step.ts'

export interface WrittenRecommendation {
  /** What to do, as the specification names it. */
  headline: GroundedText
  /** Why. */
  rationale: GroundedText
}

type Subject = { frame: AdviceFrame; facts: AdviceFacts }

const FIRST: Readonly<Record<ComprehensiveAnalysis['headline'], (subject: Subject) => string>> = {
  'reduce-concentration': ({ facts, frame }) =>
    facts.largest ? `Reduce concentration in ${nameHolding(facts.largest.name, frame.shorts)}` : 'Reduce concentration',
  'hedge-market-risk': ({ frame }) =>
    isOwnHedged(frame) ? `Hedge market risk from ${nameOwnRisk(frame.advice.ownRisk)}` : 'Hedge market risk',
  diversify: () => 'Diversify across sectors',
  'improve-data': () => 'Complete the data',
  hold: () => 'Hold – no change',
}

const nameOwnRisk = (own: OwnRisk | null) => (own === null ? 'the market' : DRIVERS[own.driver.kind].name)

const THEN: Readonly<Record<AdviceRule, string>> = {
  'reduce-concentration': 'reduce concentration',
  'hedge-market-risk': 'hedge market risk',
  diversify: 'diversify across sectors',
  'improve-data': 'raise the quality of data',
}

const RATIONALES: Readonly<Record<ComprehensiveAnalysis['headline'], (subject: Subject) => GroundedText>> = {
  'reduce-concentration': ({ frame, facts: { largest, stakes } }) => {
    const stake = stakes.get('reduce-concentration')
    if (!largest || stake === undefined) return plain('A single position weighs too much.')
    const name = nameHolding(largest.name, frame.shorts)
    return ground`Moves of ${name} beyond the market may cost ${stake} of the portfolio within ${bare(frame.riskFacts.horizon)} trading days. No index hedge covers that.`
  },
  'hedge-market-risk': ({ frame, facts: { move } }) => {
    const { riskFacts, ledger, context } = frame
    if (isOwnHedged(frame)) return writeOwnThreat(frame)
    const end = findProtectionEnd(context)
    if (end !== null && !move?.rise) return writeProtectionEnd(ledger, end, riskFacts)
    if (move?.rise)
      return ground`A market rise of ${move.rise} would cost ${move.loss} of the portfolio, more than the limit of ${riskFacts.limit}.`
    if (move)
      return ground`If the market does not move, its options end, which would cost ${move.loss} of the portfolio, more than the limit of ${riskFacts.limit}.`
    return ground`A market fall of ${riskFacts.shock} would cost ${abs(riskFacts.lossPercent)} of the portfolio, more than the limit of ${riskFacts.limit}.`
  },
  diversify: ({ frame, facts: { sector, stakes } }) => {
    const stake = stakes.get('diversify')
    if (!sector || stake === undefined) return plain('A single sector weighs too much.')
    return ground`Moves of ${sector.name} beyond the market may cost ${stake} of the portfolio within ${bare(frame.riskFacts.horizon)} trading days. It is ${sector.weight} of ${nameSectorBasis(frame.risk, sector.name)}.`
  },
  'improve-data': ({ facts: { dataPercent, leftOutCount } }) =>
    leftOutCount
      ? ground`${leftOutCount.left} of ${leftOutCount.held} positions could not be used, so this covers only the others.`
      : ground`Only ${dataPercent} of the portfolio has a year of its own prices and a fresh quote. All the rest is true for that part alone.`,
  hold: ({ frame, facts: { threshold } }) =>
    frame.advice.ownRisk === null
      ? ground`No trade would take a risk of ${threshold} or more out of this portfolio.`
      : writeOwnThreat(frame),
}

const isOwnHedged = ({ advice }: AdviceFrame) => advice.actions.some(({ proposal }) => proposal?.family === 'own-risk')

/** What the portfolio has to fear beside the market, against the limit. */
function writeOwnThreat(frame: AdviceFrame): GroundedText {
  const { ownRisk } = frame.advice
  if (ownRisk === null) return []
  const { limit } = frame.riskFacts
  const { move, name, lossPercent, lossUsd } = recordOwnRisk(frame, ownRisk)
  return ownRisk.isKept
    ? ground`The largest risk of this portfolio is ${name}: if ${move}, it loses ${lossPercent} (${lossUsd}), within the limit of ${limit}.`
    : isOwnHedged(frame)
      ? ground`The largest risk of this portfolio is ${name}: if ${move}, it loses ${lossPercent} (${lossUsd}), more than the limit of ${limit}.`
      : ground`The largest risk of this portfolio is ${name}: if ${move}, it loses ${lossPercent} (${lossUsd}), more than the limit of ${limit}. No listed option brings that down for the budget. Selling a part of it does.`
}

/** Where the finished plan ends, within the limit or not; null where nothing is traded. */
function writeFinish(frame: AdviceFrame): GroundedText | null {
  const {
    advice: { actions, finished },
    ledger,
    context,
    riskFacts: { limit },
  } = frame
  if (actions.every(({ left }) => left === null)) return null
  const own = writeOwnFinish(frame)
  if (own !== null) return own
  const { marketReturn, loss } = finished.worst
  const writer = new FactWriter(ledger, 'plan')
  const move = writer.state('plan.movePercent', Math.abs(marketReturn))
  const lost = writer.state('plan.lossPercent', Math.max(0, loss), { inputs: [move] })
  const moved = nameMove(marketReturn, move)
  const { loss: unmoved } = measureMoveLoss(context, marketReturn)
  if (finished.holdsLimit && loss > unmoved + LEAST_WORSE) {
    return ground`${moved} then costs at most ${lost} of the portfolio, more than it costs now, and within the limit of ${limit}`
  }
  return finished.holdsLimit
    ? ground`${moved} then costs at most ${lost} of the portfolio, within the limit of ${limit}`
    : ground`${moved} then still costs ${lost} of the portfolio, more than the limit of ${limit}`
}

/** A plan may take out what held a fall up, which is said from this share of the value on. */
const LEAST_WORSE = 0.005

/** Where the plan ends by the portfolio's own risk; null where it hedges the market. */
function writeOwnFinish(frame: AdviceFrame): GroundedText | null {
  const { ownRisk } = frame.advice
  const after = ownRisk?.effects.find(({ id }) => id === ownRisk.pick)
  if (!ownRisk || !after || !isOwnHedged(frame)) return null
  const { move } = recordOwnRisk(frame, ownRisk)
  const left = new FactWriter(frame.ledger, 'own').state('own.lossAfterPercent', Math.max(0, after.loss))
  const { limit } = frame.riskFacts
  return after.holdsLimit
    ? ground`if ${move}, it then loses at most ${left}, within the limit of ${limit}`
    : ground`if ${move}, it then still loses ${left}, more than the limit of ${limit}`
}

/** The recommendation: the headline, what comes after it, and why. */
export function writeRecommendation(frame: AdviceFrame, facts: AdviceFacts): WrittenRecommendation {
  const { headline, actions } = frame.advice
  const others = actions
    .slice(1)
    .flatMap(({ rule, type, proposal }) => (rule !== null && (proposal || type === 'data') ? THEN[rule] : []))
  const first = FIRST[headline]({ frame, facts })
  const steps = others.length > 0 ? `${first}, then ${others.join(', then ')}` : first
  const finish = writeFinish(frame)
  const better = writeBetterCourse(frame, facts.evidence)
  return {
    headline: finish === null ? plain(`${steps}.`) : ground`${steps}: ${finish}.`,
    rationale: joinTexts([RATIONALES[headline]({ frame, facts }), ...(better === null ? [] : [better])]),
  }
}
