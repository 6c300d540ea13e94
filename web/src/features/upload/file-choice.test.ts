import { describe, expect, test } from 'vitest'
import { chooseFiles, decodeText } from './file-choice.ts'

const file = (name: string, type = '', size = 10) => {
  const made = new File(['x'], name, { type })
  Object.defineProperty(made, 'size', { value: size })
  return made
}
const names = (files: readonly File[]) => files.map(({ name }) => name)

describe('what a choice of files comes to', () => {
  test.each([
    ['positions.csv', 'csv'],
    ['POSITIONS.CSV', 'csv'],
    ['positions.tsv', 'csv'],
    ['positions.txt', 'csv'],
    ['positions.json', 'json'],
  ])('%s is read as %s text', (name, format) => {
    expect(chooseFiles([file(name)]).chosen).toMatchObject({ kind: 'text', format })
  })

  test.each(['a.png', 'a.jpg', 'a.JPEG', 'a.webp', 'a.gif', 'a.avif', 'a.tif', 'a.tiff'])('%s is an image', (name) => {
    expect(chooseFiles([file(name)]).chosen?.kind).toBe('images')
  })

  test.each(['book.xlsx', 'statement.pdf'])('%s goes to the review as it is', (name) => {
    expect(chooseFiles([file(name)]).chosen?.kind).toBe('files')
  })

  test.each(['notes.docx', 'page.html', 'positions', 'drawing.svg', 'shot.bmp'])(
    '%s is of no kind that is read',
    (name) => {
      expect(chooseFiles([file(name, name.endsWith('svg') ? 'image/svg+xml' : '')])).toEqual({
        chosen: undefined,
        notice: undefined,
        hasUnsupported: true,
      })
    },
  )

  test('an image without an ending is known by its type', () => {
    expect(chooseFiles([file('clipboard', 'image/png')]).chosen?.kind).toBe('images')
  })

  test('images take the place of everything else, and what is left out is named', () => {
    const { chosen, notice } = chooseFiles([file('a.csv'), file('b.png'), file('c.jpg')])
    expect(chosen?.kind === 'images' && names(chosen.files)).toEqual(['b.png', 'c.jpg'])
    expect(notice?.title).toBe('a.csv left out.')
  })

  test('several files go to the review together; one that cannot be read does not keep the others away', () => {
    const { chosen, hasUnsupported } = chooseFiles([file('a.csv'), file('b.doc'), file('c.json')])
    expect(chosen?.kind === 'files' && names(chosen.files)).toEqual(['a.csv', 'c.json'])
    expect(hasUnsupported).toBe(true)
  })

  test('a HEIC picture is answered by name, and the others are taken', () => {
    const { chosen, notice } = chooseFiles([file('IMG_2041.HEIC', 'image/heic'), file('b.png')])
    expect(notice?.title).toBe('IMG_2041.HEIC is a HEIC picture. Save it as PNG or JPEG first.')
    expect(chosen?.kind === 'images' && names(chosen.files)).toEqual(['b.png'])
  })

  test('an old workbook is told what to become', () => {
    expect(chooseFiles([file('old.xls')])).toMatchObject({
      chosen: undefined,
      hasUnsupported: false,
      notice: { title: 'old.xls cannot be read.', text: 'Save it as an Excel workbook (.xlsx) or as CSV first.' },
    })
  })

  test('a file larger than may be sent is refused before it is read', () => {
    expect(chooseFiles([file('big.csv', '', 9 * 2 ** 20)])).toMatchObject({
      chosen: undefined,
      notice: { title: 'big.csv is too large.' },
    })
    expect(chooseFiles([file('big.png', '', 9 * 2 ** 20)]).chosen?.kind).toBe('images')
    expect(chooseFiles([file('bigger.png', '', 11 * 2 ** 20)]).notice?.title).toBe('bigger.png is too large.')
  })

  test('ten images are taken at once', () => {
    const { chosen, notice } = chooseFiles(Array.from({ length: 12 }, (_, index) => file(`${index}.png`)))
    expect(chosen?.kind === 'images' && chosen.files.length).toBe(10)
    expect(notice?.title).toBe('The first 10 of 12 files are taken.')
  })
})

describe('the text of a file', () => {
  test('UTF-8, with the byte order mark taken off', () => {
    expect(decodeText(Uint8Array.of(0xef, 0xbb, 0xbf, 0xc3, 0xa9))).toBe('é')
  })
  test('UTF-16 by its byte order mark', () => {
    expect(decodeText(Uint8Array.of(0xff, 0xfe, 0x41, 0x00))).toBe('A')
    expect(decodeText(Uint8Array.of(0xfe, 0xff, 0x00, 0x41))).toBe('A')
  })
  test('what is not UTF-8 is read as the Windows alphabet', () => {
    expect(decodeText(Uint8Array.of(0x80, 0xe9))).toBe('€é')
  })
})
