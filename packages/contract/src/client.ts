// Tests: ../../../web/src/lib/call-api.test.ts, ../../../e2e/process/documented-api.test.ts

import type { z } from 'zod'
import type { Call } from './call.ts'
import { type ErrorBody, errorBodySchema } from './errors.ts'

type Part<C, Key extends 'params' | 'query' | 'body'> = C extends { [K in Key]: infer S extends z.ZodType }
  ? { [K in Key]: z.input<S> }
  : unknown

/** Input of a call: its path parameters, its query and its body, as far as it has them. */
export type CallInput<C extends Call> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>

type Needed<C extends Call> = Omit<CallInput<C>, never>

/** The input is left out only where the call needs none. */
export type InputArgument<C extends Call, Extra = unknown> = keyof Needed<C> extends never
  ? [input?: Extra]
  : [input: CallInput<C> & Extra]

export type CallOutput<C extends Call> = z.output<C['response']>

interface WireInput {
  params?: unknown
  query?: unknown
  body?: unknown
  /** Files, in place of a JSON body. */
  form?: FormData
  signal?: AbortSignal
  /** Names one click of a call that is charged, so that it is charged once however often it is sent. */
  idempotencyKey?: string
  /** Lets the request outlive the page that made it. */
  keepalive?: boolean
}

export interface ClientOptions {
  /** Address of a server, such as `https://ballast.example.com`; without it the page's own. */
  baseUrl?: string
  /** Sent with every call: outside of a browser the session's `Cookie`, and for changes the server's own `Origin`. */
  headers?: Readonly<Record<string, string>>
  /** Told of each 2xx answer before it is read. */
  onAnswer?: (response: Response) => void
}

export interface Client {
  /**
   * Makes a call of the contract and parses the answer with the same schema that the server answered by.
   *
   * @throws ApiError for an answer that is not 2xx; TypeError when the server cannot be reached; Error naming the call when
   *         the answer has another shape than the contract says
   */
  call<C extends Call>(
    call: C,
    ...input: InputArgument<C, Pick<WireInput, 'signal' | 'idempotencyKey' | 'keepalive'>>
  ): Promise<CallOutput<C>>
  /** Sends the request of a call and hands back the 2xx response unread, for streams and downloads. */
  send(call: Call, input: WireInput, accept: string): Promise<Response>
}

/**
 * A typed client of the API.
 *
 *     const client = createClient({ baseUrl: 'http://127.0.0.1:3000', headers: { cookie } })
 *     const portfolios = await client.call(listPortfolios)
 */
export function createClient({ baseUrl = '', headers = {}, onAnswer }: ClientOptions = {}): Client {
  async function send(call: Call, input: WireInput, accept: string): Promise<Response> {
    const hasBody = input.body !== undefined
    const response = await fetch(`${baseUrl}${toCallUrl(call, input)}`, {
      method: call.method,
      credentials: 'include',
      headers: {
        ...headers,
        accept,
        ...(hasBody && { 'content-type': 'application/json' }),
        ...(input.idempotencyKey !== undefined && { 'idempotency-key': input.idempotencyKey }),
      },
      ...(hasBody ? { body: JSON.stringify(input.body) } : input.form && { body: input.form }),
      ...(input.signal && { signal: input.signal }),
      ...(input.keepalive && { keepalive: true }),
    })
    if (!response.ok) throw await toApiError(response)
    onAnswer?.(response)
    return response
  }
  return {
    send,
    async call(call, ...[input]) {
      const response = await send(call, (input ?? {}) as WireInput, 'application/json')
      return parseAnswer(call, await response.json())
    },
  }
}

/** An answer's JSON as the contract describes it. */
export function parseAnswer<C extends Call>(call: C, json: unknown): CallOutput<C> {
  const parsed = call.response.safeParse(json)
  if (parsed.success) return parsed.data as CallOutput<C>
  const first = parsed.error.issues[0]
  throw new Error(
    `${call.method} ${call.path} answered in a shape the contract does not know, at "${first?.path.join('.')}": ${first?.message}`,
  )
}

/**
 * The address of a call, for `fetch` and for links (downloads, sign-in).
 *
 * @throws Error naming a path parameter that was not given
 */
export function toCallUrl(call: Pick<Call, 'path'>, input: { params?: unknown; query?: unknown } = {}): string {
  const params = (input.params ?? {}) as Record<string, unknown>
  const path = call.path.replace(/:(\w+)/g, (_, name: string) => {
    if (params[name] === undefined) throw new Error(`${call.path} needs the path parameter "${name}"`)
    return encodeURIComponent(String(params[name]))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((input.query ?? {}) as Record<string, unknown>)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${path}?${search}` : path
}

/** An answer of the API that is not 2xx. `message` is for logs; people read `toUserMessage`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The body when it is one of our error bodies; a proxy in between may answer otherwise. */
  readonly body: ErrorBody | undefined

  constructor(status: number, text: string, body: ErrorBody | undefined) {
    super(`${status}: ${text}`)
    this.status = status
    this.body = body
  }
}

/** Reads what a failed response has to say; never throws on a body of the wrong kind. */
export async function toApiError(response: Response): Promise<ApiError> {
  const text = await response.text().catch(() => '')
  return new ApiError(response.status, text || response.statusText, parseErrorBody(text))
}

/** The error body in a JSON text, or `undefined` when it is none. */
export function parseErrorBody(text: string): ErrorBody | undefined {
  try {
    return errorBodySchema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}
