/** Files that are made to cost a reader time or memory, each by another of its parts. */

import { crc32, deflateSync } from 'node:zlib'
import { toWorkbook, toZip } from '@ballast/importers/testing'

const MIB = 1024 * 1024
const HEADER = ['Symbol', 'Quantity', 'Cost/Share']

export interface HostileFile {
  name: string
  bytes: Uint8Array
  isImage: boolean
}

/** One of each kind, every time with other bytes, so that no answer can be one that is remembered. */
export function makeHostileFiles(seed: number): HostileFile[] {
  const mark = `x${seed}`
  const document = (name: string, content: Uint8Array | string): HostileFile => ({
    name,
    bytes: typeof content === 'string' ? new TextEncoder().encode(content + mark) : content,
    isImage: false,
  })
  const image = (name: string, bytes: Uint8Array): HostileFile => ({ name, bytes, isImage: true })
  return [
    document('quotes.csv', '"'.repeat(8 * MIB - 20)),
    document('open-quotes.csv', `"${'x,'.repeat(95)}\n`.repeat(39_000)),
    document('columns.csv', `${'c,'.repeat(20_000)}\n`.repeat(150)),
    document('one-line.csv', 'A'.repeat(8 * MIB - 20)),
    document('lists.json', `[${'[],'.repeat(2_500_000)}[]]`),
    document('brackets.json', '['.repeat(4_000_000)),
    document(
      'rows.csv',
      `ticker,shares,avgCost\n${Array.from({ length: 19_000 }, (_, row) => `Q${row},1,2`).join('\n')}\n`,
    ),
    document('bomb.xlsx', toZip([{ name: `${mark}.xml`, bytes: Buffer.alloc(64 * MIB) }])),
    document('attributes.xlsx', toAttributes(mark)),
    document('tags.xlsx', toSheet(`<row r="1">${'<c '.repeat(4_000_000)}</row>`)),
    document(
      'sheets.xlsx',
      toWorkbook(Object.fromEntries(Array.from({ length: 900 }, (_, n) => [`${mark}${n}`, [HEADER]]))),
    ),
    image('claims.png', toPng(50_000, 50_000, Buffer.alloc(100), mark)),
    image('cut.png', toPng(5_000, 4_000, Buffer.alloc(20_000_000), mark).subarray(0, 12_000)),
    image('blank.png', toPng(5_000, 4_000, Buffer.alloc(5_001 * 4_000, 255), mark)),
  ]
}

function toAttributes(mark: string): Uint8Array {
  const attributes = Array.from({ length: 200_000 }, (_, index) => `a${index}="1"`).join(' ')
  return toSheet(`<row ${attributes} ${mark}="1"/>`)
}

/** A workbook whose only sheet holds what is given, as it is. */
function toSheet(rows: string): Uint8Array {
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${main}"><sheetData>${rows}</sheetData></worksheet>`,
  }
  return toZip(Object.entries(parts).map(([name, text]) => ({ name, bytes: Buffer.from(text) })))
}

/** A grey PNG that claims a size and holds these rows. */
function toPng(width: number, height: number, rows: Buffer, mark: string): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const chunks = [toChunk('IHDR', head), toChunk('IDAT', deflateSync(rows)), toChunk('IEND', Buffer.alloc(0))]
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...chunks, Buffer.from(mark)])
}

function toChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), content])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(content.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}
