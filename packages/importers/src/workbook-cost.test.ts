/** Measures what reading a workbook takes, in a process of its own: memory off the heap and threads that a library starts count. */
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Measured } from './testing/measure-reading.ts'
import { toWorkbookParts, toZip, type ZipPart } from './testing/workbook-fixture.ts'

const MIB = 1024 * 1024
/** A little more than the largest honest workbook takes. */
const MOST_MEBIBYTES = 200

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbooks-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function measure(workbook: Uint8Array): Promise<Measured> {
  const path = join(folder, 'workbook.xlsx')
  await writeFile(path, workbook)
  const program = join(import.meta.dirname, 'testing/measure-reading.ts')
  const { stdout } = await promisify(execFile)(process.execPath, ['--max-old-space-size=512', program, path])
  return JSON.parse(stdout) as Measured
}

const HEADER = ['Symbol', 'Quantity', 'Cost/Share']
const sound = toWorkbookParts({ A: [HEADER, ['AAPL', 10, 150.25]] })
const zeros = Buffer.alloc(20 * MIB)

const pictures = (count: number, part: Partial<ZipPart> = {}): ZipPart[] =>
  Array.from({ length: count }, (_, index) => ({ name: `xl/media/image${index}.png`, bytes: zeros, ...part }))

test('pictures beside the sheets take neither memory nor threads, however large they are', {
  tags: 'full',
}, async () => {
  const measured = await measure(toZip([...sound, ...pictures(24)]))
  expect(measured).toMatchObject({ threads: 0, tickers: ['AAPL'] })
  expect(measured.mebibytes).toBeLessThan(MOST_MEBIBYTES)
})

test('parts of one block are refused before any is unpacked', { tags: ['full'] }, async () => {
  const [first, ...others] = pictures(24)
  const shared = others.map((part) => ({ ...part, sharesBlock: true }))
  const measured = await measure(toZip([...sound, first!, ...shared]))
  expect(measured).toMatchObject({ threads: 0, problem: expect.stringContaining('damaged'), tickers: [] })
  expect(measured.mebibytes).toBeLessThan(MOST_MEBIBYTES)
})

test('sizes that small parts claim to have do not count', { tags: ['full'] }, async () => {
  const parts = Array.from({ length: 60 }, (_, index) => ({
    name: `xl/part${index}.xml`,
    bytes: Buffer.from('<a/>'),
    statedSize: 600_000,
  }))
  const measured = await measure(toZip([...sound, ...parts]))
  expect(measured).toMatchObject({ threads: 0, tickers: ['AAPL'] })
  expect(measured.mebibytes).toBeLessThan(MOST_MEBIBYTES)
})

test('a large honest workbook is read without threads of its own', { tags: 'full' }, async () => {
  const rows = Array.from({ length: 19_000 }, (_, row) => [`T${row.toString(36).toUpperCase()}`, row + 1, 12.5])
  const measured = await measure(toZip(toWorkbookParts({ A: [HEADER, ...rows] })))
  expect(measured).toMatchObject({ threads: 0, problem: null })
  expect(measured.tickers).toHaveLength(19_000)
  expect(measured.mebibytes).toBeLessThan(MOST_MEBIBYTES)
})
