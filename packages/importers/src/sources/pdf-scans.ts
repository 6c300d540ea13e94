// Tests: ../pdf-scans.test.ts

const OBJECT_CHARACTERS = 4_000
const STREAM = /\bstream\r?\n/g
const IMAGE = /\/Subtype\s{0,9}\/Image\b/
/** One photograph, packed in no other way: its bytes are those of a JPEG file. */
const PHOTOGRAPH = /\/Filter\s{0,9}(?:\/DCTDecode\b|\[\s{0,9}\/DCTDecode\s{0,9}\])/
const LENGTH = /\/Length\s{1,9}(\d{1,9})(?!\s{1,9}\d{1,9}\s{1,9}R)/
const PAGE = /\/Type\s{0,9}\/Page\b(?!s)/g
/** Signs of a PDF with letters to read, with a lock, or turned against its picture. */
const NO_PLAIN_SCAN = /\/(?:Font|ObjStm|Encrypt)\b|\/Rotate\s{1,9}-?[1-9]/

/**
 * The pictures of the pages of a scanned PDF, as JPEG files, in the order in which they lie in it; without unpacking or drawing
 * anything. `undefined` for a PDF with text, and for one whose pages are not one JPEG each, such as those of fax machines.
 */
export function findScannedPages(bytes: Uint8Array): Uint8Array[] | undefined {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
  if (NO_PLAIN_SCAN.test(text)) return undefined
  const pictures: Uint8Array[] = []
  for (const { index, 0: keyword } of text.matchAll(STREAM)) {
    const head = text.slice(Math.max(0, index - OBJECT_CHARACTERS), index)
    const object = head.slice(head.lastIndexOf(' obj') + 1)
    if (!IMAGE.test(object)) continue
    const start = index + keyword.length
    const picture = PHOTOGRAPH.test(object) ? bytes.subarray(start, findEnd(text, start, object)) : undefined
    if (picture === undefined || !isJpeg(picture)) return undefined
    pictures.push(picture)
  }
  const pages = [...text.matchAll(PAGE)].length
  return pictures.length > 0 && pictures.length <= pages ? pictures : undefined
}

/** Where a stream ends: where its length says, or where the word stands. */
function findEnd(text: string, start: number, object: string): number {
  const length = Number(LENGTH.exec(object)?.[1] ?? Number.NaN)
  const isTrue = text
    .slice(start + length, start + length + 12)
    .trimStart()
    .startsWith('endstream')
  const end = isTrue ? start + length : text.indexOf('endstream', start)
  return end === -1 ? text.length : end
}

const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8 && bytes[2] === 0xff
