// Tests: providers.test.ts, model-failures.test.ts

import {
  APICallError,
  generateText,
  isStepCount,
  type LanguageModel,
  type ModelMessage,
  ToolChoiceViolationError,
} from 'ai'
import type { FactLedger } from '../grounding/fact-ledger.ts'
import type { WritingTask } from './analyst-model.ts'
import { toJsonSchema } from './answer-form.ts'
import { bindTools } from './bound-tools.ts'
import { BUDGETS, estimateTokens, TOOL_TURNS } from './budgets.ts'
import { createManners, FORMS_WITH_TOOLS, type Manner } from './manners.ts'
import { ModelFailure } from './model-failure.ts'
import type { ModelRun } from './model-run.ts'
import type { MintingCall } from './model-tools.ts'
import { RULES } from './prompt.ts'

export interface Conversation {
  /** Text of the last answer. */
  text: string
  minted: MintingCall[]
}

/** One run's talk with the model. */
export interface Talk {
  task: WritingTask
  /** Takes over what tools add, when the model answers. */
  ledger: FactLedger
  messages: ModelMessage[]
  /** Told of each request, also when a later one fails. */
  run: ModelRun
}

/** Talks with one model, and remembers what its server can do. */
export function createConversation(model: LanguageModel) {
  const manners = createManners(FORMS_WITH_TOOLS)

  async function ask({ task, ledger, messages, run }: Talk, { schema, tools, settings }: Manner) {
    const minted: MintingCall[] = []
    // What a try adds that is given up could not be made again.
    const branch = ledger.branch()
    let asked = estimateRequest(messages)
    let reported = 0
    const { text, finishReason, reasoningText } = await generateText({
      model,
      instructions: RULES,
      messages,
      maxRetries: 0,
      ...settings,
      abortSignal: run.signal,
      toolCallConcurrency: 1,
      stopWhen: isStepCount(TOOL_TURNS + 1),
      prepareStep: ({ stepNumber, messages: all }) => {
        asked = Math.max(estimateRequest(all), reported)
        const one = asked + settings.maxOutputTokens
        if (stepNumber > 0 && run.tokensLeft() < one) throw new ModelFailure('tool-loop')
        const isLast = stepNumber >= TOOL_TURNS || run.tokensLeft() < 2 * one
        return tools && isLast ? { toolChoice: 'none' as const } : {}
      },
      onStepEnd: ({ usage, text: answered }) => {
        reported = usage.inputTokens ?? 0
        run.spend(
          { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
          { inputTokens: asked, outputTokens: estimateTokens(answered) },
        )
      },
      ...(schema && { output: toOutput(task) }),
      ...(tools && { tools: bindTools({ task, ledger: branch, minted, signal: run.signal }) }),
    })
    return { text, finishReason, reasoningText, minted, branch }
  }

  return {
    /** @throws ModelFailure whatever goes wrong, and the signal's reason when it is aborted */
    async talk(talk: Talk): Promise<Conversation> {
      const { task, ledger, messages, run } = talk
      try {
        const answer = await manners.ask(BUDGETS[task.feature].output, (manner) => ask(talk, manner))
        const { text, finishReason, minted, branch } = answer
        if (finishReason === 'content-filter') throw new ModelFailure('refusal')
        if (text.trim() === '') throw new ModelFailure(finishReason === 'tool-calls' ? 'tool-loop' : 'malformed')
        ledger.adopt(branch)
        return { text, minted }
      } catch (error) {
        // Whoever stops waiting is charged for what was asked all the same.
        if (run.signal.aborted) run.spend(UNSAID, { inputTokens: estimateRequest(messages), outputTokens: 0 })
        run.signal.throwIfAborted()
        throw toModelFailure(error)
      }
    },
  }
}

const UNSAID = { inputTokens: undefined, outputTokens: undefined }
const estimateRequest = (messages: readonly ModelMessage[]) => estimateTokens(RULES + JSON.stringify(messages))

/** The answer's form for the server; reading it is ours, so that a part that is right is not lost with one that is not. */
const toOutput = (task: WritingTask) => askFor(toJsonSchema(task))

/** An answer of some form, asked of the server and left as it is when it comes. */
export function askFor(schema: object) {
  return {
    name: 'answer',
    responseFormat: Promise.resolve({ type: 'json' as const, name: 'answer', schema }),
    parseCompleteOutput: ({ text }: { text: string }) => Promise.resolve(text),
    parsePartialOutput: () => Promise.resolve(undefined),
    createElementStreamTransform: () => undefined,
  }
}

/** Unwraps the error of the gate from the one that the SDK has thrown around it. */
export function toModelFailure(error: unknown): ModelFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ModelFailure) return cause
  }
  if (ToolChoiceViolationError.isInstance(error)) return new ModelFailure('tool-loop')
  if (APICallError.isInstance(error)) {
    const status = error.statusCode ?? 0
    const code = status === 404 ? 'unknown-model' : status >= 400 ? 'provider-error' : 'bad-reply'
    return new ModelFailure(code, undefined, status)
  }
  return new ModelFailure('malformed')
}
