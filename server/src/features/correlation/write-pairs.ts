import type { CorrelationMatrix } from '@ballast/quant'

const DECIMALS = 1e10
const HALF = 1e5
/** `-0.`, ten digits, and the comma and bracket around a pair. */
const MOST_NUMBER_BYTES = 16

const BYTES = { comma: 0x2c, minus: 0x2d, point: 0x2e, zero: 0x30, close: 0x7d } as const

/**
 * The pairs of a matrix as the inside of a JSON array: every pair that has a correlation once, in the order of the
 * alphabet, with ten decimals, as `JSON.stringify` would write them.
 *
 * Written as bytes: half a million fields take longer to be put into objects, and to be read out of them again, than to
 * be computed.
 */
export function writePairs({ tickers, size, values }: CorrelationMatrix): Uint8Array {
  const order = Array.from(tickers, (ticker, row) => ({ ticker, row })).sort((a, b) => (a.ticker < b.ticker ? -1 : 1))
  const firsts = order.map(({ ticker }) => Buffer.from(`{"ticker1":${JSON.stringify(ticker)}`))
  const seconds = order.map(({ ticker }) => Buffer.from(`,"ticker2":${JSON.stringify(ticker)},"correlation":`))
  const out = new Uint8Array((size * (size - 1) * (longest(firsts) + longest(seconds) + MOST_NUMBER_BYTES)) / 2)
  let at = 0
  for (const [i, first] of firsts.entries()) {
    const offset = (order[i]?.row ?? 0) * size
    for (let j = i + 1; j < size; j++) {
      const correlation = values[offset + (order[j]?.row ?? 0)] ?? Number.NaN
      const second = seconds[j]
      if (Number.isNaN(correlation) || second === undefined) continue
      if (at > 0) out[at++] = BYTES.comma
      at = copy(out, at, first)
      at = copy(out, at, second)
      at = writeCorrelation(out, at, correlation)
      out[at++] = BYTES.close
    }
  }
  return out.subarray(0, at)
}

const longest = (texts: readonly Uint8Array[]) => texts.reduce((most, { length }) => Math.max(most, length), 0)

/** Byte by byte: for pieces this short a call of `set` costs more than the copying. */
function copy(out: Uint8Array, at: number, piece: Uint8Array): number {
  for (let k = 0; k < piece.length; k++) out[at + k] = piece[k] ?? 0
  return at + piece.length
}

/** A number from −1 to 1 with ten decimals, without the zeros that say nothing. */
function writeCorrelation(out: Uint8Array, start: number, correlation: number): number {
  let at = start
  const rounded = Math.round(Math.abs(correlation) * DECIMALS)
  if (correlation < 0 && rounded > 0) out[at++] = BYTES.minus
  const whole = Math.floor(rounded / DECIMALS)
  out[at++] = BYTES.zero + whole
  const decimals = rounded - whole * DECIMALS
  if (decimals === 0) return at
  out[at] = BYTES.point
  // In two halves, because whole numbers below 2³¹ are divided much faster.
  const high = Math.floor(decimals / HALF)
  writeDigits(out, at + 1, high)
  writeDigits(out, at + 6, decimals - high * HALF)
  at += 11
  while (out[at - 1] === BYTES.zero) at--
  return at
}

/** Five digits, leading zeros included. */
function writeDigits(out: Uint8Array, at: number, number: number): void {
  let rest = number | 0
  for (let k = 4; k >= 0; k--) {
    const tenth = (rest / 10) | 0
    out[at + k] = BYTES.zero + rest - tenth * 10
    rest = tenth
  }
}
