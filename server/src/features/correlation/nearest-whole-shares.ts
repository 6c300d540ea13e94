// Tests: nearest-whole-shares.test.ts

/** A position in whole shares: what is held of it, what it should be worth, and its limits. */
export interface WholeShareTarget {
  units: number
  price: number
  /** Wanted value. */
  value: number
  /** Most that it may be worth. */
  most: number
  /** False for what trades in parts: it stays as it is rounded. */
  isWhole: boolean
  group: string | null
}

export interface NearestInput {
  targets: readonly WholeShareTarget[]
  /** Units to begin with. */
  start: readonly number[]
  /** Covariance of the returns, row by row, in the order of the targets. */
  covariance: Float64Array
  /** Money that may be spent on all of them. */
  money: number
  /** Most that the positions of a group may be worth together. */
  room: ReadonlyMap<string, number>
}

/** Branches that are looked at; more would take longer than a tenth of a second. */
const MOST_BRANCHES = 100_000
const ROUNDING = 1e-9

/**
 * Whole shares whose difference from the wanted values has the least variance: min dᵀΣd over d = units × price − value, within
 * money and limits. Exchanges of one or two shares come first. Then branches are searched, the dearest share first, each cut
 * where its part of the sum is no better than the best (Schnorr and Euchner, 1994). Where all branches fit into
 * `MOST_BRANCHES`, nothing is better; else it is the best that was found.
 *
 * @returns units in the order of the targets; `isExact` is false where the branches did not end
 */
export function findNearestWholeShares(input: NearestInput): { units: number[]; isExact: boolean } {
  const search = createSearch(input)
  search.exchange()
  const isExact = search.branch()
  return { units: search.best, isExact }
}

