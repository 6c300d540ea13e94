// Tests: ../file-fixtures.test.ts, ../samples.test.ts

const SAMPLE_BYTES = 16

const SIGNATURES: readonly { begins: readonly number[]; is: string; expected: string }[] = [
  {
    begins: [0xd0, 0xcf, 0x11, 0xe0],
    is: 'a workbook of an old Excel, or one that is protected by a password',
    expected: 'Save it without a password as .xlsx or .csv.',
  },
  { begins: [0x1f, 0x8b], is: 'a compressed file', expected: 'Unpack it, and drop what is in it.' },
  { begins: [0x52, 0x61, 0x72, 0x21], is: 'an archive', expected: 'Unpack it, and drop what is in it.' },
  { begins: [0x37, 0x7a, 0xbc, 0xaf], is: 'an archive', expected: 'Unpack it, and drop what is in it.' },
  { begins: [0x89, 0x50, 0x4e, 0x47], is: 'an image', expected: 'Drop it as an image.' },
  { begins: [0xff, 0xd8, 0xff], is: 'an image', expected: 'Drop it as an image.' },
]
const ZIP = [0x50, 0x4b, 0x03, 0x04]
const PDF = [0x25, 0x50, 0x44, 0x46]

export const isZip = (bytes: Uint8Array) => beginsWith(bytes, ZIP)
export const isPdf = (bytes: Uint8Array) => beginsWith(bytes, PDF)

/** Kind of a file that holds no text, and what to do instead; `undefined` when it may hold text. */
export function findForeignFile(bytes: Uint8Array): { is: string; expected: string } | undefined {
  const known = SIGNATURES.find(({ begins }) => beginsWith(bytes, begins))
  if (known !== undefined) return known
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const controls = bytes.subarray(0, SAMPLE_BYTES).filter((byte) => byte < 9 && byte !== 0).length
  return !isUtf16 && controls >= 3
    ? { is: 'no text', expected: 'Drop a CSV, Excel or JSON file, or an image.' }
    : undefined
}

function beginsWith(bytes: Uint8Array, begins: readonly number[]): boolean {
  return begins.every((byte, index) => bytes[index] === byte)
}
