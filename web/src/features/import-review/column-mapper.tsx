// Tests: review-card.test.tsx

import type { ColumnMapping, MappedField } from '@ballast/contract'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useId, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import {
  type ChosenFields,
  describeMapping,
  findMappingProblem,
  isChanged,
  MAPPED_FIELDS,
  toChosenFields,
  toColumnsToSend,
} from './mapping-view.ts'

interface ColumnMapperProps {
  mapping: ColumnMapping
  /** Source name of the file, when there are others beside it. */
  sourceName: string | undefined
  busy: boolean
  error: unknown
  onMap: (columns: { index: number; field: MappedField }[]) => void
}

/** Meanings of the columns of an unknown file: proposed with reasons, changed by the person, remembered by the server. */
export function ColumnMapper({ mapping, sourceName, busy, error, onMap }: ColumnMapperProps) {
  const [isOpen, setIsOpen] = useState(mapping.state === 'needed')
  const [chosen, setChosen] = useState<ChosenFields>(() => toChosenFields(mapping.columns))
  const panelId = useId()
  const problem = findMappingProblem(mapping.columns, chosen)
  return (
    <section aria-label="What the columns mean" className="border-t">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3 sm:px-5">
        <p className="min-w-0 flex-1 basis-[220px] text-[13px] leading-[18px]">
          {sourceName && <span className="font-medium">{sourceName}: </span>}
          {describeMapping(mapping)}
        </p>
        <Button
          size="sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? panelId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          {isOpen ? 'Hide columns' : 'Change columns'}
          {isOpen ? <ChevronUp aria-hidden="true" /> : <ChevronDown aria-hidden="true" />}
        </Button>
      </div>
      {isOpen && (
        <div id={panelId} className="grid gap-3 px-4 pb-4 sm:px-5">
          <ul className="grid max-h-[440px] gap-2.5 overflow-y-auto">
            {mapping.columns.map((column) => (
              <li
                key={column.index}
                className="grid gap-x-4 gap-y-2 rounded-tile border p-3 sm:grid-cols-[minmax(0,1fr)_220px]"
              >
                <div className="min-w-0">
                  <p className="truncate font-medium text-body">{column.header || `Column ${column.index + 1}`}</p>
                  <p
                    className="truncate font-mono text-caption text-muted-foreground"
                    title={column.samples.join(', ')}
                  >
                    {column.samples.join(', ') || 'No values'}
                  </p>
                  <p className="text-label text-subtle-foreground">{column.because}</p>
                </div>
                <Field label={`Meaning of ${column.header || `column ${column.index + 1}`}`} labelHidden>
                  <Select
                    value={chosen[column.index] ?? column.field}
                    disabled={busy}
                    onChange={({ target }) => setChosen({ ...chosen, [column.index]: target.value as MappedField })}
                  >
                    <Options of={Object.entries(MAPPED_FIELDS)} />
                  </Select>
                </Field>
              </li>
            ))}
          </ul>
          <div className="flex flex-wrap items-center gap-3">
            <Button
              variant={mapping.state === 'needed' && !problem ? 'primary' : 'outline'}
              disabled={problem !== undefined || (mapping.state !== 'needed' && !isChanged(mapping.columns, chosen))}
              busy={busy}
              busyLabel="Reading..."
              onClick={() => onMap(toColumnsToSend(mapping.columns, chosen))}
            >
              Read with these columns
            </Button>
            <p role="status" className="text-label text-muted-foreground">
              {problem ?? 'The next file of this layout is read the same way.'}
            </p>
          </div>
          <FailureText>
            {error !== null && toUserMessage(error, 'Failed to read the file with these columns')}
          </FailureText>
        </div>
      )}
    </section>
  )
}
