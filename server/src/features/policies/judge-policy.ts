import { type PolicyState, toOptionTerms } from '@ballast/contract'
import { parseIsoDate, toWeekday } from '@ballast/quant'
import { formatFigure } from '../../grounding/fact-text.ts'
import type { JudgedTerms, MeasuredPolicy, PolicyMeasure } from './policy-subject.ts'

/** A loss may exceed the limit by so much of the value before it counts as broken: prices of two closes differ by more. */
export const TOLERANCE = 0.005
/** Calendar days before the end at which an owner should decide what comes next. */
export const SOON_DAYS = 21
/** The legs have paid out when they are worth so many times what they cost … */
const PAID_OUT_MULTIPLE = 2
/** … or so much of the most that they can ever be worth. */
const PAID_OUT_SHARE = 0.8

export interface Verdict {
  state: PolicyState
  sentence: string
  advice: string | null
}

const percent = (fraction: number) => formatFigure(100 * fraction, 'percent', 1)
const dollars = (amount: number) => formatFigure(amount, 'usd')
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']
const weekday = (day: string) => WEEKDAYS[toWeekday(parseIsoDate(day))] ?? ''
const date = (day: string) => formatFigure(day, 'date')

/**
 * The state of a policy. What is wrong comes before what could be better: an end, what nobody can tell, a broken limit, a
 * payout to collect, an end that is near, and more contracts than the limit needs.
 *
 * A broken limit has one of two causes, the larger of both: the loss of the rest has grown since the first check (`too-little`),
 * or the legs take less off it (`decayed`).
 */
export function judgePolicy(terms: JudgedTerms, measure: PolicyMeasure): Verdict {
  const { isOver, endsOn } = terms
  if (isOver) {
    return {
      state: 'expired',
      sentence: `This policy ended on ${date(endsOn)}. Nothing protects the portfolio through it any more.`,
      advice: 'Find a new hedge, or close the policy.',
    }
  }
  if (measure.kind === 'unknown') {
    return {
      state: 'cannot-be-judged',
      sentence:
        terms.measuredDay === null
          ? `This policy cannot be checked: ${measure.reason}.`
          : `Not checked since ${weekday(terms.measuredDay)}, ${date(terms.measuredDay)}: ${measure.reason}.`,
      advice:
        measure.isForWantOfQuotes === true
          ? 'Ballast checks it again after the next close. Until then, look at the prices at your broker.'
          : 'Compare the legs with your broker, and correct the portfolio or the fills.',
    }
  }
  const verdict = judgeMeasured(terms, measure)
  return { ...verdict, sentence: [verdict.sentence, ...describeBasis(measure)].join(' ') }
}

/** Measures that decide a state. `holdsWithLess` is asked only where nothing else decides: it costs as much as the excess. */
export type JudgedMeasure = Pick<MeasuredPolicy, 'excess' | 'legsValue' | 'mostLegsValue' | 'daysLeft'> & {
  holdsWithLess: () => boolean
}

/** The state of a measured policy as far as figures decide it; `broken` has one of two causes, which its history tells. */
export function findCondition({ cost }: Pick<JudgedTerms, 'cost'>, measure: JudgedMeasure) {
  if (measure.excess > TOLERANCE) return 'broken'
  if (isPaidOut(cost, measure)) return 'paid-out'
  if (measure.daysLeft <= SOON_DAYS) return 'expires-soon'
  return measure.holdsWithLess() ? 'more-than-needed' : 'holds'
}
export type Condition = ReturnType<typeof findCondition>

function judgeMeasured(terms: JudgedTerms, measure: MeasuredPolicy): Verdict {
  const stand = describeStand(terms, measure)
  const condition = findCondition(terms, { ...measure, holdsWithLess: () => measure.holdsWithLess })
  switch (condition) {
    case 'broken':
      return judgeBroken(terms, measure, stand)
    case 'paid-out':
      return {
        state: condition,
        sentence: `${stand} The legs are worth ${dollars(measure.legsValue)}, and they cost ${dollars(terms.cost)}.`,
        advice: 'Sell them to collect the gain, and buy protection at today’s level.',
      }
    case 'expires-soon':
      return {
        state: condition,
        sentence: `${stand} That is in ${formatFigure(measure.daysLeft, 'days')}.`,
        advice: 'Renew the hedge now, or decide to let it expire.',
      }
    case 'more-than-needed':
      return {
        state: condition,
        sentence: `${stand} Fewer contracts would keep the limit of ${percent(terms.limitPercent / 100)}.`,
        advice: 'Sell a part of the legs if their value is worth more to you than the extra protection.',
      }
    case 'holds':
      return { state: condition, sentence: stand, advice: null }
  }
}

