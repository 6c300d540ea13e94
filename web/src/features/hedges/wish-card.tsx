// Tests: hedges-page.test.tsx

import { type HedgeWish, TOKEN_COSTS, type User } from '@ballast/contract'
import { ChevronDown, Sparkles, Square } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { TokenBadge } from '../../components/plans/token-badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { Select } from '../../components/ui/select.tsx'
import { Textarea } from '../../components/ui/textarea.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatTokens } from '../../lib/format.ts'
import { findTaxFault, listChoices } from './choices-view.ts'
import { CRISIS_CHOICES, findCrisis } from './crisis-view.ts'
import { MoreChoices } from './more-choices.tsx'
import { EMPTY_WISH, findWishFaults, isOverruled, toWish, WISH_FIELDS, type WishForm } from './wish-view.ts'

interface WishCardProps {
  /** Whether the fields are shown from the beginning, because one was filled in on the way here. */
  startsOpen?: boolean
  user: User | undefined
  form: WishForm
  onChange: (form: WishForm) => void
  running: boolean
  onAnalyze: (wish: HedgeWish) => void
  onStop: () => void
  /** The words stay as they are between visits. */
  onPromptSave: (prompt: string) => void
}

const OBJECTIVES = {
  'loss-curve': 'Loss of the portfolio in any fall',
  cvar: 'Mean of its worst 5% of paths',
  floor: 'A floor under each holding',
} as const satisfies Record<WishForm['objective'], string>

/** What the owner asks for, in words and in figures, and the way to ask. */
export function WishCard(props: WishCardProps) {
  const { user, form, onChange, running, onAnalyze, onStop, onPromptSave, startsOpen = false } = props
  const [open, setOpen] = useState(startsOpen)
  const panelId = useId()
  const faults = findWishFaults(form)
  const hasFaults = Object.keys(faults).length > 0 || findTaxFault(form.choices) !== null
  const paysTokens = user?.subscriptionTier === 'pro' && user.isAdmin !== 1
  return (
    <div className="rounded-card border bg-card px-4 py-3 shadow-card sm:px-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={panelId}
          onClick={() => setOpen(!open)}
          className="touch-target flex min-w-0 flex-1 items-center gap-2.5 rounded-control py-[7px] text-left max-sm:basis-full"
        >
          <ChevronDown
            aria-hidden="true"
            className={cn(
              'size-4 shrink-0 text-muted-foreground transition-transform duration-120',
              open && 'rotate-180',
            )}
          />
          <span className="shrink-0 text-title">Enhance Prompt</span>
          {!open && <span className="truncate text-muted-foreground">{describeForm(form)}</span>}
        </button>
        {user && <TokenBadge user={user} />}
        {running ? (
          <Button onClick={onStop} className="max-sm:grow">
            <Square aria-hidden="true" />
            Stop
          </Button>
        ) : (
          <Button
            variant="primary"
            className="max-sm:grow"
            disabled={hasFaults}
            onClick={() => {
              onPromptSave(form.prompt.trim())
              onAnalyze(toWish(form))
            }}
          >
            <Sparkles aria-hidden="true" />
            Analyze Portfolio{paysTokens && ` (${formatTokens(TOKEN_COSTS.hedge_analysis)})`}
          </Button>
        )}
      </div>
      <div id={panelId} hidden={!open} className="mt-3 border-t pt-4 pb-1">
        <div className="grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <Field
            label="Custom instructions (optional)"
            hint="Limit, horizon, budget, “what if 2008 happens again”, “no spreads”, “IRA”, “keep upside” and tickers to keep are understood. What is not used is said with the result."
          >
            <Textarea
              maxLength={1_000}
              placeholder="Max loss 10%, under $2,000, keep NVDA"
              value={form.prompt}
              onChange={(event) => onChange({ ...form, prompt: event.target.value })}
              onBlur={() => onPromptSave(form.prompt.trim())}
            />
          </Field>
          <div className="grid content-start gap-4">
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {WISH_FIELDS.map(({ name, label, standard }) => (
                <Fragment key={name}>
                  <Field label={label} error={faults[name]}>
                    <Input
                      inputMode="decimal"
                      autoComplete="off"
                      placeholder={isOverruled(form, name) ? 'By the crisis' : standard}
                      disabled={isOverruled(form, name)}
                      value={isOverruled(form, name) ? '' : form[name]}
                      onChange={(event) => onChange({ ...form, [name]: event.target.value })}
                    />
                  </Field>
                  {name === 'shockPercent' && (
                    <Field label="Or a past crisis">
                      <Select
                        value={form.crisisId}
                        onChange={(event) => onChange({ ...form, crisisId: findCrisis(event.target.value) ?? '' })}
                      >
                        <option value="">None: one fall</option>
                        {CRISIS_CHOICES.map(({ id, name }) => (
                          <option key={id} value={id}>
                            {name}
                          </option>
                        ))}
                      </Select>
                    </Field>
                  )}
                </Fragment>
              ))}
              <Field label="What is limited">
                <Select
                  value={form.crisisId === '' ? form.objective : EMPTY_WISH.objective}
                  disabled={form.crisisId !== ''}
                  onChange={(event) => onChange({ ...form, objective: event.target.value as WishForm['objective'] })}
                >
                  {Object.entries(OBJECTIVES).map(([value, text]) => (
                    <option key={value} value={value}>
                      {text}
                    </option>
                  ))}
                </Select>
              </Field>
            </div>
            <Checkbox
              label="Allow short calls on an index (needs a margin account)"
              checked={form.allowShortCalls}
              onCheckedChange={(allowShortCalls) => onChange({ ...form, allowShortCalls })}
            />
          </div>
          <div className="lg:col-span-2">
            <MoreChoices form={form.choices} onChange={(choices) => onChange({ ...form, choices })} />
          </div>
        </div>
      </div>
    </div>
  )
}

function describeForm(form: WishForm): string {
  const said = WISH_FIELDS.flatMap(({ name, label }) =>
    form[name].trim() && !isOverruled(form, name) ? `${label}: ${form[name].trim()}` : [],
  )
  const prompt = form.prompt.trim()
  const crisis = CRISIS_CHOICES.find(({ id }) => id === form.crisisId)
  const named = [...(prompt ? [`“${prompt}”`] : []), ...(crisis ? [crisis.name] : [])]
  return [...named, ...said, ...listChoices(form.choices)].join(' · ')
}
