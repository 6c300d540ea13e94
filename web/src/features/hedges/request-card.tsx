// Tests: hedges-page.test.tsx

import { type HedgeAnalysis, type HedgeRequestBody, TOKEN_COSTS, type User } from '@ballast/contract'
import type { RequestFields, RequestReading } from '@ballast/contract/hedge-request'
import { ChevronDown, Sparkles, Square } from 'lucide-react'
import { Fragment, useId, useState } from 'react'
import { TokenBadge } from '../../components/plans/token-badge.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Checkbox } from '../../components/ui/checkbox.tsx'
import { Field } from '../../components/ui/field.tsx'
import { Input } from '../../components/ui/input.tsx'
import { Options, Select } from '../../components/ui/select.tsx'
import { Textarea } from '../../components/ui/textarea.tsx'
import { cn } from '../../lib/class-names.ts'
import { formatTokens } from '../../lib/format.ts'
import { type ChoicesForm, FIELDS_OF_CHOICES, findTaxFault, listChoices } from './choices-view.ts'
import { CRISIS_CHOICES, findCrisis } from './crisis-view.ts'
import { LimitSliders } from './limit-sliders.tsx'
import { MoreChoices } from './more-choices.tsx'
import { RequestChips } from './request-chips.tsx'
import {
  changeForm,
  chooseMeaning,
  EMPTY_REQUEST,
  fillForm,
  findRequestFaults,
  isOverruled,
  keyOf,
  listChips,
  listQuestions,
  REQUEST_FIELDS,
  type RequestForm,
  type Standards,
  toRequestBody,
  toSliderValues,
} from './request-view.ts'

interface RequestCardProps {
  /** True if the fields are shown from the beginning, because one was filled in on the way here. */
  startsOpen?: boolean
  user: User | undefined
  /** True for a sample portfolio, whose analysis takes no token. */
  isFree: boolean
  form: RequestForm
  /** The words of the form, read; null while the portfolio's holdings are not known. */
  reading: RequestReading | null
  onChange: (form: RequestForm) => void
  /** Analysis that the cost of a limit is computed from while sliders move. */
  analysis: HedgeAnalysis | undefined
  standards: Standards
  onShowTicket: (strategyId: string) => void
  running: boolean
  onAnalyze: (body: HedgeRequestBody) => void
  onStop: () => void
  /** The words stay as they are between visits. */
  onPromptSave: (prompt: string) => void
}

const OBJECTIVES = {
  'loss-curve': 'Loss of the portfolio in any fall',
  cvar: 'Mean of its worst 5% of paths',
  floor: 'A floor under each position',
} as const satisfies Record<RequestForm['objective'], string>

