// Tests: odd-books.test.ts, comprehensive.test.ts

import type { Fact, GroundedText, Operation } from '@ballast/contract'
import type { BookLeft } from '@ballast/quant'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { ground, joinTexts } from '../../grounding/grounded-text.ts'
import type { AdviceFrame } from './advice-frame.ts'
import type { WrittenAction } from './written-action.ts'

/** Where a step leaves the portfolio, in words and in a form that can be carried out. */
export function writeStep(
  frame: AdviceFrame,
  left: BookLeft,
  { key, operations }: { key: string; operations: readonly Operation[] },
): Pick<WrittenAction, 'step' | 'stepText'> {
  const traded = frame.advice.actions.filter((one) => one.left !== null)
  return {
    // One step alone says what it does by its effects.
    stepText: joinTexts([
      ...(traded.length > 1 ? [writeLeft(frame, left, `${key}.step`)] : []),
      ...writeMissingCash(frame, left, `${key}.step`),
    ]),
    step: {
      status: traded[0]?.left === left ? 'first' : 'as-it-stands',
      excludes: [],
      operations: [...operations],
      left: {
        cash: left.cash,
        holdings: left.holdings.map((one) => ({ ...one })),
        marketPercent: 100 * left.worst.marketReturn,
        lossPercent: 100 * left.worst.loss,
      },
    },
  }
}

function writeLeft({ ledger }: AdviceFrame, { worst }: BookLeft, key: string): GroundedText {
  const writer = new FactWriter(ledger, key)
  const move = writer.state('step.movePercent', Math.abs(worst.marketReturn))
  const lost =
    worst.loss >= 0
      ? writer.state('step.lossPercent', worst.loss, { inputs: [move] })
      : writer.state('step.gainPercent', -worst.loss, { key: 'lossPercent', inputs: [move] })
  const moved = nameMove(worst.marketReturn, move)
  return worst.loss >= 0
    ? ground`After this step ${moved} costs ${lost} of the portfolio.`
    : ground`After this step ${moved} brings a gain of ${lost}.`
}

/** Sentence about cash that a step needs and the portfolio does not have, where it had no debt before. */
function writeMissingCash(
  { ledger, context: { situation } }: AdviceFrame,
  { cash }: BookLeft,
  key: string,
): GroundedText[] {
  if (situation.cash < 0 || cash > -LEAST_MISSING) return []
  const missing = new FactWriter(ledger, key).state('step.missingCashUsd', -cash)
  return [ground`The cash at hand does not pay for it: pay in ${missing}, or sell more for it first.`]
}

/** Dollars that nobody misses. */
const LEAST_MISSING = 1

/** "a market fall of 20%" */
export function nameMove(marketReturn: number, move: Fact): GroundedText {
  if (marketReturn === 0) return ground`a market that does not move`
  return marketReturn > 0 ? ground`a market rise of ${move}` : ground`a market fall of ${move}`
}
