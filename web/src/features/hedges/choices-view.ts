// Tests: choices-view.test.ts

import { HEDGE_RANGES, type HedgeAnalysis, type HedgeRequestBody, readOneNumber } from '@ballast/contract'
import { formatDate } from '../../lib/format.ts'

type Request = HedgeAnalysis['request']

/** Choices about the account and the options wanted; an empty text means "not said". */
export interface ChoicesForm {
  options: keyof typeof OPTION_USES | ''
  underlyings: 'index' | 'single-names' | ''
  account: 'cash' | 'ira' | ''
  approval: 'covered' | 'long' | 'spreads' | ''
  /** ISO date. */
  lastDay: string
  wholeShares: boolean
  /** Percent, as typed. */
  gainsTaxPercent: string
}

export const EMPTY_CHOICES: ChoicesForm = {
  options: '',
  underlyings: '',
  account: '',
  approval: '',
  lastDay: '',
  wholeShares: false,
  gainsTaxPercent: '',
}

const OPTION_USES = {
  'no-spreads': { noSpreads: true },
  'long-only': { longOnly: true },
  none: { allowOptions: false },
} as const satisfies Record<string, HedgeRequestBody>

interface ChoiceField {
  name: 'options' | 'underlyings' | 'account' | 'approval'
  label: string
  /** Text where nothing is chosen. */
  standard: string
  hint?: string
  texts: Readonly<Record<string, string>>
}

/** The choices that are made from a list. */
export const CHOICE_FIELDS: readonly ChoiceField[] = [
  {
    name: 'options',
    label: 'Options',
    standard: 'Bought and sold',
    texts: { 'no-spreads': 'No spreads', 'long-only': 'Bought options only', none: 'No options' },
  },
  {
    name: 'underlyings',
    label: 'Options on',
    standard: 'Indexes and positions',
    texts: { index: 'Indexes only', 'single-names': 'Single names only' },
  },
  {
    name: 'account',
    label: 'Account',
    standard: 'Margin account',
    texts: { cash: 'Cash account', ira: 'IRA' },
  },
  {
    name: 'approval',
    label: 'Approval level',
    standard: 'Not limited',
    hint: 'Levels as Schwab counts them. Other brokers begin at 1.',
    texts: { covered: 'Level 0: covered', long: 'Level 1: buying', spreads: 'Level 2: spreads' },
  },
]

/** The choices as they are shown: those made, and where none was, what an owner's words said. */
export function toSaidChoices(form: ChoicesForm, said: HedgeRequestBody): ChoicesForm {
  const { account, approval, underlyings, lastDay } = said
  const options = findOptionUse(said)
  return {
    options: form.options || options,
    underlyings: form.underlyings || (underlyings === undefined || underlyings === 'any' ? '' : underlyings),
    account: form.account || (account === undefined || account === 'margin' ? '' : account),
    approval: form.approval || (approval === undefined || approval === 'uncovered' ? '' : approval),
    lastDay: form.lastDay || (lastDay ?? ''),
    wholeShares: form.wholeShares || said.wholeShares === true,
    gainsTaxPercent: form.gainsTaxPercent || String(said.gainsTaxPercent ?? ''),
  }
}

/** The fields of a request that a choice stands for. */
export const FIELDS_OF_CHOICES = {
  options: ['allowOptions', 'longOnly', 'noSpreads'],
  underlyings: ['underlyings'],
  account: ['account'],
  approval: ['approval'],
  lastDay: ['lastDay'],
  wholeShares: ['wholeShares'],
  gainsTaxPercent: ['gainsTaxPercent'],
} as const satisfies Record<keyof ChoicesForm, readonly (keyof HedgeRequestBody)[]>

const findOptionUse = ({ allowOptions, longOnly, noSpreads }: HedgeRequestBody): ChoicesForm['options'] =>
  allowOptions === false ? 'none' : longOnly ? 'long-only' : noSpreads ? 'no-spreads' : ''

/** The part of a request that the choices say. */
export function toChosenFields({
  options,
  underlyings,
  account,
  approval,
  lastDay,
  wholeShares,
  gainsTaxPercent,
}: ChoicesForm): HedgeRequestBody {
  const tax = readTaxRate(gainsTaxPercent)
  return {
    ...(options !== '' && OPTION_USES[options]),
    ...(underlyings !== '' && { underlyings }),
    ...(account !== '' && { account }),
    ...(approval !== '' && { approval }),
    ...(lastDay !== '' && { lastDay }),
    ...(wholeShares && { wholeShares }),
    ...(tax !== null && account !== 'ira' && { gainsTaxPercent: tax }),
  }
}

/** The choices of an earlier answer as the form holds them. */
export function toChoicesForm(request: Request): ChoicesForm {
  const { longOnly, noSpreads, allowOptions, underlyings, account, approval, lastDay, wholeShares } = request
  const said = { longOnly, noSpreads, allowOptions, underlyings, account, approval, wholeShares }
  return toSaidChoices(EMPTY_CHOICES, {
    ...said,
    ...(lastDay !== null && { lastDay }),
    ...(request.gainsTaxPercent !== null && { gainsTaxPercent: request.gainsTaxPercent }),
  })
}

/** `23.8` and `15 %` as numbers; null where nothing is said or it is out of range. */
function readTaxRate(text: string): number | null {
  const { least, most } = HEDGE_RANGES.gainsTaxPercent
  const rate = readOneNumber(text)
  return rate >= least && rate <= most ? rate : null
}

/** Finds the fault of the tax rate; null when there is none. */
export function findTaxFault({ gainsTaxPercent }: Pick<ChoicesForm, 'gainsTaxPercent'>): string | null {
  const { least, most } = HEDGE_RANGES.gainsTaxPercent
  const isWrong = gainsTaxPercent.trim() !== '' && readTaxRate(gainsTaxPercent) === null
  return isWrong ? `Between ${least} and ${most}.` : null
}

/** Lists what is said, one short text for each choice. */
export function listChoices(form: ChoicesForm): string[] {
  return [
    ...CHOICE_FIELDS.flatMap(({ name, texts }) => texts[form[name]] ?? []),
    ...(form.lastDay === '' ? [] : [`Until ${formatDate(form.lastDay)}`]),
    ...(form.wholeShares ? ['Whole shares'] : []),
    ...(readTaxRate(form.gainsTaxPercent) !== null && form.account !== 'ira'
      ? [`${readTaxRate(form.gainsTaxPercent)}% tax on gains`]
      : []),
  ]
}
