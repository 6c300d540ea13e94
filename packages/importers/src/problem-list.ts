// Tests: own/import-text.test.ts, own/own-csv.test.ts

import { LIMITS, type Problem } from '@ballast/contract'

/** Where and what is wrong with one cell or row. */
export interface Fault {
  row?: number
  column?: string
  found?: string
  /** Fault, following the quoted text: `is not a number`. */
  why: string
  /** Right value and how to mend it, a sentence. */
  expected: string
}

const SHOWN_CHARACTERS = 60
const CONTROL_CHARACTERS = /\p{Cc}/gu

/** The first problems of an input in full, and the count of all of them. */
export class ProblemList {
  readonly listed: Problem[] = []
  count = 0

  add(fault: Fault): void {
    this.count++
    if (this.listed.length < LIMITS.listedProblems) this.listed.push(toProblem(fault))
  }
}

/** Hostile or endless text made fit to be quoted in a message: one line, at most 60 characters. */
export function quotable(text: string): string {
  const cut = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text
  return cut
    .toWellFormed()
    .replace(CONTROL_CHARACTERS, (character) => `\\x${character.charCodeAt(0).toString(16).padStart(2, '0')}`)
}

function toProblem({ row, column, found, why, expected }: Fault): Problem {
  const place = [row === undefined ? '' : `Row ${row}`, column === undefined ? '' : `column "${quotable(column)}"`]
    .filter((part) => part !== '')
    .join(', ')
  const said = found === undefined || found === '' ? why : `"${quotable(found)}" ${why}`
  const sentence = place === '' ? `${said}.` : `${place}: ${said}.`
  return {
    ...(row === undefined ? {} : { row }),
    ...(column === undefined ? {} : { column: quotable(column) }),
    ...(found === undefined ? {} : { found: quotable(found) }),
    expected,
    message: `${sentence} ${expected}`,
  }
}
