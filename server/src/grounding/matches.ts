/**
 * All places where a pattern is found. Most texts that are checked have none, for which an iterator and the copy of the
 * pattern that it works on cost more than looking.
 *
 * @param pattern with the flag `g`; it finds no empty text
 */
export function listMatches(text: string, pattern: RegExp): RegExpExecArray[] {
  const matches: RegExpExecArray[] = []
  pattern.lastIndex = 0
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) matches.push(match)
  return matches
}

/** Where a pattern is found last; -1 when it is not. @param pattern as for `listMatches` */
export const lastPlace = (text: string, pattern: RegExp): number => listMatches(text, pattern).at(-1)?.index ?? -1
