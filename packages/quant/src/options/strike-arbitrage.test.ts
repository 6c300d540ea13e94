import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../property-runs.ts'
import { findStrikeArbitrage, type StrikeQuote } from './strike-arbitrage.ts'

function toQuotes(sides: readonly (readonly [mid: number, spread: number])[]): StrikeQuote[] {
  return sides.map(([mid, spread], index) => ({ index, strike: 50 + index, bid: mid, ask: mid + spread }))
}

/** True when no pair of neighbours and no three of them contradict each other, by the definition. */
function isConsistent(type: 'call' | 'put', quotes: readonly StrikeQuote[]): boolean {
  return quotes.every((quote, i) => {
    const next = quotes[i + 1]
    const [dear, cheap] = type === 'call' ? [quote, next] : [next, quote]
    if (next && dear && cheap) {
      if (cheap.bid > dear.ask + 1e-9 || dear.bid - cheap.ask > next.strike - quote.strike + 1e-9) return false
    }
    const above = quotes[i + 2]
    if (!next || !above) return true
    const share = (above.strike - next.strike) / (above.strike - quote.strike)
    return next.bid <= share * quote.ask + (1 - share) * above.ask + 1e-9
  })
}

const side = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom(0.5, 1, 3))
const type = fc.constantFrom<('call' | 'put')[]>('call', 'put')

test('what is left contradicts nothing, and a chain without contradictions loses nothing', () => {
  fc.assert(
    fc.property(type, fc.array(side, { maxLength: 12 }), (kind, sides) => {
      const quotes = toQuotes(sides)
      const culprits = findStrikeArbitrage(kind, quotes)
      expect(
        isConsistent(
          kind,
          quotes.filter((quote) => !culprits.includes(quote)),
        ),
      ).toBe(true)
      if (isConsistent(kind, quotes)) expect(culprits).toEqual([])
    }),
    propertyRuns(300),
  )
})

test('one quote out of line is the only culprit', () => {
  const calls = toQuotes([20, 19.1, 18.2, 12, 16.4, 15.5, 14.6].map((mid) => [mid, 0.1] as const))
  expect(findStrikeArbitrage('call', calls).map(({ index }) => index)).toEqual([3])
})

test('ten thousand strikes of nonsense are told apart in seconds', { tags: 'full' }, () => {
  const quotes = toQuotes(Array.from({ length: 10_000 }, (_, i) => [1 + ((i * 7_919) % 997) / 20, 0.1] as const))
  const culprits = new Set(findStrikeArbitrage('call', quotes))
  expect(
    isConsistent(
      'call',
      quotes.filter((quote) => !culprits.has(quote)),
    ),
  ).toBe(true)
})
