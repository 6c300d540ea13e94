// Tests: ../damaged-files.test.ts

import type { SourcePosition } from '../imported-source.ts'

type Doubt = SourcePosition['doubts'][number]

/** A sum that two figures of a line should give, and what the line states instead. */
export interface Check extends Doubt {
  line: number
  /** Lines of one kind are compared: what the file calls a gain may be that of the day, in all of them. */
  kind: string
  holds: boolean
}

/** A part of the larger figure by which rounded figures, or a price of a moment later, may differ. */
const SLACK = 0.005
/** A sum that holds in so many lines, and in so large a part of them, is one that the file means. */
const FEWEST = 2
const MOSTLY = 0.6

export const isNear = (a: number, b: number) => Math.abs(a - b) <= SLACK * Math.max(Math.abs(a), Math.abs(b))

/** The positions; one whose figures contradict each other, while those of most others agree, has a doubt of its own. */
export function doubtContradictions(positions: readonly SourcePosition[], checks: readonly Check[]): SourcePosition[] {
  const byKind = [...Map.groupBy(checks, ({ kind }) => kind).values()]
  const meant = byKind.filter((same) => {
    const held = same.filter(({ holds }) => holds).length
    return held >= FEWEST && held >= MOSTLY * same.length
  })
  const failed = Map.groupBy(
    meant.flat().filter(({ holds }) => !holds),
    ({ line }) => line,
  )
  return positions.map((position) => {
    const own = (failed.get(position.lines[0] ?? 0) ?? []).map(({ field, reason }) => ({ field, reason }))
    return own.length === 0 ? position : { ...position, doubts: [...position.doubts, ...own] }
  })
}
