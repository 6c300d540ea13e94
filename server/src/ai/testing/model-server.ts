import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Asked, type Body, chatDialect, type Dialect, messagesDialect, type Usage } from './dialects.ts'

/** A request as a chat server gets it, as far as tests look at it. */
export interface ChatRequest {
  model: string
  messages: { role: string; content: string | null; tool_calls?: unknown[]; tool_call_id?: string }[]
  tools?: { function: { name: string; parameters: unknown } }[]
  tool_choice?: unknown
  response_format?: { type: string; json_schema?: { schema: unknown } }
  max_tokens?: number
  max_completion_tokens?: number
}

/** Behaviour of the server for one request. */
export type ModelReply =
  /** An answer in words, usually JSON. */
  | {
      text: string
      finishReason?: 'stop' | 'length' | 'content_filter'
      /** Text that it thinks aloud, apart from the answer. */
      thoughts?: string
      /** Cost of thinking: when the output may have no more, nothing is said. */
      thoughtTokens?: number
    }
  /** A refusal where the provider has a place for it. */
  | { refusal: string }
  /** Calls of tools. */
  | { calls: { name: string; input: unknown }[]; thoughts?: string }
  /** The provider's own envelope of an error. */
  | { status: number; kind: string; message?: string; headers?: Record<string, string> }
  /** Any HTTP answer. */
  | { status: number; body?: string; headers?: Record<string, string>; contentType?: string }
  /** Waits, then goes on. */
  | { afterMilliseconds: number; reply: ModelReply }
  | { after: Promise<unknown>; reply: ModelReply }
  | { fault: 'never' | 'cut-off' | 'hang-up' }
  /** Anything that can be done to a connection. */
  | { raw(response: ServerResponse): unknown }

export type ModelScript = readonly ModelReply[] | ((request: ChatRequest, place: number) => ModelReply)

export interface ModelServer {
  /** For `AI_BASE_URL`. */
  url: string
  /** All requests so far, the oldest first. */
  requests: ChatRequest[]
  /** Bodies of the requests, word for word. */
  bodies: string[]
  /** Faults that the provider would have refused, and that were refused. */
  faults: string[]
  /** Headers of the last request. */
  headers(): IncomingMessage['headers']
  /** How many requests were given up by the other side. */
  aborted(): number
  /** How many are open. */
  connections(): number
  /** Sets what each answer is said to have cost from now on. */
  charge(usage: Usage): void
  /** Sets the next replies; the last reply of a list goes on. */
  play(script: ModelScript): void
  close(): Promise<void>
}

const USAGE: Usage = { prompt_tokens: 1_000, completion_tokens: 200 }

const DIALECTS: Readonly<Record<string, Dialect>> = {
  '/v1/chat/completions': chatDialect,
  '/v1/messages': messagesDialect,
}

/**
 * A server of models that answers by a script: good answers, bad ones, and every way of failing. It speaks as OpenAI and
 * what is compatible with it at one path, as Anthropic at another, and refuses what they would refuse.
 */
export async function createModelServer(script: ModelScript = []): Promise<ModelServer> {
  const requests: ChatRequest[] = []
  const bodies: string[] = []
  const faults: string[] = []
  let current = script
  let played = 0
  let usage = USAGE
  let headers: IncomingMessage['headers'] = {}
  let aborted = 0
  let open = 0

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    headers = request.headers
    const dialect = DIALECTS[request.url ?? '']
    if (!dialect) throw new Error(`Nobody answers at ${request.url}`)
    const text = Buffer.concat(chunks).toString('utf8')
    const body = JSON.parse(text) as Body
    const chat = dialect.read(body)
    bodies.push(text)
    requests.push(chat)
    response.on('close', () => {
      if (!response.writableFinished) aborted += 1
    })
    const fault = dialect.findFault(body)
    if (fault !== undefined) {
      faults.push(fault)
      return sendJson(response, 400, dialect.writeError('invalid_request_error', fault))
    }
    const place = played
    played += 1
    const reply = typeof current === 'function' ? current(chat, place) : (current[place] ?? current.at(-1))
    await send(response, reply ?? { status: 500, body: 'no script' }, dialect, { ...body, usage })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket) => {
    open += 1
    socket.on('close', () => {
      open -= 1
    })
  })
  // A busy test may use a kept connection again just when the server closes it: its client closes it.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    bodies,
    faults,
    headers: () => headers,
    aborted: () => aborted,
    connections: () => open,
    charge(next) {
      usage = next
    },
    play(next) {
      usage = USAGE
      current = next
      played = 0
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function send(response: ServerResponse, reply: ModelReply, dialect: Dialect, asked: Asked): Promise<void> {
  if ('afterMilliseconds' in reply) {
    await sleep(reply.afterMilliseconds)
    return send(response, reply.reply, dialect, asked)
  }
  if ('after' in reply) {
    await reply.after
    return send(response, reply.reply, dialect, asked)
  }
  if ('raw' in reply) return void reply.raw(response)
  if ('fault' in reply) return fail(response, reply.fault)
  if ('kind' in reply) {
    const error = dialect.writeError(reply.kind, reply.message ?? reply.kind)
    return sendJson(response, reply.status, error, reply.headers)
  }
  if ('status' in reply) {
    const { status, body = '', headers = {}, contentType = 'application/json' } = reply
    response.writeHead(status, { 'content-type': contentType, ...headers }).end(body)
    return
  }
  sendJson(response, 200, dialect.write(reply, asked))
}

function sendJson(response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

function fail(response: ServerResponse, fault: 'never' | 'cut-off' | 'hang-up'): void {
  if (fault === 'hang-up') response.destroy()
  if (fault !== 'cut-off') return
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{"id":"c","choices":[{"index":0,"mess', () => response.destroy())
}
