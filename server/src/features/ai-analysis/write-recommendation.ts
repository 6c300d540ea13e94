// Tests: odd-books.test.ts, comprehensive.test.ts

import type { ComprehensiveAnalysis, GroundedText } from '@ballast/contract'
import { type AdviceRule, findProtectionEnd, measureMoveLoss, type OwnRisk } from '@ballast/quant'
import { DRIVERS, recordOwnRisk } from '../../advice/texts/own-risk-facts.ts'
import { nameHolding, nameSectorBasis } from '../../advice/texts/write-risk.ts'
import { writeProtectionEnd } from '../../advice/texts/write-term.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { abs, bare, ground, joinTexts, plain } from '../../grounding/grounded-text.ts'
import type { AdviceFacts } from './advice-facts.ts'
import { type AdviceFrame, findOwnThreat } from './advice-frame.ts'
import { nameWorstMove } from './finding-facts.ts'
import { writeBetterCourse } from './write-evidence.ts'
import { nameMove } from './write-step.ts'

export interface WrittenRecommendation {
  /** Recommendation under the name that the specification gives it. */
  headline: GroundedText
  /** Why. */
  rationale: GroundedText
}

type Subject = { frame: AdviceFrame; facts: AdviceFacts }

const FIRST: Readonly<Record<ComprehensiveAnalysis['headline'], (subject: Subject) => string>> = {
  'reduce-concentration': ({ facts, frame }) =>
    facts.largest ? `Reduce concentration in ${nameHolding(facts.largest.name, frame.shorts)}` : 'Reduce concentration',
  'hedge-market-risk': (subject) => nameMarketStep(subject),
  diversify: () => 'Diversify across sectors',
  'improve-data': () => 'Complete the data',
  hold: () => 'Hold – no change',
}

/** Names the step that is taken for the limit: options are bought, or less is held. */
function nameMarketStep({ frame: { advice }, facts: { move } }: Subject): string {
  const own = findOwnThreat(advice)
  const step = advice.actions.find(({ rule }) => rule === 'hedge-market-risk')?.proposal ?? null
  if (step?.family === 'close-options') return 'Buy back sold options'
  if (step !== null && step.family !== 'reduce-exposure')
    return own === null ? 'Hedge market risk' : `Hedge market risk from ${DRIVERS[own.driver.kind].name}`
  if (own !== null) return `Hold less of what follows ${DRIVERS[own.driver.kind].name}`
  if (move === null || move.fall) return 'Hold less of what falls with the market'
  return move.rise ? 'Hold less of what loses when the market rises' : 'Hold less of the options that end'
}

const THEN: Readonly<Record<AdviceRule, (subject: Subject) => string>> = {
  'reduce-concentration': () => 'reduce concentration',
  'hedge-market-risk': (subject) => uncapitalise(nameMarketStep(subject)),
  diversify: () => 'diversify across sectors',
  'improve-data': () => 'raise the quality of data',
}

const uncapitalise = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

const RATIONALES: Readonly<Record<ComprehensiveAnalysis['headline'], (subject: Subject) => GroundedText>> = {
  'reduce-concentration': ({ frame, facts: { largest, stakes } }) => {
    const stake = stakes.get('reduce-concentration')
    if (!largest || stake === undefined) return plain('A single position weighs too much.')
    const name = nameHolding(largest.name, frame.shorts)
    return ground`Moves of ${name} beyond the market may cost ${stake} of the portfolio within ${bare(frame.riskFacts.horizon)} trading days. No index hedge covers that.`
  },
  'hedge-market-risk': ({ frame, facts: { move } }) => {
    const { riskFacts, ledger, context } = frame
    const own = findOwnThreat(frame.advice)
    if (own !== null) return writeOwnThreat(frame, own)
    const end = findProtectionEnd(context)
    if (end !== null && !move?.rise && !move?.fall) return writeProtectionEnd(ledger, end, riskFacts)
    if (move?.rise || move?.fall)
      return ground`${nameWorstMove(move)} would cost ${move.loss} of the portfolio, more than the limit of ${riskFacts.limit}.`
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
  hold: ({ frame, facts: { threshold } }) => {
    const { ownRisk } = frame.advice
    if (ownRisk !== null) return writeOwnThreat(frame, ownRisk)
    const { shock, lossPercent, limit } = frame.riskFacts
    const kept =
      Number(lossPercent.value) < 0
        ? ground`A market fall of ${shock} costs ${abs(lossPercent)} of the portfolio, within the limit of ${limit}.`
        : ground`A market fall of ${shock} costs nothing.`
    return ground`${kept} No trade would take a risk of ${threshold} or more out of this portfolio.`
  },
}

/** Writes the largest risk other than the market, against the limit. */
function writeOwnThreat(frame: AdviceFrame, own: OwnRisk): GroundedText {
  const { limit } = frame.riskFacts
  const { move, name, lossPercent, lossUsd } = recordOwnRisk(frame, own)
  if (own.isKept)
    return ground`The largest risk of this portfolio is ${name}: if ${move}, it loses ${lossPercent} (${lossUsd}), within the limit of ${limit}.`
  const threat = ground`The largest risk of this portfolio is ${name}: if ${move}, it loses ${lossPercent} (${lossUsd}), more than the limit of ${limit}`
  if (own.obstacle === null) return ground`${threat}.`
  return own.pick === null
    ? ground`${threat}. No listed option fits. Nothing that follows it can be sold by itself.`
    : ground`${threat}. No listed option fits, so a part of it is sold.`
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

/** Where the plan ends by the portfolio's own risk; null where that keeps the limit. */
function writeOwnFinish(frame: AdviceFrame): GroundedText | null {
  const own = findOwnThreat(frame.advice)
  if (own === null) return null
  const after = own.effects.find(({ id }) => id === own.pick)
  const { move, lossPercent } = recordOwnRisk(frame, own)
  const { limit } = frame.riskFacts
  if (!after) return ground`if ${move}, it then still loses ${lossPercent}, more than the limit of ${limit}`
  const left = new FactWriter(frame.ledger, 'own').state('own.lossAfterPercent', Math.max(0, after.loss))
  return after.holdsLimit
    ? ground`if ${move}, it then loses at most ${left}, within the limit of ${limit}`
    : ground`if ${move}, it then still loses ${left}, more than the limit of ${limit}`
}

/** The recommendation: the headline, what comes after it, and why. */
export function writeRecommendation(frame: AdviceFrame, facts: AdviceFacts): WrittenRecommendation {
  const { headline, actions } = frame.advice
  const subject = { frame, facts }
  const others = actions
    .slice(1)
    .flatMap(({ rule, type, proposal }) => (rule !== null && (proposal || type === 'data') ? THEN[rule](subject) : []))
  const first = FIRST[headline](subject)
  const steps = others.length > 0 ? `${first}, then ${others.join(', then ')}` : first
  const finish = writeFinish(frame)
  const better = writeBetterCourse(frame, facts.evidence)
  return {
    headline: finish === null ? plain(`${steps}.`) : ground`${steps}: ${finish}.`,
    rationale: joinTexts([RATIONALES[headline](subject), ...(better === null ? [] : [better])]),
  }
}
