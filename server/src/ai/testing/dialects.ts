import type { ChatRequest, ModelReply } from './model-server.ts'

/** Replies that can be written in every dialect. */
export type Said = Extract<ModelReply, { text: string } | { calls: unknown } | { refusal: string }>

/** A wire format of a provider, as strict as the provider is. */
export interface Dialect {
  /** The request as tests read it, whatever it looked like. */
  read(body: Body): ChatRequest
  /** Finds the fault that the provider would refuse with a 400. */
  findFault(body: Body): string | undefined
  /** The answer in an envelope with all that the provider puts around it. */
  write(said: Said, asked: Asked): unknown
  writeError(kind: string, message: string): unknown
}

export type Body = Record<string, unknown>

export interface Usage {
  prompt_tokens: number
  completion_tokens: number
}

/** A request, and what its answer is to cost. */
export type Asked = Body & { usage: Usage }

interface Message {
  role: string
  content: unknown
  tool_calls?: { id: string; function: { name: string; arguments: string } }[]
  tool_call_id?: string
}

interface Block {
  type: string
  text?: string
  id?: string
  tool_use_id?: string
  input?: unknown
  content?: unknown
}

const total = ({ prompt_tokens: asked, completion_tokens: said }: Usage) => asked + said
const listMessages = ({ messages }: Body) => messages as Message[]
const toTurnIds = (ids: readonly (string | undefined)[]) => ids.join(',')

/** True if the thoughts take all the room of the output, so that nothing is left to say. */
const isStarved = (said: Said, room: unknown) => 'text' in said && (said.thoughtTokens ?? 0) >= Number(room)

/** A list whose places have schemas of their own is refused by both: its items have no one schema. */
function findTuple(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return false
  const { type, items } = schema as { type?: unknown; items?: unknown }
  const isTuple = type === 'array' && (Array.isArray(items) || typeof items !== 'object')
  return isTuple || Object.values(schema).some(findTuple)
}

/** https://platform.openai.com/docs/api-reference/chat, and what calls itself compatible with it. */
export const chatDialect: Dialect = {
  read: (body) => body as unknown as ChatRequest,

  findFault(body) {
    const isThinker = /^(o\d|gpt-[5-9])/.test(String(body.model))
    if (isThinker && body.max_tokens !== undefined) return "Unsupported parameter: 'max_tokens' is not supported"
    if (!isThinker && body.reasoning_effort !== undefined) return "Unrecognized request argument: 'reasoning_effort'"
    if (body.tool_choice !== undefined && body.tools === undefined) return "'tool_choice' is only allowed with 'tools'"
    if (findTuple(body.tools))
      return "Invalid schema for function: array schema items is not of type 'object', 'boolean'"
    let open: string[] = []
    for (const { role, tool_calls: calls, tool_call_id: id } of listMessages(body)) {
      if (role === 'tool' && !open.includes(id ?? '')) return "messages with role 'tool' must follow 'tool_calls'"
      if (role === 'tool') open = open.filter((one) => one !== id)
      else if (open.length > 0) return `tool_call_ids did not have response messages: ${toTurnIds(open)}`
      else open = (calls ?? []).map((call) => call.id)
    }
    return open.length > 0 ? 'tool_calls without response messages' : undefined
  },

  write(said, body) {
    const isCut = isStarved(said, body.max_completion_tokens ?? body.max_tokens)
    const message = {
      role: 'assistant',
      content: null as string | null,
      refusal: null as string | null,
      annotations: [],
      ...('text' in said && { content: isCut ? '' : said.text }),
      ...(!('refusal' in said) && said.thoughts !== undefined && { reasoning_content: said.thoughts }),
      ...('refusal' in said && { refusal: said.refusal }),
      ...('calls' in said && { tool_calls: said.calls.map(toCall) }),
      a_field_of_tomorrow: { x: 1 },
    }
    const reason = isCut ? 'length' : 'text' in said ? (said.finishReason ?? 'stop') : null
    return {
      id: 'chatcmpl-1',
      object: 'chat.completion',
      created: 1_790_000_000,
      model: body.model,
      choices: [
        {
          index: 0,
          message,
          logprobs: null,
          finish_reason: reason ?? ('calls' in said ? 'tool_calls' : 'stop'),
        },
      ],
      usage: {
        ...body.usage,
        total_tokens: total(body.usage),
        prompt_tokens_details: { cached_tokens: 0, audio_tokens: 0 },
      },
      service_tier: 'default',
      system_fingerprint: 'fp_1',
      a_field_of_tomorrow: [],
    }
  },

  writeError: (type, message) => ({ error: { message, type, param: null, code: null } }),
}

const toCall = ({ name, input }: { name: string; input: unknown }, place: number) => ({
  id: `call-${place}`,
  type: 'function',
  function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
})

/** Thoughts before a call must come back with it, or what was thought cannot be gone on with. */
const losesThoughts = (blocks: readonly Block[]) =>
  blocks.some(({ id }) => id?.startsWith('toolu_thought')) && blocks[0]?.type !== 'thinking'

const STOP_REASONS = { stop: 'end_turn', length: 'max_tokens', content_filter: 'refusal' } as const

