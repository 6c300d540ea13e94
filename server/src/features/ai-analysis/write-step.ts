// Tests: odd-books.test.ts, comprehensive.test.ts

import type { Operation } from '@ballast/contract'
import type { PlannedStep } from '@ballast/quant'
import { recordStrategy } from '../../advice/texts/strategy-facts.ts'
import { FactWriter } from '../../grounding/fact-writer.ts'
import { ground, plain } from '../../grounding/grounded-text.ts'
import type { AdviceFrame } from './advice-frame.ts'
import { toOperations } from './to-operations.ts'
import { writeOrder } from './write-order.ts'
import type { WrittenAction } from './written-action.ts'

/** What becomes of an action once those before it are done: in words, and in a form that can be carried out. */
export function writeStep(
  frame: AdviceFrame,
  planned: PlannedStep,
  { key, today }: { key: string; today: string },
): Pick<WrittenAction, 'step' | 'stepText'> {
  const { status, excludes, proposal, left } = planned
  const operations = proposal === null ? [] : toOperations(frame, proposal)
  return {
    stepText: writeStatus(frame, planned, { key: `${key}.step`, today, operations }),
    step: {
      status,
      excludes: [...excludes],
      operations,
      left: {
        cash: left.cash,
        holdings: left.holdings.map((one) => ({ ...one })),
        marketPercent: 100 * left.worst.marketReturn,
        lossPercent: 100 * left.worst.loss,
      },
    },
  }
}

const ALONE = 'It is measured on the portfolio as it is now, not on top of what stands before it.'

function writeStatus(
  frame: AdviceFrame,
  { status, proposal, left }: PlannedStep,
  { key, today, operations }: { key: string; today: string; operations: readonly Operation[] },
) {
  const { ledger, risk, riskFacts, context } = frame
  const writer = new FactWriter(ledger, key)
  const loss = () => {
    const move = writer.chosenPercent('movePercent', Math.abs(left.worst.marketReturn), {
      label: 'Move of the market that costs most after what stands before it',
      formula: 'The assumed fall, the rise that undoes it, or none',
    })
    const lost = writer.percent('lossPercent', Math.abs(left.worst.loss), {
      label: left.worst.loss >= 0 ? 'Loss at that move' : 'Gain at that move',
      formula: 'Holdings by their betas, options at what they are worth in the money at expiry',
      inputs: [move],
    })
    const what = left.worst.marketReturn > 0 ? ground`a market rise of ${move}` : ground`a market fall of ${move}`
    const moved = left.worst.marketReturn === 0 ? ground`a market that does not move` : what
    return left.worst.loss >= 0
      ? ground`${moved} costs ${lost} of the portfolio`
      : ground`${moved} brings a gain of ${lost}`
  }
  switch (status) {
    case 'first':
      return []
    case 'as-it-stands':
      return ground`${ALONE} It can be added all the same: then ${loss()}.`
    case 'not-needed':
      return ground`${ALONE} Do the one or the other: after that, its rule finds too little at stake, and ${loss()}.`
    case 'not-possible':
      return plain(`${ALONE} Do the one or the other: after that, nothing of the kind would help.`)
    case 'instead': {
      if (proposal === null) return []
      const strategy = recordStrategy(
        { ledger, key, risk, riskFacts, request: context.request, today, situation: context.situation },
        proposal,
      )
      return ground`${ALONE} After that, do this instead: ${writeOrder(frame, proposal, { key, strategy, operations })} Then ${loss()}.`
    }
  }
}
