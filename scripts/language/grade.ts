// Tests: language.test.ts

const SHORTENED = /\b(?:e\.g|i\.e|vs|etc|U\.S|J\.P)\./g

/** Splits a text into its sentences. */
export function splitSentences(text: string): string[] {
  return text
    .replace(SHORTENED, (short) => short.replaceAll('.', ''))
    .split(/(?<=[.!?…]['"”’)]?)\s+(?=["“‘(]?[\p{Lu}\d$])/u)
    .map((sentence) => sentence.trim())
    .filter(Boolean)
}

/** Splits a sentence into words: figures and tickers are words, marks are not. */
export function splitWords(sentence: string): string[] {
  return sentence
    .split(/[\s/—–-]+/)
    .map((word) => word.replace(/[’']s?$/, '').replace(/^[^\p{L}\p{N}$]+|[^\p{L}\p{N}%]+$/gu, ''))
    .filter(Boolean)
}

/**
 * Estimates the syllables of an English word by its groups of vowels, silent endings taken off; at least 1. A figure, a
 * ticker and a name of code (`factIds`) are one each: they are not read letter by letter.
 */
export function countSyllables(word: string): number {
  if (!/^[A-Z]?[a-z’']+$/.test(word)) return 1
  const spoken = word
    .toLowerCase()
    .replace(/(?<![dt])ed$|(?<=[^laeiouyscgxzh]|[aeiou]l)es$|(?<=[^laeiouy]|[aeiou]l)e$/, '')
  return Math.max(1, spoken.match(/[aeiouy]+/g)?.length ?? 1)
}

/**
 * Years of school that a sentence asks of its reader: 0.39 × words + 11.8 × syllables / words − 15.59. A name in it, which
 * nobody can shorten, counts as a word of one syllable.
 *
 * @see Kincaid, Fishburne, Rogers & Chissom, "Derivation of new readability formulas", Naval Technical Training Command
 *   Research Branch Report 8-75, 1975
 */
export function computeGrade(sentence: string): number {
  const words = splitWords(sentence)
  const syllables = words.reduce(
    (sum, word, place) => sum + (place > 0 && /^\p{Lu}/u.test(word) ? 1 : countSyllables(word)),
    0,
  )
  return 0.39 * words.length + (11.8 * syllables) / words.length - 15.59
}
