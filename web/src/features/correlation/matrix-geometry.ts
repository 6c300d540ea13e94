/** Under this size a cell has no room for a figure, and under the other none for a name beside it. */
const PRINTED_WIDTH = 36
/** A square shown whole is no taller than this, so that it needs no scrolling. */
const WHOLE_HEIGHT = 590
/** Cells with figures: few of them grow into the room there is. */
const [NARROWEST_CELL, WIDEST_CELL] = [46, 200]
const [LOWEST_CELL, HIGHEST_CELL] = [38, 56]
const TALLEST_POINT = 20
const LABEL_PITCH = 14

export interface MatrixLayout {
  cellWidth: number
  cellHeight: number
  /** Room for the names of rows at the left and of columns above. */
  labelWidth: number
  headHeight: number
  /** Cells are drawn with gaps and figures; otherwise as one picture with a point for each. */
  isPrinted: boolean
  /** Every so many rows and columns are named. */
  labelStep: number
}

interface Room {
  count: number
  /** Width of the card's inside in px. */
  width: number
  longestLabel: number
  /** `fit` shows the whole square, `read` cells that are large enough for figures. */
  zoom: 'fit' | 'read'
}

/** How large the cells are. A square that fits with its figures is shown so, whatever the zoom. */
export function layOutMatrix({ count, width, longestLabel, zoom }: Room): MatrixLayout {
  const labelWidth = Math.min(110, Math.max(48, 14 + longestLabel * 8))
  const fitting = (width - labelWidth) / Math.max(1, count)
  const isPrinted = zoom === 'read' || fitting >= PRINTED_WIDTH
  const headHeight = 28
  if (isPrinted) {
    const cellWidth = Math.max(NARROWEST_CELL, Math.min(WIDEST_CELL, Math.floor(fitting)))
    const cellHeight = Math.max(LOWEST_CELL, Math.min(HIGHEST_CELL, cellWidth / 2, WHOLE_HEIGHT / count))
    return { cellWidth, cellHeight: Math.floor(cellHeight), labelWidth, headHeight, isPrinted: true, labelStep: 1 }
  }
  const cellWidth = Math.max(1, fitting)
  const cellHeight = Math.max(1, Math.min(cellWidth, TALLEST_POINT, WHOLE_HEIGHT / count))
  const labelStep = Math.max(1, Math.ceil(LABEL_PITCH / cellHeight))
  return { cellWidth, cellHeight, labelWidth, headHeight: 64, isPrinted: false, labelStep }
}

export interface Cell {
  row: number
  column: number
}

/** The cell under a point of the drawing, `null` over the names and outside. */
export function cellAt(layout: MatrixLayout, count: number, x: number, y: number): Cell | null {
  const column = Math.floor((x - layout.labelWidth) / layout.cellWidth)
  const row = Math.floor((y - layout.headHeight) / layout.cellHeight)
  return row >= 0 && column >= 0 && row < count && column < count ? { row, column } : null
}

/** Where a key leads from a cell; `undefined` for a key that means nothing here, `null` for leaving the square. */
export function nextCell(key: string, from: Cell | null, count: number): Cell | null | undefined {
  if (count === 0) return undefined
  const last = count - 1
  const { row, column } = from ?? { row: 0, column: 0 }
  switch (key) {
    case 'ArrowRight':
      return from ? { row, column: Math.min(last, column + 1) } : { row, column }
    case 'ArrowLeft':
      return { row, column: Math.max(0, column - 1) }
    case 'ArrowDown':
      return from ? { row: Math.min(last, row + 1), column } : { row, column }
    case 'ArrowUp':
      return { row: Math.max(0, row - 1), column }
    case 'Home':
      return { row, column: 0 }
    case 'End':
      return { row, column: last }
    case 'Escape':
      return from ? null : undefined
    default:
      return undefined
  }
}