/** Card of what the owner asks for, in words and in figures, and the way to ask. */
export function RequestCard(props: RequestCardProps) {
  const { user, isFree, form, reading, onChange, running, onAnalyze, onStop, onPromptSave, startsOpen = false } = props
  const { analysis, standards, onShowTicket } = props
  const [open, setOpen] = useState(startsOpen)
  const panelId = useId()
  const shown = fillForm(form, reading)
  const faults = findRequestFaults(shown)
  const change = (next: Partial<RequestForm>, fields: readonly (keyof RequestFields)[]) =>
    onChange(changeForm(form, reading, next, fields))
  const toPlaceholder = (name: string, standard: string) =>
    name === 'limitPercent' || name === 'shockPercent' ? String(standards[name]) : standard
  const changeChoices = (next: Partial<ChoicesForm>) => {
    const fields = Object.keys(next).flatMap((name) => FIELDS_OF_CHOICES[name as keyof ChoicesForm])
    change({ choices: { ...form.choices, ...next } }, fields)
  }
  const questions = listQuestions(form, reading)
  const chips = (
    <RequestChips
      chips={listChips(form, reading)}
      questions={questions}
      notUnderstood={reading?.notUnderstood ?? []}
      onRemove={(chip) => onChange({ ...form, aside: [...form.aside, keyOf(chip)] })}
      onChoose={(chip) => onChange(chooseMeaning(form, chip))}
    />
  )
  const hasFaults = Object.keys(faults).length > 0 || findTaxFault(shown.choices) !== null
  const sliders = toSliderValues(shown, standards, analysis?.riskAssessment.value)
  const isSearched =
    sliders.limitPercent === analysis?.request.limitPercent &&
    (shown.crisisId === ''
      ? sliders.shockPercent === analysis.request.shockPercent
      : shown.crisisId === analysis.request.crisisId)
  const analyze = () => {
    onPromptSave(form.prompt.trim())
    onAnalyze(toRequestBody(form, reading, standards))
  }
  const paysTokens = user?.subscriptionTier === 'pro' && user.isAdmin !== 1
  const tokenPrice = paysTokens && ` (${isFree ? 'free' : formatTokens(TOKEN_COSTS.hedge_analysis)})`
  return (
    <div className="rounded-card border bg-card px-4 py-4 shadow-card sm:px-5">
      <LimitSliders
        {...sliders}
        crisis={CRISIS_CHOICES.find(({ id }) => id === shown.crisisId)}
        analysis={analysis}
        onLimit={(percent) => change({ limitPercent: String(percent), limitUsd: '' }, ['limitPercent', 'limitUsd'])}
        onShock={(percent) => change({ shockPercent: String(percent) }, ['shockPercent'])}
      >
        {(price) => {
          const strategyId = price?.order?.strategyId
          return (
            <>
              <Button size="sm" disabled={!strategyId} onClick={() => strategyId && onShowTicket(strategyId)}>
                Show its ticket
              </Button>
              {analysis && !isSearched && !running && (
                <Button size="sm" disabled={hasFaults} onClick={analyze}>
                  Find this hedge{tokenPrice}
                </Button>
              )}
            </>
          )
        }}
      </LimitSliders>
      <div className="mt-3 flex flex-wrap border-t pt-3 items-center gap-x-4 gap-y-3">
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
          <Button variant="primary" className="max-sm:grow" disabled={hasFaults} onClick={analyze}>
            <Sparkles aria-hidden="true" />
            Analyze Portfolio{tokenPrice}
          </Button>
        )}
      </div>
      {/* Saved words that are understood make nothing move when they have been read. */}
      {!open && questions.length > 0 && <div className="mt-3">{chips}</div>}
      <div id={panelId} hidden={!open} className="mt-3 border-t pt-4 pb-1">
        <div className="grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,7fr)]">
          <div className="grid content-start gap-3">
            <Field
              label="Custom instructions (optional)"
              hint="Say it in your own words: “lose at most 10%, budget $2,000, keep NVDA”, “what if 2008 happens again”, “no spreads”, “IRA”, “until March”. Nothing is spent before you press Analyze."
            >
              <Textarea
                maxLength={1_000}
                placeholder="Max loss 10%, under $2,000, keep NVDA"
                value={form.prompt}
                onChange={(event) => onChange({ ...form, prompt: event.target.value })}
                onBlur={() => onPromptSave(form.prompt.trim())}
              />
            </Field>
            {open && chips}
          </div>
          <div className="grid content-start gap-4">
            <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
              {REQUEST_FIELDS.map(({ name, label, standard }) => (
                <Fragment key={name}>
                  <Field label={label} error={faults[name]}>
                    <Input
                      inputMode="decimal"
                      autoComplete="off"
                      placeholder={isOverruled(shown, name) ? 'By the crisis' : toPlaceholder(name, standard)}
                      disabled={isOverruled(shown, name)}
                      value={isOverruled(shown, name) ? '' : shown[name]}
                      onChange={(event) => change({ [name]: event.target.value }, [name])}
                    />
                  </Field>
                  {name === 'shockPercent' && (
                    <Field label="Or a past crisis">
                      <Select
                        value={shown.crisisId}
                        onChange={(event) => change({ crisisId: findCrisis(event.target.value) ?? '' }, ['crisisId'])}
                      >
                        <option value="">None: one fall</option>
                        <Options of={CRISIS_CHOICES.map(({ id, name }) => [id, name])} />
                      </Select>
                    </Field>
                  )}
                </Fragment>
              ))}
              <Field label="What is limited">
                <Select
                  value={shown.crisisId === '' ? shown.objective : EMPTY_REQUEST.objective}
                  disabled={shown.crisisId !== ''}
                  onChange={(event) =>
                    change({ objective: event.target.value as RequestForm['objective'] }, ['objective'])
                  }
                >
                  <Options of={Object.entries(OBJECTIVES)} />
                </Select>
              </Field>
            </div>
            <Field label="Never sell or cap" hint="Tickers, such as NVDA, KO.">
              <Input
                autoComplete="off"
                placeholder="None"
                value={shown.keep}
                onChange={(event) => change({ keep: event.target.value }, ['keep'])}
              />
            </Field>
            <Checkbox
              label="Keep all of the upside (no collars, no covered calls)"
              checked={shown.keepUpside}
              onCheckedChange={(keepUpside) => change({ keepUpside }, ['keepUpside'])}
            />
            <Checkbox
              label="Allow short calls on an index (needs a margin account)"
              checked={shown.allowShortCalls}
              onCheckedChange={(allowShortCalls) => change({ allowShortCalls }, ['allowShortCalls'])}
            />
          </div>
          <div className="lg:col-span-2">
            <MoreChoices form={shown.choices} onChange={changeChoices} />
          </div>
        </div>
      </div>
    </div>
  )
}

function describeForm(form: RequestForm): string {
  const said = REQUEST_FIELDS.flatMap(({ name, label }) =>
    form[name].trim() && !isOverruled(form, name) ? `${label}: ${form[name].trim()}` : [],
  )
  const prompt = form.prompt.trim()
  const crisis = CRISIS_CHOICES.find(({ id }) => id === form.crisisId)
  const named = [...(prompt ? [`“${prompt}”`] : []), ...(crisis ? [crisis.name] : [])]
  return [...named, ...said, ...listChoices(form.choices)].join(' · ')
}
