import { Columns3 } from 'lucide-react'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { Popover } from '../../components/ui/popover.tsx'
import { DEFAULT_COLUMNS, LADDER_COLUMNS, type LadderColumnId } from './ladder-columns.ts'

interface ColumnMenuProps {
  columns: readonly LadderColumnId[]
  onChange: (columns: readonly LadderColumnId[]) => void
}

/** Which figures of a contract the ladder shows; at least one of them. */
export function ColumnMenu({ columns, onChange }: ColumnMenuProps) {
  const toggle = (id: LadderColumnId, isShown: boolean) =>
    onChange(
      LADDER_COLUMNS.map((column) => column.id).filter((other) => (other === id ? isShown : columns.includes(other))),
    )
  return (
    <Popover
      label="Columns of the chain"
      className="w-[264px]"
      trigger={
        <Button size="sm">
          <Columns3 aria-hidden="true" />
          Columns
        </Button>
      }
    >
      <div className="grid gap-1.5">
        {LADDER_COLUMNS.map(({ id, name }) => {
          const isShown = columns.includes(id)
          return (
            <Checkbox
              key={id}
              label={name}
              checked={isShown}
              disabled={isShown && columns.length === 1}
              onCheckedChange={(next) => toggle(id, next)}
            />
          )
        })}
      </div>
      <Button size="sm" variant="ghost" className="mt-2 -ml-2.5" onClick={() => onChange(DEFAULT_COLUMNS)}>
        Back to the usual columns
      </Button>
    </Popover>
  )
}
