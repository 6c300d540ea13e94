// Tests: e2e/watch.e2e.ts

import type { NotificationChannel, WatchRule, WatchTerms } from '@ballast/contract'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { Dialog } from '../../components/ui/dialog.tsx'
import { FailureText } from '../../components/ui/failure-text.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { EMPTY_FORM, fromTerms, KINDS, readForm, type WatchForm } from './watch-form.ts'

/** Values of the filled dialog. */
export interface FilledRule {
  portfolioId: string
  terms: WatchTerms
  mutedChannelIds: string[]
}

interface RuleDialogProps {
  /** The rule to change; a new one when left out. */
  rule?: WatchRule
  portfolios: readonly { id: string; name: string }[]
  channels: readonly NotificationChannel[]
  saving: boolean
  /** Refusal of the server. */
  problem: string | undefined
  onSave: (filled: FilledRule) => void
  onClose: () => void
}

/** Form for a watch rule and its channels. */
export function RuleDialog({ rule, portfolios, channels, saving, problem, onSave, onClose }: RuleDialogProps) {
  const [form, setForm] = useState(rule ? fromTerms(rule.terms) : EMPTY_FORM)
  const [portfolioId, setPortfolioId] = useState(rule?.portfolioId ?? portfolios[0]?.id ?? '')
  const [muted, setMuted] = useState(rule?.mutedChannelIds ?? [])
  const [fault, setFault] = useState<string | undefined>(undefined)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const terms = readForm(form)
    setFault(typeof terms === 'string' ? terms : undefined)
    if (typeof terms !== 'string') onSave({ portfolioId, terms, mutedChannelIds: muted })
  }
  const message = fault ?? problem
  return (
    <Dialog
      open
      title={rule ? 'Change watch rule' : 'New watch rule'}
      description={rule ? rule.portfolioName : 'Checked after every close in New York, prices also during the day'}
      onOpenChange={(open) => !open && onClose()}
    >
      <form className="grid gap-4" onSubmit={submit} noValidate>
        {!rule && portfolios.length > 1 && (
          <Field label="Portfolio">
            <Select value={portfolioId} onChange={({ target }) => setPortfolioId(target.value)}>
              <Options of={portfolios.map(({ id, name }) => [id, name])} />
            </Select>
          </Field>
        )}
        <Field label="What to watch" hint={KINDS[form.kind].hint}>
          <Select
            value={form.kind}
            onChange={({ target }) => setForm({ ...form, kind: target.value as WatchForm['kind'] })}
          >
            <Options of={Object.entries(KINDS).map(([kind, { name }]) => [kind, name])} />
          </Select>
        </Field>
        <Terms form={form} onChange={(changes) => setForm({ ...form, ...changes })} />
        {channels.length > 0 && (
          <fieldset className="grid gap-2">
            <legend className="mb-2 font-medium text-[13px]">Tell me by</legend>
            <Checkbox label="Inbox" checked disabled onCheckedChange={() => undefined} />
            {channels.map(({ id, label }) => (
              <Checkbox
                key={id}
                label={label}
                checked={!muted.includes(id)}
                onCheckedChange={(isOn) => setMuted(isOn ? muted.filter((one) => one !== id) : [...muted, id])}
              />
            ))}
          </fieldset>
        )}
        <FailureText>{message}</FailureText>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={saving}>
            Save rule
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function Terms({ form, onChange }: { form: WatchForm; onChange: (changes: Partial<WatchForm>) => void }) {
  const text = (name: 'ticker' | 'limitPercent' | 'shockPercent' | 'price' | 'days', label: string) => (
    <Field label={label}>
      <Input
        inputMode={name === 'ticker' ? 'text' : 'decimal'}
        autoComplete="off"
        value={form[name]}
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </Field>
  )
  switch (form.kind) {
    case 'loss':
      return (
        <div className="grid grid-cols-2 gap-3">
          {text('limitPercent', 'Loss limit, percent')}
          {text('shockPercent', 'Market fall, percent')}
        </div>
      )
    case 'weight':
      return (
        <div className="grid grid-cols-2 gap-3">
          {text('ticker', 'Ticker (empty: largest)')}
          {text('limitPercent', 'Limit, percent')}
        </div>
      )
    case 'drawdown':
      return text('limitPercent', 'Limit, percent')
    case 'price':
      return (
        <div className="grid grid-cols-3 gap-3">
          {text('ticker', 'Ticker')}
          <Field label="Is">
            <Select
              value={form.direction}
              onChange={({ target }) => onChange({ direction: target.value === 'above' ? 'above' : 'below' })}
            >
              <option value="below">Below</option>
              <option value="above">Above</option>
            </Select>
          </Field>
          {text('price', 'Price')}
        </div>
      )
    case 'expiry':
      return text('days', 'Days ahead')
    case 'assignment':
      return null
    case 'stale':
      return text('days', 'Trading days')
  }
}
