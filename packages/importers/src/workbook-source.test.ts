import { describe, expect, test } from 'vitest'
import { readSource } from './read-source.ts'
import { toWorkbook, toWorkbookParts, toZip } from './testing/workbook-fixture.ts'

const read = (bytes: Uint8Array) => readSource({ name: 'workbook', bytes })
const heldIn = async (bytes: Uint8Array) =>
  (await read(bytes)).positions.map(({ ticker, shares, avgCost, account }) => [ticker, shares, avgCost, account])

const HEADER = ['Symbol', 'Quantity', 'Cost/Share']

test('a table of a workbook is read like any other, a line for each row', async () => {
  const bytes = toWorkbook({
    Positions: [['My holdings'], HEADER, ['AAPL', 100, 150.25], ['BRK/B', 2.5, '$400.10'], ['Total']],
  })
  expect(await heldIn(bytes)).toEqual([
    ['AAPL', '100', '150.25', null],
    ['BRK.B', '2.5', '400.1', null],
  ])
  const { kind, lines } = await read(bytes)
  expect(kind).toBe('xlsx')
  expect(lines.map(({ line, verdict }) => [line, verdict])).toEqual([
    [1, 'header'],
    [2, 'header'],
    [3, 'position'],
    [4, 'position'],
    [5, 'total'],
  ])
})

test('what a spreadsheet shows counts, not the tail of its binary numbers', async () => {
  const bytes = toWorkbook({ A: [HEADER, ['AAPL', 0.1 + 0.2, 268.56000000000006]] })
  expect(await heldIn(bytes)).toEqual([['AAPL', '0.3', '268.56', null]])
})

test('a formula counts with the value that was saved with it', async () => {
  const bytes = toWorkbook({ A: [HEADER, ['AAPL', { formula: 'SUM(1,2)', value: '3' }, 10]] })
  expect(await heldIn(bytes)).toEqual([['AAPL', '3', '10', null]])
})

test('sheets are read one below the other, and the layout of a broker is recognised', async () => {
  const header = ['Account Number', 'Investment Name', 'Symbol', 'Shares', 'Share Price', 'Total Value']
  const bytes = toWorkbook({
    One: [header, ['11223344', 'APPLE INC', 'AAPL', 3, 268.56, 805.68]],
    Two: [header, ['55667788', 'FORD', 'F', 100, 13.05, 1305]],
  })
  const { format, notes } = await read(bytes)
  expect(format).toBe('Vanguard holdings')
  expect(notes).toEqual(['Read as one table: the sheets "One", "Two".'])
  expect(await heldIn(bytes)).toEqual([
    ['AAPL', '3', null, '…3344'],
    ['F', '100', null, '…7788'],
  ])
})

const SHEET = 'xl/worksheets/sheet1.xml'

/** A workbook whose sheet holds what is given, as it stands. */
function sheetOf(rows: string, head = '', more: Readonly<Record<string, string>> = {}): Uint8Array {
  const parts = { ...more, [SHEET]: `${head}<worksheet><sheetData>${rows}</sheetData></worksheet>` }
  return toWorkbook({ A: [] }, parts)
}

function toRepeatedText(): Uint8Array {
  const cells = Array.from(
    { length: 20_000 },
    (_, row) => `<row r="${row + 1}"><c r="A${row + 1}" t="s"><v>0</v></c></row>`,
  )
  return sheetOf(cells.join(''), '', { 'xl/sharedStrings.xml': `<sst><si><t>${'A'.repeat(200_000)}</t></si></sst>` })
}

/** A sound workbook whose last part is there twice, the second time with another position. */
function toTwoSheets(statedParts: number): Uint8Array {
  const parts = toWorkbookParts({ A: [HEADER, ['AAPL', 1, 1]] })
  const other = toWorkbookParts({ A: [HEADER, ['MSFT', 1, 1]] }).at(-1)
  return toZip([...parts, ...(other ? [other] : [])], { statedParts })
}

const cell = (attributes: string) => sheetOf(`<row r="1"><c ${attributes}><v>1</v></c></row>`)
const UNUSUAL = 'as no spreadsheet program'

/** The check sum in the directory is another one than that of the first part. */
function damage(bytes: Uint8Array): Uint8Array {
  const changed = Buffer.from(bytes)
  const entry = changed.indexOf(Buffer.from('504b0102', 'hex'))
  changed[entry + 16] = ~(changed[entry + 16] ?? 0)
  return changed
}

