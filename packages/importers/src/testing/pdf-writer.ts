/** The least that a PDF with text needs, written by hand: pages of lines in Helvetica, packed or plain. */
import { deflateSync } from 'node:zlib'

/** A line of text; `x` is its left edge, or its right one, in points from the left, `y` its baseline from the top. */
export interface PdfText {
  text: string
  x: number
  y: number
  size: number
  align?: 'left' | 'right'
}

export const PAGE = { width: 612, height: 792 }

/** The first three objects of a file with one page, whose content is the fourth. */
export const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
export const PAGES = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
export const PAGE_OBJECT = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>'

/** Widths of Helvetica from the blank to the tilde, in thousandths of its size (Adobe's font metrics). */
const WIDTHS = (
  '278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 278 278 584 584 584 556 ' +
  '1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 611 722 667 944 667 667 611 278 278 278 469 556 ' +
  '333 556 556 500 556 556 278 556 556 222 222 500 222 833 556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584'
)
  .split(' ')
  .map(Number)

/** How wide a text is, in points. */
export function measureText(text: string, size: number): number {
  return [...text].reduce((sum, letter) => sum + (WIDTHS[letter.charCodeAt(0) - 32] ?? 556) * (size / 1000), 0)
}

/** A PDF of these pages. @param options `isPacked` as programs write them; `catalog` adds entries to the catalog */
export function writePdf(
  pages: readonly (readonly PdfText[])[],
  { isPacked = true, catalog = '' }: { isPacked?: boolean; catalog?: string } = {},
): Uint8Array {
  const kids = pages.map((_, index) => `${4 + 2 * index} 0 R`).join(' ')
  const objects: (string | Buffer)[] = [
    `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
    `<</Type/Pages/Kids[${kids}]/Count ${pages.length}>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>',
  ]
  for (const [index, texts] of pages.entries()) {
    const box = `/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Resources<</Font<</F1 3 0 R>>>>`
    objects.push(`<</Type/Page/Parent 2 0 R${box}/Contents ${5 + 2 * index} 0 R>>`)
    objects.push(toStream(texts.map(toOperators).join('\n'), isPacked))
  }
  return writeObjects(objects)
}

/** A PDF as scanners write it: each page is one JPEG and nothing else. */
export function writeScan(pictures: readonly Uint8Array[]): Uint8Array {
  const kids = pictures.map((_, index) => `${3 + 3 * index} 0 R`).join(' ')
  const objects: (string | Buffer)[] = [CATALOG, `<</Type/Pages/Kids[${kids}]/Count ${pictures.length}>>`]
  for (const [index, picture] of pictures.entries()) {
    const box = `/MediaBox[0 0 ${PAGE.width} ${PAGE.height}]/Resources<</XObject<</I ${5 + 3 * index} 0 R>>>>`
    const head = `<</Type/XObject/Subtype/Image/Width 1/Height 1/Filter/DCTDecode/Length ${picture.length}>>\nstream\n`
    objects.push(`<</Type/Page/Parent 2 0 R${box}/Contents ${4 + 3 * index} 0 R>>`)
    objects.push(toStream(`q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /I Do Q`, true))
    objects.push(Buffer.concat([Buffer.from(head), picture, Buffer.from('\nendstream')]))
  }
  return writeObjects(objects)
}

/** A stream object of some content. */
export function toStream(content: string, isPacked: boolean, more = ''): Buffer {
  const bytes = Buffer.from(content, 'latin1')
  const data = isPacked ? deflateSync(bytes) : bytes
  const head = `<</Length ${data.length}${isPacked ? '/Filter/FlateDecode' : ''}${more}>>\nstream\n`
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')])
}

/** A file of numbered objects, of which the first is the catalog. */
export function writeObjects(objects: readonly (string | Buffer)[], trailer = ''): Uint8Array {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let length = parts[0]?.length ?? 0
  const add = (part: string | Buffer) => {
    const bytes = typeof part === 'string' ? Buffer.from(part, 'latin1') : part
    parts.push(bytes)
    length += bytes.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(length)
    add(`${index + 1} 0 obj\n`)
    add(object)
    add('\nendobj\n')
  }
  const start = length
  const entries = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  add(`xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`)
  add(`trailer\n<</Size ${objects.length + 1}/Root 1 0 R${trailer}>>\nstartxref\n${start}\n%%EOF\n`)
  return new Uint8Array(Buffer.concat(parts))
}

/** A small PDF whose one page draws a form twice, which draws another twice, and so on: 2^40 words that no reader gets through. */
export function writeEndlessPdf(): Uint8Array {
  const levels = 40
  const forms = Array.from({ length: levels }, (_, level) =>
    toStream(
      '/X Do /X Do',
      false,
      `/Type/XObject/Subtype/Form/BBox[0 0 9 9]/Resources<</XObject<</X ${6 + level} 0 R>>>>`,
    ),
  )
  const page = PAGE_OBJECT.replace('>>', '/Resources<</XObject<</X 5 0 R>>>>>>')
  const font = `/Resources<</Font<</F1 ${6 + levels} 0 R>>>>`
  const last = toStream('BT /F1 8 Tf 9 9 Td (word) Tj ET', false, `/Type/XObject/Subtype/Form/BBox[0 0 9 9]${font}`)
  const helvetica = '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>'
  return writeObjects([CATALOG, PAGES, page, toStream('/X Do', false), ...forms, last, helvetica])
}

function toOperators({ text, x, y, size, align = 'left' }: PdfText): string {
  const left = align === 'right' ? x - measureText(text, size) : x
  const escaped = text.replace(/[\\()]/g, '\\$&')
  return `BT /F1 ${size} Tf 1 0 0 1 ${left.toFixed(2)} ${(PAGE.height - y).toFixed(2)} Tm (${escaped}) Tj ET`
}
