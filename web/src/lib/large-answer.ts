import { importDifferenceSchema, importReviewSchema } from '@ballast/contract'
import type { z } from 'zod'

/** Answers that can have tens of thousands of rows, by what the browser asks for. */
export const LARGE_ANSWERS = { review: importReviewSchema, difference: importDifferenceSchema } as const

export type LargeAnswerKind = keyof typeof LARGE_ANSWERS
export type LargeAnswer<Kind extends LargeAnswerKind> = z.output<(typeof LARGE_ANSWERS)[Kind]>

/** Messages to and from the worker: the answer without its long lists, then the lists piece by piece. */
export interface AnswerToParse {
  kind: LargeAnswerKind
  bytes: ArrayBuffer
}
export type AnswerPiece =
  | { type: 'head'; head: Record<string, unknown> }
  | { type: 'items'; field: string; items: readonly unknown[] }
  | { type: 'end' }
  | { type: 'failed'; message: string }

/** Elements of a list in one message: taking a message takes the page a few milliseconds. */
const PIECE_LENGTH = 500

/**
 * Parses the JSON of an answer as the contract describes it.
 *
 * @throws Error naming the place where the answer has another shape
 */
export function parseLargeAnswer<Kind extends LargeAnswerKind>(kind: Kind, bytes: ArrayBuffer): LargeAnswer<Kind> {
  const parsed = LARGE_ANSWERS[kind].safeParse(JSON.parse(new TextDecoder().decode(bytes)))
  if (parsed.success) return parsed.data as LargeAnswer<Kind>
  const first = parsed.error.issues[0]
  throw new Error(
    `The ${kind} has a shape the contract does not know, at "${first?.path.join('.')}": ${first?.message}`,
  )
}

/** An answer in messages that each take the page little time. */
export function* toPieces(answer: Record<string, unknown>): Generator<AnswerPiece> {
  const lists = Object.entries(answer).filter((entry): entry is [string, unknown[]] => Array.isArray(entry[1]))
  yield { type: 'head', head: { ...answer, ...Object.fromEntries(lists.map(([field]) => [field, []])) } }
  for (const [field, list] of lists) {
    for (let start = 0; start < list.length; start += PIECE_LENGTH) {
      yield { type: 'items', field, items: list.slice(start, start + PIECE_LENGTH) }
    }
  }
  yield { type: 'end' }
}

/** Puts pieces together again; `take` is true once the answer is whole. */
export class AnswerPieces {
  readonly answer: Record<string, unknown> = {}

  take(piece: Exclude<AnswerPiece, { type: 'failed' }>): boolean {
    if (piece.type === 'head') Object.assign(this.answer, piece.head)
    if (piece.type === 'items') {
      const list = this.answer[piece.field]
      if (Array.isArray(list)) for (const item of piece.items) list.push(item)
    }
    return piece.type === 'end'
  }
}
