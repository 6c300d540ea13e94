import { LIMITS } from '@ballast/contract'
import fc from 'fast-check'
import sharp, { type Sharp } from 'sharp'
import { describe, expect, test } from 'vitest'
import { findImageFault } from './image-file.ts'

const blank = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#fff' } })

describe('before decoding', () => {
  const makers = {
    PNG: (image: Sharp) => image.png(),
    JPEG: (image: Sharp) => image.jpeg(),
    'progressive JPEG': (image: Sharp) => image.jpeg({ progressive: true }),
    'lossy WebP': (image: Sharp) => image.webp(),
    'lossless WebP': (image: Sharp) => image.webp({ lossless: true }),
    'WebP with alpha': (image: Sharp) => image.ensureAlpha(0.5).webp(),
    GIF: (image: Sharp) => image.gif(),
    AVIF: (image: Sharp) => image.avif({ effort: 0 }),
    TIFF: (image: Sharp) => image.tiff(),
  }
  test.each(Object.entries(makers))(
    'a %s is accepted, and refused by the size in its header',
    { tags: 'full' },
    async (_, make) => {
      expect(findImageFault(await make(blank(120, 80)).toBuffer())).toBeUndefined()
      const large = await make(blank(6_000, 4_000)).toBuffer()
      expect(findImageFault(large)?.why).toContain('6000 × 4000 pixels, and at most 20 million are read')
      expect(findImageFault(await make(blank(120, 9)).toBuffer())?.why).toContain('too few for text')
    },
  )

  test('a bomb is refused: a megabyte that claims 400 million pixels', () => {
    const bomb = Buffer.alloc(1024 * 1024)
    bomb.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1')
    bomb.writeUInt32BE(20_000, 16)
    bomb.writeUInt32BE(20_000, 20)
    expect(findImageFault(bomb)?.why).toContain('20000 × 20000')
  })

  test.each([
    ['<svg xmlns="http://www.w3.org/2000/svg"/>', /SVG/],
    ['\ufeff  <?xml version="1.0"?><!-- x --><svg/>', /SVG/],
    ['%PDF-1.7', /PDF document/],
    ['push graphic-context\nviewbox 0 0 640 480', /MVG/],
    ['viewbox 0 0 640 480', /MVG/],
    ['\0\0\0\x18ftypheic\0\0\0\0mif1heic', /HEIC/],
    ['\0\0\0\x18ftypmif1\0\0\0\0mif1heic', /HEIC/],
    ['BM\0\0\0\0', /not an image of a kind/],
    ['ticker,shares\nAAPL,1', /not an image of a kind/],
    ['', /empty/],
  ])('%j is refused by name', (text, words) => {
    const fault = findImageFault(Buffer.from(text, 'utf8'))
    expect(fault?.why).toMatch(words)
    expect(fault?.expected).toMatch(/\.$/)
  })

  test('HEIC is told how to be saved', () => {
    expect(findImageFault(Buffer.from('\0\0\0\x18ftypheic\0\0\0\0'))?.expected).toBe('Save it as PNG or JPEG first.')
  })

  test('a JPEG of nothing but fill bytes is damaged, and is not searched to its end', () => {
    const filled = Buffer.alloc(LIMITS.imageBytes, 0xff)
    filled[1] = 0xd8
    const before = process.cpuUsage()
    expect(findImageFault(filled)?.why).toContain('damaged')
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(100)
  })

  test('more bytes than are read are refused', () => {
    expect(findImageFault(Buffer.alloc(LIMITS.imageBytes + 1))?.why).toContain('10.0 MiB')
  })

  const signatures = [
    '\x89PNG\r\n\x1a\n',
    '\xff\xd8\xff',
    'RIFF\0\0\0\0WEBP',
    'GIF89a',
    '\0\0\0\x1cftypavif',
    'II*\0',
    'MM\0*',
  ]
  test('whatever stands behind the first bytes of an image, there is an answer with words or none', () => {
    fc.assert(
      fc.property(fc.constantFrom(...signatures), fc.uint8Array({ maxLength: 300 }), (signature, rest) => {
        const fault = findImageFault(Buffer.concat([Buffer.from(signature, 'latin1'), rest]))
        if (fault) expect(fault.why.length).toBeGreaterThan(10)
      }),
    )
  })
})