function createSearch({ targets, start, covariance, money, room }: NearestInput) {
  const size = targets.length
  const free = targets.flatMap(({ isWhole }, row) => (isWhole ? [row] : []))
  const best = [...start]
  const at = (row: number, column: number) => covariance[row * size + column] ?? 0
  const differenceOf = (units: readonly number[]) =>
    targets.map(({ price, value }, row) => (units[row] ?? 0) * price - value)

  function fits(units: readonly number[]): boolean {
    let spent = 0
    const used = new Map<string, number>()
    for (const [row, { price, most, group }] of targets.entries()) {
      const count = units[row] ?? 0
      const worth = count * price
      // What was above its limit before may stay there, and not grow.
      if (count < 0 || (worth > most + ROUNDING && count > (start[row] ?? 0))) return false
      spent += worth
      if (group !== null) used.set(group, (used.get(group) ?? 0) + worth)
    }
    if (spent > money * (1 + ROUNDING)) return false
    return [...used].every(
      ([group, worth]) => worth <= (room.get(group) ?? Number.POSITIVE_INFINITY) + ROUNDING * money,
    )
  }

  /** True where whole shares lead from what is held to some units, or all is sold with its fraction. */
  const isTradable = (row: number, units: number) => {
    const change = units - (targets[row]?.units ?? 0)
    return units === 0 || Math.abs(change - Math.round(change)) < ROUNDING
  }

  /** Steps of a share up or down, of one or of two positions, while one of them brings the sum down. */
  function exchange(): void {
    const difference = differenceOf(best)
    const slope = difference.map((_, row) => difference.reduce((sum, d, column) => sum + at(row, column) * d, 0))
    const gainOf = (moves: readonly (readonly [number, number])[]) =>
      moves.reduce((sum, [row, move]) => {
        const inner = moves.reduce((all, [column, other]) => all + at(row, column) * other, 0)
        return sum + move * (2 * (slope[row] ?? 0) + inner)
      }, 0)
    const leastGain = -ROUNDING * difference.reduce((sum, d, row) => sum + Math.abs(d * (slope[row] ?? 0)), 0)
    for (let round = 0; round < 20 * size; round++) {
      let chosen: { moves: readonly (readonly [number, number])[]; gain: number } | undefined
      const consider = (moves: readonly (readonly [number, number])[]) => {
        const gain = gainOf(moves)
        if (gain >= (chosen?.gain ?? leastGain)) return
        const next = [...best]
        for (const [row, move] of moves) next[row] = (next[row] ?? 0) + Math.sign(move)
        if (moves.every(([row]) => isTradable(row, next[row] ?? 0)) && fits(next)) chosen = { moves, gain }
      }
      for (const [place, row] of free.entries()) {
        const price = targets[row]?.price ?? 0
        for (const own of [price, -price]) {
          consider([[row, own]])
          for (const column of free.slice(place + 1)) {
            const other = targets[column]?.price ?? 0
            consider([
              [row, own],
              [column, -Math.sign(own) * other],
            ])
            consider([
              [row, own],
              [column, Math.sign(own) * other],
            ])
          }
        }
      }
      if (!chosen) return
      for (const [row, move] of chosen.moves) {
        best[row] = (best[row] ?? 0) + Math.sign(move)
        for (let other = 0; other < size; other++) slope[other] = (slope[other] ?? 0) + at(other, row) * move
      }
    }
  }

  /** @returns true where all branches were looked at */
  function branch(): boolean {
    const order = free.toSorted((a, b) => (targets[a]?.price ?? 0) - (targets[b]?.price ?? 0))
    const rest = targets.flatMap(({ isWhole }, row) => (isWhole ? [] : [row]))
    const rows = [...order, ...rest]
    const factor = factorRows(rows, at)
    if (factor === null) return false
    const units = [...best]
    const difference = rows.map((row) => differenceOf(best)[row] ?? 0)
    const partOf = (place: number) => {
      let sum = 0
      for (let other = place; other < rows.length; other++)
        sum += (factor[other]?.[place] ?? 0) * (difference[other] ?? 0)
      return sum * sum
    }
    let least = rows.reduce((sum, _, place) => sum + partOf(place), 0) * (1 - 1e-12)
    let branches = 0
    // What trades in parts is where it is; its share of the sum is the same in all branches.
    const fixed = rest.reduce((sum, _, place) => sum + partOf(order.length + place), 0)
    const visit = (place: number, sum: number, left: number): void => {
      branches += 1
      if (branches > MOST_BRANCHES) return
      const row = order[place]
      const target = row === undefined ? undefined : targets[row]
      if (row === undefined || target === undefined) {
        if (!fits(units)) return
        least = sum
        for (const [at, count] of units.entries()) best[at] = count
        return
      }
      const own = factor[place]?.[place] ?? 1
      let known = 0
      for (let other = place + 1; other < rows.length; other++)
        known += (factor[other]?.[place] ?? 0) * (difference[other] ?? 0)
      const centre = (target.value - known / own) / target.price
      const reach = Math.sqrt(Math.max(0, least - sum)) / own / target.price
      for (const count of listCounts(target, centre, reach)) {
        if (count * target.price > left * (1 + ROUNDING)) continue
        units[row] = count
        difference[place] = count * target.price - target.value
        const next = sum + partOf(place)
        if (next < least) visit(place - 1, next, left - count * target.price)
        if (branches > MOST_BRANCHES) return
      }
    }
    const kept = rest.reduce((sum, row) => sum + (best[row] ?? 0) * (targets[row]?.price ?? 0), 0)
    visit(order.length - 1, fixed, money - kept)
    return branches <= MOST_BRANCHES
  }

  return { best, exchange, branch }
}

/** Counts of whole shares traded within reach of the centre, the nearest first; all that is held may be sold with its fraction. */
function listCounts({ units }: WholeShareTarget, centre: number, reach: number): number[] {
  const fraction = units - Math.floor(units)
  const counts = new Set<number>()
  for (let count = Math.ceil(centre - reach - fraction); count + fraction <= centre + reach; count++)
    if (count + fraction >= 0 && count <= 1e7) counts.add(count + fraction)
  if (centre - reach <= 0) counts.add(0)
  return [...counts].sort((a, b) => Math.abs(a - centre) - Math.abs(b - centre))
}

/** Lower factor of the covariance of some rows, row by row; null where it has none. */
function factorRows(rows: readonly number[], at: (row: number, column: number) => number): number[][] | null {
  const factor: number[][] = []
  for (const [i, row] of rows.entries()) {
    const line: number[] = []
    for (let j = 0; j <= i; j++) {
      const above = i === j ? line : factor[j]
      let sum = at(row, rows[j] ?? 0)
      for (let k = 0; k < j; k++) sum -= (line[k] ?? 0) * (above?.[k] ?? 0)
      if (i === j && !(sum > 0)) return null
      line.push(i === j ? Math.sqrt(sum) : sum / (factor[j]?.[j] ?? 1))
    }
    factor.push(line)
  }
  return factor
}
