// Tests: ../damaged-files.test.ts

/** Files as they arrive when something went wrong on their way, made of files that are whole. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decodeText } from '../sources/decode-text.ts'
import { toStoredZip } from '../sources/stored-zip.ts'
import { drawStatement, LOOKS } from './pdf-statements.ts'
import { toWorkbook } from './workbook-fixture.ts'

export interface WholeFile {
  name: string
  bytes: Uint8Array
}

export interface DamagedFile extends WholeFile {
  damage: string
  of: WholeFile
}

/** A whole number from 0 to below a limit. */
type Below = (limit: number) => number
type Damage = (bytes: Buffer, below: Below) => Uint8Array

const FIXTURES = join(import.meta.dirname, '../../fixtures')

/** Exports, Ballast's own files, a workbook of each of some exports, and statements. */
export function listWholeFiles(random: () => number): WholeFile[] {
  const texts = ['files', 'own'].flatMap((set) =>
    readdirSync(join(FIXTURES, set)).flatMap((folder) => {
      const input = readdirSync(join(FIXTURES, set, folder)).find((file) => file.startsWith('input.'))
      if (input === undefined) return []
      return { name: `${folder}/${input}`, bytes: new Uint8Array(readFileSync(join(FIXTURES, set, folder, input))) }
    }),
  )
  const workbooks = texts
    .filter(({ name }) => name.endsWith('.csv'))
    .filter((_, at) => at % 5 === 0)
    .map(({ name, bytes }) => {
      const rows = decodeText(bytes)
        .split(/\r?\n/)
        .map((line) => line.split(',').map((cell) => cell.replaceAll('"', '')))
      return { name: `${name}.xlsx`, bytes: toWorkbook({ Positions: rows }) }
    })
  const statements = Object.entries(LOOKS).map(([broker, look]) => {
    return { name: `${broker}.pdf`, bytes: drawStatement(look, random).bytes }
  })
  return [...texts, ...workbooks, ...statements]
}

const flip: Damage = (bytes, below) => {
  const flipped = Uint8Array.from(bytes)
  for (let count = 1 + below(8); count > 0; count--) {
    const at = below(bytes.length)
    flipped[at] = (flipped[at] ?? 0) ^ (1 << below(8))
  }
  return flipped
}

/** Pieces of equal length in another order. */
const shuffle: Damage = (bytes, below) => {
  const length = Math.max(1, Math.ceil(bytes.length / (3 + below(20))))
  const pieces: Uint8Array[] = []
  for (let at = 0; at < bytes.length; at += length)
    pieces.splice(below(pieces.length + 1), 0, bytes.subarray(at, at + length))
  return new Uint8Array(Buffer.concat(pieces))
}

const inZip = (bytes: Uint8Array, name: string) => toStoredZip(new Map([[name, bytes]]))

const DAMAGES: Readonly<Record<string, Damage>> = {
  'cut off': (bytes, below) => bytes.subarray(0, below(bytes.length)),
  'beginning lost': (bytes, below) => bytes.subarray(below(bytes.length)),
  'bits flipped': flip,
  'pieces shuffled': shuffle,
  'UTF-16 without its mark': (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le'),
  'UTF-16, other end first': (bytes) => Buffer.from(bytes.toString('utf8'), 'utf16le').swap16(),
  'encoded twice': (bytes) => Buffer.from(bytes.toString('latin1'), 'utf8'),
  'umlauts of Windows': (bytes) => Buffer.from(bytes.toString('utf8'), 'latin1'),
  'in an archive': (bytes) => inZip(bytes, 'positions.csv'),
  'in an archive of an archive': (bytes) => inZip(inZip(inZip(bytes, 'a.csv'), 'b.zip'), 'c.zip'),
  empty: () => new Uint8Array(),
  'blanks only': (bytes, below) => Buffer.from(' \r\n\t\n'.repeat(1 + below(bytes.length))),
  'zeros only': (bytes) => new Uint8Array(bytes.length),
  'a sheet of no bytes': () => toWorkbook({ Positions: [] }, { 'xl/worksheets/sheet1.xml': '' }),
  'a sheet that is missing': (bytes) =>
    toWorkbook({ [`Positions ${bytes.length}`]: [] }, { 'xl/_rels/workbook.xml.rels': '' }),
  'line ends of three systems': (bytes, below) =>
    Buffer.from(
      bytes.toString('latin1').replace(/\r\n|\r|\n/g, () => ['\n', '\r\n', '\r'][below(3)] ?? '\n'),
      'latin1',
    ),
  'line ends lost': (bytes) => Buffer.from(bytes.toString('latin1').replace(/\r\n|\r|\n/g, ' '), 'latin1'),
}

/** Whole files, each with one damage: all damages in turn, and the files at random. @param below the same numbers for the same files */
export function damageFiles(count: number, whole: readonly WholeFile[], below: Below): DamagedFile[] {
  const damages = Object.entries(DAMAGES)
  return Array.from({ length: count }, (_, at) => {
    const [damage = '', harm] = damages[at % damages.length] ?? []
    const of = whole[below(whole.length)] ?? { name: '', bytes: new Uint8Array() }
    const bytes = harm === undefined ? of.bytes : new Uint8Array(harm(Buffer.from(of.bytes), below))
    return { name: of.name, damage, of, bytes }
  })
}
