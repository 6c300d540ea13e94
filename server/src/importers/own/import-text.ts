// Tests: import-fixtures.test.ts

import { LIMITS } from '@ballast/contract'
import type { ImportOptions, ImportResult } from '../imported-position.ts'
import { readOwnCsv } from './own-csv.ts'
import { readOwnJson } from './own-json.ts'

/** JSON begins with a bracket or a brace; no CSV header does. */
export function recogniseFormat(text: string): 'csv' | 'json' {
  return /^[\ufeff\s]*[[{]/.test(text.slice(0, LIMITS.cellCharacters)) ? 'json' : 'csv'
}

/** Reads an uploaded text in our own CSV or JSON format: all of its positions, or everything that is wrong with it. */
export function importText(text: string, options: ImportOptions = {}): ImportResult {
  const result = recogniseFormat(text) === 'json' ? readOwnJson(text, options) : readOwnCsv(text, options)
  return result.ok ? { ...result, notes: shorten(result.notes) } : result
}

function shorten(notes: readonly string[]): string[] {
  const more = notes.length - LIMITS.listedProblems
  return more > 0 ? [...notes.slice(0, LIMITS.listedProblems), `And ${more} more notes of this kind.`] : [...notes]
}
