// Tests: hedges-page.test.tsx

import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { cn } from '../../lib/class-names.ts'
import { CHOICE_FIELDS, type ChoicesForm, findTaxFault, listChoices } from './choices-view.ts'

interface MoreChoicesProps {
  form: ChoicesForm
  onChange: (change: Partial<ChoicesForm>) => void
}

/** Choices that few owners need: account, approval, kinds of options. Folded, with what is chosen beside it. */
export function MoreChoices({ form, onChange }: MoreChoicesProps) {
  const [open, setOpen] = useState(false)
  const panelId = useId()
  return (
    <div className="border-t pt-2">
      <button
        type="button"
        aria-expanded={open}
        aria-controls={panelId}
        onClick={() => setOpen(!open)}
        className="touch-target flex w-full min-w-0 items-center gap-2 rounded-control py-1.5 text-left"
      >
        <ChevronDown
          aria-hidden="true"
          className={cn(
            'size-4 shrink-0 text-muted-foreground transition-transform duration-120',
            open && 'rotate-180',
          )}
        />
        <span className="shrink-0 font-medium text-[13px]">More choices</span>
        {!open && <span className="truncate text-label text-muted-foreground">{listChoices(form).join(' · ')}</span>}
      </button>
      <div id={panelId} hidden={!open} className="mt-3">
        <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {CHOICE_FIELDS.map(({ name, label, standard, hint, texts }) => (
            <Field key={name} label={label} hint={hint} className="content-start">
              <Select value={form[name]} onChange={(event) => onChange({ [name]: event.target.value })}>
                <option value="">{standard}</option>
                <Options of={Object.entries(texts)} />
              </Select>
            </Field>
          ))}
          <Field label="Protect until" className="content-start">
            <Input type="date" value={form.lastDay} onChange={(event) => onChange({ lastDay: event.target.value })} />
          </Field>
          <Field
            label="Tax on gains, %"
            hint={form.account === 'ira' ? 'An IRA pays none.' : 'Counts against selling. Nothing is assumed.'}
            error={findTaxFault(form) ?? undefined}
            className="content-start"
          >
            <Input
              inputMode="decimal"
              disabled={form.account === 'ira'}
              value={form.gainsTaxPercent}
              onChange={(event) => onChange({ gainsTaxPercent: event.target.value })}
            />
          </Field>
        </div>
        <Checkbox
          className="mt-3"
          label="Trade whole shares only"
          checked={form.wholeShares}
          onCheckedChange={(wholeShares) => onChange({ wholeShares })}
        />
      </div>
    </div>
  )
}
