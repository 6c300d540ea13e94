// Tests: request-view.test.ts, hedge-view.test.ts

import {
  HEDGE_RANGES,
  type HedgeAnalysis,
  type HedgeCrisis,
  type HedgeRequestBody,
  readNumber,
  readOneNumber,
} from '@ballast/contract'
import { mergeChips, type RequestChip, type RequestFields, type RequestReading } from '@ballast/contract/hedge-request'
import { formatCount } from '../../lib/format.ts'
import { type ChoicesForm, EMPTY_CHOICES, toChoicesForm, toChosenFields, toSaidChoices } from './choices-view.ts'

/** Form as text, as typed, so that an empty field means "not said". */
export interface RequestForm {
  prompt: string
  /** Chips that were removed, or whose fields say something else, by `keyOf`. */
  aside: readonly string[]
  limitPercent: string
  limitUsd: string
  shockPercent: string
  /** Takes the place of the fall and of another objective. */
  crisisId: HedgeCrisis | ''
  horizonDays: string
  budgetPercent: string
  budgetUsd: string
  objective: NonNullable<HedgeRequestBody['objective']>
  allowShortCalls: boolean
  keepUpside: boolean
  /** Tickers, parted by commas or blanks. */
  keep: string
  choices: ChoicesForm
}

export const EMPTY_REQUEST: RequestForm = {
  prompt: '',
  aside: [],
  limitPercent: '',
  limitUsd: '',
  shockPercent: '',
  crisisId: '',
  horizonDays: '',
  budgetPercent: '',
  budgetUsd: '',
  objective: 'loss-curve',
  allowShortCalls: false,
  keepUpside: false,
  keep: '',
  choices: EMPTY_CHOICES,
}

/** The fields with a number, and what stands in them while nothing is said. */
export const REQUEST_FIELDS = [
  { name: 'limitPercent', label: 'Most to lose, %', standard: '15' },
  { name: 'limitUsd', label: 'Most to lose, $', standard: 'No limit' },
  { name: 'shockPercent', label: 'If the market falls, %', standard: '20' },
  { name: 'horizonDays', label: 'Within trading days', standard: '63' },
  { name: 'budgetPercent', label: 'Budget, % of value', standard: '3' },
  { name: 'budgetUsd', label: 'Budget, $', standard: 'No limit' },
] as const

export type RequestField = (typeof REQUEST_FIELDS)[number]['name']

const AMOUNT = { least: 0, most: 1e12 }
const RANGES: Readonly<Record<RequestField, { least: number; most: number }>> = {
  ...HEDGE_RANGES,
  limitUsd: { ...AMOUNT, least: 1 },
  budgetUsd: AMOUNT,
}
const isMoney = (name: RequestField) => name === 'limitUsd' || name === 'budgetUsd'

/** A chip as it is remembered once it is set aside. */
export const keyOf = ({ words, meaning }: RequestChip) => `${words.toLowerCase()}|${meaning}`

/** The chips that count: read from the words and not set aside. */
export const listChips = (form: RequestForm, reading: RequestReading | null): readonly RequestChip[] =>
  (reading?.chips ?? []).filter((chip) => !form.aside.includes(keyOf(chip)))

/** The form as it is shown: what was typed into it, and where nothing was, what the words fill in. */
export function fillForm(form: RequestForm, reading: RequestReading | null): RequestForm {
  const said = mergeChips(listChips(form, reading))
  const filled = REQUEST_FIELDS.map(({ name }) => [name, form[name] === '' ? String(said[name] ?? '') : form[name]])
  return {
    ...form,
    ...(Object.fromEntries(filled) as Record<RequestField, string>),
    crisisId: form.crisisId === '' ? (said.crisisId ?? '') : form.crisisId,
    objective:
      form.objective === EMPTY_REQUEST.objective ? (said.objective ?? EMPTY_REQUEST.objective) : form.objective,
    allowShortCalls: form.allowShortCalls || said.allowShortCalls === true,
    keepUpside: form.keepUpside || said.keepUpside === true,
    keep: form.keep === '' ? (said.keep ?? []).join(', ') : form.keep,
    choices: toSaidChoices(form.choices, said),
  }
}

