import { APICallError } from 'ai'

/** How a request is made, as far as models and their servers differ in what they take. */
export interface Manner {
  /** The answer's form as a schema. */
  schema: boolean
  tools: boolean
  /** For `generateText`. */
  settings: {
    maxOutputTokens: number
    reasoning?: 'low'
    providerOptions?: { anthropic: { effort: 'low' } }
  }
}

/** Outcome of a request, as far as it tells something about the model. */
export interface Outcome {
  finishReason: string
  text: string
  /** Text that it thought aloud. */
  reasoningText: string | undefined
}

/** Abilities of one model and its server, learnt by trying. */
export interface Manners {
  /**
   * Asks in the manner that is known to work, or finds one: with less where too much was asked, with room to think where
   * thinking left no room to answer.
   *
   * @param output tokens that the answer itself may have
   * @throws what `request` throws in the end
   */
  ask<Answer extends Outcome>(output: number, request: (manner: Manner) => Promise<Answer>): Promise<Answer>
}

/** Forms that may be asked for in an answer, the most demanding first. */
type Form = Pick<Manner, 'schema' | 'tools'>

/** Not every server knows schemas, or tools together with them. */
export const FORMS_WITH_TOOLS: readonly [Form, ...Form[]] = [
  { schema: true, tools: true },
  { schema: false, tools: true },
  { schema: true, tools: false },
  { schema: false, tools: false },
]
export const FORMS_WITHOUT_TOOLS: readonly [Form, ...Form[]] = [
  { schema: true, tools: false },
  { schema: false, tools: false },
]

/** Tokens that a model may think before it answers. It pays for its thoughts as for words, out of the same room. */
export const THINKING_TOKENS = 4_000

/** A server that does not know a field of the request says so with one of these. */
const REFUSED_REQUEST: ReadonlySet<number> = new Set([400, 404, 415, 422, 501])

/** A refusal may have passed by itself: a model was being loaded, or a request was too long. */
const ASKED_UNTIL_TRIED_ANEW = 50

interface Known {
  form: number
  thinks: boolean
  /** True if a model that thinks can be asked to think briefly. */
  isBrief: boolean
}

/** @param forms what may be asked, the most first */
export function createManners(forms: readonly [Form, ...Form[]]): Manners {
  let known: Known = { form: 0, thinks: false, isBrief: true }
  let asked = 0
  /** In the manner that works; now and then all of it is tried again. */
  function begin(): Known {
    asked += 1
    return asked % ASKED_UNTIL_TRIED_ANEW === 0 ? { ...known, form: 0, isBrief: true } : known
  }
  function askLess(trying: Known): Known | undefined {
    if (trying.thinks && trying.isBrief) return { ...trying, isBrief: false }
    return trying.form < forms.length - 1 ? { ...trying, form: trying.form + 1 } : undefined
  }
  return {
    async ask(output, request) {
      for (let trying = begin(); ; ) {
        try {
          const answer = await request({ ...(forms[trying.form] ?? forms[0]), settings: toSettings(trying, output) })
          // What another request has learnt meanwhile stays.
          known = { ...trying, thinks: trying.thinks || known.thinks || isPressed(answer) }
          if (trying.thinks || !isStarved(answer)) return answer
          trying = { ...trying, thinks: true }
          known = trying
        } catch (error) {
          const isTooMuchAsked = APICallError.isInstance(error) && REFUSED_REQUEST.has(error.statusCode ?? 0)
          const less = isTooMuchAsked ? askLess(trying) : undefined
          if (less === undefined) throw error
          trying = less
        }
      }
    },
  }
}

function toSettings({ thinks, isBrief }: Known, output: number): Manner['settings'] {
  if (!thinks) return { maxOutputTokens: output }
  const room = { maxOutputTokens: output + THINKING_TOKENS }
  // With its own effort, the SDK does not have those of Anthropic's models think that do not by themselves.
  return isBrief ? { ...room, reasoning: 'low', providerOptions: { anthropic: { effort: 'low' } } } : room
}

/** Cut off before it said anything. */
const isStarved = ({ finishReason, text }: Outcome) => finishReason === 'length' && text.trim() === ''

/** Cut off, and part of the room went into thoughts: the next answer should have more of it. */
const isPressed = ({ finishReason, reasoningText }: Outcome) =>
  finishReason === 'length' && (reasoningText ?? '').trim() !== ''
