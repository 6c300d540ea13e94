import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, expect, test } from 'vitest'
import { readImage, stopRecogniser } from './images/index.ts'
import { compareReading, readExpectedImages } from './images/testing/expected-images.ts'
import { readSource } from './read-source.ts'
import { findScannedPages } from './sources/pdf-scans.ts'
import { toStream, writeObjects, writePdf, writeScan } from './testing/pdf-writer.ts'

afterAll(stopRecogniser)

const FIXTURES = join(import.meta.dirname, '../fixtures/images')

/** A fixture's screenshot as a scanner would store it. */
const photograph = (name: string) =>
  sharp(readFileSync(join(FIXTURES, `${name}.png`)))
    .flatten({ background: '#fff' })
    .jpeg({ quality: 92 })
    .toBuffer()

test('the pages of a scan are pictures, and are read as pictures', { tags: ['full'] }, async () => {
  const names = ['accounts-and-money-fund', 'basis-above-share-desktop-2']
  const pages = findScannedPages(writeScan(await Promise.all(names.map(photograph))))
  expect(pages).toHaveLength(2)
  for (const [at, name] of names.entries()) {
    const expected = readExpectedImages(FIXTURES).find(({ file }) => file === `${name}.png`)
    const read = await readImage({ bytes: pages?.[at] ?? new Uint8Array(), instruments: [], progress: undefined })
    const { cells = 0, exact = 0, sureThoughWrong } = (expected && compareReading(expected, read)) ?? {}
    expect(sureThoughWrong).toEqual([])
    expect(cells).toBeGreaterThan(10)
    expect(exact).toBeGreaterThan(0.9 * cells)
  }
})

test.each([
  ['the length is wrong', (scan: string) => scan.replace(/\/Length \d+/, '/Length 3')],
  ['the length stands elsewhere', (scan: string) => scan.replace(/\/Length \d+/, '/Length 9 0 R')],
  ['the packing stands in a list', (scan: string) => scan.replace('/Filter/DCTDecode', '/Filter [ /DCTDecode ]')],
])('%s: the page is found all the same', async (_, change) => {
  const picture = await photograph('basis-above-share-desktop-2')
  const scan = Buffer.from(change(Buffer.from(writeScan([picture])).toString('latin1')), 'latin1')
  const [page] = findScannedPages(new Uint8Array(scan)) ?? []
  expect(
    Buffer.from(page ?? [])
      .subarray(0, picture.length)
      .equals(picture),
  ).toBe(true)
})

test.each([
  ['a statement with text', () => writePdf([[{ text: 'AAPL', x: 30, y: 40, size: 9 }]])],
  ['an empty page', () => writeObjects(['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[]/Count 0>>'])],
  ['a page that is turned', (scan: string) => scan.replace('/Type/Page/', '/Type/Page/Rotate 90/')],
  ['a locked one', (scan: string) => scan.replace('/Root', '/Encrypt 9 0 R/Root')],
  ['another kind of picture', (scan: string) => scan.replace('/DCTDecode', '/JBIG2Decode')],
  ['a picture that is packed twice', (scan: string) => scan.replace('/DCTDecode', '[/DCTDecode /FlateDecode]')],
  ['more pictures than pages', (scan: string) => scan.replace('/Type/Page/', '/Type/Pattern/')],
  ['no JPEG', () => writeScan([Buffer.from('no picture')])],
])('%s is no scan that is read', async (_, change) => {
  const scan = Buffer.from(writeScan([await photograph('basis-above-share-desktop-2')])).toString('latin1')
  const changed = change(scan)
  const bytes = typeof changed === 'string' ? new Uint8Array(Buffer.from(changed, 'latin1')) : changed
  expect(findScannedPages(bytes)).toBeUndefined()
})

test('a scan that is not read says what to do', async () => {
  const packed = toStream('no words', true, '/Type/XObject/Subtype/Image/Width 2/Height 2')
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources<</XObject<</I 4 0 R>>>>>>'
  const catalog = ['<</Type/Catalog/Pages 2 0 R>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>']
  const { problems } = await readSource({ name: 'scan.pdf', bytes: writeObjects([...catalog, page, packed]) })
  expect(problems[0]?.message).toContain('pictures of pages, and no text')
  expect(problems[0]?.message).toContain('screenshot')
})
