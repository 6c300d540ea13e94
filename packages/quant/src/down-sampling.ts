import { inputErrors, requireEqualLengths } from './errors.ts'

/**
 * Picks at most `limit` points of a curve so that its drawn shape stays the same (largest triangle three buckets): the
 * points between the first and the last are cut into equal buckets, and each gives the point that spans the largest
 * triangle with the point chosen before and the mean of the bucket after.
 *
 * For charts only; figures are computed from all points.
 *
 * - `x`, `y`: equally long, without NaN
 * - `limit`: at least 3, or the length if that is smaller
 * - `keep`: indices that must be among the points, such as a peak and a trough; each takes the place of the nearest
 *        picked point, so that the limit still holds
 *
 * @returns indices, ascending
 * @see Steinarsson, "Downsampling time series for visual representation", University of Iceland, 2013
 */
export function pickChartPoints(
  x: ArrayLike<number>,
  y: Float64Array,
  { limit = 600, keep = [] }: { readonly limit?: number; readonly keep?: readonly number[] } = {},
): number[] {
  requireEqualLengths('x', x, 'y', y)
  if (!(limit >= 3)) throw inputErrors.badNumber('limit', null, limit, '3 or more')
  const count = y.length
  if (count <= limit) return Array.from({ length: count }, (_, i) => i)
  const width = (count - 2) / (limit - 2)
  const edge = (bucket: number) => Math.floor(bucket * width) + 1
  const picked = [0]
  for (let bucket = 0; bucket < limit - 2; bucket++) {
    const after = meanPoint(x, y, edge(bucket + 1), Math.min(edge(bucket + 2), count))
    picked.push(findLargestTriangle(x, y, picked[picked.length - 1]!, after, edge(bucket), edge(bucket + 1)))
  }
  picked.push(count - 1)
  for (const index of keep) moveNearest(picked, index)
  return [...new Set(picked)].sort((a, b) => a - b)
}

function meanPoint(x: ArrayLike<number>, y: Float64Array, from: number, to: number): readonly [number, number] {
  let sumX = 0
  let sumY = 0
  for (let i = from; i < to; i++) {
    sumX += x[i]!
    sumY += y[i]!
  }
  return [sumX / (to - from), sumY / (to - from)]
}

function findLargestTriangle(
  x: ArrayLike<number>,
  y: Float64Array,
  before: number,
  [afterX, afterY]: readonly [number, number],
  from: number,
  to: number,
): number {
  let best = from
  let largest = -1
  for (let i = from; i < to; i++) {
    const area = Math.abs((x[before]! - afterX) * (y[i]! - y[before]!) - (x[before]! - x[i]!) * (afterY - y[before]!))
    if (area > largest) {
      largest = area
      best = i
    }
  }
  return best
}

/** Replaces the picked point nearest to `index`, never the first or last, unless it is picked already. */
function moveNearest(picked: number[], index: number): void {
  if (picked.includes(index) || index <= 0 || index >= picked[picked.length - 1]!) return
  let nearest = 1
  for (let k = 1; k < picked.length - 1; k++) {
    if (Math.abs(picked[k]! - index) < Math.abs(picked[nearest]! - index)) nearest = k
  }
  picked[nearest] = index
}
