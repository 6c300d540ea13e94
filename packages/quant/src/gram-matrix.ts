// Tests: correlation-matrix.test.ts

/** Rows and columns of the tile that is summed in registers at once. */
const TILE = 4
/** Rows that are taken through all others together, a multiple of the tile. */
const BLOCK = 64

/** Rows up to a whole number of tiles: rows of zeros at the end spare the kernel every edge case. */
export function padRows(rows: number): number {
  return Math.ceil(rows / TILE) * TILE
}

/**
 * Gram matrix of the rows of a matrix: every dot product of two rows,  G_ij = Σ_t x_it·x_jt.
 *
 * This is the whole cost of a correlation matrix, N²·T/2 multiplications. A plain double loop waits for one addition
 * at a time; this one sums 4 × 4 rows at once, so that sixteen independent sums hide one another's latency and each
 * loaded number is used four times. Only the upper triangle is computed. Nothing is allocated per element.
 *
 * @param values row-major, without NaN, rows × columns; longer by rows of zeros up to {@link padRows}, it is used as it
 *        is, and otherwise copied once
 * @returns rows × rows, row-major, exactly symmetric
 */
export function computeGramMatrix(values: Float64Array, rows: number, columns: number): Float64Array {
  const paddedRows = padRows(rows)
  const padded = values.length >= paddedRows * columns ? values : new Float64Array(paddedRows * columns)
  if (padded !== values) padded.set(values.subarray(0, rows * columns))
  const gram = new Float64Array(rows * rows)
  const tile = new Float64Array(TILE * TILE)
  // A few tiles of rows go through all columns together: what the lower triangle gets then lies in one cache line.
  for (let block = 0; block < paddedRows; block += BLOCK) {
    for (let j = block; j < paddedRows; j += TILE) {
      const end = Math.min(block + BLOCK, j + TILE, paddedRows)
      for (let i = block; i < end; i += TILE) {
        sumTile(padded, columns, i, j, tile)
        storeTile(tile, gram, rows, i, j)
      }
    }
  }
  return gram
}

function sumTile(x: Float64Array, columns: number, i: number, j: number, tile: Float64Array): void {
  const a0 = i * columns
  const a1 = a0 + columns
  const a2 = a1 + columns
  const a3 = a2 + columns
  const b0 = j * columns
  const b1 = b0 + columns
  const b2 = b1 + columns
  const b3 = b2 + columns
  let s00 = 0
  let s01 = 0
  let s02 = 0
  let s03 = 0
  let s10 = 0
  let s11 = 0
  let s12 = 0
  let s13 = 0
  let s20 = 0
  let s21 = 0
  let s22 = 0
  let s23 = 0
  let s30 = 0
  let s31 = 0
  let s32 = 0
  let s33 = 0
  for (let t = 0; t < columns; t++) {
    const p0 = x[a0 + t]!
    const p1 = x[a1 + t]!
    const p2 = x[a2 + t]!
    const p3 = x[a3 + t]!
    const q0 = x[b0 + t]!
    const q1 = x[b1 + t]!
    const q2 = x[b2 + t]!
    const q3 = x[b3 + t]!
    s00 += p0 * q0
    s01 += p0 * q1
    s02 += p0 * q2
    s03 += p0 * q3
    s10 += p1 * q0
    s11 += p1 * q1
    s12 += p1 * q2
    s13 += p1 * q3
    s20 += p2 * q0
    s21 += p2 * q1
    s22 += p2 * q2
    s23 += p2 * q3
    s30 += p3 * q0
    s31 += p3 * q1
    s32 += p3 * q2
    s33 += p3 * q3
  }
  tile[0] = s00
  tile[1] = s01
  tile[2] = s02
  tile[3] = s03
  tile[4] = s10
  tile[5] = s11
  tile[6] = s12
  tile[7] = s13
  tile[8] = s20
  tile[9] = s21
  tile[10] = s22
  tile[11] = s23
  tile[12] = s30
  tile[13] = s31
  tile[14] = s32
  tile[15] = s33
}

function storeTile(tile: Float64Array, gram: Float64Array, rows: number, i: number, j: number): void {
  const endI = Math.min(TILE, rows - i)
  const endJ = Math.min(TILE, rows - j)
  for (let a = 0; a < endI; a++) {
    for (let b = 0; b < endJ; b++) {
      const sum = tile[a * TILE + b]!
      gram[(i + a) * rows + j + b] = sum
      gram[(j + b) * rows + i + a] = sum
    }
  }
}
