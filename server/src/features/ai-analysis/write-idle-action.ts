// Tests: odd-books.test.ts, comprehensive.test.ts

import { type GroundedText, missingPriceReasonSchema, namePosition, toBondTerms } from '@ballast/contract'
import { type AdvisedAction, hasYear } from '@ballast/quant'
import { recordOwnRisk } from '../../advice/texts/own-risk-facts.ts'
import { ACTION } from '../../advice/texts/sentence-kinds.ts'
import { abs, ground, plain } from '../../grounding/grounded-text.ts'
import { say } from '../../grounding/sentence.ts'
import type { AdviceFacts } from './advice-facts.ts'
import { type AdviceFrame, findOwnThreat } from './advice-frame.ts'
import { nameWorstMove } from './finding-facts.ts'
import { listNames } from './write-reasoning.ts'
import type { WrittenAction } from './written-action.ts'

const SPELLED_REASONS = 4

/** Writes what can be done where nothing is to be traded. */
export function writeIdleAction(
  frame: AdviceFrame,
  facts: AdviceFacts,
  { type, rule }: AdvisedAction,
): Omit<WrittenAction, 'step' | 'stepText'> {
  const { riskFacts, built, input } = frame
  const { dataPercent, leftOutCount, threshold } = facts
  const base = { operations: [], effect: null }
  if (type === 'data') {
    return {
      ...base,
      type,
      order: writeMending(built, input.stalePrices),
      effects: say(
        ACTION.unjudged,
        leftOutCount
          ? ground`Until then ${leftOutCount.left} of ${leftOutCount.held} positions cannot be judged.`
          : ground`Until then ${dataPercent} of the portfolio is all that can be judged.`,
      ),
    }
  }
  if (rule === null) {
    return {
      ...base,
      type,
      order: ground`Keep everything as it is. Check again in ${riskFacts.horizon} of trading, or when your positions change.`,
      effects: say(
        ACTION.threshold,
        ground`We recommend a trade when a loss is beyond your limit, or when ${threshold} or more of the portfolio is at risk.`,
      ),
    }
  }
  return {
    ...base,
    type,
    order: plain(rule === 'reduce-concentration' ? writeKept(frame) : NOTHING_TO_TRADE[rule]),
    effects:
      rule === 'hedge-market-risk'
        ? say(ACTION.unanswered, writeUnanswered(frame, facts))
        : say(ACTION.unchanged, ground`A market fall of ${riskFacts.shock} does the same as before.`),
  }
}

/** Says why nothing of the largest company is sold, although it is large. */
function writeKept({ advice, built }: AdviceFrame): string {
  const finding = advice.findings.find(({ rule }) => rule === 'reduce-concentration')
  const ticker = String(finding?.parameters.ticker)
  const isNeeded = built.situation.options.some(
    ({ underlying, type, contracts }) => underlying === ticker && type === 'call' && contracts < 0,
  )
  const name = namePosition(ticker)
  return isNeeded
    ? `No sale of ${name} is advised, because calls that you sold need its shares. Close those calls first, or let ${name} shrink as you add new money.`
    : `No sale of ${name} is advised, because its shares are at most a tenth of the portfolio. Let it shrink as you add new money.`
}

/** The loss beyond the limit that nothing can be traded for. */
function writeUnanswered(frame: AdviceFrame, { move }: AdviceFacts): GroundedText {
  const { limit, shock, lossPercent } = frame.riskFacts
  const own = findOwnThreat(frame.advice)
  if (own !== null) {
    const threat = recordOwnRisk(frame, own)
    return ground`If ${threat.move}, it still loses ${threat.lossPercent}, more than the limit of ${limit}.`
  }
  return move
    ? ground`${nameWorstMove(move)} still costs ${move.loss} of the portfolio, more than the limit of ${limit}.`
    : ground`A market fall of ${shock} still costs ${abs(lossPercent)} of the portfolio, more than the limit of ${limit}.`
}

/** Writes how to mend each kind of missing data. */
function writeMending({ leftOut, situation }: AdviceFrame['built'], stalePrices: readonly string[]): GroundedText {
  const named = (isMeant: (reason: string) => boolean) =>
    leftOut.filter(({ reason }) => isMeant(reason)).map(({ ticker }) => ticker)
  const unknown = named((reason) => reason === 'unknown-ticker')
  const expired = named((reason) => reason === 'expired')
  const absent = named((reason) => reason === 'not-simulated')
  const unpriced = [...named((reason) => UNPRICED.has(reason) && !SAID_APART.has(reason)), ...stalePrices]
  const others = leftOut.filter(({ reason }) => !UNPRICED.has(reason))
  const { holdings, returns } = situation
  const young = holdings
    .map(({ ticker }) => ticker)
    .filter((ticker) => !(toBondTerms(ticker) || stalePrices.includes(ticker) || hasYear(returns, ticker)))
  const texts = [
    ...(unknown.length > 0 ? [`Check how ${listNames(unknown)} ${unknown.length === 1 ? 'is' : 'are'} spelt.`] : []),
    ...(absent.length > 0
      ? [`${listNames(absent)} ${absent.length === 1 ? 'is' : 'are'} not in the demo market; live prices would count.`]
      : []),
    ...(expired.length > 0
      ? [`${listNames(expired)} ${expired.length === 1 ? 'has' : 'have'} expired: take what is settled out.`]
      : []),
    ...others.slice(0, SPELLED_REASONS).map(({ ticker, reason }) => `${namePosition(ticker)}: ${reason}.`),
    ...(unpriced.length > 0 ? [`Run the analysis again when there are fresh prices of ${listNames(unpriced)}.`] : []),
    ...(young.length > 0
      ? [`Run the analysis again when ${listNames(young)} ${young.length === 1 ? 'has' : 'have'} a year of prices.`]
      : []),
  ]
  return plain(texts.length > 0 ? texts.join(' ') : NOTHING_TO_TRADE['improve-data'])
}

/** Reasons that are no sentence of their own: see the contract's `missingPriceReasonSchema`. */
const UNPRICED: ReadonlySet<string> = new Set(missingPriceReasonSchema.options)
const SAID_APART: ReadonlySet<string> = new Set(['unknown-ticker', 'not-simulated', 'expired'])

const NOTHING_TO_TRADE: Readonly<Record<Exclude<NonNullable<AdvisedAction['rule']>, 'reduce-concentration'>, string>> =
  {
    'hedge-market-risk':
      'No option that is offered brings the loss down, and nothing that loses can be sold by itself. Hold less of it when you can: add cash, or sell shares together with the calls that were sold against them.',
    diversify: 'The rules find nothing in the sector to sell. Put new money elsewhere.',
    'improve-data': 'Run the analysis again when prices are there.',
  }
