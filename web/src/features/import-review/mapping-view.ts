// Tests: review-views.test.ts

import type { ColumnMapping, MappedField } from '@ballast/contract'

type MappedColumn = ColumnMapping['columns'][number]

/** Names of the meanings of a column, in the order in which they are offered. */
export const MAPPED_FIELDS: Readonly<Record<MappedField, string>> = {
  ticker: 'Ticker',
  name: 'Name of the share or fund',
  shares: 'Shares',
  avgCost: 'Avg cost per share',
  costBasis: 'Cost of the whole position',
  price: 'Price',
  value: 'Market value',
  currency: 'Currency',
  sector: 'Sector',
  account: 'Account',
  ignore: 'Leave out',
}

/** The chosen meanings, by index of the column. */
export type ChosenFields = Readonly<Record<number, MappedField>>

export function toChosenFields(columns: readonly MappedColumn[]): ChosenFields {
  return Object.fromEntries(columns.map(({ index, field }) => [index, field]))
}

/** Every column with its meaning, as the server takes them. */
export function toColumnsToSend(columns: readonly MappedColumn[], chosen: ChosenFields) {
  return columns.map(({ index, field }) => ({ index, field: chosen[index] ?? field }))
}

/**
 * Finds what the choice lacks before the file can be read with it: a ticker or a name, the shares, and no meaning twice.
 *
 * @returns `undefined` when nothing is missing
 */
export function findMappingProblem(columns: readonly MappedColumn[], chosen: ChosenFields): string | undefined {
  const fields = toColumnsToSend(columns, chosen).map(({ field }) => field)
  if (!fields.includes('ticker') && !fields.includes('name')) return 'Say which column holds the ticker.'
  if (!fields.includes('shares')) return 'Say which column holds the shares.'
  const twice = fields.find((field, index) => field !== 'ignore' && fields.indexOf(field) !== index)
  return twice && `Two columns mean “${MAPPED_FIELDS[twice]}”. Leave one of them out.`
}

export function isChanged(columns: readonly MappedColumn[], chosen: ChosenFields): boolean {
  return columns.some(({ index, field }) => chosen[index] !== field)
}

const STATES: Readonly<Record<ColumnMapping['state'], string>> = {
  remembered: 'This layout was read as you mapped it before.',
  complete: 'We do not know this layout, so we recognised the columns by their content.',
  needed: 'We do not know this layout. Say what its columns mean, and we will remember it.',
}

export function describeMapping({ state }: Pick<ColumnMapping, 'state'>): string {
  return STATES[state]
}