/** https://docs.anthropic.com/en/api/messages */
export const messagesDialect: Dialect = {
  read(body) {
    const system = (body.system as Block[]).map(({ text }) => text).join('\n')
    const messages = listMessages(body).flatMap(({ role, content }) => {
      if (typeof content === 'string') return [{ role, content }]
      return (content as Block[]).map((block) =>
        block.type === 'tool_result'
          ? { role: 'tool', content: toText(block.content), tool_call_id: block.tool_use_id ?? '' }
          : { role, content: block.text ?? null },
      )
    })
    const format = (body.output_config as { format?: { type: string; schema: unknown } } | undefined)?.format
    const tools = body.tools as { name: string; input_schema: unknown }[] | undefined
    const { type } = (body.tool_choice ?? {}) as { type?: string }
    return {
      model: String(body.model),
      messages: [{ role: 'system', content: system }, ...messages],
      ...(tools && {
        tools: tools.map(({ name, input_schema: parameters }) => ({ function: { name, parameters } })),
      }),
      ...(type !== undefined && { tool_choice: type }),
      ...(format && { response_format: { type: format.type, json_schema: { schema: format.schema } } }),
      max_tokens: Number(body.max_tokens),
    }
  },

  findFault(body) {
    const messages = listMessages(body).map(({ role, content }) => ({
      role,
      blocks: (typeof content === 'string' ? [{ type: 'text', text: content }] : content) as Block[],
    }))
    if (!(Number(body.max_tokens) > 0)) return 'max_tokens: Field required'
    if (findTuple(body.tools)) return 'input_schema: JSON schema is invalid. It must match JSON Schema draft 2020-12'
    if (messages[0]?.role !== 'user') return 'messages: first message must use the "user" role'
    for (const [place, { role, blocks }] of messages.entries()) {
      if (role === messages[place - 1]?.role) return 'messages: roles must alternate'
      if (blocks.some(({ type, text }) => type === 'text' && text?.trim() === ''))
        return 'text content must be non-empty'
      const used = blocks.filter(({ type }) => type === 'tool_use')
      if (losesThoughts(blocks)) return 'Expected `thinking` or `redacted_thinking`, but found `tool_use`'
      if (used.length > 0 && body.tools === undefined) return 'requests with tool_use blocks must define tools'
      if (used.some(({ input }) => typeof input !== 'object' || input === null || Array.isArray(input)))
        return 'tool_use.input: Input should be a valid dictionary'
      const given = messages[place + 1]?.blocks.filter(({ type }) => type === 'tool_result') ?? []
      if (toTurnIds(used.map(({ id }) => id)) !== toTurnIds(given.map(({ tool_use_id: id }) => id)))
        return '`tool_use` ids were found without `tool_result` blocks immediately after'
    }
    if (messages.at(-1)?.role === 'assistant') return 'This model does not support assistant message prefill'
    return undefined
  },

  write(said, body) {
    const isCut = isStarved(said, body.max_tokens)
    const tools = (body.tools ?? []) as { name: string }[]
    const isByTool = 'text' in said && tools.some(({ name }) => name === 'json')
    const json = isByTool ? parse(said.text) : undefined
    const blocks =
      'calls' in said
        ? said.calls.map((call, place) => toBlock(call, place, said.thoughts))
        : json
          ? [toBlock({ name: 'json', input: json }, 0)]
          : []
    const thoughts = 'refusal' in said ? undefined : said.thoughts
    const reason = 'text' in said ? STOP_REASONS[said.finishReason ?? 'stop'] : 'refusal'
    return {
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: body.model,
      container: null,
      content: [
        ...(thoughts !== undefined ? [{ type: 'thinking', thinking: thoughts, signature: 'c2ln' }] : []),
        ...(thoughts !== undefined ? [{ type: 'redacted_thinking', data: 'b3BhcXVl' }] : []),
        ...('refusal' in said ? [{ type: 'text', text: said.refusal }] : []),
        ...('text' in said && !json && !isCut && said.text !== ''
          ? [{ type: 'text', text: said.text, citations: null }]
          : []),
        ...blocks,
      ],
      stop_reason: isCut ? 'max_tokens' : blocks.length > 0 ? 'tool_use' : reason,
      stop_sequence: null,
      usage: {
        input_tokens: body.usage.prompt_tokens,
        output_tokens: body.usage.completion_tokens,
        service_tier: 'standard',
        cache_creation_input_tokens: 0,
        cache_read_input_tokens: 0,
        a_field_of_tomorrow: {},
        cache_creation: { ephemeral_5m_input_tokens: 0, ephemeral_1h_input_tokens: 0 },
      },
      context_management: null,
      a_field_of_tomorrow: 1,
    }
  },

  writeError: (type, message) => ({ type: 'error', error: { type, message }, request_id: 'req_1' }),
}

const toBlock = ({ name, input }: { name: string; input: unknown }, place: number, thoughts?: string) => ({
  type: 'tool_use',
  id: `toolu_${thoughts === undefined ? '' : 'thought_'}${place}`,
  name,
  input,
  caller: { type: 'direct' },
})

const toText = (content: unknown) =>
  typeof content === 'string' ? content : ((content ?? []) as Block[]).map(({ text }) => text).join('')

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
