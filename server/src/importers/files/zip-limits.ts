// Tests: workbook-source.test.ts

/**
 * Whether an archive is a workbook that is small enough to be unpacked. The directory at its end says what is in it, but
 * what it says of sizes may be a lie: every entry is inflated once under a limit, which stops at the first byte too many.
 */
import { crc32, inflateRawSync } from 'node:zlib'
import { findXmlProblem, type SheetCounts } from './xml-limits.ts'
import { DAMAGED, readZipDirectory, type ZipEntry } from './zip-directory.ts'

const MIB = 1024 * 1024
export const ZIP_LIMITS = { inflatedBytes: 20 * MIB, entries: 1_000 } as const

const STORED = 0
const DEFLATED = 8
const TOO_LARGE = `The workbook is larger than ${ZIP_LIMITS.inflatedBytes / MIB} MiB when unpacked`
const SAVE_AGAIN = 'Open it in a spreadsheet program and save it again as .xlsx or .csv.'
const NO_WORKBOOK = {
  why: 'This is an archive that cannot be read here: it is not a workbook',
  expected: 'Unpack it, and drop what is in it.',
}
/** Of an archive that is no workbook, by a part that it has. */
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
/** What is read of a workbook; pictures and macros beside it are not even unpacked. */
const READ = /\.xml(?:\.rels)?$/

/** What keeps an archive from being read, and how to mend it, in words for people, or `undefined` when it may be. */
export function findZipProblem(bytes: Uint8Array): { why: string; expected: string } | undefined {
  const entries = readZipDirectory(bytes, ZIP_LIMITS.entries)
  if (typeof entries === 'string') return { why: entries, expected: SAVE_AGAIN }
  const known = OTHERS.find(({ has }) => entries.some(({ name }) => has.test(name)))
  if (known) return { why: `This is ${known.is}, which cannot be read here`, expected: known.expected }
  let inflated = 0
  const counts: SheetCounts = { cells: 0, rows: 0, tags: 0 }
  for (const entry of entries) {
    if (entry.isEncrypted) {
      return { why: 'The workbook is protected by a password', expected: 'Save it without a password.' }
    }
    if (!READ.test(entry.name)) continue
    const content = unpackEntry(entry, ZIP_LIMITS.inflatedBytes - inflated)
    if (typeof content === 'string') return { why: content, expected: SAVE_AGAIN }
    const problem = findXmlProblem(content, counts)
    if (problem) return problem
    inflated += content.length
  }
  return entries.some(({ name }) => WORKBOOK.test(name)) ? undefined : NO_WORKBOOK
}

/** What an entry unpacks to, at most `most` bytes, or why it cannot be unpacked. */
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
