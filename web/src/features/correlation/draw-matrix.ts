// Tests: e2e/analysis.e2e.ts

import { toCorrelationBand } from '../../lib/correlation-band.ts'
import { formatNumber, NO_DATA } from '../../lib/format.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import type { Block } from './blocks-view.ts'
import type { Cell, MatrixLayout } from './matrix-geometry.ts'
import { type CorrelationMatrix, correlationAt } from './matrix-view.ts'
import type { MatrixColours } from './paint-matrix.ts'

const FONT = '"Inter Variable", ui-sans-serif, system-ui, sans-serif'
const GAP = 2

interface Scene {
  matrix: CorrelationMatrix
  blocks: readonly Pick<Block, 'first' | 'tickers'>[]
  layout: MatrixLayout
  colours: MatrixColours
  /** One point for each cell, where cells are too small to be drawn one by one. */
  picture: HTMLCanvasElement | null
  /** Scroll position, in px of the drawing. */
  scrollX: number
  scrollY: number
  width: number
  height: number
  active: Cell | null
}

/** Draws what is in sight; names of rows and columns keep to the edges. */
export function drawMatrix(context: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, colours, width, height } = scene
  context.fillStyle = colours.card
  context.fillRect(0, 0, width, height)
  context.save()
  context.beginPath()
  context.rect(layout.labelWidth, layout.headHeight, width - layout.labelWidth, height - layout.headHeight)
  context.clip()
  if (layout.isPrinted) drawCells(context, scene)
  else drawPicture(context, scene)
  drawBlocks(context, scene)
  drawActive(context, scene)
  context.restore()
  drawRowNames(context, scene)
  drawColumnNames(context, scene)
}

/** The part of the square that is in sight: first and one past the last, of rows and of columns. */
function inSight({ layout, matrix, scrollX, scrollY, width, height }: Scene) {
  const count = matrix.tickers.length
  return {
    firstRow: Math.max(0, Math.floor(scrollY / layout.cellHeight)),
    endRow: Math.min(count, Math.ceil((scrollY + height - layout.headHeight) / layout.cellHeight)),
    firstColumn: Math.max(0, Math.floor(scrollX / layout.cellWidth)),
    endColumn: Math.min(count, Math.ceil((scrollX + width - layout.labelWidth) / layout.cellWidth)),
  }
}

const xOf = ({ layout, scrollX }: Scene, column: number) => layout.labelWidth + column * layout.cellWidth - scrollX
const yOf = ({ layout, scrollY }: Scene, row: number) => layout.headHeight + row * layout.cellHeight - scrollY

function drawCells(context: CanvasRenderingContext2D, scene: Scene): void {
  const { matrix, layout, colours } = scene
  const { firstRow, endRow, firstColumn, endColumn } = inSight(scene)
  context.font = `500 12px ${FONT}`
  context.textAlign = 'center'
  context.textBaseline = 'middle'
  for (let row = firstRow; row < endRow; row++) {
    for (let column = firstColumn; column < endColumn; column++) {
      const x = xOf(scene, column)
      const y = yOf(scene, row)
      if (row === column) {
        drawDiagonal(context, scene, x, y)
        continue
      }
      const value = correlationAt(matrix, row, column)
      const band = value === null ? null : toCorrelationBand(value)
      context.fillStyle = band === null ? colours.muted : (colours.bands[band] ?? colours.muted)
      roundRect(context, x, y, layout.cellWidth - GAP, layout.cellHeight - GAP)
      context.fill()
      context.fillStyle =
        band === null ? colours.subtle : band === 1 || band === 7 ? colours.outerText : colours.innerText
      const text = value === null ? NO_DATA : formatNumber(value)
      context.fillText(text, x + (layout.cellWidth - GAP) / 2, y + (layout.cellHeight - GAP) / 2 + 1)
    }
  }
}

/** Hatched, so that nobody reads the 1 of a ticker with itself as a finding. */
function drawDiagonal(context: CanvasRenderingContext2D, { layout, colours }: Scene, x: number, y: number): void {
  const [width, height] = [layout.cellWidth - GAP, layout.cellHeight - GAP]
  context.save()
  roundRect(context, x, y, width, height)
  context.fillStyle = colours.card
  context.fill()
  context.clip()
  context.strokeStyle = colours.border
  context.lineWidth = 2
  context.beginPath()
  for (let offset = -height; offset < width; offset += 6) {
    context.moveTo(x + offset, y + height)
    context.lineTo(x + offset + height, y)
  }
  context.stroke()
  context.restore()
  context.fillStyle = colours.subtle
  context.fillText('1', x + width / 2, y + height / 2 + 1)
}

