// Tests: track-record-page.test.tsx

import { type ReactNode, useMemo, useState } from 'react'
import { SaveButton } from '../../components/save-button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { VirtualTable } from '../../components/ui/virtual-table.tsx'
import { countOf, formatCount } from '../../lib/format.ts'
import { useIsPhone } from '../../lib/use-media-query.ts'
import { toOutcomeColumns } from './outcome-columns.tsx'
import { filterRows, KINDS, NO_FILTER, OUTCOMES, type OutcomeRow, type RowFilter } from './track-record-view.ts'

interface OutcomesCardProps {
  title: string
  rows: readonly OutcomeRow[]
  isReplay: boolean
  saveCsv: () => Promise<void>
  /** Content in the place of rows when there are none at all. */
  empty: ReactNode
  /** Opens the evidence of one's own. */
  onOpenRow?: (row: OutcomeRow) => void
}

/** Every recommendation with its outcome, losers included. */
export function OutcomesCard({ title, rows, isReplay, saveCsv, empty, onOpenRow }: OutcomesCardProps) {
  const [filter, setFilter] = useState(NO_FILTER)
  const isPhone = useIsPhone()
  const columns = useMemo(() => toOutcomeColumns({ isPhone, isReplay }), [isPhone, isReplay])
  const shown = useMemo(() => filterRows(rows, filter), [rows, filter])
  return (
    <Card
      title={title}
      description={
        shown.length === rows.length
          ? `${countOf(rows.length, 'row')}, losers included`
          : `${formatCount(shown.length)} of ${countOf(rows.length, 'row')}`
      }
      padded={false}
      actions={
        <SaveButton save={saveCsv} disabled={rows.length === 0}>
          CSV
        </SaveButton>
      }
    >
      {rows.length === 0 ? (
        empty
      ) : (
        <>
          <Filters filter={filter} isReplay={isReplay} onChange={setFilter} />
          <VirtualTable
            label={title}
            rows={shown}
            columns={columns}
            rowKey={({ id }) => id}
            rowHeight={isPhone ? 64 : 52}
            height={560}
            initialSort={{ columnId: isPhone ? 'recommendation' : 'made', direction: 'descending' }}
            {...(!isPhone && { minWidth: isReplay ? 980 : 1100 })}
            {...(onOpenRow && { onOpenRow: (row: OutcomeRow) => row.made?.isOwn && onOpenRow(row) })}
            empty={<p className="px-4 py-8 text-center text-muted-foreground sm:px-5">No row fits these filters.</p>}
          />
        </>
      )}
    </Card>
  )
}

interface FiltersProps {
  filter: RowFilter
  isReplay: boolean
  onChange: (filter: RowFilter) => void
}

function Filters({ filter, isReplay, onChange }: FiltersProps) {
  return (
    <div className="flex flex-wrap items-center gap-3 px-4 pb-3 sm:px-5">
      {!isReplay && (
        <Field label="Kind" labelHidden className="w-[150px]">
          <Select
            value={filter.kind}
            onChange={(event) => onChange({ ...filter, kind: event.target.value as RowFilter['kind'] })}
          >
            <option value="all">Every kind</option>
            <Options of={Object.entries(KINDS)} />
          </Select>
        </Field>
      )}
      <Field label="Outcome" labelHidden className="w-[160px]">
        <Select
          value={filter.outcome}
          onChange={(event) => onChange({ ...filter, outcome: event.target.value as RowFilter['outcome'] })}
        >
          <option value="all">Every outcome</option>
          <Options of={Object.entries(OUTCOMES).map(([value, { name }]) => [value, name])} />
        </Select>
      </Field>
      {!isReplay && (
        <Checkbox
          label="Only mine"
          checked={filter.ownOnly}
          onCheckedChange={(ownOnly) => onChange({ ...filter, ownOnly })}
        />
      )}
    </div>
  )
}
