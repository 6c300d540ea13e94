// Tests: options-page.test.tsx

// biome-ignore-all lint/a11y/useSemanticElements: a <tr> that is taken out of the flow loses its role in some browsers
// biome-ignore-all lint/a11y/useFocusableInteractive: rows take focus by use-row-cursor.ts, which sets their tabIndex
import { type KeyboardEvent, type MouseEvent, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { useRowCursor } from '../../components/ui/use-row-cursor.ts'
import { useRowWindow } from '../../components/ui/use-row-window.ts'
import { cn } from '../../lib/class-names.ts'
import { formatMoney } from '../../lib/format.ts'
import type { Ladder } from './chain-view.ts'
import { LadderCells } from './ladder-cells.tsx'
import { LADDER_COLUMNS, type LadderTrack, leastPhoneWidthOf, mirrorTracks, widthOf } from './ladder-columns.ts'

const HEAD_HEIGHT = 36
const OVERSCAN = 4

export interface LadderTableProps {
  ticker: string
  /** "Dec 18, 2026", for the name of the table. */
  expiryName: string
  ladder: Ladder
  spot: number | null
  tracks: readonly LadderTrack[]
  maxOpenInterest: number
  isPhone: boolean
  rowHeight: number
  /** Strikes in sight at once. */
  rowsInSight: number
  /** Puts the focus on the row nearest the price, for somebody who came by the arrow keys from another expiry. */
  takesFocus: boolean
  onExpiryStep: (step: 1 | -1) => void
  onOpenStrike: (strike: number) => void
  onOpenContract: (symbol: string) => void
  onTrade: (symbol: string, side: 'buy' | 'sell') => void
}

/**
 * Calls left, strikes in the middle, puts right, centred on the price. Up and Down move between strikes, Left and Right
 * between expiries, Enter opens a strike; the prices of the row in focus are buttons that Tab reaches.
 */
export function LadderTable(props: LadderTableProps) {
  const { ticker, expiryName, ladder, spot, tracks, rowHeight, isPhone } = props
  const { rows, priceIndex, nearestIndex } = ladder
  const scroller = useRef<HTMLElement>(null)
  const hasPriceLine = spot !== null && rows.length > 0
  // The price line takes the place of one row, so that where a row lies remains a multiplication.
  const lineCount = rows.length + (hasPriceLine ? 1 : 0)
  const toLine = (index: number) => (hasPriceLine && index >= priceIndex ? index + 1 : index)
  const headerHeight = isPhone ? HEAD_HEIGHT : 2 * HEAD_HEIGHT
  const bodyHeight = Math.min(lineCount, props.rowsInSight) * rowHeight
  const height = headerHeight + bodyHeight
  const centredTop = Math.max(
    0,
    Math.min(lineCount * rowHeight - bodyHeight, (priceIndex + 0.5) * rowHeight - bodyHeight / 2),
  )
  const rowWindow = useRowWindow({
    scroller,
    rowCount: lineCount,
    rowHeight,
    headerHeight,
    height,
    overscan: OVERSCAN,
    initialTop: Math.round(centredTop / rowHeight) * rowHeight,
  })
  const cursor = useRowCursor({
    rowCount: rows.length,
    pageSize: Math.max(1, props.rowsInSight - 2),
    initialIndex: Math.max(0, nearestIndex),
    scrollToRow: (index) => rowWindow.scrollToRow(toLine(index)),
    openRow: (index) => {
      const row = rows[index]
      if (row) props.onOpenStrike(row.strike)
    },
  })
  useFocusOnArrival(scroller, props.takesFocus)
  useStrikesInTheMiddle(scroller, tracks)
  const puts = useMemo(() => mirrorTracks(tracks), [tracks])
  // A sheet of paper scrolls as little as a phone.
  const isSqueezed = isPhone || rowWindow.isPrinting
  const sides = useMemo(
    () => ({ calls: toTemplate(tracks, isSqueezed), puts: toTemplate(puts, isSqueezed) }),
    [tracks, puts, isSqueezed],
  )
  const sideWidth = tracks.reduce((sum, track) => sum + widthOf(track) + 8, 16)
  const strikeWidth = 84
  const strikeTrack = isPhone ? 'clamp(60px, 19.5vw, 76px)' : `${strikeWidth}px`
  const grid = { gridTemplateColumns: `minmax(0,1fr) ${strikeTrack} minmax(0,1fr)` }
  const shown = Array.from({ length: rowWindow.end - rowWindow.first }, (_, place) => rowWindow.first + place)

  const onKeyDown = (event: KeyboardEvent) => {
    const isOnRow = (event.target as HTMLElement).getAttribute('role') === 'row'
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : undefined
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return cursor.onKeyDown(event)
    if (!isOnRow) return
    event.preventDefault()
    props.onExpiryStep(step)
  }
  const onClick = (event: MouseEvent) => {
    const cell = (event.target as HTMLElement).closest<HTMLElement>('[data-symbol]')
    const { symbol, trade } = cell?.dataset ?? {}
    if (!symbol) return
    if (trade === 'buy' || trade === 'sell') props.onTrade(symbol, trade)
    else props.onOpenContract(symbol)
  }
  return (
    <section
      ref={scroller}
      aria-label={`${ticker} options chain, scrollable`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scroll area that takes no focus cannot be scrolled by keyboard
      tabIndex={0}
      onKeyDown={onKeyDown}
      onClick={onClick}
      className="relative overflow-auto overscroll-contain contain-content -outline-offset-2"
      style={{ height: rowWindow.isPrinting ? undefined : height }}
    >
      <div
        role="table"
        aria-label={`${ticker} options of ${expiryName}`}
        aria-rowcount={rows.length + (isPhone ? 1 : 2)}
        style={{ minWidth: isSqueezed ? 0 : 2 * sideWidth + strikeWidth }}
      >
        <Head tracks={tracks} puts={puts} grid={grid} sides={sides} isPhone={isPhone} />
        <div
          role="rowgroup"
          className="relative"
          style={{ height: rowWindow.isPrinting ? undefined : lineCount * rowHeight }}
        >
          {shown.map((line) => {
            const place = { height: rowHeight, transform: `translateY(${line * rowHeight}px)` }
            if (hasPriceLine && line === priceIndex) {
              return <PriceLine key="price" text={`${isPhone ? '' : `${ticker} `}${formatMoney(spot)}`} style={place} />
            }
            const index = hasPriceLine && line > priceIndex ? line - 1 : line
            const row = rows[index]
            if (!row) return null
            const rowProps = cursor.rowProps(index)
            return (
              <div
                key={row.strike}
                role="row"
                aria-rowindex={index + (isPhone ? 2 : 3)}
                {...rowProps}
                className="contain-strict group absolute inset-x-0 top-0 grid border-b print:static print:transform-none! print:contain-none text-table -outline-offset-2"
                style={{ ...grid, ...place }}
              >
                <LadderCells
                  row={row}
                  tracks={tracks}
                  puts={puts}
                  callTemplate={sides.calls}
                  putTemplate={sides.puts}
                  isNearest={index === nearestIndex}
                  isCurrent={rowProps.tabIndex === 0}
                  maxOpenInterest={props.maxOpenInterest}
                />
              </div>
            )
          })}
        </div>
      </div>
    </section>
  )
}

function useFocusOnArrival(scroller: { current: HTMLElement | null }, wanted: boolean): void {
  const isWanted = useRef(wanted)
  useEffect(() => {
    if (!isWanted.current) return
    scroller.current?.querySelector<HTMLElement>('[role=row][tabindex="0"]')?.focus({ preventScroll: true })
  }, [scroller])
}

/** More columns than the card is wide open where calls and puts meet. */
function useStrikesInTheMiddle(scroller: { current: HTMLElement | null }, tracks: readonly LadderTrack[]): void {
  useLayoutEffect(() => {
    const element = scroller.current
    if (element && tracks.length > 0) element.scrollLeft = (element.scrollWidth - element.clientWidth) / 2
  }, [scroller, tracks])
}

/** A desktop scrolls sideways when there are too many columns; a phone shows few enough to squeeze them. */
function toTemplate(tracks: readonly LadderTrack[], isPhone: boolean): string {
  const toTrack = (track: LadderTrack) => {
    const width = widthOf(track, isPhone)
    return `minmax(${isPhone ? leastPhoneWidthOf(track, tracks) : width}px, ${width}fr)`
  }
  return tracks.map(toTrack).join(' ')
}

interface HeadProps {
  tracks: readonly LadderTrack[]
  puts: readonly LadderTrack[]
  grid: { gridTemplateColumns: string }
  sides: { calls: string; puts: string }
  isPhone: boolean
}

/** Which side is which, and on a desktop which column; a phone names its columns by the set chosen above. */
function Head({ tracks, puts, grid, sides, isPhone }: HeadProps) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 bg-card">
      <div role="row" aria-rowindex={1} className="grid h-9 items-center border-y bg-muted/60 text-label" style={grid}>
        <SideHead name="Calls" count={tracks.length} className={isPhone ? 'text-left' : 'text-center'} />
        <div role="columnheader" className="text-center text-muted-foreground">
          {isPhone && 'Strike'}
        </div>
        <SideHead name="Puts" count={puts.length} className={isPhone ? 'text-right' : 'text-center'} />
      </div>
      {!isPhone && (
        <div role="row" aria-rowindex={2} className="grid h-9 border-b text-label text-subtle-foreground" style={grid}>
          <ColumnHeads tracks={tracks} template={sides.calls} />
          <div
            role="columnheader"
            className="sticky inset-x-0 grid place-content-center bg-[color-mix(in_oklab,var(--muted)_60%,var(--card))] font-medium text-foreground"
          >
            Strike
          </div>
          <ColumnHeads tracks={puts} template={sides.puts} />
        </div>
      )}
    </div>
  )
}

