/** So many patterns in one are still looked for by their letters; more are tried one after the other at every place. */
const TOGETHER = 40
/** Where a word begins. */
const AT_WORD = '\\b'

/**
 * Whether any of many patterns may be in a text, in far fewer passes than patterns: most sentences have none of them.
 *
 * @returns the question; upper and lower case are the same to it
 */
export function screenFor(patterns: readonly RegExp[]): (text: string) => boolean {
  const alternatives = patterns.flatMap(({ source }) => listAlternatives(source))
  const { atWords = [], anywhere = [] } = Object.groupBy(alternatives, (one) =>
    one.startsWith(AT_WORD) ? 'atWords' : 'anywhere',
  )
  // That a word begins is asked once for all of them.
  const screens = [
    ...listGroups(atWords.map((one) => one.slice(AT_WORD.length))).map((group) => `${AT_WORD}(?:${group})`),
    ...listGroups(anywhere),
  ].map((source) => new RegExp(source, 'i'))
  return (text) => screens.some((screen) => screen.test(text))
}

/** Alternatives in a few patterns: neighbours, which are alike, apart from each other. */
function listGroups(alternatives: readonly string[]): string[] {
  const groups = Math.ceil(alternatives.length / TOGETHER)
  return Array.from({ length: groups }, (_, group) =>
    alternatives.filter((_, place) => place % groups === group).join('|'),
  )
}

/** What a pattern is one of: its parts between strokes that stand in no brackets. */
function listAlternatives(source: string): string[] {
  const parts: string[] = []
  let [start, depth, isClass] = [0, 0, false]
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at]
    if (sign === '\\') at += 1
    else if (sign === '[') isClass = true
    else if (sign === ']') isClass = false
    else if (!isClass && sign === '(') depth += 1
    else if (!isClass && sign === ')') depth -= 1
    else if (!isClass && sign === '|' && depth === 0) {
      parts.push(source.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, source.slice(start)]
}
