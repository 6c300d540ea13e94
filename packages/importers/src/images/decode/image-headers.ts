// Tests: image-file.test.ts

/** Width and height in pixels. */
export interface Size {
  width: number
  height: number
}

/** Size of a JPEG, from the first frame header. */
export function readJpeg(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes)
  let at = 2
  let fill = 0
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      // Bytes that fill may stand before a marker; a file that is nothing else is none.
      if (++fill > MOST_FILL_BYTES) return undefined
      at++
      continue
    }
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) }
    const isBare = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)
    if (marker === 0xd9 || marker === 0xda) return undefined
    at += isBare ? 2 : 2 + view.getUint16(at + 2)
  }
  return undefined
}

/** Size of a WebP, from its first chunk, which is one of three kinds. */
export function readWebp(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 30) return undefined
  const view = viewOf(bytes)
  const kind = String.fromCharCode(...bytes.subarray(12, 16))
  if (kind === 'VP8 ') {
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
  }
  if (kind === 'VP8L') {
    const bits = view.getUint32(21, true)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (kind === 'VP8X') {
    return { width: readUint24(view, 24) + 1, height: readUint24(view, 27) + 1 }
  }
  return undefined
}

/** Size of an AVIF: the largest extent that any of its items states, since tiles and thumbnails state theirs too. */
export function readIsoBox(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes)
  const end = Math.min(bytes.length - 16, 256 * 1024)
  let largest: Size | undefined
  for (let at = 4; at < end; at++) {
    if (view.getUint32(at) !== ISPE) continue
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) }
    if (!largest || size.width * size.height > largest.width * largest.height) largest = size
  }
  return largest
}

/** Size of a TIFF, from its first directory. */
export function readTiff(bytes: Uint8Array): Size | undefined {
  const view = viewOf(bytes)
  const little = bytes[0] === 0x49
  if (bytes.length < 8) return undefined
  const directory = view.getUint32(4, little)
  if (directory + 2 > bytes.length) return undefined
  const count = view.getUint16(directory, little)
  const size: Partial<Size> = {}
  for (let index = 0; index < count; index++) {
    const entry = directory + 2 + index * 12
    if (entry + 12 > bytes.length) return undefined
    const tag = view.getUint16(entry, little)
    const isShort = view.getUint16(entry + 2, little) === 3
    const value = isShort ? view.getUint16(entry + 8, little) : view.getUint32(entry + 8, little)
    if (tag === 256) size.width = value
    if (tag === 257) size.height = value
  }
  const { width, height } = size
  return width !== undefined && height !== undefined ? { width, height } : undefined
}

const MOST_FILL_BYTES = 1_024

/** The box that states an extent, as four characters. */
const ISPE = 0x69737065

function readUint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

/** Look at bytes as numbers of several bytes. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}
