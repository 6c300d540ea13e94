const ZERO_WIDTH = /[\u200b-\u200d\u2060\ufeff\u00ad]/g
const NO_BREAK_SPACES = /[\u00a0\u202f\u2007\u2009]/g
const SAMPLE_BYTES = 4_096

/**
 * The text of a file: UTF-8 or UTF-16 by its mark or by where its zeros stand, else Windows-1252, which every byte is valid
 * in. Marks and characters without width are gone, spaces that do not break are spaces.
 */
export function decodeText(bytes: Uint8Array): string {
  return cleanText(new TextDecoder(findEncoding(bytes)).decode(bytes))
}

/** A text without characters that nobody sees. */
export function cleanText(text: string): string {
  return text.replace(ZERO_WIDTH, '').replace(NO_BREAK_SPACES, ' ')
}

function findEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zeros = [0, 0]
  for (let index = 0; index < sample.length; index++)
    if (sample[index] === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (odd > sample.length / 4 && even < sample.length / 20) return 'utf-16le'
  if (even > sample.length / 4 && odd < sample.length / 20) return 'utf-16be'
  return isUtf8(bytes) ? 'utf-8' : 'windows-1252'
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return true
  } catch {
    return false
  }
}
