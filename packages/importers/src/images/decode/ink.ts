// Tests: ../read-image.test.ts

import type { GreyImage } from './grey-image.ts'

/** Neighbouring pixels of a plain surface differ by no more; the noise of strong JPEG compression stays below. */
const PLAIN_RANGE = 12
/** Steps along a surface, so that gradients count as one. */
const SURFACE_STEP = 6
/** A surface is at least so many pixels in area and width: the strokes of large letters are less. */
const SURFACE_PIXELS = 700
const SURFACE_SHARE = 0.0012
const SURFACE_WIDTH = 24

/**
 * How much each pixel stands out from the surface that it lies on, 0 to 255: text becomes light on black alike,
 * whether it was dark on white, light on black or black on an orange button.
 */
export function findInk(image: GreyImage): GreyImage {
  const surface = markSurfaces(image)
  const { width, height, pixels } = image
  const ink = new Uint8Array(width * height)
  const above = new Int16Array(width).fill(-1)
  const beside = new Int16Array(width)
  for (let y = 0; y < height; y++) {
    const row = y * width
    fillFromRight(image, surface, row, beside)
    let left = -1
    for (let x = 0; x < width; x++) {
      const shade = pixels[row + x] ?? 0
      if (surface[row + x] === 1) {
        left = shade
        above[x] = shade
        continue
      }
      const right = beside[x] ?? -1
      // Without a surface in the whole row, as along a ruled line, the one above will do; without any there is no text.
      const nearest = left === -1 && right === -1 ? (above[x] ?? -1) : -1
      const least = Math.min(distance(shade, left), distance(shade, right), distance(shade, nearest))
      ink[row + x] = least === UNKNOWN ? 0 : least
    }
  }
  return { width, height, pixels: ink }
}

const UNKNOWN = 256
const distance = (shade: number, surface: number) => (surface === -1 ? UNKNOWN : Math.abs(shade - surface))

/** For each pixel of a row the shade of the next surface to the right, −1 without one. */
function fillFromRight(image: GreyImage, surface: Uint8Array, row: number, beside: Int16Array): void {
  let right = -1
  for (let x = image.width - 1; x >= 0; x--) {
    if (surface[row + x] === 1) right = image.pixels[row + x] ?? 0
    beside[x] = right
  }
}

/** 1 for pixels of large plain surfaces, which text lies on. */
function markSurfaces(image: GreyImage): Uint8Array {
  const { width, height, pixels } = image
  const plain = markPlain(image)
  const surface = new Uint8Array(width * height)
  const stack = new Int32Array(width * height)
  const members = new Int32Array(width * height)
  const fewest = Math.max(SURFACE_PIXELS, SURFACE_SHARE * width * height)
  for (let start = 0; start < plain.length; start++) {
    if (plain[start] !== 1) continue
    let depth = 0
    let count = 0
    let leftmost = width
    let rightmost = 0
    stack[depth++] = start
    plain[start] = 2
    while (depth > 0) {
      const at = stack[--depth] ?? 0
      members[count++] = at
      const x = at % width
      if (x < leftmost) leftmost = x
      if (x > rightmost) rightmost = x
      const shade = pixels[at] ?? 0
      const visit = (next: number) => {
        if (plain[next] !== 1 || Math.abs((pixels[next] ?? 0) - shade) > SURFACE_STEP) return
        plain[next] = 2
        stack[depth++] = next
      }
      if (x > 0) visit(at - 1)
      if (x < width - 1) visit(at + 1)
      if (at >= width) visit(at - width)
      if (at < width * (height - 1)) visit(at + width)
    }
    if (count < fewest || rightmost - leftmost < SURFACE_WIDTH) continue
    for (let index = 0; index < count; index++) surface[members[index] ?? 0] = 1
  }
  return surface
}

/** 1 where a pixel and its eight neighbours are nearly alike. */
function markPlain({ width, height, pixels }: GreyImage): Uint8Array {
  const plain = new Uint8Array(width * height)
  const low = new Uint8Array(width)
  const high = new Uint8Array(width)
  for (let y = 0; y < height; y++) {
    const above = Math.max(0, y - 1) * width
    const row = y * width
    const below = Math.min(height - 1, y + 1) * width
    for (let x = 0; x < width; x++) {
      const a = pixels[above + x] ?? 0
      const b = pixels[row + x] ?? 0
      const c = pixels[below + x] ?? 0
      low[x] = Math.min(a, b, c)
      high[x] = Math.max(a, b, c)
    }
    for (let x = 0; x < width; x++) {
      const west = Math.max(0, x - 1)
      const east = Math.min(width - 1, x + 1)
      const lowest = Math.min(low[west] ?? 0, low[x] ?? 0, low[east] ?? 0)
      const highest = Math.max(high[west] ?? 0, high[x] ?? 0, high[east] ?? 0)
      if (highest - lowest <= PLAIN_RANGE) plain[row + x] = 1
    }
  }
  return plain
}
