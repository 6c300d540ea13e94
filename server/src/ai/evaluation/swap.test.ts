import { describe, expect, test } from 'vitest'
import { trySwaps } from './swap.ts'

/** In the long run all of them, otherwise one of so many. */
const EVERY = process.env.BALLAST_LONG ? 1 : 3
/** Measured: 6.2 % of all, on ledgers so small that hardly two facts are told apart by what a text is about. */
const MOST_SHOWN = 0.075

const describeSwap = ({ words, to }: ReturnType<typeof trySwaps>[number]) => `${words} (${to.label}: ${to.text})`

describe('a right sentence with a reference to another fact of the same unit', () => {
  test('is never shown when the sentence is one of ours', () => {
    const swaps = trySwaps('drafts', EVERY)
    expect(swaps.length).toBeGreaterThan(40)
    expect(swaps.filter(({ isShown }) => isShown).map(describeSwap)).toEqual([])
  })

  test('is hardly ever shown when a model wrote it', () => {
    const swaps = trySwaps('answers', EVERY)
    const shown = swaps.filter(({ isShown }) => isShown)
    expect(swaps.length).toBeGreaterThan(200)
    const isFew = shown.length / swaps.length <= MOST_SHOWN
    expect({ isFew, shown: isFew ? [] : shown.map(describeSwap) }).toEqual({ isFew: true, shown: [] })
  })
})
