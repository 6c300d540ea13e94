/**
 * Whether an archive is small enough to be unpacked. The directory at its end says what is in it, but what it says of sizes
 * may be a lie: every entry is inflated once under a limit, which stops at the first byte too many.
 */
import { inflateRawSync } from 'node:zlib'

const MIB = 1024 * 1024
export const ZIP_LIMITS = { inflatedBytes: 20 * MIB, entries: 1_000, cells: 10_000_000 } as const

const END_SIGNATURE = 0x06054b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const MOST_COMMENT_BYTES = 65_535
const STORED = 0
const DEFLATED = 8

/** What keeps an archive from being unpacked, in words for people, or `undefined` when it may be. */
export function findZipProblem(bytes: Uint8Array): string | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === -1) return 'The workbook is cut off: the list of its parts is missing'
  const count = view.getUint16(end + 10, true)
  if (count > ZIP_LIMITS.entries) return `The workbook has more than ${ZIP_LIMITS.entries} parts`
  let place = view.getUint32(end + 16, true)
  let inflated = 0
  for (let entry = 0; entry < count; entry++) {
    if (place + ENTRY_BYTES > view.byteLength || view.getUint32(place, true) !== ENTRY_SIGNATURE) return DAMAGED
    const content = unpackEntry(bytes, view, place, ZIP_LIMITS.inflatedBytes - inflated)
    if (typeof content === 'string') return content
    inflated += content.length
    if (isSpreadTooFar(content)) return TOO_FAR
    place +=
      ENTRY_BYTES +
      view.getUint16(place + 28, true) +
      view.getUint16(place + 30, true) +
      view.getUint16(place + 32, true)
  }
  return undefined
}

const DAMAGED = 'The workbook is damaged'
const TOO_LARGE = `The workbook is larger than ${ZIP_LIMITS.inflatedBytes / MIB} MiB when unpacked`

const TOO_FAR = 'The workbook has cells so far apart that its sheet would have millions of blank ones'
const CELL = /<c\b[^>]{0,200}?\br=["']([A-Z]{1,3})(\d{1,7})["']/g

/** A cell at the far corner makes a sheet of billions of blank ones, which are all held in memory once it is read. */
function isSpreadTooFar(content: Uint8Array): boolean {
  const text = Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('latin1')
  let rows = 0
  let columns = 0
  for (const [, letters = '', row] of text.matchAll(CELL)) {
    rows = Math.max(rows, Number(row))
    const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
    columns = Math.max(columns, column)
  }
  return rows * columns > ZIP_LIMITS.cells
}

/** What an entry unpacks to, at most `most` bytes, or why it cannot be unpacked. */
function unpackEntry(bytes: Uint8Array, view: DataView, place: number, most: number): Uint8Array | string {
  const flags = view.getUint16(place + 8, true)
  const method = view.getUint16(place + 10, true)
  const packed = view.getUint32(place + 20, true)
  const local = view.getUint32(place + 42, true)
  if ((flags & 1) !== 0) return 'The workbook is protected by a password'
  if (local + LOCAL_BYTES > view.byteLength || view.getUint32(local, true) !== LOCAL_SIGNATURE) return DAMAGED
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (start + packed > view.byteLength) return DAMAGED
  if (method === STORED) return packed <= most ? bytes.subarray(start, start + packed) : TOO_LARGE
  if (method !== DEFLATED) return DAMAGED
  if (most <= 0) return TOO_LARGE
  try {
    return inflateRawSync(bytes.subarray(start, start + packed), { maxOutputLength: most })
  } catch (error) {
    return error instanceof RangeError ? TOO_LARGE : DAMAGED
  }
}

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_BYTES - MOST_COMMENT_BYTES)
  for (let place = view.byteLength - END_BYTES; place >= lowest; place--) {
    if (view.getUint32(place, true) === END_SIGNATURE) return place
  }
  return -1
}
