import { expect, test } from 'vitest'
import { type AnswerPiece, AnswerPieces, parseLargeAnswer, toPieces } from './large-answer.ts'

const encode = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).buffer as ArrayBuffer
const position = (shares: number) => ({
  ticker: 'AAPL',
  kind: 'security',
  account: null,
  currency: 'USD',
  shares,
  avgCost: null,
})

test('an answer comes whole out of its pieces, lists in order', () => {
  const added = Array.from({ length: 1_234 }, (_, index) => position(index + 1))
  const rest = { removed: [], changed: [], unchangedCount: 7, mode: 'add', proposedMode: 'add' }
  const answer = parseLargeAnswer('difference', encode({ added, ...rest }))
  const pieces = [...toPieces(answer)]
  expect(Math.max(...pieces.map((piece) => (piece.type === 'items' ? piece.items.length : 0)))).toBeLessThanOrEqual(500)
  const received = new AnswerPieces()
  const ends = pieces.map((piece) => received.take(structuredClone(piece) as Exclude<AnswerPiece, { type: 'failed' }>))
  expect(ends.indexOf(true)).toBe(pieces.length - 1)
  expect(received.answer).toEqual(answer)
})

test('an answer of another shape is refused by its place', () => {
  expect(() => parseLargeAnswer('difference', encode({ added: [position(1), {}] }))).toThrow('added.1.ticker')
})
