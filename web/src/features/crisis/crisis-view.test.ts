import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toCrisisAnswer, toHoldLess } from './crisis-view.ts'
import { makeReplay } from './test-replay.ts'

test('the loss is said in dollars of what is replayed, with the days and the index beside it', () => {
  const answer = toCrisisAnswer(makeReplay({ totalReturn: -49.05, replayedValue: 465_178 }))
  expect(answer.loss).toBeCloseTo(228_169.8, 1)
  expect(answer.headline).toBe('You would lose about $228,170')
  expect(answer.detail).toBe(
    'That is −49.1% of $465,178, with today’s positions over Oct 9, 2007 to Mar 9, 2009. SPY went −55.2%. The worst fall on the way was 51.3%.',
  )
})

test('holdings that would have gained are said to gain', () => {
  expect(toCrisisAnswer(makeReplay({ totalReturn: 12, replayedValue: 1_000 })).headline).toBe(
    'You would gain about $120',
  )
})

test('selling the same share of everything leaves exactly the limit, and cash is not sold', () => {
  // By hand: 1 − 20/40 is a half; a tenth is cash, so half of nine tenths of 100,000 is sold.
  const replay = makeReplay({ totalReturn: -40, replayedValue: 100_000, cashPercent: 10 })
  const holdLess = toHoldLess(toCrisisAnswer(replay), replay, 20)
  expect(holdLess).toMatchObject({ soldPercent: 50, sold: 45_000 })
  expect(holdLess?.text).toContain('Sell 50% of every position, $45,000 in all')
  expect(holdLess?.text).toContain('costs about $20,000')
})

test('a loss within the limit asks for nothing, and what is left after selling is never more than the limit', () => {
  fc.assert(
    fc.property(
      fc.double({ min: -99, max: 50, noNaN: true }),
      fc.double({ min: 1, max: 1e9, noNaN: true }),
      fc.integer({ min: 5, max: 50 }),
      (totalReturn, replayedValue, limit) => {
        const replay = makeReplay({ totalReturn, replayedValue })
        const answer = toCrisisAnswer(replay)
        const holdLess = toHoldLess(answer, replay, limit)
        if (-totalReturn <= limit) {
          expect(holdLess).toBeNull()
          return
        }
        const left = answer.loss * (1 - (holdLess?.soldPercent ?? 0) / 100)
        expect(left / replayedValue).toBeCloseTo(limit / 100, 9)
      },
    ),
  )
})
