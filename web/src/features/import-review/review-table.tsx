// Tests: review-card.test.tsx

import { ListChecks } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useMemo } from 'react'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { useIsPhone, useMediaQuery } from '../../lib/use-media-query.ts'
import { ConfidenceCell, FieldCell, RemoveCell } from './review-cells.tsx'
import type { ReviewRow } from './review-rows.ts'
import type { ReviewChange } from './review-state.ts'

const HEADER_HEIGHT = 36
/** Rows up to which the page scrolls, and not the table within it. */
const ROWS_WITHOUT_SCROLLING = { desktop: 14, phone: 40 } as const

interface ReviewTableProps {
  rows: readonly ReviewRow[]
  hasAccounts: boolean
  /** Symbols of options are long. */
  hasOptions: boolean
  onChange: (change: ReviewChange) => void
  onRemove: (row: ReviewRow) => void
  /** Around the table; for whoever moves the focus to a row. */
  container: RefObject<HTMLDivElement | null>
}

/** The positions that were read, each value in a field of its own. Enter and the arrows move between rows. */
export function ReviewTable({ rows, hasAccounts, hasOptions, onChange, onRemove, container }: ReviewTableProps) {
  const isPhone = useIsPhone()
  // Where there is no room for a column of accounts, each stands before what is said about its row.
  const isWide = useMediaQuery('(width >= 80rem)')
  const rowHeight = useReviewRowHeight()
  const columns = useMemo(
    () => (isPhone ? toCard : toColumns)({ hasAccounts, hasOptions, isWide, onChange, onRemove }),
    [isPhone, hasAccounts, hasOptions, isWide, onChange, onRemove],
  )
  const rowsInSight = ROWS_WITHOUT_SCROLLING[isPhone ? 'phone' : 'desktop']
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to the keys of the fields within
    <div ref={container} onKeyDown={moveBetweenRows} className="border-y">
      <VirtualTable
        label="Positions to review"
        rows={rows}
        columns={columns}
        rowKey={(row) => row.id}
        rowHeight={rowHeight}
        height={isPhone && rows.length > rowsInSight ? 560 : HEADER_HEIGHT + rowsInSight * rowHeight}
        minWidth={isPhone ? 0 : 546 + (hasAccounts && isWide ? 110 : 0) + (hasOptions ? 86 : 0)}
        headerShown={!isPhone}
        rowsTakeFocus={false}
        rowClassName={(row) => (row.needsLook ? 'bg-destructive/8' : undefined)}
        empty={
          <EmptyState
            icon={ListChecks}
            title="No positions to review"
            text="Nothing that could be a position was found. Add one by hand, or look at the lines below."
          />
        }
      />
    </div>
  )
}

/** Height in px of a row under a mouse, under a finger, and as a card on a phone. */
export function useReviewRowHeight(): number {
  const isPhone = useIsPhone()
  const isTouched = useMediaQuery('(pointer: coarse)')
  if (isPhone) return 232
  return isTouched ? 56 : 48
}

type ColumnOptions = Pick<ReviewTableProps, 'hasAccounts' | 'hasOptions' | 'onChange' | 'onRemove'> & {
  isWide: boolean
}

function toColumns({ hasAccounts, hasOptions, isWide, onChange, onRemove }: ColumnOptions): Column<ReviewRow>[] {
  const account: Column<ReviewRow> = {
    id: 'account',
    header: 'Account',
    width: 'minmax(104px, 1fr)',
    cell: ({ read }) => (
      <span className="line-clamp-2 break-words text-label text-muted-foreground" title={read?.account ?? undefined}>
        {read?.account}
      </span>
    ),
  }
  return [
    {
      id: 'ticker',
      header: 'Ticker',
      width: hasOptions ? 'minmax(190px, 1.4fr)' : 'minmax(104px, 1fr)',
      cell: (row) => <FieldCell row={row} field="ticker" onChange={onChange} />,
    },
    {
      id: 'shares',
      header: 'Shares',
      align: 'right',
      width: 'minmax(92px, 0.9fr)',
      cell: (row) => <FieldCell row={row} field="shares" onChange={onChange} />,
    },
    {
      id: 'avgCost',
      header: 'Avg Cost',
      align: 'right',
      width: 'minmax(92px, 0.9fr)',
      cell: (row) => <FieldCell row={row} field="avgCost" onChange={onChange} />,
    },
    ...(hasAccounts && isWide ? [account] : []),
    {
      id: 'confidence',
      header: 'Confidence',
      width: 'minmax(140px, 2.2fr)',
      cell: (row) => <ConfidenceCell row={row} namesAccount={hasAccounts && !isWide} onChange={onChange} />,
    },
    {
      id: 'remove',
      header: 'Remove',
      headerHidden: true,
      align: 'right',
      width: '30px',
      cell: (row) => <RemoveCell row={row} onRemove={onRemove} />,
    },
  ]
}

/** On a phone each row is a card with its three fields. */
function toCard({ hasAccounts, onChange, onRemove }: ColumnOptions): Column<ReviewRow>[] {
  const label = 'mb-1 block text-label text-muted-foreground'
  return [
    {
      id: 'position',
      header: 'Position',
      width: 'minmax(0, 1fr)',
      cell: (row) => (
        <div className="grid gap-3">
          <div className="flex items-end gap-3">
            <div className="min-w-0 flex-1">
              <span aria-hidden="true" className={label}>
                Ticker{hasAccounts && row.read?.account ? `, ${row.read.account}` : ''}
              </span>
              <FieldCell row={row} field="ticker" onChange={onChange} />
            </div>
            <RemoveCell row={row} onRemove={onRemove} />
          </div>
          <div className="grid grid-cols-2 gap-3">
            <div>
              <span aria-hidden="true" className={label}>
                Shares
              </span>
              <FieldCell row={row} field="shares" onChange={onChange} />
            </div>
            <div>
              <span aria-hidden="true" className={label}>
                Avg Cost
              </span>
              <FieldCell row={row} field="avgCost" onChange={onChange} />
            </div>
          </div>
          <ConfidenceCell row={row} onChange={onChange} />
        </div>
      ),
    },
  ]
}

/** Enter and the arrows lead to the same field of a neighbouring row; a row near the one in use is always drawn. */
function moveBetweenRows(event: KeyboardEvent): void {
  const target = event.target as HTMLElement
  const { field } = target.dataset
  if (!field || event.altKey || event.ctrlKey || event.metaKey) return
  const isUp = event.key === 'ArrowUp' || (event.key === 'Enter' && event.shiftKey)
  if (!isUp && event.key !== 'ArrowDown' && event.key !== 'Enter') return
  // In a number field the arrows would count.
  event.preventDefault()
  const row = target.closest('[role=row]')
  const neighbour = isUp ? row?.previousElementSibling : row?.nextElementSibling
  const next = neighbour?.querySelector<HTMLInputElement>(`[data-field="${field}"]`)
  next?.focus()
  next?.select()
}
