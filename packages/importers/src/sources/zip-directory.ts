// Tests: ../workbook-source.test.ts

/** Entries of an archive by the directory at its end: PKWARE, APPNOTE.TXT 6.3.10, sections 4.3 to 4.5. */

export interface ZipEntry {
  name: string
  isEncrypted: boolean
  method: number
  checkSum: number
  /** As it lies in the archive. */
  packed: Uint8Array
  /** Where its block begins, its own head included, and the first byte behind it. */
  from: number
  to: number
}

export const DAMAGED = 'The workbook is damaged'

const END_SIGNATURE = 0x06054b50
const LARGE_END_SIGNATURE = 0x06064b50
const LARGE_END_PLACE_SIGNATURE = 0x07064b50
const ENTRY_SIGNATURE = 0x02014b50
const LOCAL_SIGNATURE = 0x04034b50
const END_BYTES = 22
const LARGE_END_BYTES = 56
const LARGE_END_PLACE_BYTES = 20
const ENTRY_BYTES = 46
const LOCAL_BYTES = 30
const MOST_COMMENT_BYTES = 65_535
/** Stands where a number is given elsewhere, in eight bytes (Zip64): programs that write as they go do so. */
const ELSEWHERE = 0xffffffff
const ELSEWHERE_SHORT = 0xffff
const LARGE_FIELD = 1
const ENCRYPTED = 1
const UTF8_NAMES = 0x0800

/**
 * The entries, or in words for people what is wrong with the list of them. A list that two readers may understand
 * differently is damaged: its two counts differ, two entries have one name, or their blocks overlap.
 */
export function readZipDirectory(bytes: Uint8Array, mostEntries: number): ZipEntry[] | string {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const end = findEnd(view)
  if (end === -1) return 'The workbook is cut off: the list of its parts is missing'
  const { count, countHere, start } = readEnd(view, end)
  if (count !== countHere) return DAMAGED
  if (count > mostEntries) return `The workbook has more than ${mostEntries} parts`
  const entries: ZipEntry[] = []
  let place = start
  for (let index = 0; index < count; index++) {
    if (place + ENTRY_BYTES > view.byteLength || view.getUint32(place, true) !== ENTRY_SIGNATURE) return DAMAGED
    const entry = readEntry(bytes, view, place)
    if (entry === undefined) return DAMAGED
    entries.push(entry)
    place += ENTRY_BYTES + lengthsBehind(view, place)
  }
  return hasDoubles(entries) || hasOverlaps(entries, start) ? DAMAGED : entries
}

const hasDoubles = (entries: readonly ZipEntry[]) => new Set(entries.map(({ name }) => name)).size < entries.length

/** True if blocks lie over one another or over the directory: a small file could be unpacked a thousand times. */
function hasOverlaps(entries: readonly ZipEntry[], directory: number): boolean {
  const inOrder = entries.toSorted((a, b) => a.from - b.from)
  return inOrder.some(({ to }, index) => to > (inOrder[index + 1]?.from ?? directory))
}

function findEnd(view: DataView): number {
  const lowest = Math.max(0, view.byteLength - END_BYTES - MOST_COMMENT_BYTES)
  for (let place = view.byteLength - END_BYTES; place >= lowest; place--) {
    if (view.getUint32(place, true) === END_SIGNATURE) return place
  }
  return -1
}

interface End {
  count: number
  /** In this file of an archive that may have several; equal to `count`, as there is one. */
  countHere: number
  start: number
}

function readEnd(view: DataView, end: number): End {
  const countHere = view.getUint16(end + 8, true)
  const count = view.getUint16(end + 10, true)
  const start = view.getUint32(end + 16, true)
  const pointer = end - LARGE_END_PLACE_BYTES
  const isLarge = count === ELSEWHERE_SHORT || start === ELSEWHERE
  if (!isLarge || pointer < 0 || view.getUint32(pointer, true) !== LARGE_END_PLACE_SIGNATURE) {
    return { count, countHere, start }
  }
  const large = readLong(view, pointer + 8)
  if (large + LARGE_END_BYTES > view.byteLength || view.getUint32(large, true) !== LARGE_END_SIGNATURE) {
    return { count, countHere, start }
  }
  return {
    count: readLong(view, large + 32),
    countHere: readLong(view, large + 24),
    start: readLong(view, large + 48),
  }
}

function readEntry(bytes: Uint8Array, view: DataView, place: number): ZipEntry | undefined {
  const nameAt = place + ENTRY_BYTES
  const flags = view.getUint16(place + 8, true)
  const name = Buffer.from(bytes.subarray(nameAt, nameAt + view.getUint16(place + 28, true)))
  const { size, local } = readPlaces(view, place)
  if (local + LOCAL_BYTES > view.byteLength || view.getUint32(local, true) !== LOCAL_SIGNATURE) return undefined
  const start = local + LOCAL_BYTES + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  if (start + size > view.byteLength) return undefined
  return {
    name: name.toString((flags & UTF8_NAMES) === 0 ? 'latin1' : 'utf8'),
    isEncrypted: (flags & ENCRYPTED) !== 0,
    method: view.getUint16(place + 10, true),
    checkSum: view.getUint32(place + 16, true),
    packed: bytes.subarray(start, start + size),
    from: local,
    to: start + size,
  }
}

/** The size of a part as it lies in the archive, and where its block begins. */
function readPlaces(view: DataView, place: number): { size: number; local: number } {
  const stated = [24, 20, 42].map((offset) => view.getUint32(place + offset, true))
  const large = findLargeField(view, place)
  // The field holds only those that stand elsewhere, in this order.
  let at = large
  const [, size = 0, local = 0] = stated.map((value) => {
    if (value !== ELSEWHERE || at === undefined || at + 8 > view.byteLength) return value
    at += 8
    return readLong(view, at - 8)
  })
  return { size, local }
}

function findLargeField(view: DataView, place: number): number | undefined {
  let at = place + ENTRY_BYTES + view.getUint16(place + 28, true)
  const end = Math.min(at + view.getUint16(place + 30, true), view.byteLength)
  while (at + 4 <= end) {
    if (view.getUint16(at, true) === LARGE_FIELD) return at + 4
    at += 4 + view.getUint16(at + 2, true)
  }
  return undefined
}

/** Lengths of the name, the extra field and the comment of an entry, together. */
const lengthsBehind = (view: DataView, place: number) =>
  [28, 30, 32].reduce((sum, offset) => sum + view.getUint16(place + offset, true), 0)

/** Exact up to 2^53, and larger than any archive beyond. */
const readLong = (view: DataView, place: number) =>
  view.getUint32(place, true) + view.getUint32(place + 4, true) * 2 ** 32
