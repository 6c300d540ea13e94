import { describe, expect, test } from 'vitest'
import { chooseFile, decodeText } from './file-choice.ts'

const file = (name: string, type = '', size = 10) => {
  const made = new File(['x'], name, { type })
  Object.defineProperty(made, 'size', { value: size })
  return made
}

describe('which of the chosen files counts', () => {
  test.each([
    ['positions.csv', 'csv'],
    ['POSITIONS.CSV', 'csv'],
    ['positions.tsv', 'csv'],
    ['positions.txt', 'csv'],
    ['positions.json', 'json'],
    ['positions.pdf', 'unsupported'],
    ['positions', 'unsupported'],
    ['book.xlsx', 'unreadable'],
    ['shot.png', 'unreadable'],
  ])('%s is %s', (name, kind) => {
    expect(chooseFile([file(name)]).kind).toBe(kind)
  })

  test('a picture anywhere among them comes first', () => {
    expect(chooseFile([file('a.csv'), file('b.dat', 'image/png')]).kind).toBe('unreadable')
  })

  test('without a picture the first file decides', () => {
    expect(chooseFile([file('a.json'), file('b.csv')]).kind).toBe('json')
    expect(chooseFile([file('a.doc'), file('b.csv')]).kind).toBe('unsupported')
  })

  test('a picture and a workbook are told the way on', () => {
    for (const name of ['shot.jpg', 'book.xlsx', 'IMG_2041.HEIC']) {
      const choice = chooseFile([file(name)])
      expect(choice.kind === 'unreadable' && choice.text).toContain(
        "Paste the table as text or use your broker's CSV export.",
      )
    }
  })

  test('a HEIC picture is answered by name', () => {
    const choice = chooseFile([file('IMG_2041.HEIC')])
    expect(choice.kind === 'unreadable' && choice.title).toBe(
      'IMG_2041.HEIC is a HEIC picture. Save it as PNG or JPEG first.',
    )
  })

  test('a file larger than an upload may be is refused before it is read', () => {
    const choice = chooseFile([file('big.csv', '', 9 * 1024 * 1024)])
    expect(choice).toMatchObject({ kind: 'too-large', title: 'big.csv is too large.' })
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
