// Tests: verify-text.test.ts, unsupported-sayings.test.ts

/** Squared r is a name and no figure; compatibility forms would turn it into one. */
const R_SQUARED = /\bR²/g
const EMPHASIS = /(?<![\p{L}\p{N}])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\p{L}\p{N}])|`/gu
const HEADING = /^[ \t]{0,8}#{1,6}[ \t]{1,8}/gm
const LIST_MARKER = /^[ \t]{0,8}(?:\d{1,2}[.)]|[-*•–])[ \t]{1,8}/gm

/** Invisible, private or unassigned characters, marks over others, pictures: nothing that plain sentences need. */
const STRANGE = /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{M}\p{So}\p{Sk}]|(?![\n\t])\p{Cc}/u
/** Of other alphabets only what formulas use, standing alone: other letters can pass for digits and for Latin ones. */
const FOREIGN = /(?![βσΔδρμ](?![\p{L}\p{N}]))[\p{L}--\p{Script=Latin}]|[\p{L}\p{N}][βσΔδρμ]/v
const OTHER_DIGITS = /(?![0-9])\p{N}/u

const MAY_EMPHASISE = /[*_`]/
/** Any but letters, digits and signs of a keyboard, and the signs that we write: most sentences have none. */
const UNUSUAL = /[^\n\t -\]_a-~’“”–−]/

/**
 * A text in the plain form in which it is checked and shown: compatibility characters as what they look like, so that
 * full-width digits are digits; emphasis, headings and list markers left out.
 */
export function toPlainCharacters(text: string): string {
  const usual = UNUSUAL.test(text) ? toUsualCharacters(text) : text
  const plain = usual.replace(HEADING, '').replace(LIST_MARKER, '')
  return MAY_EMPHASISE.test(plain) ? plain.replace(EMPHASIS, '') : plain
}

const toUsualCharacters = (text: string) =>
  text
    .replace(R_SQUARED, 'R-squared')
    .normalize('NFKC')
    .replace(/\u2044/g, '/')
    .replace(/\p{Zs}/gu, ' ')

/** True when a sentence holds characters that could show a reader something else than was checked. */
export function hasStrangeCharacters(sentence: string): boolean {
  if (!UNUSUAL.test(sentence)) return false
  return STRANGE.test(sentence) || FOREIGN.test(sentence) || OTHER_DIGITS.test(sentence)
}
