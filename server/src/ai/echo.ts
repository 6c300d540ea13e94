// Tests: compose.test.ts, analyst-model.test.ts

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
  const said = words.join(' ')
  const runs: string[] = []
  let [start, end] = [0, -1]
  for (const [place, word] of words.entries()) {
    end += word.length + 1
    const first = words[place - WORDS_IN_A_ROW + 1]
    if (first === undefined) continue
    runs.push(said.slice(start, end))
    start += first.length + 1
  }
  return runs
}

/** Every text within a value. */
export function listStrings(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(listStrings) : []
}
