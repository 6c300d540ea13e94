// Tests: hostile-uploads.test.ts, costly-uploads.test.ts

import { type ImportedSource, isPdf, refuseSource } from '@ballast/importers'

/** Twenty thousand rows of fifty columns, and half as many again. */
const MOST_CELLS = 1_500_000
const SEPARATORS = [...',;\t|'].map((separator) => separator.charCodeAt(0))
const JSON_STARTS = [...'[{'].map((bracket) => bracket.charCodeAt(0))

/** A refusal of a table of more cells than can be looked at in a second or two, before it is taken apart. */
export function findExcess(bytes: Uint8Array): ImportedSource | undefined {
  // JSON and PDF have limits of their own, and a workbook is packed.
  if (JSON_STARTS.includes(bytes[0] ?? 0) || isPdf(bytes)) return undefined
  const counts = new Uint32Array(256)
  for (const byte of bytes) counts[byte] = (counts[byte] ?? 0) + 1
  const cells = Math.max(...SEPARATORS.map((separator) => counts[separator] ?? 0))
  if (cells <= MOST_CELLS) return undefined
  return refuseSource('csv', {
    why: `There are ${cells.toLocaleString('en-US')} cells in it, more than ${MOST_CELLS.toLocaleString('en-US')}`,
    expected: 'Split it, or leave out the columns that say nothing of the positions.',
  })
}
