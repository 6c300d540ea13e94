// Tests: charts.test.tsx

import { formatDate } from '../../lib/format.ts'
import type { ChartData } from './chart-data.ts'

const SCALE = 2
const PADDING = 24
const HEAD_HEIGHT = 64
const LEGEND_ROW_HEIGHT = 22
/** Styles that an SVG takes from the page and would lose on its own. */
const KEPT_STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-opacity',
  'stop-color',
  'stop-opacity',
  'font-size',
  'font-weight',
  'font-family',
  'font-variant-numeric',
  'opacity',
  'text-anchor',
]

/** A chart's drawing: what its figure holds, in the order of the page. */
export type ChartDrawing = SVGSVGElement | HTMLCanvasElement

/**
 * The chart as a PNG at twice its size, on the card's colour, under its title with the date and, when that is so, the
 * words "Simulated data". Several drawings stand below one another.
 *
 * @throws Error when the browser cannot draw the picture
 */
export async function toChartPicture(
  drawings: readonly [ChartDrawing, ...ChartDrawing[]],
  data: ChartData,
): Promise<Blob> {
  const panels = await Promise.all(drawings.map(toPanel))
  const width = Math.max(...panels.map((panel) => panel.width))
  const height = panels.reduce((total, panel) => total + panel.height, 0)
  const [first] = drawings
  const styles = getComputedStyle(first)
  const colour = (token: string) => styles.getPropertyValue(token).trim()
  const columns = Math.max(1, Math.floor(width / 220))
  const legendHeight = Math.ceil(data.legend.length / columns) * LEGEND_ROW_HEIGHT
  const canvas = document.createElement('canvas')
  canvas.width = (width + 2 * PADDING) * SCALE
  canvas.height = (HEAD_HEIGHT + height + legendHeight + 2 * PADDING) * SCALE
  const context = canvas.getContext('2d')
  if (!context) throw new Error('The browser gave no canvas to draw the picture on')
  context.scale(SCALE, SCALE)
  context.fillStyle = colour('--card')
  context.fillRect(0, 0, canvas.width, canvas.height)
  drawHead(context, data, colour)
  let top = HEAD_HEIGHT + PADDING / 2
  for (const panel of panels) {
    context.drawImage(panel.image, PADDING, top, panel.width, panel.height)
    top += panel.height
  }
  data.legend.forEach((entry, place) => {
    const x = PADDING + (place % columns) * (width / columns)
    const y = HEAD_HEIGHT + height + PADDING + Math.floor(place / columns) * LEGEND_ROW_HEIGHT
    context.fillStyle = resolveColour(entry.colour, first)
    context.fillRect(x, y, 8, 8)
    context.font = '500 12.5px "Inter Variable", sans-serif'
    context.fillStyle = colour('--foreground')
    context.fillText([entry.label, entry.value].filter(Boolean).join('  '), x + 16, y + 8)
  })
  return await toPng(canvas)
}

async function toPanel(drawing: ChartDrawing) {
  const { width, height } = drawing.getBoundingClientRect()
  const image =
    drawing instanceof HTMLCanvasElement ? drawing : await loadImage(toStandaloneSvg(drawing, width, height))
  return { image, width, height }
}

function drawHead(context: CanvasRenderingContext2D, data: ChartData, colour: (token: string) => string): void {
  context.fillStyle = colour('--foreground')
  context.font = '600 15px "Inter Variable", sans-serif'
  context.fillText(data.title, PADDING, PADDING + 14)
  context.fillStyle = colour('--muted-foreground')
  context.font = '400 12.5px "Inter Variable", sans-serif'
  const facts = [data.asOf && formatDate(data.asOf), data.simulated && 'Simulated data'].filter(Boolean)
  context.fillText(facts.join(' · '), PADDING, PADDING + 34)
}

/** The drawing as text that stands alone: computed styles written into it, decoration for the screen left out. */
function toStandaloneSvg(svg: SVGSVGElement, width: number, height: number): string {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const originals = [svg, ...svg.querySelectorAll<SVGElement>('*')]
  const copies = [copy, ...copy.querySelectorAll<SVGElement>('*')]
  copies.forEach((element, place) => {
    const original = originals[place]
    if (!original) return
    const computed = getComputedStyle(original)
    element.setAttribute('style', KEPT_STYLES.map((name) => `${name}:${computed.getPropertyValue(name)}`).join(';'))
    element.removeAttribute('class')
  })
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', String(width))
  copy.setAttribute('height', String(height))
  return new XMLSerializer().serializeToString(copy)
}

async function loadImage(svgText: string): Promise<HTMLImageElement> {
  const url = URL.createObjectURL(new Blob([svgText], { type: 'image/svg+xml' }))
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** A token expression such as `var(--chart-1)` as the colour it stands for here; a canvas knows no custom properties. */
function resolveColour(expression: string, within: Element): string {
  const probe = document.createElement('span')
  probe.style.color = expression
  within.parentElement?.append(probe)
  const resolved = getComputedStyle(probe).color
  probe.remove()
  return resolved
}

function toPng(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The browser could not encode the picture'))),
      'image/png',
    )
  })
}
