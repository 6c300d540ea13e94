// Tests: read-request.test.ts

import { nameCrisis } from '../crises.ts'
import type { HedgeRequestBody } from '../hedges.ts'
import type { Amount } from './read-pieces.ts'

/** The fields of the form. */
export type RequestFields = Omit<HedgeRequestBody, 'customPrompt' | 'wordsAreRead'>

type Row = readonly [
  templates: string,
  fields: RequestFields | ((value: never, today: string) => RequestFields | RequestFields[]),
]

const toLoss = ({ value, isMoney }: Amount) => (isMoney ? { limitUsd: value } : { limitPercent: value })
const toCost = ({ value, isMoney }: Amount) => (isMoney ? { budgetUsd: value } : { budgetPercent: value })
const toShock = ({ value }: Amount) => ({ shockPercent: value })

/**
 * Words by the field that they fill: concepts or words in their order, templates parted by bars. `[a]` may be missing, `{amount}`
 * is a slot. At each place the template that covers most of the text counts.
 */
// biome-ignore format: a table, a few templates a line
export const TEMPLATES: readonly Row[] = [
  ['[accept] lose most {amount} | [most] lose {amount} most | not lose more {amount} | not accept more {amount} | not fall more {amount} | not worse {amount}', toLoss],
  ['[keep] [get] [most] loss [most] {amount} [most] | {amount} [most] loss [most] | most {amount} loss | [keep] most fall {amount} | most {amount} fall', toLoss],
  ['fall [not] most {amount} | fall {amount} most | not fall most {amount} | accept [lose] [loss] [fall] [most] {amount} [loss] [fall]', toLoss],
  ['keep [least] {percent} | floor {percent}', (kept: Amount) => ({ limitPercent: 100 - kept.value })],
  ['[most] cvar [most] {percent} | [most] expected shortfall [most] {percent}', ({ value }: Amount) => ({ objective: 'cvar', limitPercent: value })],
  ['market fall [more] [most] {percent} [most] | [against] [most] [more] {percent} fall market | fall market {percent}', toShock],
  ['[against] [most] [more] {percent} crash [market] | [against] crash [most] {percent} [market] | against [most] [more] {percent} fall | against [most] fall {percent} [most]', toShock],
  ['[keep] cost [most] {amount} [most] [cost] | not cost more {amount} | [most] {amount} [most] cost | for most {amount} | less {dollars}', toCost],
  ['most {amount} | {amount} most', (amount: Amount) => [toLoss(amount), toCost(amount)]],
  ...toTerms({ day: 252 / 365, tradingday: 1, week: 5, month: 21, quarter: 63, year: 252 }),
  ['{day}', (lastDay: string) => ({ lastDay })],
  ['[until] yearend', (_: undefined, today: string) => ({ lastDay: `${today.slice(0, 4)}-12-31` })],
  ['not [use] option', { allowOptions: false }],
  ['[use] [long] puts only | only [use] puts | use only puts | only [use] long option | [use] long option only | use option only | only use option | not write option', { longOnly: true }],
  ['not [use] spread | not write spread | not write puts', { noSpreads: true }],
  ['index option only | index puts only | only index option', { underlyings: 'index' }],
  ['single names only | single stocks only | only single stocks', { underlyings: 'single-names' }],
  ['[keep] [get] ira', { account: 'ira' }],
  ['[keep] [get] cash account', { account: 'cash' }],
  ['[gains] tax [gains] {percent} | [cost] {percent} tax [gains]', ({ value }: Amount) => ({ gainsTaxPercent: value })],
  ['[use] whole shares [only] | not fractional shares', { wholeShares: true }],
  ['not [write] shortcalls', { allowShortCalls: false }],
  ['allow shortcalls | shortcalls allow', { allowShortCalls: true }],
  ['keep [all] gains | not cap [all] gains | not caps', { keepUpside: true }],
  ['floor [for] each | each [get] floor', { objective: 'floor' }],
  ['each [get] floor {percent} | floor {percent} [for] each', ({ value }: Amount) => ({ objective: 'floor', limitPercent: value })],
  ['keep [all] {tickers} [alone] | not sell [all] {tickers}', (keep: string[]) => ({ keep })],
  ['[something] [against] [crash] [fall] [like] {crisis} [crash] [fall] [again] [again] | [something] [crash] [fall] like {year} [crash] [again] [again] | {year} again [again] | {year} crash [again]', (crisisId: RequestFields['crisisId']) => ({ crisisId })],
]

/** Trading days of so many of a unit; "for a quarter" is one. */
function toTerms(units: Readonly<Record<string, number>>): Row[] {
  return Object.entries(units).map(([unit, days]) => [
    `for [for] [{number}] ${unit} | [term] {number} ${unit} [term]`,
    (number?: Amount) => ({ horizonDays: Math.round((number?.value ?? 1) * days) }),
  ])
}

const dollars = (amount: number) => `$${amount.toLocaleString('en-US', { maximumFractionDigits: 2 })}`

/** Meanings of the fields, in words. */
// biome-ignore format: a table, one field a line
export const MEANINGS: { readonly [Name in keyof RequestFields]?: (value: NonNullable<RequestFields[Name]>) => string } = {
  limitPercent: (percent) => `At most ${percent}% may be lost`,
  limitUsd: (amount) => `At most ${dollars(amount)} may be lost`,
  shockPercent: (percent) => `The market falls by ${percent}%`,
  crisisId: (id) => `The crisis asked about is ${nameCrisis(id)}`,
  horizonDays: (days) => `Protection for ${days} trading days`,
  lastDay: (date) => `Protection until ${date}`,
  budgetPercent: (percent) => `The hedge may cost ${percent}% of the portfolio`,
  budgetUsd: (amount) => `The hedge may cost ${dollars(amount)}`,
  allowShortCalls: (isAllowed) => (isAllowed ? 'Calls may be sold on an index' : 'No calls are sold on an index'),
  allowOptions: (isAllowed) => (isAllowed ? 'Options may be used' : 'No options'),
  longOnly: () => 'Options are bought and none sold',
  noSpreads: () => 'No puts are sold',
  underlyings: (kind) => (kind === 'index' ? 'Options on an index only' : 'Options on holdings'),
  account: (kind) => `The account is ${kind === 'ira' ? 'an IRA' : `a ${kind} account`}`,
  gainsTaxPercent: (percent) => `Gains are taxed at ${percent}%`,
  wholeShares: () => 'Shares are traded in whole ones',
  keepUpside: () => 'Nothing that caps gains',
  keep: (tickers) => `Neither sold nor capped: ${tickers.join(', ')}`,
  objective: (kind) => (kind === 'floor' ? 'Each position has a floor' : 'The limit is meant for the mean of the worst paths'),
}
