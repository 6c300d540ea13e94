import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findCorrelationBlocks } from './correlation-blocks.ts'
import { propertyRuns } from './property-runs.ts'

const square = (rows: readonly (readonly number[])[]) => Float64Array.from(rows.flat())

/** By the definition: the two groups whose pairs correlate most on average are joined until none does by `least`. */
function joinPlainly(values: Float64Array, size: number, least: number): string[] {
  let groups = Array.from({ length: size }, (_, item) => [item])
  const mean = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, i) => sum + b.reduce((part, j) => part + values[i * size + j]!, 0), 0) / (a.length * b.length)
  for (;;) {
    const pairs = groups.flatMap((a, i) => groups.slice(i + 1).map((b) => ({ a, b, value: mean(a, b) })))
    const best = pairs.sort((x, y) => y.value - x.value)[0]
    if (!best || best.value < least) return groups.map((group) => group.toSorted((x, y) => x - y).join()).sort()
    groups = [...groups.filter((group) => group !== best.a && group !== best.b), [...best.a, ...best.b]]
  }
}

describe('blocks of what moves together', () => {
  test('two pairs that are far from each other', () => {
    const values = square([
      [1, 0.1, 0.9, 0.1],
      [0.1, 1, 0.1, 0.8],
      [0.9, 0.1, 1, 0.1],
      [0.1, 0.8, 0.1, 1],
    ])
    expect(findCorrelationBlocks(values, 4, 0.5)).toEqual({
      order: [0, 2, 1, 3],
      blocks: [
        [0, 2],
        [1, 3],
      ],
    })
  })

  test('nothing, one item, and what is not known', () => {
    expect(findCorrelationBlocks(new Float64Array(0), 0, 0.5)).toEqual({ order: [], blocks: [] })
    expect(findCorrelationBlocks(square([[1]]), 1, 0.5)).toEqual({ order: [0], blocks: [[0]] })
    const unknown = square([
      [1, Number.NaN],
      [Number.NaN, 1],
    ])
    expect(findCorrelationBlocks(unknown, 2, 0.5).blocks).toEqual([[0], [1]])
  })

  test('are those of the definition, and their order is one of all items', () => {
    const matrix = fc.integer({ min: 2, max: 9 }).chain((size) =>
      fc
        .array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: size * size, maxLength: size * size })
        .map((raw) => {
          const values = Float64Array.from(raw, (_, at) => {
            const [i, j] = [Math.floor(at / size), at % size]
            return i === j ? 1 : raw[Math.min(i, j) * size + Math.max(i, j)]!
          })
          return { size, values }
        }),
    )
    fc.assert(
      fc.property(matrix, fc.double({ min: -0.5, max: 0.9, noNaN: true }), ({ size, values }, least) => {
        const off = Array.from(values).filter((_, at) => at % size > Math.floor(at / size))
        fc.pre(new Set(off).size === off.length)
        const { order, blocks } = findCorrelationBlocks(values, size, least)
        expect(order.toSorted((a, b) => a - b)).toEqual(Array.from({ length: size }, (_, item) => item))
        expect(blocks.flat()).toEqual(order)
        expect(blocks.map((block) => block.toSorted((a, b) => a - b).join()).sort()).toEqual(
          joinPlainly(values, size, least),
        )
      }),
      propertyRuns(300),
    )
  })
})
