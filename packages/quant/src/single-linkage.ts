// Tests: portfolio-construction.test.ts

/**
 * Single-linkage clustering: starts with every item alone and keeps joining the two groups whose nearest members are
 * nearest. The joins are exactly the edges of the minimum spanning tree in order of length, found here by Prim's
 * algorithm in N² steps.
 *
 * @param distances symmetric, row-major, size × size
 * @returns the order of the tree's leaves, so that items that joined early stand side by side. Groups are numbered as
 *          scipy numbers them (items first, then joins in order); at each join the lower number stands left. Equal
 *          distances join in the order in which Prim's algorithm, started at item 0, meets them
 * @see Sibson, "SLINK", The Computer Journal 16(1), 1973; Müllner, "Modern hierarchical clustering algorithms", 2011
 */
export function orderBySingleLinkage(distances: Float64Array, size: number): number[] {
  if (size === 0) return []
  const joins = findSpanningTree(distances, size)
    .map((edge, found) => ({ ...edge, found }))
    .sort((a, b) => a.distance - b.distance || a.found - b.found)
  const groups = Array.from({ length: size }, (_, item) => ({ number: item, leaves: [item] }))
  const groupOf = groups.slice()
  joins.forEach(({ from, to }, index) => {
    const a = groupOf[from]!
    const b = groupOf[to]!
    const [left, right] = a.number < b.number ? [a, b] : [b, a]
    const joined = { number: size + index, leaves: [...left.leaves, ...right.leaves] }
    for (const leaf of joined.leaves) groupOf[leaf] = joined
  })
  return groupOf[0]!.leaves
}

interface Edge {
  readonly from: number
  readonly to: number
  readonly distance: number
}

function findSpanningTree(distances: Float64Array, size: number): Edge[] {
  const nearest = new Float64Array(size).fill(Infinity)
  const isInTree = new Uint8Array(size)
  const edges: Edge[] = []
  let current = 0
  for (let k = 1; k < size; k++) {
    isInTree[current] = 1
    let next = -1
    for (let i = 0; i < size; i++) {
      if (isInTree[i]) continue
      const distance = distances[current * size + i]!
      if (distance < nearest[i]!) nearest[i] = distance
      if (next < 0 || nearest[i]! < nearest[next]!) next = i
    }
    edges.push({
      from: findNeighbour(distances, size, isInTree, next, nearest[next]!),
      to: next,
      distance: nearest[next]!,
    })
    current = next
  }
  return edges
}

/** A member of the tree at the given distance from `item`. */
function findNeighbour(
  distances: Float64Array,
  size: number,
  isInTree: Uint8Array,
  item: number,
  distance: number,
): number {
  for (let i = 0; i < size; i++) if (isInTree[i] && distances[i * size + item]! === distance) return i
  return 0
}
