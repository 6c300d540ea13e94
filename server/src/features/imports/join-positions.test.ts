/** @module-tag full */

import type { ImportedSource, SourcePosition } from '@ballast/importers'
import { expect, test } from 'vitest'
import { joinPositions } from './join-positions.ts'
import type { ReviewedSource } from './reviewed-source.ts'

/** Lots of one account, each with a doubt, so that it stays a row of its own. */
function sourceOf(count: number, decimals: string): ReviewedSource {
  const positions = Array.from(
    { length: count },
    (_, index): SourcePosition => ({
      lines: [index + 1],
      ticker: 'AAPL',
      name: null,
      identifier: null,
      kind: 'security',
      currency: 'USD',
      shares: `${index}.${decimals}`,
      avgCost: null,
      multiplier: 1,
      sector: null,
      account: '…123',
      statedPrice: null,
      statedValue: null,
      certainty: 1,
      suggestions: [],
      doubts: [{ field: 'shares', reason: 'Hard to read.' }],
    }),
  )
  const imported: Partial<ImportedSource> = { kind: 'csv', positions }
  return { name: `${decimals}.csv`, imported: imported as ImportedSource }
}

test('tens of thousands of lots of one holding that cannot be added up take a fraction of a second', () => {
  const before = process.cpuUsage()
  const { positions } = joinPositions([sourceOf(20_000, '25'), sourceOf(20_000, '75')])
  expect(positions).toHaveLength(40_000)
  expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(3)
})
