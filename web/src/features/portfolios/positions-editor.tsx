// Tests: e2e/manage.e2e.ts

import { type Position, UNKNOWN_SECTOR } from '@ballast/contract'
import { Briefcase, type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { ConfirmDialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { EmptyState } from '../../components/ui/state-message.tsx'
import { showSuccess } from '../../components/ui/toast.tsx'
import { type Column, VirtualTable } from '../../components/ui/virtual-table.tsx'
import { countOf, formatMoney, formatNumber, NO_DATA } from '../../lib/format.ts'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { useDeletePosition } from './portfolio-changes.queries.ts'
import { PositionDialog } from './position-dialog.tsx'

/** Every lot of the portfolio, to be added to, changed or deleted one by one. */
export function PositionsEditor({ portfolioId, positions }: { portfolioId: string; positions: readonly Position[] }) {
  const [editing, setEditing] = useState<Position | 'new' | undefined>(undefined)
  const [deleting, setDeleting] = useState<Position | undefined>(undefined)
  const isPhone = useIsPhone()
  const columns = useMemo(
    () =>
      toColumns({
        isPhone,
        hasAccounts: positions.some((position) => position.account !== null),
        setEditing,
        setDeleting,
      }),
    [isPhone, positions],
  )

  return (
    <Card
      title="Positions"
      description={`${countOf(positions.length, 'position')}, a row for each lot`}
      padded={false}
      actions={
        <Button size="sm" onClick={() => setEditing('new')}>
          <Plus aria-hidden="true" />
          Add position
        </Button>
      }
    >
      <VirtualTable
        label="Positions to edit"
        rows={positions}
        columns={columns}
        rowKey={(position) => position.id}
        minWidth={isPhone ? 0 : 620}
        empty={
          <EmptyState
            icon={Briefcase}
            title="No positions to display"
            text="Add one here or upload a file from the overview."
          />
        }
      />
      {editing && (
        <PositionDialog
          portfolioId={portfolioId}
          position={editing === 'new' ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {deleting && (
        <DeletePositionDialog portfolioId={portfolioId} position={deleting} onClose={() => setDeleting(undefined)} />
      )}
    </Card>
  )
}

interface ColumnOptions {
  isPhone: boolean
  hasAccounts: boolean
  setEditing: (position: Position) => void
  setDeleting: (position: Position) => void
}

function toColumns({ isPhone, hasAccounts, setEditing, setDeleting }: ColumnOptions): Column<Position>[] {
  const ticker: Column<Position> = {
    id: 'ticker',
    header: 'Ticker',
    width: isPhone ? 'minmax(0, 1fr)' : 'minmax(120px, 1.6fr)',
    sortValue: (position) => position.ticker,
    cell: (position) => (
      <>
        <span className="block truncate font-semibold">{position.ticker}</span>
        <span className="block truncate text-caption text-subtle-foreground" title={position.name ?? undefined}>
          {isPhone ? describeLot(position) : position.name}
        </span>
      </>
    ),
  }
  const actions: Column<Position> = {
    id: 'actions',
    header: 'Actions',
    align: 'right',
    width: isPhone ? '96px' : '72px',
    cell: (position) => (
      <span className="inline-flex">
        <RowButton verb="Edit" icon={Pencil} position={position} onClick={setEditing} />
        <RowButton verb="Delete" icon={Trash2} position={position} onClick={setDeleting} />
      </span>
    ),
  }
  if (isPhone) return [ticker, actions]
  return [ticker, SECTOR_COLUMN, ...(hasAccounts ? [ACCOUNT_COLUMN] : []), SHARES_COLUMN, COST_COLUMN, actions]
}

const SECTOR_COLUMN: Column<Position> = {
  id: 'sector',
  header: 'Sector',
  width: 'minmax(110px, 1.2fr)',
  sortValue: (position) => position.sector,
  cell: (position) => <span className="block truncate text-muted-foreground">{position.sector ?? UNKNOWN_SECTOR}</span>,
}

const ACCOUNT_COLUMN: Column<Position> = {
  id: 'account',
  header: 'Account',
  width: 'minmax(90px, 1fr)',
  sortValue: (position) => position.account,
  cell: (position) => <span className="block truncate text-muted-foreground">{position.account ?? NO_DATA}</span>,
}

const SHARES_COLUMN: Column<Position> = {
  id: 'shares',
  header: 'Shares',
  align: 'right',
  width: 'minmax(84px, 0.8fr)',
  sortValue: (position) => position.shares,
  cell: (position) => formatNumber(position.shares),
}

const COST_COLUMN: Column<Position> = {
  id: 'avgCost',
  header: 'Avg Cost',
  align: 'right',
  width: 'minmax(92px, 0.8fr)',
  sortValue: (position) => position.avgCost,
  cell: (position) => formatMoney(position.avgCost, { currency: position.currency }),
}

interface RowButtonProps {
  verb: 'Edit' | 'Delete'
  icon: LucideIcon
  position: Position
  onClick: (position: Position) => void
}

function RowButton({ verb, icon: Icon, position, onClick }: RowButtonProps) {
  return (
    <Button
      variant="ghost"
      size="icon-sm"
      aria-label={`${verb} ${describe(position)}`}
      onClick={() => onClick(position)}
    >
      <Icon aria-hidden="true" />
    </Button>
  )
}

/** `120.00 at $148.35`, or the shares alone when the cost is not known. */
function describeLot({ shares, avgCost, currency }: Position): string {
  return avgCost === null ? formatNumber(shares) : `${formatNumber(shares)} at ${formatMoney(avgCost, { currency })}`
}

/** Lots of one ticker are told apart by account, so that two buttons never bear the same name. */
function describe(position: Position): string {
  return position.account ? `${position.ticker} in ${position.account}` : position.ticker
}

interface DeletePositionDialogProps {
  portfolioId: string
  position: Position
  onClose: () => void
}

function DeletePositionDialog({ portfolioId, position, onClose }: DeletePositionDialogProps) {
  const remove = useDeletePosition(portfolioId)
  const onConfirm = () =>
    remove.mutate(position.id, {
      onSuccess: () => {
        showSuccess({ title: `${position.ticker} deleted` })
        onClose()
      },
    })
  return (
    <ConfirmDialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Delete ${describe(position)}?`}
      description={`${describeLot(position)} will be removed from this portfolio.`}
      confirmLabel="Delete"
      busyLabel="Deleting..."
      busy={remove.isPending}
      onConfirm={onConfirm}
    >
      <FailureText>{remove.error && toUserMessage(remove.error, 'Failed to delete the position')}</FailureText>
    </ConfirmDialog>
  )
}
