// Tests: misbehaving-models.test.ts, analyst-model.test.ts

import type { Composition } from '@ballast/contract'
import { type ComposedAnswer, composeAnswer } from '../grounding/compose-answer.ts'
import { createPool } from '../grounding/sentence-pool.ts'
import type { WritingTask } from './analyst-model.ts'
import { readAnswer } from './answer-form.ts'
import type { createConversation } from './converse.ts'
import { ModelFailure } from './model-failure.ts'
import type { ModelRun } from './model-run.ts'
import type { MintingCall } from './model-tools.ts'
import { writePrompt } from './prompt.ts'

export interface Composed extends ComposedAnswer {
  selected: string[]
  minted: MintingCall[]
}

/** The model answered, and nothing of it could be used. */
export class UnsupportedAnswer extends ModelFailure {
  readonly composition: Composition

  constructor(composition: Composition) {
    super('unsupported')
    this.composition = composition
  }
}

export interface Composer {
  /**
   * Has the model choose among the sentences of a task, and puts its choice together. The task's ledger takes over the
   * facts that tools added when something of the choice is shown.
   *
   * @throws ModelFailure when nothing is
   */
  compose(task: WritingTask, run: ModelRun): Promise<Composed>
}

export function createComposer({ talk }: ReturnType<typeof createConversation>): Composer {
  return {
    async compose(task, run) {
      const ledger = task.ledger.branch()
      const pool = createPool(task.sections)
      const content = writePrompt(task, pool)
      const { text, minted } = await talk({ task, ledger, messages: [{ role: 'user', content }], run })
      const answer = readAnswer(text, task)
      if (!answer) throw new ModelFailure('malformed')
      const composed = composeAnswer(pool, answer.sections, ledger)
      if (composed.composition.chosen === 0) throw new UnsupportedAnswer(composed.composition)
      task.ledger.adopt(ledger)
      return { ...composed, selected: answer.selected, minted }
    },
  }
}
