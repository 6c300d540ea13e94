import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

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

/** What the server does with one request. */
export type ModelReply =
  /** An answer in words, usually JSON. */
  | { text: string; finishReason?: 'stop' | 'length' | 'content_filter' }
  /** Calls of tools. */
  | { calls: { name: string; input: unknown }[] }
  /** Any HTTP answer. */
  | { status: number; body?: string; headers?: Record<string, string>; contentType?: string }
  /** Waits, then goes on. */
  | { afterMilliseconds: number; reply: ModelReply }
  | { fault: 'never' | 'cut-off' | 'hang-up' }

export type ModelScript = readonly ModelReply[] | ((request: ChatRequest, place: number) => ModelReply)

export interface ModelServer {
  /** For `AI_BASE_URL`. */
  url: string
  /** All requests so far, the oldest first. */
  requests: ChatRequest[]
  /** Headers of the last request. */
  headers(): IncomingMessage['headers']
  /** How many requests were given up by the other side. */
  aborted(): number
  /** What comes next; the last reply of a list goes on. */
  play(script: ModelScript): void
  close(): Promise<void>
}

const USAGE = { prompt_tokens: 1_000, completion_tokens: 200, total_tokens: 1_200 }

/** An OpenAI-compatible server that answers by a script: good answers, bad ones, and every way of failing. */
export async function createModelServer(script: ModelScript = []): Promise<ModelServer> {
  const requests: ChatRequest[] = []
  let current = script
  let first = 0
  let headers: IncomingMessage['headers'] = {}
  let aborted = 0

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    headers = request.headers
    const chat = JSON.parse(Buffer.concat(chunks).toString('utf8')) as ChatRequest
    requests.push(chat)
    response.on('close', () => {
      if (!response.writableFinished) aborted += 1
    })
    const place = requests.length - 1 - first
    const reply = typeof current === 'function' ? current(chat, place) : (current[place] ?? current.at(-1))
    await send(response, reply ?? { status: 500, body: 'no script' })
  }

  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    headers: () => headers,
    aborted: () => aborted,
    play(next) {
      current = next
      first = requests.length
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function send(response: ServerResponse, reply: ModelReply): Promise<void> {
  if ('afterMilliseconds' in reply) {
    await sleep(reply.afterMilliseconds)
    return send(response, reply.reply)
  }
  if ('fault' in reply) return fail(response, reply.fault)
  if ('status' in reply) {
    const { status, body = '', headers = {}, contentType = 'application/json' } = reply
    response.writeHead(status, { 'content-type': contentType, ...headers }).end(body)
    return
  }
  const message =
    'text' in reply
      ? { role: 'assistant', content: reply.text }
      : { role: 'assistant', content: null, tool_calls: reply.calls.map(toCall) }
  const reason = 'text' in reply ? (reply.finishReason ?? 'stop') : 'tool_calls'
  const body = { id: 'c', object: 'chat.completion', created: 0, model: 'scripted', usage: USAGE }
  const choices = [{ index: 0, message, finish_reason: reason }]
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...body, choices }))
}

const toCall = ({ name, input }: { name: string; input: unknown }, place: number) => ({
  ...{ id: `call-${place}`, type: 'function' },
  function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
})

function fail(response: ServerResponse, fault: 'never' | 'cut-off' | 'hang-up'): void {
  if (fault === 'hang-up') response.destroy()
  if (fault !== 'cut-off') return
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '5000' })
  response.write('{"id":"c","choices":[{"index":0,"mess', () => response.destroy())
}
