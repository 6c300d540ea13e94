// Tests: ../workbook-source.test.ts

/** A workbook as small as one can be, for tests: its parts in a ZIP, stored or deflated. */
import { crc32, deflateRawSync } from 'node:zlib'

type Cell = string | number | { formula: string; value: string } | null

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** The bytes of a workbook with these sheets. @param more parts, which stand in the place of those of their name */
export const toWorkbook = (
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  more: Readonly<Record<string, string>> = {},
  options: ZipOptions = {},
): Uint8Array => toZip(toWorkbookParts(sheets, more), options)

/** The parts of such a workbook, to be packed in some unusual way. */
export function toWorkbookParts(
  sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>,
  more: Readonly<Record<string, string>> = {},
): ZipPart[] {
  const names = Object.keys(sheets)
  const parts = new Map<string, string>()
  parts.set(
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${names
      .map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`)
      .join('')}</sheets></workbook>`,
  )
  parts.set(
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${RELATIONS}">${names
      .map(
        (_, index) =>
          `<Relationship Id="rId${index + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${index + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
  )
  for (const [index, name] of names.entries())
    parts.set(`xl/worksheets/sheet${index + 1}.xml`, toSheet(sheets[name] ?? []))
  for (const [name, text] of Object.entries(more)) parts.set(name, text)
  return [...parts].map(([name, text]) => ({ name, bytes: Buffer.from(text, 'utf8') }))
}

interface ZipOptions {
  /** All numbers of the directory stand elsewhere, in eight bytes, as programs write that do not know them beforehand. */
  isLarge?: boolean
  /** The second of the two numbers of parts that the end of the archive states; the first one is true. */
  statedParts?: number
}

export interface ZipPart {
  name: string
  bytes: Uint8Array
  statedSize?: number
  /** The entry of the directory points at the block of the part before it. */
  sharesBlock?: boolean
}

/** A ZIP of these parts, each deflated. */
export function toZip(parts: readonly ZipPart[], { isLarge = false, statedParts }: ZipOptions = {}): Uint8Array {
  const locals: Buffer[] = []
  const entries: Buffer[] = []
  let offset = 0
  let blockAt = 0
  for (const { name, bytes, statedSize, sharesBlock = false } of parts) {
    const packed = deflateRawSync(bytes)
    const title = Buffer.from(name, 'utf8')
    const fields = Buffer.alloc(26)
    fields.writeUInt16LE(20, 0)
    fields.writeUInt16LE(8, 4)
    fields.writeUInt32LE(crc32(bytes), 10)
    fields.writeUInt32LE(packed.length, 14)
    fields.writeUInt32LE(statedSize ?? bytes.length, 18)
    fields.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), fields, title, packed])
    if (!sharesBlock) {
      blockAt = offset
      locals.push(local)
      offset += local.length
    }
    const large = isLarge ? toLargeField([bytes.length, packed.length, blockAt]) : Buffer.alloc(0)
    if (isLarge) for (const at of [14, 18]) fields.writeUInt32LE(ELSEWHERE, at)
    fields.writeUInt16LE(large.length, 24)
    const place = uint32(isLarge ? ELSEWHERE : blockAt)
    const entry = Buffer.concat([Buffer.from('504b01021400', 'hex'), fields, Buffer.alloc(10), place, title, large])
    entries.push(entry)
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(Math.min(parts.length, 0xffff), 4)
  end.writeUInt16LE(Math.min(statedParts ?? parts.length, 0xffff), 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  const largeEnd = isLarge
    ? toLargeEnd(parts.length, statedParts ?? parts.length, directory.length, offset)
    : Buffer.alloc(0)
  if (isLarge) end.fill(0xff, 4, 16)
  return new Uint8Array(Buffer.concat([...locals, directory, largeEnd, Buffer.from('504b0506', 'hex'), end]))
}

const ELSEWHERE = 0xffffffff

function toLargeField(numbers: readonly number[]): Buffer {
  return Buffer.concat([Buffer.from([1, 0, 8 * numbers.length, 0]), ...numbers.map(uint64)])
}

function toLargeEnd(count: number, statedCount: number, directoryBytes: number, offset: number): Buffer {
  const numbers = [count, statedCount, directoryBytes, offset].map(uint64)
  const end = [Buffer.from('504b0606', 'hex'), uint64(44), Buffer.from([45, 0, 45, 0]), Buffer.alloc(8), ...numbers]
  const pointer = [Buffer.from('504b060700000000', 'hex'), uint64(offset + directoryBytes), uint32(1)]
  return Buffer.concat([...end, ...pointer])
}

function uint64(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64LE(BigInt(value))
  return bytes
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

function toSheet(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((cells, row) => {
    const written = cells.map((cell, column) => toCell(cell, `${String.fromCharCode(65 + column)}${row + 1}`))
    return `<row r="${row + 1}">${written.join('')}</row>`
  })
  return `${XML}<worksheet xmlns="${MAIN}"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

function toCell(cell: Cell, place: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${place}"><v>${cell}</v></c>`
  if (typeof cell === 'object') return `<c r="${place}"><f>${cell.formula}</f><v>${cell.value}</v></c>`
  const text = cell.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
  return `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
}