/** "SPY 700 put of Feb 19, 2027 has no quote, so its value is computed from the volatility of its neighbors." */
function describeBasis({ valuedBySmile = [] }: MeasuredPolicy): string[] {
  if (valuedBySmile.length === 0) return []
  const names = valuedBySmile.map(nameOption).join(', ')
  return [
    valuedBySmile.length === 1
      ? `The ${names} has no quote, so its value is computed from the volatility of other strikes.`
      : `These have no quotes, so their values are computed from the volatility of other strikes: ${names}.`,
  ]
}

/** "SPY 700 put of Feb 19, 2027". */
export function nameOption(symbol: string): string {
  const terms = toOptionTerms(symbol)
  if (terms === undefined) return symbol
  return `${terms.underlying.replace(/^\^/, '')} ${terms.strike} ${terms.type} of ${date(terms.expiry)}`
}

/** "Protected to −13.1% in a fall of 20% until Feb 19, 2027."; what breaks its limit is not called protected. */
function describeStand({ shockPercent, endsOn }: JudgedTerms, { loss, excess }: MeasuredPolicy): string {
  const fall = `fall of ${formatFigure(shockPercent, 'percent', Number.isInteger(shockPercent) ? 0 : 1)}`
  if (loss <= 0) return `No loss in a ${fall} until ${date(endsOn)}.`
  if (excess > TOLERANCE) return `A ${fall} costs up to ${percent(loss)} until ${date(endsOn)}.`
  return `Protected to ${percent(-loss)} in a ${fall} until ${date(endsOn)}.`
}

function judgeBroken(terms: JudgedTerms, measure: MeasuredPolicy, stand: string): Verdict {
  const limit = percent(terms.limitPercent / 100)
  // The curve can break at a smaller fall than the one that is asked about; the sentence must not contradict its figure.
  const where =
    measure.loss > terms.limitPercent / 100 + TOLERANCE
      ? `The limit is ${limit}.`
      : `The limit of ${limit} breaks at another fall.`
  if (terms.baseline === null) {
    return {
      state: 'too-little',
      sentence: `${stand} ${where} The legs are too few for it.`,
      advice: 'Add contracts, or raise the limit of the policy.',
    }
  }
  if (hasGrown(terms.baseline, measure)) {
    return {
      state: 'too-little',
      sentence: `${stand} ${where} You own more now than when you bought the hedge.`,
      advice: 'Add contracts for what you have bought since, or accept a larger loss.',
    }
  }
  return {
    state: 'decayed',
    sentence: `${stand} ${where} The legs protect less than when you bought them.`,
    advice: 'Roll them to a later date or to strikes nearer to today’s price.',
  }
}

/** True when the loss of the rest has grown by more than the cover has shrunk since the first check. */
function hasGrown(baseline: NonNullable<JudgedTerms['baseline']>, measure: MeasuredPolicy): boolean {
  const now = toBaseline(measure)
  return now.unhedgedLoss - baseline.unhedgedLoss >= baseline.cover - now.cover
}

/** Result of a check, in dollars, for later checks to be compared with. */
export function toBaseline({ loss, unhedgedLoss, bookValue }: MeasuredPolicy): { unhedgedLoss: number; cover: number } {
  return { unhedgedLoss: unhedgedLoss * bookValue, cover: (unhedgedLoss - loss) * bookValue }
}

function isPaidOut(cost: number, { legsValue, mostLegsValue }: JudgedMeasure): boolean {
  if (legsValue <= 0) return false
  if (cost > 0 && legsValue >= PAID_OUT_MULTIPLE * cost) return true
  return mostLegsValue !== null && mostLegsValue > 0 && legsValue >= PAID_OUT_SHARE * mostLegsValue
}
