// Tests: hedge-view.test.ts

import { HEDGE_RANGES, type HedgeCrisis, type HedgeWish } from '@ballast/contract'
import { formatCount } from '../../lib/format.ts'
import { type ChoicesForm, EMPTY_CHOICES, toChosenWish } from './choices-view.ts'

/** What the form holds: text as typed, so that an empty field means "not said". */
export interface WishForm {
  prompt: string
  limitPercent: string
  shockPercent: string
  /** Takes the place of the fall and of another objective. */
  crisisId: HedgeCrisis | ''
  horizonDays: string
  budgetPercent: string
  budgetUsd: string
  objective: NonNullable<HedgeWish['objective']>
  allowShortCalls: boolean
  choices: ChoicesForm
}

export const EMPTY_WISH: WishForm = {
  prompt: '',
  limitPercent: '',
  shockPercent: '',
  crisisId: '',
  horizonDays: '',
  budgetPercent: '',
  budgetUsd: '',
  objective: 'loss-curve',
  allowShortCalls: false,
  choices: EMPTY_CHOICES,
}

/** The fields with a number, and what stands in them while nothing is said. */
export const WISH_FIELDS = [
  { name: 'limitPercent', label: 'Most to lose, %', standard: '15' },
  { name: 'shockPercent', label: 'If the market falls, %', standard: '20' },
  { name: 'horizonDays', label: 'Within trading days', standard: '63' },
  { name: 'budgetPercent', label: 'Budget, % of value', standard: '3' },
  { name: 'budgetUsd', label: 'Budget, $', standard: 'No limit' },
] as const

export type WishField = (typeof WISH_FIELDS)[number]['name']

const RANGES: Readonly<Record<WishField, { least: number; most: number }>> = {
  ...HEDGE_RANGES,
  budgetUsd: { least: 0, most: 1e12 },
}

/** A crisis has falls of its own. */
export const isOverruled = ({ crisisId }: WishForm, field: WishField): boolean =>
  crisisId !== '' && field === 'shockPercent'

/** What is wrong with each field, and how to mend it; empty when all is well. */
export function findWishFaults(form: WishForm): Partial<Record<WishField, string>> {
  const faults: Partial<Record<WishField, string>> = {}
  for (const { name } of WISH_FIELDS) {
    const text = form[name].trim()
    if (text === '' || isOverruled(form, name)) continue
    const value = readNumber(text)
    const { least, most } = RANGES[name]
    if (!(value >= least && value <= most)) {
      faults[name] =
        name === 'budgetUsd' ? 'Write an amount such as 2,000.' : `Between ${formatCount(least)} and ${most}.`
    } else if (name === 'horizonDays' && !Number.isInteger(value)) {
      faults[name] = 'Whole days.'
    }
  }
  return faults
}

/** The request: only what was said, so that the words of the prompt count for the rest. */
export function toWish(form: WishForm): HedgeWish {
  const wish: HedgeWish = {}
  const prompt = form.prompt.trim()
  if (prompt) wish.customPrompt = prompt
  for (const { name } of WISH_FIELDS) {
    const text = form[name].trim()
    if (text && !isOverruled(form, name)) wish[name] = readNumber(text)
  }
  if (form.crisisId !== '') wish.crisisId = form.crisisId
  else if (form.objective !== EMPTY_WISH.objective) wish.objective = form.objective
  if (form.allowShortCalls) wish.allowShortCalls = true
  return { ...wish, ...toChosenWish(form.choices) }
}

/** `2,000`, `$2000` and `15 %` as numbers; anything else is NaN. */
function readNumber(text: string): number {
  const plain = text.replace(/[$,%\s]/g, '')
  return /^\d+(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}
