import { LIMITS } from '@ballast/contract'
import { readIsoBox, readJpeg, readTiff, readWebp, type Size, viewOf } from './image-headers.ts'

/** Why an image is not decoded, and what to send instead. */
export interface ImageFault {
  why: string
  expected: string
}

const ACCEPTED = 'Send a PNG, JPEG, WebP, GIF, AVIF or TIFF image.'
const DAMAGED = 'Take the screenshot again, or save it as PNG.'
const MIB = 1024 * 1024
/** Fewer pixels than this on a side hold no line of text. */
const SMALLEST_SIDE = 16

interface Format {
  matches: (bytes: Uint8Array) => boolean
  /** Width and height as the header states them; undefined when it states none. */
  readSize: (bytes: Uint8Array) => Size | undefined
}

const FORMATS: readonly Format[] = [
  { matches: startsWith('\x89PNG\r\n\x1a\n'), readSize: readPng },
  { matches: startsWith('\xff\xd8\xff'), readSize: readJpeg },
  { matches: (bytes) => startsWith('RIFF')(bytes) && ascii(bytes, 8, 4) === 'WEBP', readSize: readWebp },
  { matches: (bytes) => startsWith('GIF87a')(bytes) || startsWith('GIF89a')(bytes), readSize: readGif },
  { matches: (bytes) => hasBrand(bytes, ['avif', 'avis']), readSize: readIsoBox },
  { matches: (bytes) => startsWith('II*\0')(bytes) || startsWith('MM\0*')(bytes), readSize: readTiff },
]

/** Recognised only to be refused by name. Text formats are looked for behind blanks and comments. */
const REFUSED: readonly { matches: (bytes: Uint8Array, text: string) => boolean; why: string; expected: string }[] = [
  {
    matches: (bytes) => hasBrand(bytes, ['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']),
    why: 'HEIC images cannot be read here.',
    expected: 'Save it as PNG or JPEG first.',
  },
  {
    matches: (_, text) => text.startsWith('%pdf'),
    why: 'This is a PDF document, not an image.',
    expected: 'Take a screenshot of the page, or export the positions as CSV.',
  },
  {
    matches: (_, text) => text.startsWith('<svg') || (text.startsWith('<') && text.includes('<svg')),
    why: 'SVG drawings are not read.',
    expected: ACCEPTED,
  },
  {
    matches: (_, text) => text.startsWith('push graphic-context') || text.startsWith('viewbox'),
    why: 'MVG drawings are not read.',
    expected: ACCEPTED,
  },
]

/** Kind of a file by its first bytes: an image to read, one of a kind that is refused by its name, or something else. */
export function toImageKind(bytes: Uint8Array): 'read' | 'refused' | 'other' {
  if (FORMATS.some(({ matches }) => matches(bytes))) return 'read'
  return REFUSED.some(({ matches }) => matches(bytes, startOf(bytes))) ? 'refused' : 'other'
}

/**
 * Looks at the first bytes of an image, without decoding it: what it is, and how large it claims to be.
 *
 * @returns why it is refused; undefined when it may be decoded
 */
export function findImageFault(bytes: Uint8Array): ImageFault | undefined {
  if (bytes.length === 0) return { why: 'The image is empty.', expected: 'Choose the file again.' }
  if (bytes.length > LIMITS.imageBytes) {
    return {
      why: `The image has ${(bytes.length / MIB).toFixed(1)} MiB, and at most ${LIMITS.imageBytes / MIB} MiB are read.`,
      expected: 'Cut out the table, or save it as JPEG.',
    }
  }
  const format = FORMATS.find(({ matches }) => matches(bytes))
  if (!format) {
    const refused = REFUSED.find(({ matches }) => matches(bytes, startOf(bytes)))
    return refused ?? { why: 'This is not an image of a kind that can be read.', expected: ACCEPTED }
  }
  const size = format.readSize(bytes)
  return size
    ? findSizeFault(size)
    : { why: 'The image is damaged: it does not say how large it is.', expected: DAMAGED }
}

/** The beginning as lower-case text, without what may stand before it. */
function startOf(bytes: Uint8Array): string {
  return ascii(bytes, 0, 1024)
    .replace(/^[\s\u00ef\u00bb\u00bf]+/, '')
    .toLowerCase()
}

function findSizeFault({ width, height }: Size): ImageFault | undefined {
  if (width * height > LIMITS.imagePixels) {
    return {
      why: `The image has ${width} × ${height} pixels, and at most ${LIMITS.imagePixels / 1e6} million are read.`,
      expected: 'Cut out the table, or make it smaller.',
    }
  }
  if (Math.min(width, height) < SMALLEST_SIDE) {
    return {
      why: `The image has ${width} × ${height} pixels, too few for text.`,
      expected: 'Send the whole screenshot.',
    }
  }
  return undefined
}

function readPng(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 24 || ascii(bytes, 12, 4) !== 'IHDR') return undefined
  const view = viewOf(bytes)
  return { width: view.getUint32(16), height: view.getUint32(20) }
}

function readGif(bytes: Uint8Array): Size | undefined {
  if (bytes.length < 10) return undefined
  const view = viewOf(bytes)
  return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
}

function hasBrand(bytes: Uint8Array, brands: readonly string[]): boolean {
  if (ascii(bytes, 4, 4) !== 'ftyp') return false
  const end = Math.min(viewOf(bytes).getUint32(0), 64)
  const first = ascii(bytes, 8, 4)
  if (brands.includes(first)) return true
  // The major brand may be a general one; what it is compatible with tells what it is.
  if (first !== 'mif1' && first !== 'msf1') return false
  for (let at = 16; at + 4 <= end; at += 4) if (brands.includes(ascii(bytes, at, 4))) return true
  return false
}

function startsWith(signature: string): (bytes: Uint8Array) => boolean {
  return (bytes) => ascii(bytes, 0, signature.length) === signature
}

function ascii(bytes: Uint8Array, start: number, length: number): string {
  return String.fromCharCode(...bytes.subarray(start, start + length))
}
