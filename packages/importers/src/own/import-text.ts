// Tests: import-fixtures.test.ts

import { LIMITS } from '@ballast/contract'
import type { ImportOptions, ImportResult } from '../imported-position.ts'
import { ProblemList } from '../problem-list.ts'
import { mergeLots } from './merge-lots.ts'
import { readOwnCsv } from './own-csv.ts'
import { readOwnJson } from './own-json.ts'

/** JSON begins with a bracket or a brace; no CSV header does. */
export function recogniseFormat(text: string): 'csv' | 'json' {
  return /^[\ufeff\s]*[[{]/.test(text.slice(0, LIMITS.cellCharacters)) ? 'json' : 'csv'
}

/** Reads an uploaded text in our own CSV or JSON format: all of its positions, or everything that is wrong with it. */
export function importText(text: string, { maxRows = LIMITS.positionsPerPortfolio }: ImportOptions = {}): ImportResult {
  const source = recogniseFormat(text)
  const problems = new ProblemList()
  const reader = (source === 'json' ? readOwnJson : readOwnCsv)(text.replace(/^\ufeff/, ''), maxRows, problems)
  if (problems.count === 0 && reader?.positions.length === 0) {
    const why = 'There are no positions below the header'
    problems.add({ why, expected: 'Write a row for each position.' })
  }
  if (problems.count > 0 || reader === undefined) {
    return { ok: false, problems: problems.listed, problemCount: problems.count }
  }
  const { positions, notes } = mergeLots(reader.positions, reader.rows)
  return { ok: true, source, positions, notes: shorten([...reader.notes, ...notes]) }
}

function shorten(notes: readonly string[]): string[] {
  const more = notes.length - LIMITS.listedProblems
  return more > 0 ? [...notes.slice(0, LIMITS.listedProblems), `And ${more} more notes of this kind.`] : [...notes]
}