/** The form after its owner has changed a control: what words said of the same fields counts no more. */
export function changeForm(
  form: RequestForm,
  reading: RequestReading | null,
  change: Partial<RequestForm>,
  fields: readonly (keyof RequestFields)[],
): RequestForm {
  const isOf = (chip: RequestChip) => fields.some((field) => chip.fields[field] !== undefined)
  const overruled = listChips(form, reading).filter(isOf).map(keyOf)
  return { ...form, ...change, aside: [...form.aside, ...overruled] }
}

/** A question about words that was answered: the answer stands in the fields. */
export function chooseMeaning(form: RequestForm, { fields }: RequestChip): RequestForm {
  const next = { ...form }
  for (const { name } of REQUEST_FIELDS) if (fields[name] !== undefined) next[name] = String(fields[name])
  return { ...next, choices: { ...form.choices, ...(fields.lastDay !== undefined && { lastDay: fields.lastDay }) } }
}

/** Questions whose answer does not stand in the fields yet. */
export function listQuestions(form: RequestForm, reading: RequestReading | null): RequestReading['asked'] {
  const said = toFields(form)
  const isSaid = ({ fields }: RequestChip) =>
    Object.entries(fields).every(([name, value]) => said[name as keyof RequestFields] === value)
  return (reading?.asked ?? []).filter(({ choices }) => !choices.some(isSaid))
}

/** A crisis has falls of its own. */
export const isOverruled = ({ crisisId }: RequestForm, field: RequestField): boolean =>
  crisisId !== '' && field === 'shockPercent'

/** Finds what is wrong with each field of the form as it is shown, and how to mend it; empty when all is well. */
export function findRequestFaults(form: RequestForm): Partial<Record<RequestField, string>> {
  const faults: Partial<Record<RequestField, string>> = {}
  for (const { name } of REQUEST_FIELDS) {
    const text = form[name].trim()
    if (text === '' || isOverruled(form, name)) continue
    const fault = findFault(name, text)
    if (fault) faults[name] = fault
  }
  return faults
}

function findFault(name: RequestField, text: string): string | undefined {
  const [value = Number.NaN, other] = readNumber(text, { isMoney: isMoney(name) })
  if (other !== undefined) return `Write ${value} or ${other}.`
  const { least, most } = RANGES[name]
  if (!(value >= least && value <= most)) {
    return isMoney(name) ? 'Write an amount such as 2,000.' : `Between ${formatCount(least)} and ${most}.`
  }
  return name === 'horizonDays' && !Number.isInteger(value) ? 'Whole days.' : undefined
}

/**
 * Builds the request for a hedge of a few positions: options on single names, and everything else neither sold nor
 * capped.
 *
 * @param block tickers of those holdings
 */
export function toBlockRequest(
  block: readonly string[],
  positions: readonly { ticker: string; kind: string }[],
): Pick<RequestForm, 'keep' | 'choices'> {
  const others = positions.filter(({ kind, ticker }) => kind === 'security' && !block.includes(ticker))
  const keep = [...new Set(others.map(({ ticker }) => ticker))].join(', ')
  return { keep, choices: { ...EMPTY_CHOICES, underlyings: 'single-names' } }
}

/** Values of the two sliders while nothing else sets them. */
export interface Standards {
  limitPercent: number
  shockPercent: number
}

const STANDARDS: Standards = { limitPercent: 15, shockPercent: 20 }

/** The numbers of the analysis that is shown, so that sliders and answer agree; those of the house without one. */
export function toStandards(analysis: Pick<HedgeAnalysis, 'request'> | undefined): Standards {
  if (!analysis || analysis.request.crisisId !== null) return STANDARDS
  const { limitPercent, shockPercent } = analysis.request
  return { limitPercent, shockPercent }
}

