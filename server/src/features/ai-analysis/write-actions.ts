// Tests: odd-books.test.ts, comprehensive.test.ts

import type { AdvisedAction } from '@ballast/quant'
import { recordStrategy } from '../../advice/texts/strategy-facts.ts'
import type { AdviceFacts } from './advice-facts.ts'
import type { AdviceFrame } from './advice-frame.ts'
import { toOperations } from './to-operations.ts'
import { writeEffect } from './write-effect.ts'
import { writeIdleAction } from './write-idle-action.ts'
import { writeOrder } from './write-order.ts'
import { writeStep } from './write-step.ts'
import type { WrittenAction } from './written-action.ts'

/** The actions of the engine in the order in which they are carried out. @param today day from which days to expiry count, ISO */
export function writeActions(frame: AdviceFrame, facts: AdviceFacts, today: string): WrittenAction[] {
  return frame.advice.actions.map((action, place) => {
    const key = `action${place + 1}`
    const written = writeAction(frame, facts, { action, today, key })
    const { operations } = written
    return action.left === null ? written : { ...written, ...writeStep(frame, action.left, { key, operations }) }
  })
}

function writeAction(
  frame: AdviceFrame,
  facts: AdviceFacts,
  { action, today, key }: { action: AdvisedAction; today: string; key: string },
): WrittenAction {
  const { proposal, effect } = action
  const apart = { stepText: [], step: null }
  if (proposal === null) return { ...writeIdleAction(frame, facts, action), ...apart }
  const { ledger, risk, riskFacts, context } = frame
  const strategy = recordStrategy(
    { ledger, key, risk, riskFacts, request: context.request, today, situation: context.situation, comparator: null },
    proposal,
  )
  const operations = toOperations(frame, proposal)
  return {
    ...apart,
    type: proposal.family === 'reduce-exposure' ? 'rebalance' : action.type,
    order: writeOrder(frame, proposal, { key, strategy, operations }),
    effects: writeEffect(frame, {
      proposal,
      effect,
      strategy,
      key,
      move: action.rule === 'hedge-market-risk' ? facts.move : null,
    }),
    operations,
    effect: effect && {
      scoreChange: effect.scoreChange,
      cvarChangePercent: toPercent(effect.cvarChange),
      crisisLossChangePercent: toPercent(effect.crisisLossChange),
      costPercent: toPercent(effect.cost),
    },
  }
}

const toPercent = (fraction: number | null) => (fraction === null ? null : 100 * fraction)
