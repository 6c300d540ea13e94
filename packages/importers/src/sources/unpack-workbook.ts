// Tests: ../workbook-source.test.ts, ../workbook-cost.test.ts

/**
 * Unpacks a workbook once, within limits. The directory at the end of an archive says what is in it, but what it says of
 * sizes may be a lie: each part is inflated under a limit, which stops at the first byte too many. Whoever reads the
 * workbook afterwards gets the parts that were checked here and never sees the archive.
 */
import { crc32, inflateRawSync } from 'node:zlib'
import { findXmlProblem, type XmlCounts } from './xml-limits.ts'
import { DAMAGED, readZipDirectory, type ZipEntry } from './zip-directory.ts'

const MIB = 1024 * 1024
export const ZIP_LIMITS = { inflatedBytes: 20 * MIB, entries: 1_000, readParts: 200 } as const

const STORED = 0
const DEFLATED = 8
const TOO_LARGE = `The workbook is larger than ${ZIP_LIMITS.inflatedBytes / MIB} MiB when unpacked`
const SAVE_AGAIN = 'Open it in a spreadsheet program and save it again as .xlsx or .csv.'
const TOO_MANY_SHEETS = {
  why: `The workbook has more than ${ZIP_LIMITS.readParts} sheets and other parts`,
  expected: 'Split it, or copy the positions into a new workbook.',
}
const NO_WORKBOOK = {
  why: 'This is an archive that cannot be read here: it is not a workbook',
  expected: 'Unpack it, and drop what is in it.',
}
/** Archives that are no workbooks, each with a part that only such a file has. */
const OTHERS: readonly { has: RegExp; is: string; expected: string }[] = [
  {
    has: /^Index\/.*\.iwa$|^Index\.zip$/,
    is: 'a Numbers document',
    expected: 'In Numbers, export it to Excel or CSV.',
  },
  {
    has: /^xl\/workbook\.bin$/,
    is: 'a binary workbook (.xlsb)',
    expected: 'In Excel, save it as .xlsx or .csv.',
  },
  { has: /^(?:content\.xml|META-INF\/manifest\.xml)$/, is: 'an OpenDocument file', expected: SAVE_AGAIN },
  {
    has: /^word\//,
    is: 'a Word document',
    expected: 'Copy the table out of it and paste it, or drop a screenshot of it.',
  },
  {
    has: /^ppt\//,
    is: 'a presentation',
    expected: 'Copy the table out of it and paste it, or drop a screenshot of it.',
  },
]
const WORKBOOK = /(?:^|\/)workbook\.xml$/
/** Parts that are read. Pictures, macros and what sheets link to are not even unpacked. */
const READ = /\.xml$|(?:^|\/)workbook\.xml\.rels$/

/** The parts of a workbook that are read, by name; or what keeps it from being read and how to mend it, in words for people. */
export function unpackWorkbook(bytes: Uint8Array): Map<string, Uint8Array> | { why: string; expected: string } {
  const entries = readZipDirectory(bytes, ZIP_LIMITS.entries)
  if (typeof entries === 'string') return { why: entries, expected: SAVE_AGAIN }
  const known = OTHERS.find(({ has }) => entries.some(({ name }) => has.test(name)))
  if (known) return { why: `This is ${known.is}, which cannot be read here`, expected: known.expected }
  if (entries.some(({ isEncrypted }) => isEncrypted)) {
    return { why: 'The workbook is protected by a password', expected: 'Save it without a password.' }
  }
  const parts = unpackParts(entries.filter(({ name }) => READ.test(name)))
  return parts instanceof Map && ![...parts.keys()].some((name) => WORKBOOK.test(name)) ? NO_WORKBOOK : parts
}

function unpackParts(entries: readonly ZipEntry[]): Map<string, Uint8Array> | { why: string; expected: string } {
  if (entries.length > ZIP_LIMITS.readParts) return TOO_MANY_SHEETS
  const parts = new Map<string, Uint8Array>()
  let inflated = 0
  for (const entry of entries) {
    const content = unpackEntry(entry, ZIP_LIMITS.inflatedBytes - inflated)
    if (typeof content === 'string') return { why: content, expected: SAVE_AGAIN }
    inflated += content.length
    parts.set(entry.name, content)
  }
  const counts: XmlCounts = { cells: 0, rows: 0, tags: 0, sheets: 0 }
  for (const content of parts.values()) {
    const problem = findXmlProblem(content, counts)
    if (problem) return problem
  }
  return parts
}

/** Content of an entry, at most `most` bytes, or why it cannot be unpacked. */
function unpackEntry({ method, packed, checkSum }: ZipEntry, most: number): Uint8Array | string {
  if (method !== STORED && method !== DEFLATED) return DAMAGED
  if (most <= 0 || (method === STORED && packed.length > most)) return TOO_LARGE
  try {
    const content = method === STORED ? packed : inflateRawSync(packed, { maxOutputLength: most })
    // A figure that a damaged byte has changed looks like any other.
    return crc32(content) === checkSum ? content : DAMAGED
  } catch (error) {
    return error instanceof RangeError ? TOO_LARGE : DAMAGED
  }
}