/** A frame around each block, in the colour of text, so that it shows on every band. */
function drawBlocks(context: CanvasRenderingContext2D, scene: Scene): void {
  const { blocks, layout, colours } = scene
  const gap = layout.isPrinted ? GAP : 0
  context.strokeStyle = colours.foreground
  context.lineWidth = 1.5
  for (const { first, tickers } of blocks) {
    const [width, height] = [tickers.length * layout.cellWidth, tickers.length * layout.cellHeight]
    context.strokeRect(xOf(scene, first) - gap / 2, yOf(scene, first) - gap / 2, width, height)
  }
}

function drawPicture(context: CanvasRenderingContext2D, scene: Scene): void {
  if (!scene.picture) return
  const { layout, matrix } = scene
  const count = matrix.tickers.length
  context.imageSmoothingEnabled = false
  context.drawImage(scene.picture, xOf(scene, 0), yOf(scene, 0), count * layout.cellWidth, count * layout.cellHeight)
}

function drawActive(context: CanvasRenderingContext2D, scene: Scene): void {
  const { active, layout, colours } = scene
  if (!active) return
  context.strokeStyle = colours.foreground
  context.lineWidth = layout.isPrinted ? 2 : 1
  if (layout.isPrinted) {
    roundRect(
      context,
      xOf(scene, active.column),
      yOf(scene, active.row),
      layout.cellWidth - GAP,
      layout.cellHeight - GAP,
    )
    context.stroke()
    return
  }
  // Too small to be seen framed: lines lead to it from both names.
  const centreX = xOf(scene, active.column) + layout.cellWidth / 2
  const centreY = yOf(scene, active.row) + layout.cellHeight / 2
  context.globalAlpha = 0.7
  context.beginPath()
  context.moveTo(layout.labelWidth, centreY)
  context.lineTo(centreX, centreY)
  context.moveTo(centreX, layout.headHeight)
  context.lineTo(centreX, centreY)
  context.stroke()
  context.globalAlpha = 1
  context.strokeRect(centreX - 4, centreY - 4, 8, 8)
}

function drawRowNames(context: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, matrix, height, active } = scene
  const { firstRow, endRow } = inSight(scene)
  context.save()
  context.beginPath()
  context.rect(0, layout.headHeight, layout.labelWidth, height - layout.headHeight)
  context.clip()
  context.textAlign = 'left'
  context.textBaseline = 'middle'
  for (let row = firstRow; row < endRow; row++) {
    const isActive = active?.row === row
    if (!isActive && (row % layout.labelStep !== 0 || isBeside(row, active?.row, layout.labelStep))) continue
    setNameStyle(context, scene, isActive)
    const y = yOf(scene, row) + (layout.cellHeight - (layout.isPrinted ? GAP : 0)) / 2
    context.fillText(toTickerLabel(matrix.tickers[row] ?? ''), 0, y, layout.labelWidth - 6)
  }
  context.restore()
}

function drawColumnNames(context: CanvasRenderingContext2D, scene: Scene): void {
  const { layout, matrix, width, active } = scene
  const { firstColumn, endColumn } = inSight(scene)
  context.save()
  context.beginPath()
  context.rect(layout.labelWidth, 0, width - layout.labelWidth, layout.headHeight)
  context.clip()
  const step = layout.isPrinted ? 1 : Math.max(1, Math.ceil(14 / layout.cellWidth))
  for (let column = firstColumn; column < endColumn; column++) {
    const isActive = active?.column === column
    if (!isActive && (column % step !== 0 || isBeside(column, active?.column, step))) continue
    setNameStyle(context, scene, isActive)
    const name = toTickerLabel(matrix.tickers[column] ?? '')
    const centre = xOf(scene, column) + (layout.cellWidth - (layout.isPrinted ? GAP : 0)) / 2
    if (layout.isPrinted) {
      context.textAlign = 'center'
      context.textBaseline = 'middle'
      context.fillText(name, centre, layout.headHeight / 2, layout.cellWidth - GAP)
      continue
    }
    context.save()
    context.translate(centre, layout.headHeight - 6)
    context.rotate(-Math.PI / 2)
    context.textAlign = 'left'
    context.textBaseline = 'middle'
    context.fillText(name, 0, 0, layout.headHeight - 8)
    context.restore()
  }
  context.restore()
}

/** Where only some are named, the name of the active one needs the room of its neighbours. */
function isBeside(place: number, active: number | undefined, step: number): boolean {
  return step > 1 && active !== undefined && Math.abs(place - active) < step
}

function setNameStyle(context: CanvasRenderingContext2D, { colours, layout }: Scene, isActive: boolean): void {
  context.font = `${isActive ? 700 : 500} ${layout.isPrinted ? 12 : 11}px ${FONT}`
  context.fillStyle = isActive ? colours.foreground : colours.subtle
}

function roundRect(context: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
  context.beginPath()
  context.roundRect(x, y, width, height, 3)
}
