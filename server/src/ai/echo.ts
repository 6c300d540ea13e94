import { remembered } from '../grounding/remembered.ts'

/** So many words in a row are no accident. */
const WORDS_IN_A_ROW = 8
const WORD = /[\p{L}\p{N}]+/gu

/** Finds sentences that repeat what they should not: the rules, or what a user or a file says. */
export type EchoFinder = (sentence: string) => boolean

/** @param sources texts of which no eight words in a row may come back */
export function createEchoFinder(sources: readonly string[]): EchoFinder {
  const known = sources.map(listKnownRuns).filter((runs) => runs.size > 0)
  return (sentence) => listRuns(sentence).some((run) => known.some((runs) => runs.has(run)))
}

/** The rules are the same for every answer. */
const listKnownRuns = remembered(100, (source): ReadonlySet<string> => new Set(listRuns(source)))

function listRuns(text: string): string[] {
  const words = text.toLowerCase().match(WORD) ?? []
  const last = words.length - WORDS_IN_A_ROW
  return Array.from({ length: Math.max(0, last + 1) }, (_, at) => words.slice(at, at + WORDS_IN_A_ROW).join(' '))
}

/** Every text within a value. */
export function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : []
}