describe('hostile archives are refused in words and at once', () => {
  const bomb = Buffer.alloc(64 * 1024 * 1024)
  const many = Array.from({ length: 1_001 }, (_, index) => ({ name: `xl/${index}.xml`, bytes: Buffer.from('<a/>') }))
  const cut = toWorkbook({ A: [HEADER, ['AAPL', 1, 1]] })
  test.each([
    [
      'a cell at the far corner',
      toZip([
        { name: 'xl/worksheets/sheet1.xml', bytes: Buffer.from('<row r="1048576"><c s="1" r="XFD1048576"/></row>') },
      ]),
      'so far apart',
    ],
    ['a bomb', toZip([{ name: 'xl/worksheets/sheet1.xml', bytes: bomb }]), 'larger than 20 MiB'],
    [
      'a bomb that lies about its size',
      toZip([{ name: 'xl/a.xml', bytes: bomb, statedSize: 10 }]),
      'larger than 20 MiB',
    ],
    [
      'many small parts that are large together',
      toZip(
        Array.from({ length: 8 }, (_, index) => ({ name: `${index}.xml`, bytes: bomb.subarray(0, 4 * 1024 * 1024) })),
      ),
      'larger than 20 MiB',
    ],
    ['a thousand and one parts', toZip(many), 'more than 1000 parts'],
    ['a workbook that was cut off', cut.slice(0, cut.length - 30), 'cut off'],
    [
      'a directory that points nowhere',
      cut.map((byte, index) => (index === cut.length - 6 ? byte ^ 0xff : byte)),
      'damaged',
    ],
    ['an archive of something else', toZip([{ name: 'a.txt', bytes: Buffer.from('AAPL,1') }]), 'cannot be read'],
    [
      'an attribute list without end',
      sheetOf(`<row ${Array.from({ length: 200_000 }, (_, index) => `a${index}="1"`).join(' ')}/>`),
      'as no spreadsheet program',
    ],
    ['tags that are never closed', sheetOf('<c '.repeat(4_000_000)), 'as no spreadsheet program'],
    ['tags in one another without end', sheetOf('<a>'.repeat(2_000_000)), 'as no spreadsheet program'],
    [
      'texts that unfold into one another',
      sheetOf('<row/>', '<!DOCTYPE r [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'),
      'as no spreadsheet program',
    ],
    [
      'a text of somewhere else',
      sheetOf('<row/>', '<!DOCTYPE r [<!ENTITY a SYSTEM "file:///etc/passwd">]>'),
      'as no spreadsheet program',
    ],
    ['millions of blank rows', sheetOf('<row/>'.repeat(3_000_000)), 'more than 100,000 rows'],
    ['millions of cells without a place', sheetOf(`<row>${'<c/>'.repeat(4_500_000)}</row>`), 'too many cells'],
    ['a cell in the last row', sheetOf('<row r="1048576"><c r="D1048576"><v>1</v></c></row>'), 'so far apart'],
    ['one long text in thousands of cells', toRepeatedText(), 'MiB of text in its cells'],
    ['a directory that counts its parts differently', toTwoSheets(3), 'damaged'],
    ['two parts of one name', toTwoSheets(4), 'damaged'],
    ['more parts than a workbook has', toZip(many.slice(0, 201)), 'more than 200 sheets and other parts'],
    ['a cell in a column that no sheet has', cell('r="AAAAAAA1"'), UNUSUAL],
    ['a cell in a row that is written as a power', cell('r="A1e8"'), UNUSUAL],
    ['a cell whose place is spelt by entities', cell('r="&#88;FD1048576"'), UNUSUAL],
    ['a cell with two places', cell('r="A1" x:r="XFD1048576"'), UNUSUAL],
    ['a far cell behind a bracket in quotes', cell('a=">" r="XFD1048576"'), 'so far apart'],
    [
      'a far cell with a prefix',
      sheetOf('<x:row r="1"><x:c r="XFD1048576"><x:v>1</x:v></x:c></x:row>'),
      'so far apart',
    ],
    ['a blank row that is far away', sheetOf('<row r="9999999"/>'), 'so far apart'],
    ['blank rows with a prefix', sheetOf('<x:row/>'.repeat(1_000_000)), 'more than 100,000 rows'],
    ['a comment without end', sheetOf(`<!--${'-'.repeat(15_000_000)}-->`), UNUSUAL],
    ['a text without end', sheetOf('A'.repeat(15_000_000)), UNUSUAL],
    [
      'a hundred thousand sheets that are one',
      sheetOf('', '', {
        'xl/workbook.xml': `<workbook><sheets>${'<sheet name="A" r:id="rId1"/>'.repeat(100_000)}</sheets></workbook>`,
      }),
      'too many sheets',
    ],
    ['a part whose bytes have changed', damage(toWorkbook({ A: [HEADER, ['AAPL', 1, 1]] })), 'damaged'],
  ])('%s', async (_name, bytes, words) => {
    const before = process.cpuUsage()
    const { problems, positions } = await read(bytes)
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(4)
    expect(problems[0]?.message).toContain(words)
    expect(positions).toEqual([])
  })
})

