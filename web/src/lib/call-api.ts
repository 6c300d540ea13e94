import type { Call } from '@ballast/contract'
import { queryOptions } from '@tanstack/react-query'
import type { z } from 'zod'
import { toApiError } from './api-error.ts'
import { noteOrigin } from './kept-answers.ts'

type Part<C, Key extends 'params' | 'query' | 'body'> = C extends { [K in Key]: infer S extends z.ZodType }
  ? { [K in Key]: z.input<S> }
  : unknown

/** What a call of the contract needs: its path parameters, its query and its body, as far as it has them. */
export type CallInput<C extends Call> = Part<C, 'params'> & Part<C, 'query'> & Part<C, 'body'>

type Needed<C extends Call> = Omit<CallInput<C>, never>

/** The input is left out only where the call needs none. */
type InputArgument<C extends Call, Extra = unknown> = keyof Needed<C> extends never
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
}

/**
 * Makes a call of the contract and parses the answer with the same schema that the server answered by.
 *
 * @throws ApiError for an answer that is not 2xx; TypeError when the server cannot be reached; Error naming the call when
 *         the answer has another shape than the contract says
 */
export async function callApi<C extends Call>(
  call: C,
  ...[input]: InputArgument<C, { signal?: AbortSignal; idempotencyKey?: string }>
): Promise<CallOutput<C>> {
  const response = await sendCall(call, (input ?? {}) as WireInput, 'application/json')
  return parseAnswer(call, await response.json())
}

/** Sends the request of a call and hands back the 2xx response unread, for streams and downloads. */
export async function sendCall(call: Call, input: WireInput, accept: string): Promise<Response> {
  const hasBody = input.body !== undefined
  const response = await fetch(toCallUrl(call, input), {
    method: call.method,
    credentials: 'include',
    headers: {
      accept,
      ...(hasBody && { 'content-type': 'application/json' }),
      ...(input.idempotencyKey !== undefined && { 'idempotency-key': input.idempotencyKey }),
    },
    ...(hasBody ? { body: JSON.stringify(input.body) } : input.form && { body: input.form }),
    ...(input.signal && { signal: input.signal }),
  })
  if (!response.ok) throw await toApiError(response)
  noteOrigin(response)
  return response
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

/** A call as a cached query: `useQuery(apiQuery(listPositions, { params: { portfolioId } }))`. */
export function apiQuery<C extends Call>(call: C, ...input: InputArgument<C>) {
  return queryOptions({
    queryKey: apiQueryKey(call, ...input),
    queryFn: ({ signal }): Promise<CallOutput<C>> =>
      callApi(call, ...([{ ...(input[0] ?? {}), signal }] as unknown as InputArgument<C, { signal?: AbortSignal }>)),
  })
}

/** The cache key of a call: its path, then its input. `[call.path]` alone addresses all inputs, to invalidate them. */
export function apiQueryKey<C extends Call>(call: C, ...[input]: InputArgument<C>): readonly unknown[] {
  return input === undefined ? [call.path] : [call.path, input]
}
