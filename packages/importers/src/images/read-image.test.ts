import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'
import sharp, { type Sharp } from 'sharp'
import { afterAll, describe, expect, test, vi } from 'vitest'
import instruments from '../../fixtures/instruments.json' with { type: 'json' }
import type { ImportedSource } from '../imported-source.ts'
import { toBarePng } from './decode/bare-png.ts'
import { findImageFault } from './decode/image-file.ts'
import { refuseImage } from './image-reading.ts'
import { readImage } from './read-image.ts'
import { stopRecogniser } from './recognise/recogniser.ts'
import { compareReading, readExpectedImages } from './testing/expected-images.ts'

// Drawn by a browser, most by `node scripts/generate-position-images.ts`: holdings that nobody has, on screens that no
// broker shows.
const FOLDER = join(import.meta.dirname, '../../fixtures/images')
const FIXTURES = readExpectedImages(FOLDER)
/** Every other picture; the long run reads all. */
const EACH = process.env.BALLAST_LONG ? 1 : 2
const LOW_RESOLUTION = readExpectedImages(join(FOLDER, 'low-resolution'))

/** On a busy machine an image may take very much longer than it computes. */
vi.setConfig({ testTimeout: 240_000 })
afterAll(stopRecogniser)

const fixture = (name: string) => {
  const found = FIXTURES.find(({ file }) => file.startsWith(name))
  if (!found) throw new Error(`There is no image ${name}.`)
  return found
}
const SMALL = fixture('short-values-dark-desktop')

async function readOne(bytes: Uint8Array): Promise<ImportedSource> {
  const fault = findImageFault(bytes)
  if (fault) return refuseImage(fault.why, fault.expected)
  return readImage({ bytes, instruments, progress: undefined })
}

describe('screens of other layouts than those it was made for', { tags: 'full' }, () => {
  test.each(FIXTURES.filter((_, place) => place % EACH === 0))('$file', async (image) => {
    const { cells, exact, sureThoughWrong, wrong } = compareReading(image, await readOne(image.bytes))
    expect(sureThoughWrong).toEqual([])
    expect(exact / cells, wrong.join('\n')).toBeGreaterThanOrEqual(0.95)
  })

  test.each(LOW_RESOLUTION)('at 75 %: $file has doubts where it is wrong', async (image) => {
    const { cells, exact, sureThoughWrong, wrong } = compareReading(image, await readOne(image.bytes))
    expect(sureThoughWrong).toEqual([])
    expect(exact / cells, wrong.join('\n')).toBeGreaterThanOrEqual(0.9)
  })

  test('what a screen says beside its positions has a verdict, line by line', async () => {
    const { lines, positions } = await readOne(fixture('decimal-comma').bytes)
    expect(lines.map(({ line }) => line)).toEqual(lines.map((_, index) => index + 1))
    expect(lines.map(({ verdict }) => verdict)).toEqual(['header', 'header', ...positions.map(() => 'position')])
    expect(positions.map((position) => position.currency)).toEqual(positions.map(() => 'EUR'))
  })
})

describe('kinds of images', { tags: 'full' }, () => {
  const variants: [string, (image: Sharp) => Sharp][] = [
    ['WebP', (image) => image.webp()],
    ['GIF', (image) => image.gif()],
    ['AVIF', (image) => image.avif({ quality: 90, effort: 0 })],
    ['TIFF', (image) => image.tiff()],
    ['PNG of 16 bits', (image) => image.toColourspace('rgb16').png()],
    ['JPEG in CMYK', (image) => image.toColourspace('cmyk').jpeg({ quality: 95 })],
    ['JPEG that says it lies on its side', (image) => image.rotate(-90).withMetadata({ orientation: 6 }).jpeg()],
  ]
  test.each(variants)('%s', async (_, convert) => {
    const bytes = await convert(sharp(SMALL.bytes)).toBuffer()
    const { cells, exact, sureThoughWrong, wrong } = compareReading(SMALL, await readOne(bytes))
    expect(sureThoughWrong).toEqual([])
    expect(exact / cells, wrong.join('\n')).toBeGreaterThanOrEqual(0.95)
  })

  test('white text on a transparent page is read on black', async () => {
    const { data, info } = await sharp(SMALL.bytes)
      .greyscale()
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true })
    const pixels = Buffer.alloc(data.length * 4, 255)
    // The page itself becomes transparent, what stands out from it white.
    for (const [at, shade] of data.entries()) pixels[4 * at + 3] = Math.max(0, shade - 30)
    const raw = { width: info.width, height: info.height, channels: 4 as const }
    const bytes = await sharp(pixels, { raw }).png().toBuffer()
    expect(compareReading(SMALL, await readOne(bytes))).toMatchObject({ sureThoughWrong: [], wrong: [] })
  })

  test('of an animation the first picture counts', async () => {
    const size = await sharp(SMALL.bytes).metadata()
    const blank = { create: { width: size.width, height: size.height, channels: 3 as const, background: '#fff' } }
    const frames = [SMALL.bytes, await sharp(blank).png().toBuffer()]
    const bytes = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer()
    expect((await sharp(bytes).metadata()).pages).toBe(2)
    expect((await readOne(bytes)).positions).toHaveLength(SMALL.positions.length)
  })
})

