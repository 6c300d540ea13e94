import { LIMITS } from './limits.ts'

const MAX_KEYS_OF_AN_OBJECT = 1_000
/** Lists and objects, each of which takes memory many times its two brackets; the largest portfolio has a fifth of it. */
const MAX_CONTAINERS = 100_000
const MAX_VALUES = 1_000_000
// The longest decimal that says anything about a double has 767 significant digits.
const MAX_NUMBER_CHARACTERS = 1_000
const QUOTE = 34
const BACKSLASH = 92

/**
 * Finds the part of a JSON text that would cost more to parse than any honest request: nesting, keys, digits, lists,
 * objects, values. One pass that jumps over strings, so that 8 MiB take milliseconds.
 *
 * @returns words for the sender, or `undefined`; broken JSON is left to the parser
 */
export function findStructuralProblem(text: string): string | undefined {
  const keys: number[] = []
  let containers = 0
  let values = 0
  let index = 0
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) {
      index = endOfString(text, index)
      continue
    }
    if (code === 0x7b || code === 0x5b) {
      keys.push(0)
      if (keys.length > LIMITS.jsonDepth) return `The JSON is nested more than ${LIMITS.jsonDepth} levels deep.`
      containers += 1
      if (containers > MAX_CONTAINERS) return `The JSON has more than ${inWords(MAX_CONTAINERS)} lists and objects.`
    } else if (code === 0x2c) {
      values += 1
      if (values > MAX_VALUES) return `The JSON has more than ${inWords(MAX_VALUES)} values.`
    } else if (code === 0x7d || code === 0x5d) {
      keys.pop()
    } else if (code === 0x3a) {
      const count = (keys.pop() ?? 0) + 1
      if (count > MAX_KEYS_OF_AN_OBJECT) return `An object in the JSON has more than ${MAX_KEYS_OF_AN_OBJECT} keys.`
      keys.push(count)
    } else if (code >= 0x30 && code <= 0x39) {
      const end = endOfNumber(text, index)
      if (end - index > MAX_NUMBER_CHARACTERS)
        return `A number in the JSON has more than ${MAX_NUMBER_CHARACTERS} digits.`
      index = end
      continue
    }
    index += 1
  }
  return undefined
}

const inWords = (count: number) => count.toLocaleString('en-US')

function endOfString(text: string, start: number): number {
  const first = text.indexOf('"', start + 1)
  if (first === -1) return text.length
  if (text.charCodeAt(first - 1) !== BACKSLASH) return first + 1
  // Looking for each quote by itself would take ten times as long for a text of millions that are escaped.
  let index = start + 1
  while (index < text.length) {
    const code = text.charCodeAt(index)
    if (code === QUOTE) return index + 1
    index += code === BACKSLASH ? 2 : 1
  }
  return text.length
}

function endOfNumber(text: string, start: number): number {
  let end = start
  while (end < text.length && /[0-9.eE+-]/.test(text.charAt(end))) end += 1
  return end
}
