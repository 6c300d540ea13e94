import type { Call, StreamStep } from '@ballast/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { EncodedJson, STREAMED, type Streamed } from './answers.ts'
import { AppError, errors } from './errors.ts'
import { whenGone } from './when-gone.ts'

/** Proxies drop a connection that is silent for long. */
const COMMENT_MILLISECONDS = 15_000

/** How long work reports on itself while somebody watches. */
export interface Progress {
  step(step: StreamStep): void
  /** Sends the part of the result that is finished so far. */
  partial(value: unknown): void
}

const SILENT: Progress = { step: () => {}, partial: () => {} }

/** True when the client wants to follow the work rather than wait for the answer. */
function wantsEventStream(request: FastifyRequest): boolean {
  return request.headers.accept?.includes('text/event-stream') ?? false
}

/**
 * Does long work and answers with its result: as JSON, or, if the client accepts `text/event-stream`, as a stream of
 * `step`, `partial` and finally `result` or `error`. What must be refused with a status of its own (400, 401, 403, 404)
 * has to be refused before this is called.
 *
 * @param call whose response the result is; what the contract does not name is dropped
 * @param work is given an `AbortSignal` that fires when the client goes away
 */
export async function answerWithProgress<C extends Call>(
  context: { request: FastifyRequest; reply: FastifyReply; signal: AbortSignal },
  call: C,
  work: (progress: Progress, signal: AbortSignal) => Promise<z.output<C['response']> | EncodedJson>,
): Promise<z.output<C['response']> | EncodedJson | Streamed> {
  const { request, reply, signal } = context
  if (!wantsEventStream(request)) return work(SILENT, signal)
  const send = openStream(reply)
  const progress: Progress = { step: (step) => send('step', step), partial: (value) => send('partial', value) }
  try {
    const result = await work(progress, signal)
    send('result', result instanceof EncodedJson ? result : z.encode(call.response, result))
  } catch (error) {
    const refusal = error instanceof AppError ? error : errors.internal(error)
    if (!signal.aborted) request.log.error({ err: refusal.cause ?? refusal }, 'streamed work failed')
    send('error', refusal.toBody(request.id))
  }
  reply.raw.end()
  return STREAMED
}

function openStream(reply: FastifyReply): (event: string, data: unknown) => void {
  reply.hijack()
  const headers = {
    ...reply.getHeaders(),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  }
  reply.raw.writeHead(200, headers as NodeJS.Dict<string | string[] | number>)
  const comments = setInterval(() => reply.raw.write(': still at work\n\n'), COMMENT_MILLISECONDS)
  whenGone(reply.raw, () => clearInterval(comments))
  return (event, data) => {
    // JSON has no raw line ends, so that one data line holds all of it.
    const json = data instanceof EncodedJson ? data.body : JSON.stringify(data)
    if (reply.raw.writable) reply.raw.write(`event: ${event}\ndata: ${json}\n\n`)
  }
}