describe('images that are none, or meant to do harm', () => {
  const noise = (width: number, height: number) => {
    const pixels = Buffer.alloc(width * height)
    let state = 7
    for (let at = 0; at < pixels.length; at++) {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      pixels[at] = state >>> 24
    }
    return sharp(pixels, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer()
  }

  test.each([
    ['cut off', async () => SMALL.bytes.subarray(0, SMALL.bytes.length / 2), /damaged or cut off/],
    ['noise', () => noise(900, 700), /no text|photograph/],
    ['specks', async () => specks(1200, 1200), /no text|photograph|No positions/],
    [
      'one pixel wide',
      () =>
        sharp({ create: { width: 30_000, height: 1, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      /too few for text/,
    ],
    [
      'blank',
      () =>
        sharp({ create: { width: 800, height: 600, channels: 3, background: '#fff' } })
          .png()
          .toBuffer(),
      /no text/,
    ],
    [
      'a header that claims less than the picture has',
      async () => withPngSize(SMALL.bytes, 100, 100),
      /damaged|No positions|no text/,
    ],
  ])('%s is refused with words', async (_, make, words) => {
    const { positions, problems } = await readOne(await make())
    expect(positions).toEqual([])
    expect(problems.map(({ message }) => message)).toEqual([expect.stringMatching(words)])
  })

  test('texts in a PNG that unpack to a gigabyte are not unpacked', { tags: 'full' }, async () => {
    const packed = deflateSync(Buffer.alloc(50_000_000), { level: 9 })
    const text = chunk('zTXt', Buffer.concat([Buffer.from('k\0\0'), packed]))
    const head = 33
    const bytes = Buffer.concat([SMALL.bytes.subarray(0, head), ...Array(20).fill(text), SMALL.bytes.subarray(head)])
    const before = process.cpuUsage()
    expect(compareReading(SMALL, await readOne(bytes)).wrong).toEqual([])
    // Time on the processor, that of the threads included, so that a busy machine does not fail it.
    expect(process.cpuUsage(before).user / 1_000_000).toBeLessThan(20)
    const bare = toBarePng(bytes)
    expect(bare.length).toBeLessThanOrEqual(SMALL.bytes.length)
  })

  test('a picture with a script behind it is read as the picture that it is', { tags: 'full' }, async () => {
    const bytes = Buffer.concat([SMALL.bytes, Buffer.from('<script>alert(1)</script>PK\x03\x04')])
    expect(compareReading(SMALL, await readOne(bytes)).wrong).toEqual([])
  })

  function chunk(type: string, content: Buffer): Buffer {
    const named = Buffer.concat([Buffer.from(type), content])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(content.length)
    sum.writeUInt32BE(crc32(named))
    return Buffer.concat([length, named, sum])
  }

  function specks(width: number, height: number) {
    const pixels = Buffer.alloc(width * height, 255)
    for (let y = 2; y < height - 4; y += 7) {
      for (let x = 2; x < width - 4; x += 7) for (const at of [0, 1, width, width + 1]) pixels[y * width + x + at] = 0
    }
    return sharp(pixels, { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer()
  }

  function withPngSize(png: Buffer, width: number, height: number): Buffer {
    const changed = Buffer.from(png)
    changed.writeUInt32BE(width, 16)
    changed.writeUInt32BE(height, 20)
    return changed
  }
})
