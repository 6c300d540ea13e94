// Tests: ../read-image.test.ts

const SIGNATURE_BYTES = 8
/** Length, type and check sum around what a chunk holds. */
const AROUND = 12
/** Chunks that make the picture; of the others some are unpacked to any size, and one says what is right side up. */
const KEPT = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'gAMA', 'sRGB', 'eXIf'])
const LARGEST_EXIF = 64 * 1024

/**
 * A PNG without texts, profiles and animations: decoders unpack these too, and each may be a thousand times as large as it
 * looks.
 *
 * @returns the bytes as they are when they are no PNG; what is behind a damaged chunk is left out
 */
export function toBarePng(bytes: Uint8Array): Uint8Array {
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (source.length < SIGNATURE_BYTES || source.toString('latin1', 1, 4) !== 'PNG') return bytes
  const parts = [source.subarray(0, SIGNATURE_BYTES)]
  for (let at = SIGNATURE_BYTES; at + AROUND <= source.length; ) {
    const end = at + AROUND + source.readUInt32BE(at)
    const type = source.toString('latin1', at + 4, at + 8)
    const isKept = KEPT.has(type) && (type !== 'eXIf' || end - at < LARGEST_EXIF)
    if (isKept) parts.push(source.subarray(at, Math.min(end, source.length)))
    if (type === 'IEND' || end > source.length) break
    at = end
  }
  return Buffer.concat(parts)
}
