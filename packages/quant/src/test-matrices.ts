import type { ReturnMatrix } from './price-matrix.ts'
import { createNormalSource, createRandomSource } from './random.ts'

/** Builds a matrix of returns from one row per ticker. Used by tests only; not part of the library's face. */
export function toReturnMatrix(rows: readonly ArrayLike<number>[]): ReturnMatrix {
  const columns = rows[0]?.length ?? 0
  return {
    kind: 'returns',
    dates: Int32Array.from({ length: columns }, (_, t) => t + 1),
    tickers: rows.map((_, i) => `T${i}`),
    values: Float64Array.from(rows.flatMap((row) => Array.from(row))),
    rows: rows.length,
    columns,
  }
}

/**
 * Rows whose sample correlations are exactly `rho` and whose sample deviations are exactly `deviation` (to rounding):
 * independent normal rows are centred and orthonormalised, then mixed with one common row.
 */
export function createEquicorrelatedReturns({
  rows,
  columns,
  rho,
  deviation = 0.01,
  seed = 1,
}: {
  readonly rows: number
  readonly columns: number
  readonly rho: number
  readonly deviation?: number
  readonly seed?: number
}): ReturnMatrix {
  const normal = createNormalSource(createRandomSource(seed))
  const basis: Float64Array[] = []
  while (basis.length <= rows) {
    const vector = Float64Array.from({ length: columns }, normal)
    const mean = vector.reduce((a, b) => a + b, 0) / columns
    const centred = vector.map((x) => x - mean)
    // Twice, because once leaves rounding of the order of the number of rows.
    for (let pass = 0; pass < 2; pass++) for (const other of basis) subtractProjection(centred, other)
    const norm = Math.sqrt(centred.reduce((sum, x) => sum + x * x, 0))
    basis.push(centred.map((x) => x / norm))
  }
  const common = basis[rows]!
  const scale = deviation * Math.sqrt(columns - 1)
  const series = basis
    .slice(0, rows)
    .map((own) => own.map((x, t) => scale * (Math.sqrt(1 - rho) * x + Math.sqrt(rho) * common[t]!)))
  return toReturnMatrix(series)
}

function subtractProjection(vector: Float64Array, unit: Float64Array): void {
  const length = vector.reduce((sum, x, t) => sum + x * unit[t]!, 0)
  for (let t = 0; t < vector.length; t++) vector[t] = vector[t]! - length * unit[t]!
}