test.each([
  ['content.xml', 'an OpenDocument file', 'save it again as .xlsx'],
  ['Index/Document.iwa', 'a Numbers document', 'export it to Excel or CSV'],
  ['xl/workbook.bin', 'a binary workbook', 'save it as .xlsx or .csv'],
  ['word/document.xml', 'a Word document', 'Copy the table'],
  ['ppt/presentation.xml', 'a presentation', 'Copy the table'],
  ['positions.csv', 'an archive', 'Unpack it'],
  ['positions.xlsx', 'an archive', 'Unpack it'],
])('an archive with %s says what it is and what to do', async (name, is, expected) => {
  const { problems } = await read(toZip([{ name, bytes: Buffer.from('<a/>') }]))
  expect(problems[0]?.message).toContain(is)
  expect(problems[0]?.message).toContain(expected)
})

test('macros, links to other files and pictures beside the sheets are left alone', async () => {
  const bytes = toWorkbook(
    { A: [HEADER, ['AAPL', 10, 150.25]] },
    {
      'xl/vbaProject.bin': '\xd0\xcf\x11\xe0',
      'xl/externalLinks/externalLink1.xml': '<externalLink><externalBook r:id="rId1"/></externalLink>',
      'xl/externalLinks/_rels/externalLink1.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="http://169.254.169.254/" TargetMode="External"/></Relationships>',
      'xl/media/image1.png': 'x'.repeat(30_000_000),
    },
  )
  expect(await heldIn(bytes)).toEqual([['AAPL', '10', '150.25', null]])
})

test('a workbook whose tags have prefixes is read', async () => {
  const cells = HEADER.map((text, at) => `<x:c r="${'ABC'[at]}1" t="inlineStr"><x:is><x:t>${text}</x:t></x:is></x:c>`)
  const values = ['<x:c r="A2" t="inlineStr"><x:is><x:t>AAPL</x:t></x:is></x:c>', '<x:c r="B2"><x:v>10</x:v></x:c>']
  const rows = `<x:row r="1">${cells.join('')}</x:row><x:row r="2">${values.join('')}</x:row>`
  const sheet = `<x:worksheet xmlns:x="a"><x:sheetData>${rows}</x:sheetData></x:worksheet>`
  const bytes = toWorkbook({ A: [] }, { [SHEET]: sheet })
  expect(await heldIn(bytes)).toEqual([['AAPL', '10', null, null]])
})

test('two sheets that are one part are read once', async () => {
  const sheets = toWorkbookParts({ A: [HEADER, ['AAPL', 1, 1]], B: [] })
  const relations = sheets.find(({ name }) => name.endsWith('.rels'))
  const text = Buffer.from(relations?.bytes ?? [])
    .toString()
    .replace('sheet2.xml', 'sheet1.xml')
  const parts = sheets.map((part) => (part === relations ? { ...part, bytes: Buffer.from(text) } : part))
  expect(await heldIn(toZip(parts))).toEqual([['AAPL', '1', '1', null]])
})

test('a workbook that was written as it went is read (Zip64)', async () => {
  const bytes = toWorkbook({ A: [HEADER, ['AAPL', 10, 150.25]] }, {}, { isLarge: true })
  expect(await heldIn(bytes)).toEqual([['AAPL', '10', '150.25', null]])
})

test.each([
  ['\u00d0\u00cf\u0011\u00e0\u00a1\u00b1', 'an old Excel'],
  ['\u001f\u008b\u0008\u0000', 'compressed'],
  ['\u0089PNG\r\n', 'an image'],
])('a file that holds no text says what it is (%#)', async (begins, words) => {
  const { problems } = await read(Buffer.from(begins, 'latin1'))
  expect(problems[0]?.message).toContain(words)
})
