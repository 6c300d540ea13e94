// Tests: analysis-page.test.tsx

import { toCorrelationBand } from '../../lib/correlation-band.ts'
import type { CorrelationMatrix } from './matrix-view.ts'

export interface MatrixColours {
  /** By band, from 1; the first is not used. */
  bands: readonly string[]
  outerText: string
  innerText: string
  card: string
  border: string
  foreground: string
  subtle: string
  muted: string
  ring: string
}

/** The colours in force at an element, for a canvas knows no custom properties; those of the light theme for paper. */
export function readColours(element: Element, isForPaper: boolean): MatrixColours {
  const isDark = element.classList.contains('dark')
  if (isForPaper) element.classList.remove('dark')
  const styles = getComputedStyle(element)
  const token = (name: string) => styles.getPropertyValue(name).trim()
  const colours = {
    bands: ['', ...[1, 2, 3, 4, 5, 6, 7].map((band) => token(`--corr-${band}`))],
    outerText: token('--corr-text-outer'),
    innerText: token('--corr-text-inner'),
    card: token('--card'),
    border: token('--border'),
    foreground: token('--foreground'),
    subtle: token('--subtle-foreground'),
    muted: token('--muted'),
    ring: token('--ring'),
  }
  element.classList.toggle('dark', isDark)
  return colours
}

/** The square as a picture with one point for each cell: 500 tickers are a quarter of a million of them. */
export function paintMatrix(matrix: CorrelationMatrix, colours: MatrixColours): HTMLCanvasElement | null {
  const count = matrix.tickers.length
  const canvas = document.createElement('canvas')
  canvas.width = count
  canvas.height = count
  const context = canvas.getContext('2d')
  if (!context || count === 0) return null
  const palette = toBytes([colours.muted, ...colours.bands.slice(1), colours.border])
  const image = context.createImageData(count, count)
  const points = new Uint32Array(image.data.buffer)
  for (let place = 0; place < points.length; place++) {
    const value = matrix.values[place] ?? Number.NaN
    const isDiagonal = place % (count + 1) === 0
    points[place] = palette[isDiagonal ? 8 : Number.isNaN(value) ? 0 : toCorrelationBand(value)] ?? 0
  }
  context.putImageData(image, 0, 0)
  return canvas
}

/** CSS colours as the numbers that image data holds, by painting each once. */
function toBytes(colours: readonly string[]): Uint32Array {
  const canvas = document.createElement('canvas')
  canvas.width = colours.length
  canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return new Uint32Array(colours.length)
  colours.forEach((colour, place) => {
    context.fillStyle = colour
    context.fillRect(place, 0, 1, 1)
  })
  return new Uint32Array(context.getImageData(0, 0, colours.length, 1).data.buffer)
}
