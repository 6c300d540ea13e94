// Tests: wish-view.test.ts, hedge-view.test.ts

import { HEDGE_RANGES, type HedgeCrisis, type HedgeWish } from '@ballast/contract'
import {
  mergeChips,
  readNumber,
  readOneNumber,
  type WishChip,
  type WishFields,
  type WishReading,
} from '@ballast/contract/hedge-request'
import { formatCount } from '../../lib/format.ts'
import { type ChoicesForm, EMPTY_CHOICES, toChosenWish, toSaidChoices } from './choices-view.ts'

/** What the form holds: text as typed, so that an empty field means "not said". */
export interface WishForm {
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
  objective: NonNullable<HedgeWish['objective']>
  allowShortCalls: boolean
  keepUpside: boolean
  /** Tickers, parted by commas or blanks. */
  keep: string
  choices: ChoicesForm
}

export const EMPTY_WISH: WishForm = {
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
export const WISH_FIELDS = [
  { name: 'limitPercent', label: 'Most to lose, %', standard: '15' },
  { name: 'limitUsd', label: 'Most to lose, $', standard: 'No limit' },
  { name: 'shockPercent', label: 'If the market falls, %', standard: '20' },
  { name: 'horizonDays', label: 'Within trading days', standard: '63' },
  { name: 'budgetPercent', label: 'Budget, % of value', standard: '3' },
  { name: 'budgetUsd', label: 'Budget, $', standard: 'No limit' },
] as const

export type WishField = (typeof WISH_FIELDS)[number]['name']

const AMOUNT = { least: 0, most: 1e12 }
const RANGES: Readonly<Record<WishField, { least: number; most: number }>> = {
  ...HEDGE_RANGES,
  limitUsd: { ...AMOUNT, least: 1 },
  budgetUsd: AMOUNT,
}
const isMoney = (name: WishField) => name === 'limitUsd' || name === 'budgetUsd'

/** A chip as it is remembered once it is set aside. */
export const keyOf = ({ words, meaning }: WishChip) => `${words.toLowerCase()}|${meaning}`

/** The chips that count: read from the words and not set aside. */
export const listChips = (form: WishForm, reading: WishReading | null): readonly WishChip[] =>
  (reading?.chips ?? []).filter((chip) => !form.aside.includes(keyOf(chip)))

/** The form as it is shown: what was typed into it, and where nothing was, what the words fill in. */
export function fillForm(form: WishForm, reading: WishReading | null): WishForm {
  const said = mergeChips(listChips(form, reading))
  const filled = WISH_FIELDS.map(({ name }) => [name, form[name] === '' ? String(said[name] ?? '') : form[name]])
  return {
    ...form,
    ...(Object.fromEntries(filled) as Record<WishField, string>),
    crisisId: form.crisisId === '' ? (said.crisisId ?? '') : form.crisisId,
    objective: form.objective === EMPTY_WISH.objective ? (said.objective ?? EMPTY_WISH.objective) : form.objective,
    allowShortCalls: form.allowShortCalls || said.allowShortCalls === true,
    keepUpside: form.keepUpside || said.keepUpside === true,
    keep: form.keep === '' ? (said.keep ?? []).join(', ') : form.keep,
    choices: toSaidChoices(form.choices, said),
  }
}

/** The form after its owner has changed a control: what words said of the same fields counts no more. */
export function changeForm(
  form: WishForm,
  reading: WishReading | null,
  change: Partial<WishForm>,
  fields: readonly (keyof WishFields)[],
): WishForm {
  const isOf = ({ wish }: WishChip) => fields.some((field) => wish[field] !== undefined)
  const overruled = listChips(form, reading).filter(isOf).map(keyOf)
  return { ...form, ...change, aside: [...form.aside, ...overruled] }
}

/** A question about words that was answered: the answer stands in the fields. */
export function chooseMeaning(form: WishForm, { wish }: WishChip): WishForm {
  const next = { ...form }
  for (const { name } of WISH_FIELDS) if (wish[name] !== undefined) next[name] = String(wish[name])
  return { ...next, choices: { ...form.choices, ...(wish.lastDay !== undefined && { lastDay: wish.lastDay }) } }
}

/** Questions whose answer does not stand in the fields yet. */
export function listQuestions(form: WishForm, reading: WishReading | null): WishReading['asked'] {
  const said = toFields(form)
  const isSaid = ({ wish }: WishChip) =>
    Object.entries(wish).every(([name, value]) => said[name as keyof WishFields] === value)
  return (reading?.asked ?? []).filter(({ choices }) => !choices.some(isSaid))
}

/** A crisis has falls of its own. */
export const isOverruled = ({ crisisId }: WishForm, field: WishField): boolean =>
  crisisId !== '' && field === 'shockPercent'

/** What is wrong with each field of the form as it is shown, and how to mend it; empty when all is well. */
export function findWishFaults(form: WishForm): Partial<Record<WishField, string>> {
  const faults: Partial<Record<WishField, string>> = {}
  for (const { name } of WISH_FIELDS) {
    const text = form[name].trim()
    if (text === '' || isOverruled(form, name)) continue
    const fault = findFault(name, text)
    if (fault) faults[name] = fault
  }
  return faults
}

function findFault(name: WishField, text: string): string | undefined {
  const [value = Number.NaN, other] = readNumber(text, { isMoney: isMoney(name) })
  if (other !== undefined) return `Write ${value} or ${other}.`
  const { least, most } = RANGES[name]
  if (!(value >= least && value <= most)) {
    return isMoney(name) ? 'Write an amount such as 2,000.' : `Between ${formatCount(least)} and ${most}.`
  }
  return name === 'horizonDays' && !Number.isInteger(value) ? 'Whole days.' : undefined
}

/** The request: only what was said. The words go with it as they were typed; where they could be read, fields hold them. */
export function toWish(form: WishForm, reading: WishReading | null = null): HedgeWish {
  const { shockPercent, objective, ...said } = { ...mergeChips(listChips(form, reading)), ...toFields(form) }
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

/** What was said by the form's own controls. */
function toFields(form: WishForm): WishFields {
  const fields: WishFields = {}
  for (const { name } of WISH_FIELDS) {
    const text = form[name].trim()
    if (text) fields[name] = readOneNumber(text, { isMoney: isMoney(name) })
  }
  if (form.crisisId !== '') fields.crisisId = form.crisisId
  if (form.objective !== EMPTY_WISH.objective) fields.objective = form.objective
  if (form.allowShortCalls) fields.allowShortCalls = true
  if (form.keepUpside) fields.keepUpside = true
  const keep = form.keep
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((ticker) => ticker !== '')
  if (keep.length > 0) fields.keep = keep
  return { ...fields, ...toChosenWish(form.choices) }
}