function SideHead({ name, count, className }: { name: string; count: number; className: string }) {
  return (
    <div role="columnheader" aria-colspan={count} className={cn('px-4 font-medium', className)}>
      {name}
    </div>
  )
}

function ColumnHeads({ tracks, template }: { tracks: readonly LadderTrack[]; template: string }) {
  return (
    <div role="presentation" className="grid items-center gap-2 px-2" style={{ gridTemplateColumns: template }}>
      {tracks.map((track) => {
        const column = LADDER_COLUMNS.find(({ id }) => id === track)
        return (
          <div key={track} role="columnheader" title={column?.name} className="truncate text-right">
            {column?.header ?? <span className="sr-only">Open interest, as a bar</span>}
          </div>
        )
      })}
    </div>
  )
}

function PriceLine({ text, style }: { text: string; style: { height: number; transform: string } }) {
  return (
    <div
      role="row"
      className="absolute inset-x-0 top-0 grid place-items-center border-b print:relative print:transform-none! before:absolute before:inset-x-0 before:top-1/2 before:h-0.5 before:-translate-y-1/2 before:bg-primary"
      style={style}
    >
      <div
        role="cell"
        className="relative rounded-badge bg-primary px-2.5 py-0.5 font-semibold text-label text-primary-foreground tabular"
      >
        {text}
      </div>
    </div>
  )
}
