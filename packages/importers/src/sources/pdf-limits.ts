// Tests: ../pdf-source.test.ts

import { inflateSync } from 'node:zlib'

const MIB = 1024 * 1024
/** All streams of a statement together, unpacked. Fonts and pictures are most of it. */
const MOST_UNPACKED = 96 * MIB
const MOST_STREAMS = 20_000
const PRINT_AGAIN = 'Open it, print it to a new PDF, and drop that; or export the positions as CSV.'
/** Ways of packing that statements do not use, and that may be chained so that a kilobyte becomes gigabytes. */
const ODD_PACKING =
  /\/(?:LZWDecode|RunLengthDecode|ASCIIHexDecode|ASCII85Decode|Crypt)\b|(?:\/F(?:ilter)?|\[|obj)\s{0,9}\[?\s{0,9}\/(?:LZW|RL|AHx|A85)\b/
/** The same among the numbered objects of a stream of objects. */
const ODD_OBJECT = /\s\/(?:LZW|RL|AHx|A85)(?=\s|$)/
const OBJECT_NUMBERS = /^[\d\s]{3}/
const STREAM = /\bstream[^\r\n]{0,200}(?:\r\n|\r|\n)/g
/** In a name `#46` is an F. */
const ESCAPED = /#([0-9A-Fa-f]{2})/g

/** Fault that keeps a PDF from being opened at all: a password, or more in it than a statement has. */
export function findPdfFault(bytes: Uint8Array): { why: string; expected: string } | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (/\/Encrypt\b/.test(toPlainNames(text))) return { why: 'The PDF is protected', expected: PRINT_AGAIN }
  if (isOddlyPacked(text)) return { why: 'The PDF is packed in a way that is not read', expected: PRINT_AGAIN }
  let unpacked = 0
  let count = 0
  for (const { index, 0: keyword } of text.matchAll(STREAM)) {
    count++
    const content = inflate(bytes.subarray(index + keyword.length), MOST_UNPACKED - unpacked)
    unpacked += content?.length ?? 0
    if (content === 'too much' || count > MOST_STREAMS) {
      return { why: `The PDF has more than ${MOST_UNPACKED / MIB} MiB in it`, expected: PRINT_AGAIN }
    }
    // What names a stream's packing may stand in another stream; nothing in a statement is packed twice.
    if (content !== undefined && (isOddlyPacked(content.toString('latin1')) || inflate(content, 64) !== undefined)) {
      return { why: 'The PDF is packed in a way that is not read', expected: PRINT_AGAIN }
    }
  }
  return undefined
}

const toPlainNames = (text: string) =>
  text.replace(ESCAPED, (_whole, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

function isOddlyPacked(text: string): boolean {
  const plain = toPlainNames(text)
  return ODD_PACKING.test(plain) || (OBJECT_NUMBERS.test(plain) && ODD_OBJECT.test(plain))
}

/** Unpacked bytes; `undefined` of what is not packed. */
function inflate(bytes: Uint8Array, most: number): Buffer | 'too much' | undefined {
  // The first byte of packed data names its method, of which there is one, and both bytes together divide by 31.
  if (((bytes[0] ?? 0) & 0x0f) !== 8 || ((bytes[0] ?? 0) * 256 + (bytes[1] ?? 0)) % 31 !== 0) return undefined
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, most), finishFlush: 2 })
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too much' : undefined
  }
}
