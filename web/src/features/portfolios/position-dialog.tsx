// Tests: e2e/manage.e2e.ts

import type { Position } from '@ballast/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { showSuccess } from '../../components/ui/toast.tsx'
import { toUserMessage } from '../../lib/to-user-message.ts'
import { useAddPosition, useUpdatePosition } from './portfolio-changes.queries.ts'
import {
  isTreasury,
  type PositionFormErrors,
  type PositionFormValues,
  parsePositionForm,
  toChanges,
  toFieldErrors,
  toFormValues,
} from './position-form.ts'

interface PositionDialogProps {
  portfolioId: string
  /** The position to change; absent to add one. */
  position?: Position | undefined
  onClose: () => void
}

/** Adds a position or changes one; mistakes are told at their fields and nothing typed is lost. */
export function PositionDialog({ portfolioId, position, onClose }: PositionDialogProps) {
  const [values, setValues] = useState(() => toFormValues(position))
  const [errors, setErrors] = useState<PositionFormErrors>({})
  const add = useAddPosition(portfolioId)
  const update = useUpdatePosition(portfolioId)
  const saving = add.isPending || update.isPending
  const failure = add.error ?? update.error

  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const result = parsePositionForm(values)
    setErrors(result.ok ? {} : result.errors)
    if (!result.ok) return
    const outcome = {
      onSuccess: () => {
        showSuccess({ title: position ? 'Position saved' : 'Position added' })
        onClose()
      },
      onError: (error: Error) => setErrors(toFieldErrors(error)),
    }
    if (!position) return add.mutate(result.body, outcome)
    const changes = toChanges(result.body, toFormValues(position), values)
    if (Object.keys(changes).length === 0) return onClose()
    update.mutate({ positionId: position.id, body: changes }, outcome)
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={position ? `Edit ${position.ticker}` : 'Add position'}
    >
      <form onSubmit={onSubmit} noValidate className="grid gap-4">
        <PositionFields position={position} values={values} errors={errors} onChange={setValues} />
        <FailureText>
          {failure && Object.keys(errors).length === 0 && toUserMessage(failure, 'Failed to save the position')}
        </FailureText>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose} disabled={saving}>
            Cancel
          </Button>
          <Button type="submit" variant="primary" busy={saving} busyLabel="Saving...">
            {position ? 'Save' : 'Add position'}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

interface PositionFieldsProps {
  position: Position | undefined
  values: PositionFormValues
  errors: PositionFormErrors
  onChange: (values: PositionFormValues) => void
}

function PositionFields({ position, values, errors, onChange }: PositionFieldsProps) {
  const field = (name: keyof PositionFormValues) => ({
    value: values[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...values, [name]: event.target.value }),
  })
  const isBond = isTreasury(values.ticker)
  return (
    <>
      <Field
        label="Ticker"
        error={errors.ticker}
        hint={isBond ? undefined : 'A Treasury: coupon and maturity, as T4.125-20341115; a bill as T0-20270318'}
      >
        <Input {...field('ticker')} autoCapitalize="characters" autoComplete="off" spellCheck={false} />
      </Field>
      <div className="grid grid-cols-2 items-start gap-3">
        <Field
          label="Shares"
          error={errors.shares}
          hint={isBond ? 'Face value ÷ 100: $50,000 is 500' : 'Negative when short'}
        >
          <Input {...field('shares')} inputMode="decimal" autoComplete="off" />
        </Field>
        <Field label="Avg Cost" error={errors.avgCost} hint={position ? position.currency : 'USD, empty if unknown'}>
          <Input {...field('avgCost')} inputMode="decimal" autoComplete="off" />
        </Field>
      </div>
      {isBond && (
        <Field label="Price" error={errors.statedPrice} hint="For $100 of face value, as your broker states it">
          <Input {...field('statedPrice')} inputMode="decimal" autoComplete="off" />
        </Field>
      )}
      <Field
        label="Sector"
        error={errors.sector}
        hint={position?.sector && !position.sectorIsOwn ? `Now ${position.sector}, from the market data` : undefined}
      >
        <Input {...field('sector')} autoComplete="off" />
      </Field>
      {!position && (
        <Field label="Account" error={errors.account} hint="Optional: tells lots of one ticker apart">
          <Input {...field('account')} autoComplete="off" />
        </Field>
      )}
    </>
  )
}
