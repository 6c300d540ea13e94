import { describe, expect, test } from 'vitest'
import { findStructuralProblem } from './json-structure.ts'

describe('a JSON text that would cost more than any honest one is known before it is parsed', () => {
  test.each([
    ['millions of lists', `[${'[],'.repeat(2_000_000)}[]]`, 'more than 100,000 lists and objects'],
    ['millions of objects', `[${'{},'.repeat(2_000_000)}{}]`, 'more than 100,000 lists and objects'],
    ['millions of values', `[${'1,'.repeat(4_000_000)}1]`, 'more than 1,000,000 values'],
    ['brackets in one another', '['.repeat(4_000_000), 'more than 20 levels deep'],
    ['thousands of keys', `{${'"k":1,'.repeat(2_000)}"l":1}`, 'more than 1000 keys'],
    ['a number without end', `[${'9'.repeat(7_000_000)}]`, 'more than 1000 digits'],
  ])('%s', (_, text, words) => {
    expect(findStructuralProblem(text)).toContain(words)
  })

  test.each(['"', '\\', '\\"', '"\\', '\\\\', '[', '\n'])('what stands in a text is no structure (%j)', (piece) => {
    const text = JSON.stringify([
      `${piece.repeat(9)}[[`,
      piece,
      `[${'['.repeat(30)}${piece}`,
      { [`${piece}{{`]: piece },
    ])
    expect(findStructuralProblem(text)).toBeUndefined()
    expect(findStructuralProblem(`${text.slice(0, -1)},${'['.repeat(20)}`)).toContain('levels deep')
  })

  test('the largest portfolio that is taken is let through, whatever stands in its texts', () => {
    const position = { ticker: 'AAPL', name: '[[[{{{,,,"'.repeat(3), shares: 1.5, lots: [{ price: 1 }, { price: 2 }] }
    expect(findStructuralProblem(JSON.stringify(Array.from({ length: 20_000 }, () => position)))).toBeUndefined()
  })
})
