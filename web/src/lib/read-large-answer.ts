// Tests: e2e/import-review.e2e.ts

import {
  type AnswerPiece,
  AnswerPieces,
  type AnswerToParse,
  type LargeAnswer,
  type LargeAnswerKind,
  parseLargeAnswer,
} from './large-answer.ts'
import workerUrl from './large-answer-worker.ts?worker&url'

/** Up to here parsing takes the page less time than starting a worker. */
const PARSED_IN_PAGE_BYTES = 100_000

/**
 * Reads an answer that may hold 20,000 rows. Parsing one of that size would hold the page up for half a second, so a
 * worker does it and hands the rows over in pieces.
 *
 * @throws Error when the answer has another shape than the contract says
 */
export async function readLargeAnswer<Kind extends LargeAnswerKind>(
  kind: Kind,
  response: Response,
): Promise<LargeAnswer<Kind>> {
  const bytes = await response.arrayBuffer()
  if (bytes.byteLength <= PARSED_IN_PAGE_BYTES || typeof Worker === 'undefined') return parseLargeAnswer(kind, bytes)
  return (await parseInWorker({ kind, bytes })) as LargeAnswer<Kind>
}

function parseInWorker(toParse: AnswerToParse): Promise<unknown> {
  const worker = new Worker(toTrustedUrl(), { type: 'module' })
  const pieces = new AnswerPieces()
  return new Promise<unknown>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<AnswerPiece>) => {
      if (data.type === 'failed') reject(new Error(data.message))
      else if (pieces.take(data)) resolve(pieces.answer)
    })
    worker.addEventListener('error', ({ message }) => reject(new Error(message || 'The answer could not be parsed.')))
    worker.postMessage(toParse, [toParse.bytes])
  }).finally(() => worker.terminate())
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL: () => string }): { createScriptURL(url: string): string }
}

/** The worker's address; the security policy takes it only from a maker of addresses, and ours makes no other. */
function toTrustedUrl(): string {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes }
  if (!trustedTypes) return workerUrl
  return trustedTypes.createPolicy('large-answer-worker', { createScriptURL: () => workerUrl }).createScriptURL('')
}
