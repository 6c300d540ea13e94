import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { ImportedPosition } from '../imported-position.ts'
import { importText } from './import-text.ts'

const FIXTURES = join(import.meta.dirname, '../../fixtures/own')

interface Expected {
  /** Positions; fields of a long security in the base currency without sector and account are left out. */
  positions?: Partial<ImportedPosition>[]
  notes?: string[]
  problems?: string[]
  problemCount?: number
  /** Row and column of each problem. */
  places?: [row: number | null, column: string | null][]
}

const PLAIN = { kind: 'security', currency: 'USD', multiplier: 1, sector: null, account: null }

/** The list of files is the list of tests: a new way in which people write portfolios is a new folder. */
describe.each(readdirSync(FIXTURES).sort())('%s', (name) => {
  const folder = join(FIXTURES, name)
  const input = readdirSync(folder).find((file) => file.startsWith('input.')) ?? ''
  const expected = JSON.parse(readFileSync(join(folder, 'expected.json'), 'utf8')) as Expected
  const result = importText(readFileSync(join(folder, input), 'utf8'))

  if (expected.positions) {
    test('is read as expected, to the last decimal', () => {
      expect(result).toEqual({
        ok: true,
        source: input.endsWith('.json') ? 'json' : 'csv',
        positions: expected.positions?.map((position) => ({ ...PLAIN, ...position })),
        notes: expected.notes,
      })
    })
  } else {
    test('is refused, and every problem says where it is and how to mend it', () => {
      if (result.ok) throw new Error(`${name} was accepted`)
      expect(result.problems.map(({ message }) => message)).toEqual(expected.problems)
      expect(result.problems.map(({ row, column }) => [row ?? null, column ?? null])).toEqual(expected.places)
      expect(result.problemCount).toBe(expected.problemCount)
      for (const problem of result.problems) expect(problem.message).toContain(problem.expected)
    })
  }
})
