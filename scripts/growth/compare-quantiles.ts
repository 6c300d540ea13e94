// Tests: compare-quantiles.test.ts

/** Two series that were measured in turn: the values at one place met the same noise. */
export interface Pairs {
  empty: readonly number[]
  full: readonly number[]
}

export interface ComparedQuantile {
  empty: number
  full: number
  ratio: number
  /** The middle 95 of 100 ratios of samples drawn from the pairs. */
  interval: [number, number]
}

const DRAWS = 500
/** Pairs that are drawn together, because what slows one call slows the next ones as well. */
const BLOCK = 10

/** Value that a share of the others does not exceed. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

/**
 * Compares a quantile of both series, with the interval in which their ratio is likely to be.
 *
 * @param share of the quantile, e.g. 0.99
 * @param random returns numbers from 0 up to 1
 */
export function compareQuantiles({ empty, full }: Pairs, share: number, random: () => number): ComparedQuantile {
  const ratios = Array.from({ length: DRAWS }, () => {
    const places = drawPlaces(empty.length, random)
    const of = (values: readonly number[]) => places.map((place) => values[place] ?? Number.NaN)
    return quantile(of(full), share) / quantile(of(empty), share)
  })
  const both = { empty: quantile(empty, share), full: quantile(full, share) }
  return { ...both, ratio: both.full / both.empty, interval: [quantile(ratios, 0.025), quantile(ratios, 0.975)] }
}

function drawPlaces(count: number, random: () => number): number[] {
  const places: number[] = []
  while (places.length < count) {
    const first = Math.floor(random() * count)
    for (let place = first; place < first + BLOCK && places.length < count; place += 1) places.push(place % count)
  }
  return places
}
