import { isDeepStrictEqual } from 'node:util'
import { toPlainText } from '../../tools/tools.service.ts'

/**
 * Where a part says something else than the whole: every key must be there, every item of a list must be an item of the
 * whole's list, in its order, and every figure must be the same to the last bit. Texts are compared as assistants get them.
 *
 * @returns places in words; empty when everything in `part` stands in `whole` as well
 */
export function findDifferences(part: unknown, whole: unknown, path = 'answer'): string[] {
  if (Array.isArray(part)) {
    if (!Array.isArray(whole)) return [`${path} is no list on the screen`]
    return findStrangers(part, whole, path)
  }
  if (typeof part === 'object' && part !== null) {
    if (typeof whole !== 'object' || whole === null || Array.isArray(whole)) return [`${path} is not on the screen`]
    return Object.entries(part).flatMap(([key, inner]) =>
      key in whole
        ? findDifferences(inner, whole[key as keyof typeof whole], `${path}.${key}`)
        : [`${path}.${key} is not on the screen`],
    )
  }
  const shown = typeof whole === 'string' ? toPlainText(whole) : whole
  return Object.is(part, shown) ? [] : [`${path}: ${JSON.stringify(part)} is ${JSON.stringify(shown)} on the screen`]
}

function findStrangers(part: readonly unknown[], whole: readonly unknown[], path: string): string[] {
  let from = 0
  return part.flatMap((item, index) => {
    const place = whole.findIndex((other, at) => at >= from && findDifferences(item, other).length === 0)
    if (place === -1) {
      const like = whole[index]
      const details = isDeepStrictEqual(like, undefined) ? [] : findDifferences(item, like, `${path}.${index}`)
      return [`${path}.${index} is not in the screen's list`, ...details]
    }
    from = place + 1
    return []
  })
}

/** How many figures there are in a value. */
export function countFigures(value: unknown): number {
  if (typeof value === 'number') return 1
  if (typeof value !== 'object' || value === null) return 0
  return Object.values(value).reduce<number>((sum, inner) => sum + countFigures(inner), 0)
}
