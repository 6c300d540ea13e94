// Tests: correlation-blocks.test.ts

/** Tickers in an order in which those that move together are neighbours, and where it may be cut. */
export interface CorrelationBlocks {
  /** Every item once, in the order of the tree's leaves. */
  readonly order: readonly number[]
  /** The same items by block, in that order; the items of a block correlate by at least `least` on average. */
  readonly blocks: readonly (readonly number[])[]
}

interface Group {
  readonly leaves: readonly number[]
  readonly blocks: readonly (readonly number[])[]
}

/**
 * Groups what moves together: average-linkage clustering (UPGMA), which keeps joining the two groups whose members
 * correlate most with each other on average, found by chains of nearest neighbours in N² steps. Groups that correlate by
 * `least` or more form one block.
 *
 * - `values`: correlations, symmetric, row-major, size × size; what is not known counts as 0
 * - at each join the group with the earlier first item stands first, so that a list by weight stays by weight
 *
 * @see Sokal and Michener, University of Kansas Science Bulletin 38, 1958; Müllner, "Modern hierarchical clustering
 *      algorithms", 2011 (the chain, exact for average linkage)
 */
export function findCorrelationBlocks(values: Float64Array, size: number, least: number): CorrelationBlocks {
  const near = Float64Array.from(values, (value) => (Number.isNaN(value) ? 0 : value))
  const groups = new Map<number, Group>()
  for (let i = 0; i < size; i++) groups.set(i, { leaves: [i], blocks: [[i]] })
  const chain: number[] = []
  while (groups.size > 1) {
    if (chain.length === 0) chain.push(groups.keys().next().value as number)
    const current = chain.at(-1) as number
    const before = chain.at(-2)
    const next = findNearest(near, size, groups, current, before)
    if (next !== before) {
      chain.push(next)
      continue
    }
    chain.length -= 2
    join(near, size, groups, [current, next], least)
  }
  const { leaves = [], blocks = [] } = groups.values().next().value ?? {}
  return { order: leaves, blocks }
}

/** The group that correlates most with one; of equals the one before it in the chain, so that the chain ends. */
function findNearest(
  near: Float64Array,
  size: number,
  groups: ReadonlyMap<number, Group>,
  of: number,
  before: number | undefined,
): number {
  let best = before ?? -1
  let most = before === undefined ? Number.NEGATIVE_INFINITY : (near[of * size + before] ?? 0)
  for (const other of groups.keys()) {
    const value = near[of * size + other] ?? 0
    if (other !== of && value > most) {
      best = other
      most = value
    }
  }
  return best
}

function join(
  near: Float64Array,
  size: number,
  groups: Map<number, Group>,
  pair: readonly [number, number],
  least: number,
): void {
  const [one, two] = pair.map((place) => ({ place, ...(groups.get(place) as Group) })) as [
    Group & { place: number },
    Group & { place: number },
  ]
  const [first, second] = Math.min(...one.leaves) < Math.min(...two.leaves) ? [one, two] : [two, one]
  const leaves = [...first.leaves, ...second.leaves]
  const isBlock = (near[first.place * size + second.place] ?? 0) >= least
  groups.delete(second.place)
  groups.set(first.place, { leaves, blocks: isBlock ? [leaves] : [...first.blocks, ...second.blocks] })
  for (const other of groups.keys()) {
    if (other === first.place) continue
    const sum =
      first.leaves.length * (near[first.place * size + other] ?? 0) +
      second.leaves.length * (near[second.place * size + other] ?? 0)
    const mean = sum / leaves.length
    near[first.place * size + other] = mean
    near[other * size + first.place] = mean
  }
}
