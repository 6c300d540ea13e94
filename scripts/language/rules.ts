// Tests: language.test.ts

import { computeGrade, splitSentences, splitWords } from './grade.ts'
import type { Text } from './texts.ts'

/** Words that are not used, each with what is written in its place. */
const REPLACED: readonly (readonly [pattern: RegExp, use: string])[] = [
  [/\bstand-?ins?\b/i, 'proxy'],
  [/\bstands? in for\b/i, 'replaces'],
  [/\bstands?\b(?!-| out| still| to )/i, 'is'],
  [/\bwish(?:es)?\b/i, 'hedge request'],
  [/(?<!options )\bplays?\b/i, 'idea'],
  [/\bsecurities\b|\b(?:an?|each|every|any|no|single|one|real|which|name) security\b/i, 'share, fund or instrument'],
  // A question is what a user may ask, in the user's words.
  [/\b(?:holdings|(?:an?|each|every|one|single|no|this|the|largest) holding)\b(?! periods?)(?!.*\?)/, 'position'],
  [/\banew\b/i, 'again'],
  [/\bbesides?\b/i, 'next to, with'],
  [/\bwho(?:m)?ever\b/i, 'the person who, anyone who'],
  [/\bof (?:its|their|your|one’s|our) own\b(?! \w)/i, 'own'],
  [/\bnone of\b/i, 'no'],
  [/\btold\b/i, 'said, known'],
  [/\basked fall\b/i, 'shock'],
  [/(?<!\bthere )\b(?:is|are) no (?!longer|more|less)/i, 'is not'],
]

/** A question and a label such as “What to trade” may begin so. */
const BANNED_OPENING = /^[“‘(]?(?:(?:Of|Whose)\b|None (?=\w)|What\b(?! if)(?=.*[.:]|(?: \S+){5}))(?!.*\?)/

/** A formula in words or signs: it is computed with, not read aloud. */
const FORMULA = /[×÷Σσ√^=]| [/−+] |\bequals\b/

const IS_SENTENCE = /^[“‘(]?[A-Z0-9].*[.!?:…][”’)]*$/

const MOST_GRADE = 9

/** The formula says nothing about a shorter sentence: one long word decides. */
const LEAST_WORDS = 8

/** Says what is wrong with a text, one line for each fault: `place: fault: sentence`. */
export function judge({ place, words }: Text): string[] {
  return splitSentences(words.replace(/`[^`]*`/g, '7')).flatMap((sentence) => {
    const grade = isMeasured(sentence) ? computeGrade(sentence) : 0
    const faults = [
      ...(grade > MOST_GRADE ? [`grade ${grade.toFixed(1)}`] : []),
      ...(BANNED_OPENING.test(sentence) ? ['begins without a subject'] : []),
      ...REPLACED.flatMap(([pattern, use]) => {
        const [found] = pattern.exec(sentence) ?? []
        return found === undefined ? [] : [`“${found}”, say “${use}”`]
      }),
    ]
    return faults.map((fault) => `${place}: ${fault}: ${sentence}`)
  })
}

const isMeasured = (sentence: string) =>
  IS_SENTENCE.test(sentence) && !FORMULA.test(sentence) && splitWords(sentence).length >= LEAST_WORDS