/** Where the sliders stand, by the form as it is shown; dollars by the portfolio's value, where it is known. */
export function toSliderValues(shown: RequestForm, standards: Standards, value: number | undefined): Standards {
  const read = (name: RequestField) => readOneNumber(shown[name], { isMoney: isMoney(name) })
  const within = (name: keyof Standards, percent: number) => {
    const { least, most } = HEDGE_RANGES[name]
    return Number.isFinite(percent) ? Math.min(most, Math.max(least, percent)) : null
  }
  const ofDollars = value === undefined ? Number.NaN : (100 * read('limitUsd')) / value
  const limits = [within('limitPercent', read('limitPercent')), within('limitPercent', ofDollars)]
  const said = limits.filter((limit) => limit !== null)
  return {
    limitPercent: said.length > 0 ? Math.min(...said) : standards.limitPercent,
    shockPercent: within('shockPercent', read('shockPercent')) ?? standards.shockPercent,
  }
}

/**
 * The request: only what was said. The words go with it as they were typed; where they could be read, fields hold them.
 *
 * @param standards what sliders show unsaid; sent where it differs from what the server takes by itself
 */
export function toRequestBody(
  form: RequestForm,
  reading: RequestReading | null = null,
  standards: Standards = STANDARDS,
): HedgeRequestBody {
  const fields = { ...mergeChips(listChips(form, reading)), ...toFields(form) }
  if (fields.limitUsd === undefined && standards.limitPercent !== STANDARDS.limitPercent) {
    fields.limitPercent ??= standards.limitPercent
  }
  if (standards.shockPercent !== STANDARDS.shockPercent) fields.shockPercent ??= standards.shockPercent
  const { shockPercent, objective, ...said } = fields
  const prompt = form.prompt.trim()
  return {
    ...(prompt && { customPrompt: prompt }),
    ...(prompt && reading && { wordsAreRead: true }),
    ...said,
    // A crisis takes their place.
    ...(said.crisisId === undefined && shockPercent !== undefined && { shockPercent }),
    ...(said.crisisId === undefined && objective !== undefined && { objective }),
  }
}

/** Reads what was said by the form's own controls. */
function toFields(form: RequestForm): RequestFields {
  const fields: RequestFields = {}
  for (const { name } of REQUEST_FIELDS) {
    const text = form[name].trim()
    if (text) fields[name] = readOneNumber(text, { isMoney: isMoney(name) })
  }
  if (form.crisisId !== '') fields.crisisId = form.crisisId
  if (form.objective !== EMPTY_REQUEST.objective) fields.objective = form.objective
  if (form.allowShortCalls) fields.allowShortCalls = true
  if (form.keepUpside) fields.keepUpside = true
  const keep = form.keep
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((ticker) => ticker !== '')
  if (keep.length > 0) fields.keep = keep
  return { ...fields, ...toChosenFields(form.choices) }
}

/**
 * The request of an earlier analysis once more: its words, and every field as it was understood.
 *
 * @param reading the words of that request; dollars that they say stay dollars
 */
export function toSameRequest(
  { request, riskAssessment }: Pick<HedgeAnalysis, 'request'> & { riskAssessment: { value: number } },
  reading: RequestReading | null,
): HedgeRequestBody {
  const { customPrompt, crisisId, lastDay, horizonDays, shockPercent, objective, limitPercent, budgetPercent } = request
  const { allowShortCalls, keepUpside, keep } = request
  const isUsed = ({ meaning }: RequestChip) => request.understood.some((one) => one.meaning === meaning)
  const said = mergeChips((reading?.chips ?? []).filter(isUsed))
  const isTooMuch = budgetPercent > HEDGE_RANGES.budgetPercent.most
  const budgetUsd = said.budgetUsd ?? (isTooMuch ? (budgetPercent / 100) * riskAssessment.value : undefined)
  return {
    ...(customPrompt !== null && { customPrompt, wordsAreRead: true }),
    ...(crisisId === null ? { shockPercent, objective } : { crisisId }),
    ...(lastDay === null && { horizonDays }),
    ...(said.limitUsd === undefined ? { limitPercent } : { limitUsd: said.limitUsd }),
    ...(budgetUsd === undefined ? { budgetPercent } : { budgetUsd }),
    ...toChosenFields(toChoicesForm(request)),
    allowShortCalls,
    keepUpside,
    keep,
  }
}
