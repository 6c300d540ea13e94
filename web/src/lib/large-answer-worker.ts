// Tests: e2e/import-review.e2e.ts

import './zod-without-eval.ts'
import { type AnswerPiece, type AnswerToParse, parseLargeAnswer, toPieces } from './large-answer.ts'

const tell = (piece: AnswerPiece) => self.postMessage(piece)

self.addEventListener('message', ({ data }: MessageEvent<AnswerToParse>) => {
  try {
    for (const piece of toPieces(parseLargeAnswer(data.kind, data.bytes))) tell(piece)
  } catch (error) {
    tell({ type: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
})
