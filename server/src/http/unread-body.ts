// Tests: http.test.ts

import type { IncomingMessage } from 'node:http'
import { LIMITS } from '@ballast/contract'
import { bodyPacer } from './paced-body.ts'

/** A client that sends nothing for so long has stopped, and is answered by the end of the connection. */
const SILENCE_MILLISECONDS = 10_000

/** True when more of a request's body is announced than has come. */
export function isStillComing({ headers, complete, readableEnded, destroyed }: IncomingMessage): boolean {
  const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
  return hasBody && !complete && !readableEnded && !destroyed
}

/**
 * An answer that is there to be read at once, and ends when the rest of the request has gone by unread. Ending it before
 * would end the connection, and most clients listen only when they have sent everything: they would see a broken
 * connection instead of the reason.
 */
export async function* answerBeforeEnd(answer: string, request: IncomingMessage): AsyncGenerator<string> {
  yield answer
  if (Number(request.headers['content-length'] ?? 0) <= LIMITS.imageUploadBytes) await letRunOut(request)
}

/** Waits until the body has ended, its sender is gone or silent, or more came than any call would take. */
async function letRunOut(request: IncomingMessage): Promise<void> {
  if (!isStillComing(request)) return
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, SILENCE_MILLISECONDS)
  let bytes = 0
  request.on('data', (piece: Buffer) => {
    timer.refresh()
    bytes += piece.length
    if (bytes > LIMITS.imageUploadBytes) resolve()
  })
  request.once('end', resolve).once('close', resolve).once('error', resolve)
  bodyPacer.pace(request)
  request.resume()
  await promise
  clearTimeout(timer)
}
