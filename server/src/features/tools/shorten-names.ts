// Tests: ../mcp/hostile.test.ts, ../mcp/same-figures.test.ts

/** Lists of what an answer is not about. They grow with the portfolio, and tell little after the first names. */
const NAME_LISTS = new Set(['unpriced', 'leftOut', 'positionsLeftOut', 'missingHistory'])
/** So many are listed. */
const LISTED_NAMES = 50

/** An answer with its lists of names cut, and how many names each such list had, by its place in the answer. */
export interface Shortened {
  content: Record<string, unknown>
  totals: Record<string, number>
}

/** Cuts the lists and records of names in an answer, wherever they stand in its objects; nothing else is changed. */
export function shortenNames(answer: Record<string, unknown>): Shortened {
  const totals: Record<string, number> = {}
  const cut = (value: Record<string, unknown>, place: string): Record<string, unknown> =>
    Object.fromEntries(
      Object.entries(value).map(([key, inner]) => {
        const here = place === '' ? key : `${place}.${key}`
        if (typeof inner !== 'object' || inner === null) return [key, inner]
        const entries = Object.entries(inner)
        if (NAME_LISTS.has(key) && entries.length > LISTED_NAMES) {
          totals[here] = entries.length
          const first = entries.slice(0, LISTED_NAMES)
          return [key, Array.isArray(inner) ? first.map(([, item]) => item) : Object.fromEntries(first)]
        }
        return [key, Array.isArray(inner) ? inner : cut(inner as Record<string, unknown>, here)]
      }),
    )
  const content = cut(answer, '')
  return { content, totals }
}

/** A sentence for each list that was cut. */
export const describeTotals = (totals: Shortened['totals']): string[] =>
  Object.entries(totals).map(([place, total]) => `\`${place}\` lists ${LISTED_NAMES} of ${total}.`)
