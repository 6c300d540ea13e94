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

/** A share is seldom worth so many times its cost, or so small a part of it. */
const FURTHEST = Math.log(20)
/** A share may well be worth so many times its cost. */
const LIKELY = Math.log(12)

/** The position; with a doubt if its cost is far from its price, and near it once it is that of one share instead of all. */
export function doubtScaleOfCost(position: SourcePosition): SourcePosition {
  const { kind, shares, avgCost, statedPrice, statedValue } = position
  const [units, cost] = [Math.abs(Number(shares)), Number(avgCost)]
  const price = Math.abs(statedPrice ?? (statedValue ?? 0) / units)
  const distanceOf = (perShare: number) => Math.abs(Math.log(perShare / price))
  const meant = [cost * units, cost / units].find((perShare) => distanceOf(perShare) < LIKELY)
  if (kind !== 'security' || meant === undefined || !(distanceOf(cost) > FURTHEST)) return position
  const [of, stated] = meant > cost ? ['one share', meant] : ['all shares', cost]
  const reason = `A cost of ${Number(cost.toPrecision(6))} a share is far from the price of ${price}. ${Number(stated.toPrecision(6))} may be the cost of ${of}.`
  return { ...position, doubts: [...position.doubts, { field: 'avgCost', reason }] }
}
