// Tests: imports.test.ts

/** File that people take for one of ours, and what to do instead. */
interface ForeignFile {
  is: string
  expected: string
}

interface Kind extends ForeignFile {
  begins: string
  /** Where, in bytes. */
  at?: number
  /** Words that the file begins with, where that alone may be a word. */
  after?: string
}

const UNPACK = 'Unpack it, and drop what is in it.'
const SAVE_AS_PNG = 'Save it as PNG or JPEG first.'
const TAKE_SCREENSHOT = 'Take a screenshot of the positions, or export them as CSV.'
const SAVE_AS_TABLE = 'Save it as .xlsx or .csv first.'
const COPY_TABLE =
  'Open it in a spreadsheet program and save it as .xlsx or .csv, or copy the table out of it and paste it.'
const EXPORT_CSV = 'Export the positions as CSV instead.'

/** By their first bytes, which no text has. */
const BINARY: readonly Kind[] = [
  { begins: '\x1f\x8b', is: 'a compressed file', expected: UNPACK },
  { begins: '7z\xbc\xaf\x27\x1c', is: 'an archive', expected: UNPACK },
  { begins: 'Rar!\x1a\x07', is: 'an archive', expected: UNPACK },
  { begins: '\xfd7zXZ\0', is: 'a compressed file', expected: UNPACK },
  { begins: 'BZh91AY&SY', is: 'a compressed file', expected: UNPACK },
  { begins: 'ustar', at: 257, is: 'an archive', expected: UNPACK },
  { begins: 'PK\x05\x06', is: 'an archive with nothing in it', expected: 'Choose the file again.' },
  { begins: '\0\0\0\0', at: 6, after: 'BM', is: 'a BMP image', expected: SAVE_AS_PNG },
  { begins: '8BPS', is: 'a Photoshop image', expected: SAVE_AS_PNG },
  { begins: '\0\0\x01\0', is: 'an icon', expected: SAVE_AS_PNG },
  { begins: '\xff\x0a', is: 'a JPEG XL image', expected: SAVE_AS_PNG },
  { begins: 'JXL \r\n', at: 4, is: 'a JPEG XL image', expected: SAVE_AS_PNG },
  { begins: 'jP  \r\n', at: 4, is: 'a JPEG 2000 image', expected: SAVE_AS_PNG },
  { begins: 'II+\0', is: 'a TIFF image of a kind that is not read', expected: SAVE_AS_PNG },
  { begins: 'MM\0+', is: 'a TIFF image of a kind that is not read', expected: SAVE_AS_PNG },
  { begins: 'ftyp', at: 4, is: 'a video, or an image of a kind that is not read', expected: TAKE_SCREENSHOT },
  { begins: '\x1a\x45\xdf\xa3', is: 'a video', expected: TAKE_SCREENSHOT },
]

/** By the first words of a text, in small letters. */
const TEXT: readonly Kind[] = [
  { begins: '<!doctype html', is: 'a web page', expected: COPY_TABLE },
  { begins: '<html', is: 'a web page', expected: COPY_TABLE },
  { begins: '<table', is: 'a piece of a web page', expected: COPY_TABLE },
  { begins: '<svg', is: 'a drawing', expected: SAVE_AS_PNG },
  { begins: '<ofx>', is: 'a file for accounting programs (OFX)', expected: EXPORT_CSV },
  { begins: 'ofxheader:', is: 'a file for accounting programs (OFX)', expected: EXPORT_CSV },
  { begins: '!type:', is: 'a file for accounting programs (QIF)', expected: EXPORT_CSV },
  { begins: '{\\rtf', is: 'a word processor’s document', expected: 'Copy the table out of it and paste it.' },
  { begins: '%!ps', is: 'a PostScript document', expected: TAKE_SCREENSHOT },
  { begins: '<?xml', is: 'an XML file', expected: COPY_TABLE },
]

/**
 * First bytes of files that Excel wrote before 2007, Word documents and the like; and of workbooks of today that are
 * protected by a password.
 */
const OLD_OFFICE = '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'
const ENCRYPTED = Buffer.from('EncryptedPackage', 'utf16le')
const BEFORE_TEXT = /^[\s\u00ef\u00bb\u00bf]+/
const SAMPLE_BYTES = 1_024

/** Finds the kind of a file that holds no text; undefined when the kind is not known. */
export function findForeignBinary(bytes: Buffer): ForeignFile | undefined {
  const sample = bytes.toString('latin1', 0, SAMPLE_BYTES)
  if (sample.startsWith(OLD_OFFICE)) {
    return bytes.includes(ENCRYPTED)
      ? { is: 'a workbook that is protected by a password', expected: 'Save it without a password as .xlsx or .csv.' }
      : { is: 'an old Excel or Office file', expected: SAVE_AS_TABLE }
  }
  return BINARY.find(({ begins, at = 0, after = '' }) => sample.startsWith(after) && sample.startsWith(begins, at))
}

/** Finds the kind of a text that is not a table by how it begins; undefined when the kind is not known. */
export function findForeignText(bytes: Buffer): ForeignFile | undefined {
  const sample = bytes.toString('latin1', 0, SAMPLE_BYTES).replace(BEFORE_TEXT, '').toLowerCase()
  return TEXT.find(({ begins }) => sample.startsWith(begins))
}
