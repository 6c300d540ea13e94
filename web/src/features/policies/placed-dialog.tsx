// Tests: e2e/policies.e2e.ts

import { namePosition } from '@ballast/contract'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { type PlacedForm, readForm } from './policy-view.ts'

interface PlacedDialogProps {
  title: string
  description: string
  /** Values that the form begins with. */
  initial: PlacedForm
  saving: boolean
  /** Refusal of the server. */
  problem: string | undefined
  onSave: (terms: Exclude<ReturnType<typeof readForm>, string>) => void
  onClose: () => void
  /** Further fields. */
  children?: ReactNode
}

/** Form for the fills at the broker, prefilled from the ticket. */
export function PlacedDialog(props: PlacedDialogProps) {
  const { title, description, initial, saving, problem, onSave, onClose, children } = props
  const [form, setForm] = useState(initial)
  const [fault, setFault] = useState<string | undefined>(undefined)
  const set = (name: Exclude<keyof PlacedForm, 'legs'>) => (value: string) => setForm({ ...form, [name]: value })
  const setLeg = (place: number, changes: Partial<PlacedForm['legs'][number]>) =>
    setForm({ ...form, legs: form.legs.map((leg, index) => (index === place ? { ...leg, ...changes } : leg)) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const terms = readForm(form)
    setFault(typeof terms === 'string' ? terms : undefined)
    if (typeof terms !== 'string') onSave(terms)
  }
  const message = fault ?? problem
  return (
    <Dialog open layout="sheet" title={title} description={description} onOpenChange={(open) => !open && onClose()}>
      <form className="grid gap-4" onSubmit={submit} noValidate>
        {form.legs.map((leg, place) => (
          <fieldset key={leg.symbol} className="grid grid-cols-2 gap-3">
            <legend className="mb-2 font-medium text-[13px]">
              {leg.ordered > 0 ? 'Bought' : 'Sold'} {namePosition(leg.symbol)}
            </legend>
            <Text
              label={`Contracts filled of ${Math.abs(leg.ordered)}`}
              value={leg.filled}
              onChange={(filled) => setLeg(place, { filled })}
            />
            <Text label="Average price per share" value={leg.price} onChange={(price) => setLeg(place, { price })} />
          </fieldset>
        ))}
        <div className="grid grid-cols-2 gap-3">
          <Text label="Fees, all fills" value={form.fees} onChange={set('fees')} />
          <Text label="Placed on" type="date" value={form.placedOn} onChange={set('placedOn')} />
          <Text label="Limit, percent" value={form.limitPercent} onChange={set('limitPercent')} />
          <Text label="In a fall of, percent" value={form.shockPercent} onChange={set('shockPercent')} />
          <Text label="Protected until" type="date" value={form.endsOn} onChange={set('endsOn')} />
        </div>
        {children}
        <FailureText>{message}</FailureText>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={saving}>
            Save policy
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface TextProps {
  label: string
  type?: 'text' | 'date'
  value: string
  onChange: (value: string) => void
}

function Text({ label, type = 'text', value, onChange }: TextProps) {
  return (
    <Field label={label}>
      <Input
        type={type}
        inputMode={type === 'text' ? 'decimal' : undefined}
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}
