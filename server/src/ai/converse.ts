import type { LanguageModel, ModelMessage, ToolSet } from 'ai'
import { APICallError, generateText, isStepCount, ToolChoiceViolationError, tool } from 'ai'
import type { FactLedger } from '../grounding/fact-ledger.ts'
import type { WritingTask } from './analyst-model.ts'
import { toJsonSchema } from './answer-form.ts'
import { BUDGETS, estimateTokens, TOOL_CALLS, TOOL_TURNS } from './budgets.ts'
import { ModelFailure } from './model-failure.ts'
import type { ModelRun } from './model-run.ts'
import type { MintingCall, ModelTool } from './model-tools.ts'
import { OWN_TOOLS } from './own-tools.ts'
import { RULES } from './prompt.ts'
import { cleanText } from './untrusted-data.ts'

const MAX_TOOL_ANSWER = 4_000

/** What a server can do beside chatting. Learnt by trying: not every one knows schemas, or tools together with them. */
const ABILITIES = [
  { schema: true, tools: true },
  { schema: false, tools: true },
  { schema: false, tools: false },
] as const

export interface Conversation {
  /** Of the last answer. */
  text: string
  minted: MintingCall[]
}

/** One run's talk with the model. */
export interface Talk {
  task: WritingTask
  ledger: FactLedger
  messages: ModelMessage[]
  /** False for the second try, which mends what was written and looks nothing up. */
  withTools: boolean
  signal: AbortSignal
  /** Told of each request, also when a later one fails. */
  onSpent: ModelRun['spend']
}

/** Talks with one model, and remembers what its server can do. */
export function createConversation(model: LanguageModel) {
  let ability = 0

  async function ask(talk: Talk, { schema, tools }: (typeof ABILITIES)[number]): Promise<Conversation> {
    const { task, messages, signal, withTools } = talk
    const minted: MintingCall[] = []
    const isWithTools = tools && withTools
    const asked = estimateRequest(talk)
    const { text, finishReason } = await generateText({
      model,
      instructions: RULES,
      messages,
      maxRetries: 0,
      maxOutputTokens: BUDGETS[task.feature].output,
      abortSignal: signal,
      toolCallConcurrency: 1,
      stopWhen: isStepCount(TOOL_TURNS + 1),
      onStepEnd: ({ usage, text: answered }) => {
        talk.onSpent(
          { inputTokens: usage.inputTokens, outputTokens: usage.outputTokens },
          { inputTokens: asked, outputTokens: estimateTokens(answered) },
        )
      },
      ...(schema && { output: toOutput(task) }),
      ...(isWithTools && {
        tools: bindTools(talk, minted),
        prepareStep: ({ stepNumber }) => (stepNumber >= TOOL_TURNS ? { toolChoice: 'none' as const } : {}),
      }),
    })
    if (finishReason === 'content-filter') throw new ModelFailure('refusal')
    if (text.trim() === '') throw new ModelFailure(finishReason === 'tool-calls' ? 'tool-loop' : 'malformed')
    return { text, minted }
  }

  return {
    /** @throws ModelFailure whatever goes wrong, and the signal's reason when it is aborted */
    async talk(talk: Talk): Promise<Conversation> {
      for (let level = ability; ; level++) {
        const able = ABILITIES[level] ?? ABILITIES[0]
        try {
          const conversation = await ask(talk, able)
          ability = level
          return conversation
        } catch (error) {
          // Whoever stops waiting is charged for what was asked all the same.
          if (talk.signal.aborted) talk.onSpent(UNSAID, { inputTokens: estimateRequest(talk), outputTokens: 0 })
          talk.signal.throwIfAborted()
          const isTooMuchAsked = APICallError.isInstance(error) && REFUSED_REQUEST.has(error.statusCode ?? 0)
          if (!isTooMuchAsked || level >= ABILITIES.length - 1) throw toModelFailure(error)
        }
      }
    },
  }
}

const UNSAID = { inputTokens: undefined, outputTokens: undefined }
const estimateRequest = ({ messages }: Talk) => estimateTokens(RULES + JSON.stringify(messages))

/** A server that does not know a field of the request says so with one of these. */
const REFUSED_REQUEST: ReadonlySet<number> = new Set([400, 404, 415, 422, 501])

/** The answer's form for the server; reading it is ours, so that a part that is right is not lost with one that is not. */
function toOutput(task: WritingTask) {
  return {
    name: 'answer',
    responseFormat: Promise.resolve({ type: 'json' as const, name: 'answer', schema: toJsonSchema(task) }),
    parseCompleteOutput: ({ text }: { text: string }) => Promise.resolve(text),
    parsePartialOutput: () => Promise.resolve(undefined),
    createElementStreamTransform: () => undefined,
  }
}

function bindTools({ task, ledger, signal }: Talk, minted: MintingCall[]): ToolSet {
  let calls = 0
  const bind = (one: ModelTool) =>
    tool({
      description: one.description,
      inputSchema: one.input.strict(),
      execute: async (input) => {
        calls += 1
        if (calls > TOOL_CALLS) return { error: 'No more calls. Answer now.' }
        // What a call adds before it fails could not be made again.
        const branch = ledger.branch()
        try {
          const answer = toSafeAnswer(one.name, await one.run(input, { ledger: branch, signal }))
          const added = branch.list().slice(ledger.list().length)
          if (added.length > 0) minted.push({ tool: one.name, input, facts: added.map(({ id }) => id) })
          ledger.adopt(branch)
          return { answer }
        } catch (error) {
          signal.throwIfAborted()
          return { error: cleanText(error instanceof Error ? error.message : 'It failed', 200) }
        }
      },
    })
  return Object.fromEntries([...OWN_TOOLS, ...task.tools].map((one) => [one.name, bind(one)]))
}

/** @throws Error when a tool of ours gives a figure that is no reference: a fault of the program */
function toSafeAnswer(name: string, answer: unknown): unknown {
  const text = JSON.stringify(answer, (key, value: unknown) => {
    if (typeof value === 'number') throw new Error(`The tool ${name} answers with a bare number in "${key}"`)
    return typeof value === 'string' ? cleanText(value, 300) : value
  })
  if (text === undefined) return null
  return text.length > MAX_TOOL_ANSWER
    ? { cut: `${text.slice(0, MAX_TOOL_ANSWER)} … ask for less` }
    : (JSON.parse(text) as unknown)
}

function toModelFailure(error: unknown): ModelFailure {
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ModelFailure) return cause
  }
  if (ToolChoiceViolationError.isInstance(error)) return new ModelFailure('tool-loop')
  if (APICallError.isInstance(error)) {
    return new ModelFailure((error.statusCode ?? 0) >= 400 ? 'provider-error' : 'bad-reply')
  }
  return new ModelFailure('malformed')
}
