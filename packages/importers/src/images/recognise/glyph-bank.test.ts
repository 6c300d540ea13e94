import { expect, test } from 'vitest'
import type { GreyImage } from '../decode/grey-image.ts'
import { placeText } from '../testing/placed-cells.ts'
import { GlyphBank } from './glyph-bank.ts'

/** Ink in which each letter of these pieces of text has a shape of its own, the same wherever it stands. */
function inkOf(cells: readonly ReturnType<typeof placeText>[]): GreyImage {
  const ink = { width: 400, height: 300, pixels: new Uint8Array(400 * 300) }
  for (const { text, glyphs } of cells) {
    for (const [at, { left, top, right, bottom }] of glyphs.entries()) {
      const letter = [...text.replaceAll(' ', '')][at]?.charCodeAt(0) ?? 0
      for (let y = top; y < bottom; y++) {
        for (let x = left; x < right; x++) {
          const place = Math.floor((4 * (y - top)) / (bottom - top)) * 3 + Math.floor((3 * (x - left)) / (right - left))
          ink.pixels[y * ink.width + x] = ((letter * 2654435761) >>> (place + 4)) & 1 ? 255 : 30
        }
      }
    }
  }
  return ink
}

test('letters are known by others of the image, and never by themselves', () => {
  const [alone, first, second] = [placeText('50.00', 20, 20), placeText('78', 20, 80), placeText('87', 20, 140)]
  const bank = new GlyphBank(inkOf([alone, first, second]), [alone, first, second])
  expect(bank.judge(first, '78').is).toBe('alike')
  expect(bank.judge({ ...first }, '78').is).toBe('alike')
  const once = placeText('4', 200, 80)
  const with4 = new GlyphBank(inkOf([alone, first, second, once]), [alone, first, second, once])
  expect(with4.judge(once, '4').is).toBe('unknown')
  expect(with4.judge({ ...once }, '4').is).toBe('unknown')
  // What was read as another letter looks like those that were read right.
  expect(with4.judge({ ...second, text: '47' }, '47')).toEqual({ is: 'unlike', text: '87' })
})
