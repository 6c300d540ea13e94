// Tests: borne-out.test.ts, said-of-figures.test.ts, verify-text.test.ts

import { listMatches } from './matches.ts'

/** Where a sentence seems to end and does not. */
const ABBREVIATIONS = new Set([
  'e.g',
  'i.e',
  'vs',
  'approx',
  'u.s',
  'inc',
  'corp',
  'co',
  'no',
  'st',
  'mr',
  'ms',
  'dr',
  'est',
])
const END = /[.!?][)"'”’]*\s/g
const LAST_WORD = /[\w.]{1,8}$/

/**
 * Splits a text into sentences, each with the blank that follows it. Decimals, abbreviations and single letters such as
 * those of `BRK. B` end no sentence; a new line always does.
 */
export function splitSentences(text: string): string[] {
  const sentences: string[] = []
  for (const line of text.split(/(?<=\n)/)) {
    let start = 0
    for (const match of listMatches(line, END)) {
      const end = match.index + match[0].length
      const word = LAST_WORD.exec(line.slice(start, match.index))?.[0] ?? ''
      const isMarker = /^\d{1,2}$/.test(line.slice(start, match.index).trim())
      const isShort = ABBREVIATIONS.has(word.toLowerCase()) || /^[A-Za-z]$/.test(word)
      if (match[0].startsWith('.') && (isMarker || isShort)) continue
      sentences.push(line.slice(start, end))
      start = end
    }
    if (start < line.length) sentences.push(line.slice(start))
  }
  return sentences
}
