import { describe, expect, test } from 'vitest'
import { decodeText } from './decode-text.ts'

const TEXT = 'ticker,name,shares\nAAPL,Äpfel,10\nUNI,Ünïcode,5\n'
const wide = (text: string) => Buffer.from(text, 'utf16le')

describe('the encoding of a file is told by its bytes', () => {
  test.each([
    ['UTF-8', Buffer.from(TEXT)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${TEXT}`)],
    ['UTF-8 with a mark in the middle too', Buffer.from(`\ufeff${TEXT.replace('UNI', '\ufeffUNI')}`)],
    ['Windows-1252', Buffer.from(TEXT, 'latin1')],
    ['UTF-16 with a mark', Buffer.concat([Buffer.from([0xff, 0xfe]), wide(TEXT)])],
    ['UTF-16 with a mark, big-endian', Buffer.concat([Buffer.from([0xfe, 0xff]), wide(TEXT).swap16()])],
    ['UTF-16 without a mark', wide(TEXT)],
    ['UTF-16 without a mark, big-endian', wide(TEXT).swap16()],
  ])('%s', (_, bytes) => {
    expect(decodeText(bytes)).toBe(TEXT)
  })

  test.each(['Тикер;Количество;Цена\nAAPL;10;150,5\nСБЕР;100;250\n', 'Σύμβολο;Τεμάχια\nAAPL;10\n'])(
    'UTF-16 without a mark of letters that are not Latin (%#)',
    (text) => {
      expect(decodeText(wide(text))).toBe(text)
      expect(decodeText(wide(text).swap16())).toBe(text)
    },
  )

  test('lines of one encoding beside lines of another are each read in their own', () => {
    const lines = TEXT.split('\n')
    const bytes = lines.map((line, index) => Buffer.from(`${line}\n`, index === 1 ? 'latin1' : 'utf8'))
    expect(decodeText(Buffer.concat(bytes)).trimEnd()).toBe(TEXT.trimEnd())
  })
})

test.each(['\u200f', '\u202e', '\u2066', '\u061c', '\u200b', '\ufeff', '\0', '\u001b[31m', '\u007f'])(
  'what nobody sees is no part of a ticker (%j)',
  (unseen) => {
    expect(decodeText(Buffer.from(`ticker,shares\n${unseen}AA${unseen}PL,10\n`))).toBe('ticker,shares\nAAPL,10\n')
  },
)
