// Tests: analysis-page.test.tsx

import { type KeyboardEvent, type PointerEvent, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useElementWidth } from '../../components/charts/use-element-width.ts'
import { useTheme } from '../../lib/theme.ts'
import { toTickerLabel } from '../../lib/ticker-label.ts'
import { usePrinting } from '../../lib/use-printing.ts'
import type { Block } from './blocks-view.ts'
import { drawMatrix } from './draw-matrix.ts'
import { type Cell, cellAt, layOutMatrix, type MatrixLayout, nextCell } from './matrix-geometry.ts'
import { type CorrelationMatrix, describeCell } from './matrix-view.ts'
import { paintMatrix, readColours } from './paint-matrix.ts'

const MAX_HEIGHT = 660
const MAX_PIXEL_RATIO = 3

interface MatrixDrawingProps {
  matrix: CorrelationMatrix
  /** Framed in the square. */
  blocks: readonly Block[]
  label: string
  zoom: 'fit' | 'read'
}

/**
 * The square of correlations on a canvas that holds only what is in sight, so that 500 tickers scroll like 5. Arrow keys
 * walk it cell by cell.
 */
export function MatrixDrawing({ matrix, blocks, label, zoom }: MatrixDrawingProps) {
  const [wrapper, width] = useElementWidth<HTMLDivElement>(640)
  const scroller = useRef<HTMLDivElement>(null)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [active, setActive] = useState<Cell | null>(null)
  const [announcement, setAnnouncement] = useState('')
  const count = matrix.tickers.length
  const layout = useMemo(() => {
    const longestLabel = Math.max(0, ...matrix.tickers.map((ticker) => toTickerLabel(ticker).length))
    return layOutMatrix({ count, width, longestLabel, zoom })
  }, [matrix, count, width, zoom])
  const size = {
    width: layout.labelWidth + count * layout.cellWidth,
    height: layout.headHeight + count * layout.cellHeight,
  }
  const height = Math.min(size.height, MAX_HEIGHT)
  useMatrixPainting({ canvas, scroller, matrix, blocks, layout, active, width: Math.min(width, size.width), height })

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const place = scroller.current?.getBoundingClientRect()
    if (!place || !scroller.current) return
    const [x, y] = [event.clientX - place.left, event.clientY - place.top]
    const isOverName = x < layout.labelWidth || y < layout.headHeight
    const { scrollLeft, scrollTop } = scroller.current
    const cell = isOverName ? null : cellAt(layout, count, x + scrollLeft, y + scrollTop)
    if (cell?.row !== active?.row || cell?.column !== active?.column) setActive(cell)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return
    const next = nextCell(event.key, active, count)
    if (next === undefined) return
    event.preventDefault()
    setActive(next)
    if (!next || !scroller.current) return setAnnouncement('')
    bringIntoSight(scroller.current, layout, next)
    const { title, figure, detail } = describeCell(matrix, next.row, next.column)
    setAnnouncement(`${title}: ${figure}. ${detail}`)
  }
  return (
    <div ref={wrapper} className="relative min-w-0">
      <div
        ref={scroller}
        role="application"
        aria-roledescription="chart"
        aria-label={`${label}. The arrow keys walk from cell to cell.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys read the chart, so it must take the focus
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setActive(null)}
        onBlur={() => setActive(null)}
        className="overflow-auto overscroll-x-contain rounded-control"
        style={{ maxHeight: MAX_HEIGHT }}
      >
        <div style={size}>
          <canvas ref={canvas} className="sticky top-0 left-0 block" />
        </div>
      </div>
      {active && (
        <CellTooltip matrix={matrix} cell={active} layout={layout} scroller={scroller.current} width={width} />
      )}
      <span role="status" className="sr-only">
        {announcement}
      </span>
    </div>
  )
}

interface PaintingOptions {
  canvas: { current: HTMLCanvasElement | null }
  scroller: { current: HTMLDivElement | null }
  matrix: CorrelationMatrix
  blocks: readonly Block[]
  layout: MatrixLayout
  active: Cell | null
  width: number
  height: number
}

/** Draws anew when anything changes, and at most once for each frame while it scrolls. */
function useMatrixPainting({ canvas, scroller, matrix, blocks, layout, active, width, height }: PaintingOptions): void {
  const { theme } = useTheme()
  const isPrinting = usePrinting()
  const painted = useMemo(() => {
    const colours = readColours(document.documentElement, isPrinting)
    return { theme, colours, picture: layout.isPrinted ? null : paintMatrix(matrix, colours) }
  }, [theme, isPrinting, matrix, layout.isPrinted])

  const draw = useCallback(() => {
    const [surface, view] = [canvas.current, scroller.current]
    const context = surface?.getContext('2d')
    if (!surface || !view || !context) return
    const ratio = Math.min(MAX_PIXEL_RATIO, window.devicePixelRatio || 1)
    const [pixelsWide, pixelsHigh] = [Math.round(width * ratio), Math.round(height * ratio)]
    if (surface.width !== pixelsWide || surface.height !== pixelsHigh) {
      surface.width = pixelsWide
      surface.height = pixelsHigh
      surface.style.width = `${width}px`
      surface.style.height = `${height}px`
    }
    context.setTransform(ratio, 0, 0, ratio, 0, 0)
    const { colours, picture } = painted
    const { scrollLeft: scrollX, scrollTop: scrollY } = view
    drawMatrix(context, { matrix, blocks, layout, colours, picture, scrollX, scrollY, width, height, active })
  }, [canvas, scroller, matrix, blocks, layout, active, width, height, painted])

  useLayoutEffect(() => {
    // No frame comes before the sheets are laid out.
    if (isPrinting) return draw()
    let frame = requestAnimationFrame(draw)
    const view = scroller.current
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(draw)
    }
    view?.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      cancelAnimationFrame(frame)
      view?.removeEventListener('scroll', onScroll)
    }
  }, [scroller, isPrinting, draw])
}

function bringIntoSight(view: HTMLElement, layout: MatrixLayout, { row, column }: Cell): void {
  const left = column * layout.cellWidth
  const top = row * layout.cellHeight
  const rightmost = left + layout.cellWidth + layout.labelWidth - view.clientWidth
  const lowest = top + layout.cellHeight + layout.headHeight - view.clientHeight
  view.scrollLeft = Math.min(left, Math.max(view.scrollLeft, rightmost))
  view.scrollTop = Math.min(top, Math.max(view.scrollTop, lowest))
}

interface CellTooltipProps {
  matrix: CorrelationMatrix
  cell: Cell
  layout: MatrixLayout
  scroller: HTMLElement | null
  width: number
}

/** Text of the cell, for the eye; the voice says the same. */
function CellTooltip({ matrix, cell, layout, scroller, width }: CellTooltipProps) {
  const { title, figure, detail } = describeCell(matrix, cell.row, cell.column)
  const x = layout.labelWidth + (cell.column + 0.5) * layout.cellWidth - (scroller?.scrollLeft ?? 0)
  const y = layout.headHeight + (cell.row + 1) * layout.cellHeight - (scroller?.scrollTop ?? 0)
  const onLeft = x > width / 2
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute z-10 w-[220px] rounded-control border bg-popover px-3 py-2 text-label shadow-popover"
      style={{ top: y + 6, ...(onLeft ? { right: Math.max(0, width - x - 24) } : { left: Math.max(0, x - 24) }) }}
    >
      <p className="flex justify-between gap-3 font-semibold tabular">
        <span>{title}</span>
        <span>{figure}</span>
      </p>
      <p className="mt-0.5 text-muted-foreground">{detail}</p>
    </div>
  )
}
