import { isUtf8 } from 'node:buffer'

/** Marks and characters without width, those that turn the direction of a line among them: a ticker is not its own beside one. */
const UNSEEN = /[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g
/** Colour codes of terminals, and control characters that are no white space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const CONTROLS = /\u001b\[[0-9;]{0,20}m|[\u0000-\u0008\u000e-\u001f\u007f]/g
const NO_BREAK_SPACES = /[\u00a0\u202f\u2007\u2009]/g
const SAMPLE_BYTES = 4_096
const LINE_END = 0x0a

/**
 * The text of a file: UTF-8 or UTF-16 by its mark or by where its zeros stand, Shift-JIS where it spells Japanese, else line by
 * line UTF-8 or Windows-1252, which every byte is valid in. What nobody sees is gone, spaces that do not break are spaces.
 */
export function decodeText(bytes: Uint8Array): string {
  const wide = findUtf16(bytes)
  if (wide !== undefined) return cleanText(new TextDecoder(wide).decode(bytes))
  return cleanText(isUtf8(bytes) ? new TextDecoder().decode(bytes) : (decodeJapanese(bytes) ?? decodeMixed(bytes)))
}

const KANA = /[\u3041-\u30ff]/g
const FEWEST_KANA = 3

/** The text of Shift-JIS, as Japanese brokers write it; undefined where the bytes are none, or spell no word of Japanese. */
function decodeJapanese(bytes: Uint8Array): string | undefined {
  try {
    const text = new TextDecoder('shift_jis', { fatal: true }).decode(bytes)
    return (text.match(KANA)?.length ?? 0) >= FEWEST_KANA ? text : undefined
  } catch {
    return undefined
  }
}

/** A text without characters that nobody sees. */
export function cleanText(text: string): string {
  return text.replace(UNSEEN, '').replace(CONTROLS, '').replace(NO_BREAK_SPACES, ' ')
}

/**
 * Which kind of UTF-16 a file is, by its mark or by its bytes: every other one is 0 in Latin text, and in others that one
 * still has few values, 0 of digits and commas among them. Undefined when it is no UTF-16.
 */
export function findUtf16(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | undefined {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const places = [new Map<number, number>(), new Map<number, number>()] as const
  for (const [index, byte] of bytes.subarray(0, SAMPLE_BYTES).entries()) {
    const counts = index % 2 === 0 ? places[0] : places[1]
    counts.set(byte, (counts.get(byte) ?? 0) + 1)
  }
  const [even, odd] = places
  if (isHighByte(odd) && !isHighByte(even)) return 'utf-16le'
  if (isHighByte(even) && !isHighByte(odd)) return 'utf-16be'
  return undefined
}

const MOST_BLOCKS = 6
const LEAST_LATIN = 0.1

/** True if bytes may be the higher halves of characters: of few blocks of Unicode, and some of Latin text. */
function isHighByte(counts: ReadonlyMap<number, number>): boolean {
  const all = [...counts.values()].reduce((sum, count) => sum + count, 0)
  return counts.size <= MOST_BLOCKS && (counts.get(0) ?? 0) > LEAST_LATIN * all
}

/** Lines of several files that were put together are each in the encoding of their file. */
function decodeMixed(bytes: Uint8Array): string {
  const [unicode, western] = [new TextDecoder(), new TextDecoder('windows-1252')]
  const lines: string[] = []
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_END, start)
    const line = bytes.subarray(start, end === -1 ? bytes.length : end + 1)
    lines.push((isUtf8(line) ? unicode : western).decode(line))
    start += line.length
  }
  return lines.join('')
}
