import type { Verification } from '@ballast/contract'
import type { ModelMessage } from 'ai'
import type { FactLedger } from '../grounding/fact-ledger.ts'
import type { WritingTask } from './analyst-model.ts'
import { type ModelAnswer, readAnswer } from './answer-form.ts'
import { BUDGETS } from './budgets.ts'
import {
  type CheckedAnswer,
  checkAnswer,
  chooseBetter,
  listFaults,
  type Settled,
  settleAnswer,
} from './check-answer.ts'
import type { Conversation, createConversation } from './converse.ts'
import { expectationsOf } from './expectations.ts'
import { ModelFailure } from './model-failure.ts'
import type { ModelRun } from './model-run.ts'
import type { MintingCall } from './model-tools.ts'
import { writePrompt } from './prompt.ts'

const MENTIONED_FAULTS = 20
const MENTIONED_CHARACTERS = 20_000
const NO_FORM = 'The answer is not one JSON object of the form that was asked for.'

export interface Composed extends Settled {
  selected: string[]
  minted: MintingCall[]
}

/** The model answered, and nothing of it could be shown. */
export class UnsupportedAnswer extends ModelFailure {
  readonly verification: Verification

  constructor(verification: Verification) {
    super('unsupported')
    this.verification = verification
  }
}

export interface Composer {
  /**
   * Has the model write, checks it, lets it mend its faults once, and settles what is shown. The task's ledger takes over
   * the facts that tools added when something of the model's is shown.
   *
   * @throws ModelFailure when nothing is
   */
  compose(task: WritingTask, run: ModelRun): Promise<Composed>
}

interface Try {
  answer: ModelAnswer
  checked: CheckedAnswer
}

export function createComposer({ talk }: ReturnType<typeof createConversation>): Composer {
  function ask(task: WritingTask, ledger: FactLedger, run: ModelRun, earlier: readonly ModelMessage[]) {
    const messages: ModelMessage[] = [{ role: 'user', content: writePrompt(task, ledger) }, ...earlier]
    const talking = talk({ task, ledger, messages, withTools: earlier.length === 0, run })
    // While the model thinks.
    expectationsOf(task, ledger)
    return talking
  }

  /** @returns `undefined` when it gave nothing to go by */
  async function mend(
    { text }: Conversation,
    faults: readonly string[],
    [task, ledger, run]: [WritingTask, FactLedger, ModelRun],
  ): Promise<Try | undefined> {
    const complaint = `Some of it cannot be used. Answer again with the whole object, and mend these faults:\n${faults.slice(0, MENTIONED_FAULTS).join('\n')}`
    try {
      const second = await ask(task, ledger, run, [
        { role: 'assistant', content: text.slice(0, MENTIONED_CHARACTERS) },
        { role: 'user', content: complaint },
      ])
      return read(task, ledger, second.text)
    } catch (error) {
      // Out of time, what the first try got right has to do.
      const isItsOwn = error instanceof ModelFailure || run.signal.aborted
      if (isItsOwn && !run.isAbandoned()) return undefined
      throw error
    }
  }

  return {
    async compose(task, run) {
      const ledger = task.ledger.branch()
      const conversation = await ask(task, ledger, run, [])
      const first = read(task, ledger, conversation.text)
      const faults = first ? listFaults(task, first.checked) : [NO_FORM]
      const isToMend = faults.length > 0 && hasRoomToMend(task, run)
      const second = isToMend ? await mend(conversation, faults, [task, ledger, run]) : undefined
      const best =
        first && second ? { ...first, checked: chooseBetter(first.checked, second.checked) } : (first ?? second)
      if (!best) throw new ModelFailure('malformed')
      const settled = settleAnswer(task, best.checked)
      if (settled.written === 0) throw new UnsupportedAnswer(settled.verification)
      task.ledger.adopt(ledger)
      return { ...settled, selected: best.answer.selected, minted: conversation.minted }
    },
  }
}

/** For a try that takes as long as the first, and costs as much as one may. */
function hasRoomToMend({ feature }: WritingTask, run: ModelRun): boolean {
  const { input, output } = BUDGETS[feature]
  return run.millisecondsLeft() > run.millisecondsUsed() && run.tokensLeft() >= input + output
}

function read(task: WritingTask, ledger: FactLedger, text: string): Try | undefined {
  const answer = readAnswer(text, task)
  return answer && { answer, checked: checkAnswer(task, ledger, answer) }
}
